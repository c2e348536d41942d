import RuleBook

/// A text without what writers of one language may or may not write: capitals, diacritics of Latin, Greek and
/// Cyrillic letters, punctuation, and the form in which a letter with a mark is stored.
struct FoldedText: Hashable {
  /// The words; where a script has no blanks, what stands between punctuation.
  let words: [String]
  /// All letters and digits, one after the other.
  let letters: String

  init(_ text: String) {
    var words: [String] = []
    var word = ""
    for scalar in text.lowercased().unicodeScalars {
      if (0x0300...0x036F).contains(scalar.value) { continue }
      if let base = Self.bases[scalar] {
        word += base
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
        || scalar.properties.generalCategory == .spacingMark
      {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    self.words = words
    letters = words.joined()
  }

  /// Whether most letters are of a script that is written without blanks between words.
  var isUnspaced: Bool {
    let scalars = letters.unicodeScalars
    return 2 * scalars.filter(Self.isUnspaced).count > scalars.count
  }

  /// Whether most letters are Korean syllables, of which a few make a sentence.
  var isKorean: Bool {
    let scalars = letters.unicodeScalars
    return 2 * scalars.filter { (0xAC00...0xD7A3).contains($0.value) }.count > scalars.count
  }

  /// The words, or pairs of characters where a script has no blanks: what two texts can have in common.
  var parts: Set<String> {
    guard isUnspaced else { return Set(words) }
    let characters = Array(letters)
    return Set(zip(characters, characters.dropFirst()).map { String([$0, $1]) })
  }

  /// Han, kana, Thai, Lao, Burmese, Khmer and Tibetan.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x0F00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x2FA1F:
      true
    case _: false
    }
  }

  /// The letters that a letter with marks stands for.
  private static let bases: [Unicode.Scalar: String] = {
    var bases: [Unicode.Scalar: String] = [:]
    for (base, lines) in WordList.lists("with marks") {
      for scalar in lines.flatMap(WordList.words(in:)).flatMap(\.unicodeScalars) { bases[scalar] = base }
    }
    return bases
  }()
}
