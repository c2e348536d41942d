import RuleBook

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

/// What a usage string says for a yes or against a no: a reward, a threat, or the button to press (R84, R85).
///
/// English phrases alone; what another language promises is not seen.
enum ForbiddenPhrase {
  /// The phrase in a text; `nil` without one.
  static func found(in words: PlainWords) -> String? {
    if let phrase = WordList.words("forbidden phrases").first(where: words.contain) { return phrase }
    return exchange(in: words)
  }

  /// A thing that is given for permission: a reward is named, and a yes is asked for, or the reward is offered.
  ///
  /// "Unlock tools you looked at" and "bonus miles from airlines" describe ads; "allow and receive premium" is a trade.
  private static func exchange(in words: PlainWords) -> String? {
    guard let reward = rewards.first(where: words.contain), let position = words.position(of: reward) else {
      return nil
    }
    if WordList.words("requests for a yes").contains(where: {
      words.position(of: $0).map { $0 < position } == true
    }) {
      return reward
    }
    // "Get free coins", at the beginning of the text.
    let verbs: Set<String> = ["get", "earn", "receive", "win", "claim", "unlock", "enjoy"]
    return words.words.first.map(verbs.contains) == true && position <= 4 && gifts.contains(reward)
      ? reward : nil
  }

  private static let rewards = gifts + ["premium", "unlock", "extra lives"]
  private static let gifts = WordList.words("gifts")
}
