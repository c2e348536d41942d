import RuleBook

/// A text without what writers of one language may or may not write: capitals, diacritics of Latin, Greek and
/// Cyrillic letters, punctuation, and the form in which a letter with a mark is stored.
struct FoldedText: Hashable {
  /// The words; where a script has no blanks, what stands between punctuation.
  let words: [String]
  /// All letters and digits, one after the other.
  let letters: String

  init(_ text: String) {
    let folded = text.lowercased().unicodeScalars.filter { !(0x0300...0x036F).contains($0.value) }.map {
      scalar in
      let isMark = [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
      let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark
      return Self.bases[String(scalar)] ?? (isPart ? String(scalar) : " ")
    }
    words = folded.joined().split(separator: " ").map(String.init)
    letters = words.joined()
  }

  /// Whether most letters are of a script that is written without blanks between words.
  var isUnspaced: Bool { isMostly("without blanks") }

  /// Whether most letters are Korean, of which a few make a sentence.
  var isKorean: Bool { isMostly("Korean") }

  private func isMostly(_ script: String) -> Bool {
    let ranges = LetterScript.ranges[script] ?? []
    let scalars = letters.unicodeScalars
    return 2 * scalars.count { scalar in ranges.contains { $0.contains(scalar.value) } } > scalars.count
  }

  /// The words, or pairs of characters where a script has no blanks: what two texts can have in common.
  var parts: Set<String> {
    guard isUnspaced else { return Set(words) }
    let characters = Array(letters)
    return Set(zip(characters, characters.dropFirst()).map { String([$0, $1]) })
  }

  /// The letters that a letter with marks stands for.
  private static let bases = WordList.of("with marks").compactMapValues(\.first)
}
