import RuleBook

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
      let script = Self.allCases.first { script in
        Self.ranges[script.rawValue]?.contains { $0.contains(scalar.value) } ?? false
      }
      if let script { counts[script, default: 0] += 1 }
    }
    let latin = counts[.latin, default: 0]
    let other = counts.filter { $0.key != .latin }.max {
      ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
    }
    // Japanese is known by its own letters, however many of China's stand among them.
    if counts[.kana, default: 0] > 1 {
      self = .kana
    } else if let other, 2 * other.value >= latin {
      self = other.key
    } else if latin > 0 {
      self = .latin
    } else {
      return nil
    }
  }

  /// The letters of each script, and of those that are written without blanks.
  static let ranges = WordList.of("letters").reduce(into: [String: [ClosedRange<UInt32>]]()) { ranges, list in
    let ends = list.key.split(separator: "-").compactMap { UInt32($0, radix: 16) }
    guard let first = ends.first, let last = ends.last, first <= last else { return }
    for script in list.value { ranges[script, default: []].append(first...last) }
  }
}

/// Codes of languages, as folders and settings write them.
enum LanguageCode {
  /// Without its region and script, in small letters; names of old projects by their codes.
  static func base(_ code: String) -> String {
    let first = code.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
    return names[first] ?? first
  }

  /// Names as old projects have them, and older codes, by the codes of today.
  private static let names = WordList.of("language").mapValues { $0[0] }
  private static let scripts = WordList.of("written in").mapValues {
    Set($0.compactMap(LetterScript.init(rawValue:)))
  }

  /// Whether it can be a language's: two or three letters.
  static func isOne(_ code: String) -> Bool { (2...3).contains(code.count) && code.allSatisfy(\.isLetter) }

  /// The letters that a language is written in; `nil` where that is not known.
  static func script(_ code: String) -> Set<LetterScript>? { scripts[base(code)] }

  /// Whether a text can be in a language that letters alone tell.
  static func fits(_ code: String, _ text: String) -> Bool {
    guard let expected = script(code), !expected.contains(.latin), let written = LetterScript(text) else {
      return false
    }
    return expected.contains(written)
  }
}
