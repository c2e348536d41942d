/// The usage strings of vendors' guides and tools, and their translations (R96).
///
/// Sources: Google, *IDFA support* of the Mobile Ads SDK; Expo, `expo-tracking-transparency`, default of the plugin;
/// AppLovin, *MAX iOS consent flow* and the defaults of its Unity plugin in eight languages; consentmanager, *Working
/// with ATT*; Trackier, *iOS SDK integration*; the texts of the last group stand word for word in many
/// unrelated apps, without one author.
struct VendorSample: Hashable {
  /// Whose it is: `Google's`.
  let of: String
  private let letters: String
  private let parts: Set<String>

  private init(_ of: String, _ text: String) {
    self.of = of
    let folded = FoldedText(text)
    letters = folded.letters
    parts = folded.parts
  }

  /// Whose sample a text is or nearly is.
  ///
  /// A text that says more than the sample is still the sample: half as much again is taken, not more. Of several the
  /// one most like it is meant.
  static func like(_ text: FoldedText) -> VendorSample? {
    let parts = text.parts
    let ranked = all.map { (sample: $0, likeness: $0.likeness(letters: text.letters, parts)) }
    if let best = ranked.max(by: { $0.likeness < $1.likeness }), best.likeness >= 0.8 { return best.sample }
    return translatedGoogle(text) ? all.first : nil
  }

  /// From 0 to 1: the share of parts in common, or of letters where one text begins like the other.
  private func likeness(letters other: String, _ theirs: Set<String>) -> Double {
    let (short, long) = letters.count < other.count ? (letters, other) : (other, letters)
    if long.hasPrefix(short), 3 * short.count >= 2 * long.count {
      return 1 - Double(long.count - short.count) / Double(long.count) / 2
    }
    let all = parts.union(theirs).count
    return all == 0 ? 0 : Double(parts.intersection(theirs).count) / Double(all)
  }

  /// Google's sample in another language: this identifier, used, personalised ads, and hardly anything else.
  ///
  /// Google's guides give it in English in every language, so each app has a translation of its own.
  private static func translatedGoogle(_ text: FoldedText) -> Bool {
    translations.contains { parts in
      parts.stems.allSatisfy { stems in stems.contains { text.letters.contains($0) } }
        && text.letters.count <= parts.longest
    }
  }

  private static let translations: [(stems: [[String]], longest: Int)] = [
    // Spanish, Portuguese
    (
      [
        ["identificador"], ["anunciospersonalizados", "publicidadpersonalizada", "publicidadepersonalizada"],
      ], 90
    ),
    // French
    (
      [["identifiant"], ["publicitespersonnalisees", "annoncespersonnalisees", "publicitepersonnalisee"]], 95
    ),
    // German
    (
      [
        ["kennung", "identifikator", "id"], ["diese"], ["personalisiertewerbung", "personalisierteanzeigen"],
      ], 75
    ),
    // Italian
    ([["identificator", "identificativo"], ["annuncipersonalizzati", "pubblicitapersonalizzat"]], 90),
    // Arabic
    ([["المعرف", "المعرّف"], ["إعلاناتمخصصة", "الإعلاناتالمخصصة", "إعلاناتشخصية"]], 80),
    // Japanese
    ([["この識別子", "このid"], ["パーソナライズ"], ["広告"]], 60),
    // Korean
    ([["이식별자"], ["맞춤형광고", "맞춤광고", "개인화된광고", "개인맞춤"]], 50),
    // Chinese, simplified and traditional
    ([["此标识符", "该标识符", "此識別碼", "此識別符", "此标识", "此識別"], ["个性化广告", "個人化廣告", "個性化廣告"]], 40),
  ].map { entry in (entry.0.map { $0.map { FoldedText($0).letters } }, entry.1) }

  private static let all: [VendorSample] = [
    VendorSample("Google's", "This identifier will be used to deliver personalized ads to you."),
    VendorSample("Google's", "This identifier will be used to deliver personalised ads to you."),
    VendorSample("Google's", "Your data will be used to deliver personalized ads to you."),
    VendorSample(
      "consentmanager's",
      "This identifier will be used to deliver personalized ads and improve user experience."),
    VendorSample(
      "Trackier's", "We use tracking to personalize your experience and improve our services."),
    VendorSample(
      "Expo's", "Allow this app to collect app-related data that can be used for tracking you or your device."
    ),
    VendorSample("AppLovin's", "This uses device info for more personalized ads and content"),
    VendorSample("AppLovin's", "This only uses device info for less annoying, more relevant ads"),
    VendorSample("AppLovin's", "This only uses device info for more interesting and relevant ads"),
    VendorSample("AppLovin's", "Pressing \"Allow\" uses device info for more relevant ad content"),
    VendorSample("AppLovin's", "Dies benutzt Gerätinformationen für relevantere Werbeinhalte"),
    VendorSample(
      "AppLovin's", "\"Erlauben\" drücken benutzt Gerätinformationen für relevantere Werbeinhalte"),
    VendorSample(
      "AppLovin's", "Esto utiliza la información del dispositivo para anuncios y contenido más personalizados"
    ),
    VendorSample(
      "AppLovin's",
      "Presionando \"Permitir\", se usa la información del dispositivo para obtener contenido publicitario más relevante"
    ),
    VendorSample(
      "AppLovin's",
      "Cela permet d'utiliser les informations du téléphone pour afficher des contenus publicitaires plus pertinents."
    ),
    VendorSample(
      "AppLovin's",
      "\"Autoriser\" permet d'utiliser les infos du téléphone pour afficher des contenus publicitaires plus pertinents"
    ),
    VendorSample("AppLovin's", "これはユーザーデータをもとに、より関連性の高い広告コンテンツをお客様に提供します"),
    VendorSample("AppLovin's", "\"許可\"をクリックすることで、デバイス情報を元により最適な広告を表示することができます"),
    VendorSample("AppLovin's", "보다 개인화된 광고 및 콘텐츠를 위해 기기 정보를 사용합니다."),
    VendorSample("AppLovin's", "\"허용\"을 누르면 더 관련성 높은 광고 콘텐츠를 제공하기 위해 기기 정보가 사용됩니다"),
    VendorSample("AppLovin's", "我们使用设备信息来提供个性化的广告和内容。"),
    VendorSample("AppLovin's", "我們使用設備信息來提供個性化的廣告和內容。"),
    VendorSample("AppLovin's", "点击\"允许\"以使用设备信息获得更加相关的广告内容"),
    VendorSample("AppLovin's", "點擊\"允許\"以使用設備信息獲得更加相關的廣告內容"),
    VendorSample(
      "a widely copied", "Your data will be used to provide you a better and personalized ad experience."),
    VendorSample("a widely copied", "App would like to access IDFA for tracking purpose"),
  ]
}
