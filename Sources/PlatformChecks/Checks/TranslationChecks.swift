import ExperimentDesign

/// Whether people read the alert in a language of theirs (L45).
extension Inspection {
  /// - Parameter groups: The usage strings of each app, by the folder of its Info.plist.
  mutating func checkTranslations(
    _ project: AppProject, _ bundles: AppBundles, _ groups: [(name: String, texts: [LocatedText])]
  ) {
    let region = project.files.lazy.filter { $0.kind == .xcodeProject }.flatMap {
      $0.root.descendants("developmentRegion")
    }.first?.value.text
    for (group, texts) in groups {
      guard let base = texts.first(where: { $0.isFallback && $0.isKnown && UsageText($0.text).isWritten })
      else { continue }
      let plists = zip(bundles.plists, bundles.roles).filter { plist, role in
        role != .other && role != .none && (bundles.group(of: plist) == group || group == "project")
      }.map(\.0)
      let development = base.language ?? plists.lazy.compactMap(\.language).first ?? region
      let translated = Set(
        project.files.filter { file in
          guard file.kind == .strings || file.kind == .stringCatalog else { return false }
          switch bundles.partner(of: file) {
          // What is as near to several is of each of them.
          case .plists(let near), .ambiguous(let near):
            return plists.isEmpty
              || near.contains { index in plists.contains { $0.path == bundles.plists[index].path } }
          case .none: return true
          }
        }.flatMap { UsageTexts.all(in: $0) }.compactMap(\.language).map(LanguageCode.base))
      var own: [String] = []
      for plist in plists { own += plist.root[AppKey.localizations]?.items?.compactMap(\.text) ?? [] }
      own += project.surroundings.languages.filter { mark in
        plists.isEmpty || bundles.isNear(mark.path, plists)
      }.map(\.what)
      var seen: Set<String> = ["base", LanguageCode.base(development ?? "en")]
      checkScript(base, development, translated, own)
      // The text's own language has it, whatever the development region says.
      if base.isEnglish { seen.insert("en") }
      let missing = own.filter { language in
        let code = LanguageCode.base(language)
        return LanguageCode.isOne(code) && !translated.contains(code) && !LanguageCode.fits(code, base.text)
          && seen.insert(code).inserted
      }
      guard !missing.isEmpty else { continue }
      let shown =
        missing.prefix(4).joined(separator: ", ")
        + (missing.count > 4 ? " and \(missing.count - 4) more" : "")
      note(
        "L45",
        "The usage string is not translated into \(shown), which the app is: people there read the alert in another language.",
        at: base.location)
    }
  }

  /// A text whose letters the development language is not written in.
  private mutating func checkScript(
    _ text: LocatedText, _ development: String?, _ translated: Set<String>, _ languages: [String]
  ) {
    guard let development, let expected = LanguageCode.script(development),
      let written = LetterScript(text.text),
      !expected.contains(written), !translated.contains(LanguageCode.base(development))
    else { return }
    note(
      "L45",
      "The development language is '\(development)', and the usage string is written in \(written.rawValue) letters: people without a translation cannot read it.",
      at: text.location,
      // Of an app in one language alone it is the project's setting that is wrong.
      severity: languages.contains { LanguageCode.base($0) == LanguageCode.base(development) }
        ? .warning : .note,
      fix: "Write the text in the development language and translate it, or correct the development language."
    )
  }
}

/// What letters a text is written in.
enum LetterScript: String, CaseIterable {
  case latin = "Latin"
  case cyrillic = "Cyrillic"
  case greek = "Greek"
  case hebrew = "Hebrew"
  case arabic = "Arabic"
  case devanagari = "Devanagari"
  case thai = "Thai"
  case kana = "Japanese"
  case hangul = "Korean"
  case han = "Chinese"

  /// That of most letters; `nil` of a text without any.
  ///
  /// Names in Latin letters stand in texts of all languages.
  init?(_ text: String) {
    var counts: [LetterScript: Int] = [:]
    for scalar in text.unicodeScalars.prefix(1_000) {
      if let script = Self.script(of: scalar.value) { counts[script, default: 0] += 1 }
    }
    // Japanese is known by its own letters, however many of China's stand among them.
    if counts[.kana, default: 0] > 1 {
      self = .kana
      return
    }
    let latin = counts[.latin, default: 0]
    let other = counts.filter { $0.key != .latin }.max {
      ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
    }
    guard let found = other.flatMap({ 2 * $0.value >= latin ? $0.key : nil }) ?? (latin > 0 ? .latin : nil)
    else {
      return nil
    }
    self = found
  }

  private static func script(of value: UInt32) -> LetterScript? {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: .latin
    case 0x370...0x3FF: .greek
    case 0x400...0x52F: .cyrillic
    case 0x590...0x5FF: .hebrew
    case 0x600...0x6FF, 0x750...0x77F: .arabic
    case 0x900...0x97F: .devanagari
    case 0xE00...0xE7F: .thai
    case 0x3040...0x30FF: .kana
    case 0x1100...0x11FF, 0xAC00...0xD7A3: .hangul
    case 0x4E00...0x9FFF: .han
    case _: nil
    }
  }
}

/// Codes of languages, as folders and settings write them.
enum LanguageCode {
  /// Without its region and script, in small letters; names of old projects by their codes.
  static func base(_ code: String) -> String {
    let lowered = code.lowercased()
    let names = [
      "english": "en", "german": "de", "french": "fr", "japanese": "ja", "spanish": "es", "italian": "it",
      "dutch": "nl", "iw": "he", "in": "id", "nb": "no",
    ]
    if let code = names[lowered] { return code }
    let first = lowered.split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? lowered
    return names[first] ?? first
  }

  /// Whether it can be a language's: two or three letters.
  static func isOne(_ code: String) -> Bool { (2...3).contains(code.count) && code.allSatisfy(\.isLetter) }

  /// The letters that a language is written in; `nil` where that is not known.
  static func script(_ code: String) -> Set<LetterScript>? {
    switch base(code) {
    case "en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "no", "fi", "pl", "cs", "sk", "hu", "ro", "tr",
      "hr", "ca",
      "id", "ms", "vi":
      [.latin]
    case "ru", "uk", "bg", "be", "mk": [.cyrillic]
    case "el": [.greek]
    case "he": [.hebrew]
    case "ar", "fa", "ur": [.arabic]
    case "hi", "mr", "ne": [.devanagari]
    case "th": [.thai]
    case "ja": [.kana, .han]
    case "ko": [.hangul]
    case "zh": [.han]
    case _: nil
    }
  }

  /// Whether a text can be in a language that letters alone tell.
  static func fits(_ code: String, _ text: String) -> Bool {
    guard let expected = script(code), !expected.contains(.latin), let written = LetterScript(text) else {
      return false
    }
    return expected.contains(written)
  }
}
