import RuleBook

/// A text as lower-case words, to look for phrases in.
struct PlainWords: Hashable {
  /// The words, without punctuation; a typographic apostrophe is a plain one.
  let words: [String]

  init(_ text: String) {
    words = text.lowercased().replacing("\u{2019}", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  func contain(_ phrase: String) -> Bool { position(of: phrase) != nil }

  /// Where the words of a phrase stand in the text one after the other, the first time.
  func position(of phrase: String) -> Int? {
    words.firstRange(of: phrase.split(separator: " ").map(String.init))?.lowerBound
  }

  /// What they say for a yes or against a no: a reward, a threat, or the button to press (R84, R85); `nil` without one.
  ///
  /// English phrases alone; what another language promises is not seen.
  var promise: String? { WordList.words("forbidden phrases").first(where: contain) ?? reward }

  /// A thing that is given for permission: a reward is named, and a yes is asked for, or the reward is offered.
  ///
  /// "Unlock tools you looked at" and "bonus miles from airlines" describe ads; "allow and receive premium" is a trade.
  private var reward: String? {
    let gifts = WordList.words("gifts")
    guard let reward = (gifts + WordList.words("gifts with a yes")).first(where: contain),
      let position = position(of: reward)
    else { return nil }
    let isAsked = WordList.words("requests for a yes").contains { (self.position(of: $0) ?? .max) < position }
    // "Get free coins", at the beginning of the text.
    let isOffered = words.first.map { WordList.has("verbs of an offer", $0) } == true && position <= 4
    return isAsked || isOffered && gifts.contains(reward) ? reward : nil
  }
}
