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

  private static let phrases = [
    // A condition.
    "required to use", "required for the app", "required to continue", "required for this app", "must allow",
    "need to allow", "have to allow", "app requires", "app needs this", "needs this permission",
    "will not work", "won't work", "not work properly", "not work without", "cannot use", "can't use",
    "will close", "will be closed", "to continue using", "in order to use", "to use this app",
    "to use the app",
    "otherwise the app", "otherwise you", "won't be able", "will not be able", "or the app",
    // A gift, whatever is said around it.
    "free coins", "free gems", "free gold", "free credits", "free lives", "gift card", "get premium",
    "free premium", "premium for free", "free week", "free month",
    // The button.
    "tap allow", "press allow", "select allow", "choose allow", "click allow", "hit allow", "please allow",
    "please tap", "please accept", "please enable", "allow to see", "allow to get", "allow to receive",
    "allow to continue", "allow to enjoy", "allow to unlock", "by pressing allow", "pressing allow",
    "by tapping allow", "clicking allow",
  ]

  /// What asks for a yes.
  private static let requests = [
    "allow", "allowing", "accept", "agree", "opt in", "enable tracking", "in exchange", "in return", "if you",
    "tap", "say yes",
  ]

  private static let rewards = gifts + ["premium", "unlock", "extra lives"]

  private static let gifts = [
    "reward", "rewards", "coins", "gems", "bonus", "bonuses", "discount", "discounts", "coupon", "coupons",
    "voucher", "vouchers", "gift", "gifts", "credits",
  ]
}
