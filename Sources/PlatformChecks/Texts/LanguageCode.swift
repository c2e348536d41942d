import RuleBook

/// What letters texts are written in, by the names of scripts in the book.
enum LetterScript {
  /// The script of most letters of a text; `nil` of one without any.
  ///
  /// Names in Latin letters stand in texts of all languages.
  static func of(_ text: String) -> String? {
    var counts: [String: Int] = [:]
    for scalar in text.unicodeScalars.prefix(1_000) {
      for (script, ranges) in ranges where ranges.contains(where: { $0.contains(scalar.value) }) {
        counts[script, default: 0] += 1
      }
    }
    counts["without blanks"] = nil
    // Japanese is known by its own letters, however many of China's stand among them.
    if counts["Japanese", default: 0] > 1 { return "Japanese" }
    let latin = counts.removeValue(forKey: "Latin") ?? 0
    let other = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
    if let other, 2 * other.value >= latin { return other.key }
    return latin > 0 ? "Latin" : nil
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
  private static let scripts = WordList.of("written in")

  /// Whether it can be a language's: two or three letters.
  static func isOne(_ code: String) -> Bool { (2...3).contains(code.count) && code.allSatisfy(\.isLetter) }

  /// The script of a text whose letters a language is not written in; `nil` where it is, or that is not known.
  static func strange(_ text: String, in code: String) -> String? {
    LetterScript.of(text).flatMap { scripts[base(code)]?.contains($0) == false ? $0 : nil }
  }

  /// Whether a text can be in a language that letters alone tell.
  static func fits(_ code: String, _ text: String) -> Bool {
    guard let expected = scripts[base(code)], !expected.contains("Latin") else { return false }
    return LetterScript.of(text).map(expected.contains) ?? false
  }
}
