/// A text as lower-case words, to look for phrases in.
struct PlainWords: Hashable {
  /// The words, without punctuation.
  let words: [String]

  init(_ text: String) {
    words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  /// Whether the words of a phrase stand in the text one after the other.
  func contain(_ phrase: String) -> Bool {
    let wanted = phrase.split(separator: " ").map(String.init)
    guard !wanted.isEmpty, words.count >= wanted.count else { return false }
    return words.indices.dropLast(wanted.count - 1).contains { start in
      zip(words[start...], wanted).allSatisfy { $0 == $1 }
    }
  }

  /// Whether a word begins with a stem.
  func containStem(_ stem: String) -> Bool { words.contains { $0.hasPrefix(stem) } }

  /// The share of words that two texts have in common, of all words in either; 0 where both are empty.
  func likeness(_ other: PlainWords) -> Double {
    let mine = Set(words)
    let theirs = Set(other.words)
    let all = mine.union(theirs).count
    return all == 0 ? 0 : Double(mine.intersection(theirs).count) / Double(all)
  }
}
