import ExperimentDesign
import Testing

@testable import PlatformChecks

@Suite("The language of a usage string")
struct LanguageTests {
  private func plist(_ text: String, region: String? = nil) throws -> AppFile {
    try .plist((region.map { key("CFBundleDevelopmentRegion", $0) } ?? "") + usage(text))
  }

  private func found(_ files: AppFile...) -> [String] {
    CheckReport(files: files).findings.map { "\($0.rule) \($0.severity)" }
  }

  private static let vague = [
    "To improve your experience", "This app tracks its users.", "Better service for all users",
    "We collect data from you", "Required by our partners", "To improve the app",
    "Tracking is used by this app",
  ]

  @Test("L2: a short English text is judged where no language is declared", arguments: vague)
  func short(text: String) throws {
    #expect(found(try plist(text)).contains { $0.hasPrefix("L2 error") })
    #expect(found(try plist(text, region: "$(DEVELOPMENT_LANGUAGE)")).contains { $0.hasPrefix("L2 error") })
    #expect(found(try .strings(text, "Base")).contains { $0.hasPrefix("L2 error") })
    let app = CleanApp().writing("text: \"\(goodUsage)", as: "text: \"\(text)")
    #expect(
      try app.check().findings.contains { $0.rule == "L2" && $0.key.hasPrefix("usage_strings") })
  }

  private static let foreign = [
    "Personalisierte Werbung für Sie in der App", "Diese App misst die Nutzung.",
    "Bessere Angebote in der App",
    "Wir messen die Nutzung der App", "Mehr Komfort durch Analyse der Nutzung",
    "Publicités et mesure d'audience pour vous", "Améliorer l'expérience dans cette app",
    "Pour mesurer la publicité", "Des annonces pour vous", "Nous mesurons l'usage de l'app",
    "Anuncios personalizados para ti", "Mejorar la experiencia de todos", "Para mostrar anuncios relevantes",
    "Medir el uso de la app", "Esta app mide todo el uso", "Pubblicità e annunci per te",
    "Anúncios para você no aplicativo", "Reklamy w tej aplikacji dla Ciebie",
    "We gebruiken dit voor de app", "広告を表示するために使用します",
  ]

  @Test("a text in another language is not judged by English words", arguments: foreign)
  func other(text: String) throws {
    #expect(found(try plist(text)).isEmpty)
    let app = CleanApp().writing("text: \"\(goodUsage)", as: "text: \"\(text)")
    #expect(try app.check().findings.allSatisfy { !$0.key.hasPrefix("usage_strings") }, "\(text)")
  }

  @Test("the development region says what language Info.plist is in, unless the text is plainly another")
  func region() throws {
    #expect(found(try plist("Zap blip zorp quux", region: "en")) == ["L2 error"])
    #expect(found(try plist("Zap blip zorp quux", region: "English")).count == 1)
    #expect(found(try plist("Zap blip zorp quux", region: "en_GB")).count == 1)
    #expect(found(try plist("Zap blip zorp quux", region: "de")).isEmpty)
    #expect(found(try plist("Zap blip zorp quux")).isEmpty)
    #expect(found(try plist("Analytics Tracking Ads Partner", region: "es")).isEmpty)
    // Xcode writes 'en' into every new app, and many never change it.
    #expect(found(try plist("Wir messen die Nutzung der App", region: "en")).isEmpty)
    #expect(found(try plist("Améliorer l'expérience dans cette app", region: "en")).isEmpty)
    #expect(found(try plist("We use this to improve your experience", region: "de")).count == 1)
  }

  @Test("L3: a placeholder is reported once, and not compared with other languages")
  func placeholder() throws {
    let english = try AppFile.strings("Shows you ads for topics you read about.", "en")
    #expect(found(english, try .strings("TODO", "de")) == ["L3 error"])
  }

  @Test("a text of a catalogue that is not translated yet is no empty one")
  func untranslated() throws {
    let english =
      #""en": {"stringUnit": {"state": "translated", "value": "Shows you ads for topics you read."}}"#
    func with(_ unit: String) throws -> [String] {
      found(try .catalogue(#"\#(english), "fr": {"stringUnit": \#(unit)}"#))
    }
    #expect(try with(#"{"state": "new", "value": ""}"#).isEmpty)
    let empty = ["L1 error"]
    #expect(try with(#"{"state": "translated", "value": ""}"#) == empty)
    #expect(try with(#"{"value": ""}"#) == empty)
    #expect(try with(#"{"state": "new", "value": "TODO"}"#).count == 1)
  }
}
