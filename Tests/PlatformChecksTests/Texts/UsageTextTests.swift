import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("The words of a usage string")
struct UsageTextTests {
  private func plist(_ text: String) throws -> AppFile {
    try .plist(usage(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")))
  }

  private func found(_ text: String) throws -> [String] {
    CheckReport(files: [try plist(text)]).findings.map { "\($0.rule) \($0.severity)" }
  }

  @Test(
    "L3: a text that nobody has written yet is an error, and nothing else is said of it",
    arguments: [
      "DemoText", "TBD", "...", "asdf", "appTrackingTransparency", "App Tracking Transparency", "TODO",
      "TODO: ask marketing for the sentence", "lorem ipsum dolor sit amet", "Your message here", "Test",
      "NSUserTrackingUsageDescription", "Please insert text for the tracking alert", "IDFA", "Tracking", "-",
      "<# why #>", "{{ tracking_usage }}", "The text is TBD by legal", "Werbung", "Personalisierte Werbung",
      "Publicités", "広告のため", "광고", "FIXME later on please", "For testing ATT implementation",
      "tracking.usage_description", "ATT_USAGE_TEXT", "[Why you use it. ex: to show ads for your topics]",
    ])
  func placeholders(text: String) throws {
    #expect(try found(text) == ["L3 error"])
  }

  @Test(
    "a short sentence of a language with long words, or of a script without blanks, is no placeholder",
    arguments: [
      "Kişiselleştirilmiş reklamlar için", "Personalisierte Werbeanzeigen einblenden", "興味に合う広告を表示します。",
      "맞춤형 광고를 제공합니다", "แสดงโฆษณาที่เหมาะกับคุณ", "Para mostrar todo lo que te interesa",
      "Per a tots els mètodes",
    ])
  func short(text: String) { #expect(UsageText(text).placeholder == nil) }

  @Test(
    "L3: Xcode fills in names in Info.plist, and the rest is judged; in a translation they stay as they are")
  func variables() throws {
    for name in ["$(PRODUCT_NAME)", "${PRODUCT_NAME}", "$(TARGET_NAME:c99extidentifier)"] {
      #expect(try found("\(name) shows you ads for topics you read about.").isEmpty)
      #expect(try found("\(name) would like to track your activity.") == ["L2 error"])
      let strings = try AppFile.strings("\(name) shows you ads for topics you read.", "en")
      #expect(CheckReport(files: [strings]).findings.map(\.rule) == ["L3"])
    }
    #expect(
      try found("$(PRODUCT_NAME) requires your permission to show you more relevant ads.") == ["L2 note"])
  }

  @Test(
    "L3: vendors' samples are known, however they are written",
    arguments: [
      ("This identifier will be used to deliver personalized ads to you.", "Google's", "warning"),
      ("this identifier will be used to deliver personalised ads to you", "Google's", "warning"),
      ("This identifier will be used to deliver personalized ads to you!!", "Google's", "warning"),
      ("This identifier will be used to deliver personalized ads to you in our app", "Google's", "warning"),
      ("Your data will be used to deliver personalized ads to you.", "Google's", "warning"),
      (
        "This identifier will be used to deliver personalized ads and improve user experience.",
        "consentmanager's", "warning"
      ),
      ("We use tracking to personalize your experience and improve our services.", "Trackier's", "error"),
      (
        "Allow this app to collect app-related data that can be used for tracking you or your device.",
        "Expo's", "error"
      ),
      ("This only uses device info for less annoying, more relevant ads", "AppLovin's", "warning"),
      ("This uses device info for more personalized ads and content", "AppLovin's", "warning"),
      (
        "Your data will be used to provide you a better and personalized ad experience.", "a widely copied",
        "warning"
      ),
      ("Dies benutzt Gerätinformationen für relevantere Werbeinhalte", "AppLovin's", "warning"),
      ("我们使用设备信息来提供个性化的广告和内容", "AppLovin's", "warning"),
      ("Este identificador se utilizará para mostrarte anuncios personalizados.", "Google's", "warning"),
      ("Cet identifiant sera utilisé pour vous proposer des annonces personnalisées.", "Google's", "warning"),
      ("Diese Kennung wird verwendet, um personalisierte Werbung anzuzeigen.", "Google's", "warning"),
      ("この識別子は、パーソナライズされた広告の配信に使用されます。", "Google's", "warning"),
      ("이 식별자는 맞춤형 광고를 제공하는 데 사용됩니다.", "Google's", "warning"),
      ("此标识符将用于向您投放个性化广告。", "Google's", "warning"),
      ("該標識符將用於向您投放個性化廣告", "Google's", "warning"),
      ("سيتم استخدام هذا المعرف لعرض إعلانات مخصصة لك.", "Google's", "warning"),
    ])
  func samples(text: String, of: String, severity: String) throws {
    #expect(UsageText(text).sample == of)
    #expect(try found(text) == ["L3 \(severity)"])
  }

  @Test(
    "texts of one's own are no samples",
    arguments: [
      "Shows you ads for topics you read about, such as concerts near you.",
      "To show you personalised ads based on your interests.",
      "Um Ihnen personalisierte Werbung basierend auf Ihren Interessen anzuzeigen.",
      "Para mostrarte anuncios personalizados según tus intereses.",
      "Este identificador nos ayuda a saber qué campaña te trajo a la aplicación y a no repetir anuncios personalizados.",
      "あなたの興味に合わせたパーソナライズ広告を表示するために使用します。", "用于根据您的兴趣展示个性化广告。",
    ])
  func own(text: String) { #expect(UsageText(text).sample == nil) }

  @Test(
    "L4: a condition, a reward for a yes, and a hint at the button are found",
    arguments: [
      "Tap Allow to continue. Otherwise the app will close.", "Allow and receive premium for a week",
      "Please allow so we can show you ads for topics you read.", "\"Allow\" to see your optimized ads",
      "Allow tracking to get rewards and relevant ads.", "Get free coins and ads that match your interests.",
      "You must allow this to see ads you like.", "Our app requires tracking to work.",
      "Allow tracking and unlock new levels.",
      "If you allow tracking, the app stays free and shows you ads you like.",
      "Accept and get a discount on products you like.", "Earn bonus lives with ads about games you play.",
      "Without it you won\u{2019}t be able to see ads you like.",
    ])
  func promises(text: String) throws {
    #expect(UsageText(text).promise != nil)
    #expect(try found(text).filter { $0.hasSuffix("note") } == [])
  }

  @Test(
    "what ads are about is no promise",
    arguments: [
      "Shows you ads for unlock tools you looked at.", "To show offers such as bonus miles from airlines.",
      "This app requires permission to show relevant ads.", "Ads for discount shops near you.",
      "To measure which coupon brought you here.",
      "Your data helps us show ads for gift cards' rivals.",
      "So ads are about premium brands you like.", "Ads about what you read, so the app stays free.",
      "To show you ads that match your interests, if you like concerts.",
      "Allow tracking for ads that fit you; the app stays free either way.",
    ])
  func noPromises(text: String) { #expect(UsageText(text).promise == nil, "\(text)") }

  @Test("L2: an example, or what decides what people get, is seen; without either there is a note")
  func examples() throws {
    for text in [
      "To show you ads that match your interests.", "To show you ads based on your interests.",
      "Used to show offers tailored to your taste.", "We measure which ad led you to this app.",
      "Ads for topics you read about.", "So ads are related to your interests, not random.",
    ] {
      #expect(try found(text).isEmpty, "\(text)")
    }
    for text in ["Used to deliver advertising in this app.", "We measure the success of campaigns."] {
      #expect(try found(text) == ["L2 note"], "\(text)")
    }
    // The means is no purpose.
    for text in [
      "Let me use your ad identifier please",
      "We need your permission to retrieve the advertising identifier",
      "The app wants the identifier for advertisers.",
    ] {
      #expect(try found(text).contains("L2 error"), "\(text)")
    }
  }

  @Test("L2: a long text gets a note; 208 characters are no reason for one")
  func long() throws {
    let text = "Shows you ads for topics you read about, such as concerts near you. "
    #expect(try found(String(String(repeating: text, count: 4).prefix(208))).isEmpty)
    #expect(try found(String(repeating: text, count: 5)) == ["L2 note"])
  }
}
