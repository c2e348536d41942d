import RuleBook

/// What letters texts are written in, by the names of scripts in the book.
enum LetterScript {
  /// The script of most letters of a text, which may have names in Latin letters in it; `nil` of one without letters.
  static func of(_ text: String) -> String? {
    let letters = String(text.unicodeScalars.prefix(1_000))
    var counts = Dictionary(uniqueKeysWithValues: ranges.keys.map { ($0, count(letters, of: $0)) })
      .filter { $0.value > 0 && $0.key != "without blanks" }
    let own = WordList.words("letters of one language, however many others stand among them")
    if let known = own.first(where: { counts[$0, default: 0] > 1 }) { return known }
    let latin = counts.removeValue(forKey: "Latin") ?? 0
    let other = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
    if let other, 2 * other.value >= latin { return other.key }
    return latin > 0 ? "Latin" : nil
  }

  static func count(_ text: String, of script: String) -> Int {
    let ranges = ranges[script] ?? []
    return text.unicodeScalars.count { scalar in ranges.contains { $0.contains(scalar.value) } }
  }

  static func isMost(_ script: String, of text: String) -> Bool {
    2 * count(text, of: script) > text.unicodeScalars.count
  }

  /// The letters of each script, and of those that are written without blanks.
  private static let ranges = WordList.of("letters").reduce(into: [String: [ClosedRange<UInt32>]]()) {
    ranges, list in
    let ends = list.key.split(separator: "-").compactMap { UInt32($0, radix: 16) }
    for script in list.value { ranges[script, default: []].append(ends[0]...ends[ends.count - 1]) }
  }
}

/// Codes of languages, as folders and settings write them.
enum LanguageCode {
  /// Without its region and script, in small letters; names of old projects by their codes.
  static func base(_ code: some StringProtocol) -> String {
    let first = code.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
    return names[first] ?? first
  }

  /// Whether it may be one: other folders, and other files, have longer names.
  static func isOne(_ base: String) -> Bool { (2...3).contains(base.count) && base.allSatisfy(\.isLetter) }

  /// Whether a file is one of a language's texts, by its name: `de.json`.
  static func isFile(_ name: String) -> Bool { name.hasSuffix(".json") && isOne(base(name.dropLast(5))) }

  /// Names as old projects have them, and older codes, by the codes of today.
  private static let names = WordList.of("language").mapValues { $0[0] }
  private static let scripts = WordList.of("written in")

  /// Whether a language is written in the letters of a script; `nil` where that is not known.
  static func isWritten(_ code: String, in script: String?) -> Bool? {
    script.flatMap { scripts[base(code)]?.contains($0) }
  }

  /// The script of a text whose letters a language is not written in; `nil` where it is, or that is not known.
  static func strange(_ text: String, in code: String?) -> String? {
    guard let code, let script = LetterScript.of(text) else { return nil }
    return isWritten(code, in: script) == false ? script : nil
  }
}

/// Whether words are English beyond doubt, and so may be called vague: a few words of another language, or letters that
/// English does not write, are doubt enough.
enum WordLanguage: Comparable {
  /// Words or letters of another language are among them. Names, and words that many languages share or that are not
  /// listed. A few words that no other language has. A sentence with the commonest words.
  case other, undecided, english, sentence

  init(_ words: [String]) {
    func count(_ list: String) -> Int { words.count { WordList.has(list, $0) } }
    let common = count("commonest English words")
    // What short texts about tracking are made of, where no other language writes it so, or all do.
    let known = common + count("usual English words")
    let foreign = words.count { word in
      WordList.has("words of other languages", word)
        || word.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
    }
    let isEnglish = known > 0 && 2 * known >= words.count
    // A name or a borrowed word may stand in an English sentence.
    let isSentence = common >= 2 && (foreign == 0 || common > 2 * foreign)
    self = isSentence ? .sentence : foreign > 0 ? .other : isEnglish ? .english : .undecided
  }
}

/// A text without what writers of one language may or may not write: capitals, diacritics of Latin, Greek and
/// Cyrillic letters, punctuation, and the form in which a letter with a mark is stored.
struct FoldedText: Hashable {
  /// The words; where a script has no blanks, what stands between punctuation.
  let words: [String]
  let letters: String
  /// The words, or pairs of characters where a script has no blanks: what two texts can have in common.
  let parts: Set<String>

  init(_ text: String) {
    let scalars = text.lowercased().unicodeScalars.filter { !(0x0300...0x036F).contains($0.value) }
    let folded = scalars.map { Self.bases[$0] ?? String($0) }.joined()
    words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    letters = words.joined()
    let hasBlanks = !LetterScript.isMost("without blanks", of: letters)
    parts = Set(hasBlanks ? words : zip(letters, letters.dropFirst()).map { String([$0, $1]) })
  }

  private static let bases = Dictionary(
    WordList.of("with marks").flatMap { marked, base in marked.unicodeScalars.map { ($0, base[0]) } }
  ) { $1 }
}
