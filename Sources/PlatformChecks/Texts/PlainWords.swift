/// A text as lower-case words, to look for phrases in.
struct PlainWords: Hashable {
  /// The words, without punctuation; a typographic apostrophe is a plain one.
  let words: [String]

  init(_ text: String) {
    words = text.lowercased().replacing("\u{2019}", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  /// Whether the words of a phrase stand in the text one after the other.
  func contain(_ phrase: String) -> Bool { position(of: phrase) != nil }

  /// Where the words of a phrase stand in the text one after the other, the first time.
  func position(of phrase: String) -> Int? {
    let wanted = phrase.split(separator: " ").map(String.init)
    guard !wanted.isEmpty, words.count >= wanted.count else { return nil }
    return words.indices.dropLast(wanted.count - 1).first { start in
      zip(words[start...], wanted).allSatisfy { $0 == $1 }
    }
  }

  /// Whether a word begins with a stem.
  func containStem(_ stem: String) -> Bool { words.contains { $0.hasPrefix(stem) } }
}
