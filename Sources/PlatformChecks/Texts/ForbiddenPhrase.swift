import RuleBook

/// What a usage string says for a yes or against a no: a reward, a threat, or the button to press (R84, R85).
///
/// English phrases alone; what another language promises is not seen.
enum ForbiddenPhrase {
  /// The phrase in a text; `nil` without one.
  static func found(in words: PlainWords) -> String? {
    if let phrase = phrases.first(where: words.contain) { return phrase }
    return exchange(in: words)
  }

  /// A thing that is given for permission: a reward is named, and a yes is asked for, or the reward is offered.
  ///
  /// "Unlock tools you looked at" and "bonus miles from airlines" describe ads; "allow and receive premium" is a trade.
  private static func exchange(in words: PlainWords) -> String? {
    guard let reward = rewards.first(where: words.contain), let position = words.position(of: reward) else {
      return nil
    }
    if requests.contains(where: { words.position(of: $0).map { $0 < position } == true }) { return reward }
    // "Get free coins", at the beginning of the text.
    let verbs: Set<String> = ["get", "earn", "receive", "win", "claim", "unlock", "enjoy"]
    return words.words.first.map(verbs.contains) == true && position <= 4 && gifts.contains(reward)
      ? reward : nil
  }

  private static let phrases = WordList.words("forbidden phrases")

  /// What asks for a yes.
  private static let requests = WordList.words("requests for a yes")

  private static let rewards = gifts + ["premium", "unlock", "extra lives"]

  private static let gifts = WordList.words("gifts")
}
