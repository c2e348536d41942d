import RuleBook

/// A usage string as a reviewer reads it.
///
/// Only what words can show is judged, and vagueness only in English: whether a sentence persuades, or
/// whether a translation is good, is not. The lists are a judgement; a text that passes is not thereby
/// accepted by App Review.
struct UsageText: Hashable {
  let text: String
  /// Its first characters; what comes after them nobody reads, and a hostile file has millions.
  private let beginning: String
  /// In small letters and without punctuation; a typographic apostrophe is a plain one.
  private let words: [String]
  private let folded: FoldedText

  init(_ text: String) {
    self.text = text
    beginning = String(text.prefix(4_000))
    words = beginning.lowercased().replacing("\u{2019}", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    folded = FoldedText(beginning)
  }

  /// Whether it says nothing at all (R25).
  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether it says something that somebody wrote.
  var isWritten: Bool { !isEmpty && placeholder == nil }

  /// Characters beyond which a sentence no longer fits the alert at a glance.
  ///
  /// Apple publishes no limit; App Review has accepted 208. This is about six lines of the alert, a judgement.
  static let longest = 240

  /// Whether the alert is hardly read to its end.
  var isTooLong: Bool { text.count > Self.longest }

  /// What shows that nobody has written the text yet, to stand after "is a placeholder" (R96).
  var placeholder: String? {
    let lowered = beginning.lowercased()
    if let sign = WordList.words("placeholder signs").first(where: lowered.contains) { return "'\(sign)'" }
    let marks: Set<String> = ["TODO", "FIXME", "TBD", "TBA", "XXX"]
    let parts = beginning.split { !$0.isLetter }.map(String.init)
    if let mark = parts.first(where: marks.contains) { return "'\(mark)'" }
    if isName { return "'\(beginning.prefix(60))' is a name, where a text belongs" }
    return isTooShort ? "'\(beginning.prefix(60))' is no sentence" : nil
  }

  /// Whether it is a name for a text, such as `tracking.usage_description`, that nothing stands for.
  private var isName: Bool {
    beginning.contains { "_.-".contains($0) }
      && beginning.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
  }

  /// Whether it is too short to be a sentence that says why.
  ///
  /// Fewer than four words; in languages that build long words only where they have fewer than 25 letters,
  /// and in scripts without blanks and in Korean fewer than six characters.
  private var isTooShort: Bool {
    if folded.isUnspaced || folded.isKorean { return folded.letters.count < 6 }
    guard folded.words.count < 4 else { return false }
    switch language {
    case .english: return true
    case .other, .undecided: return folded.letters.count < 25
    }
  }

  /// Whose sample it is or nearly is (R96).
  var sample: String? { VendorSample.like(folded)?.of }

  /// What its words say of its language.
  var language: WordLanguage { WordLanguage(words) }

  /// Its letters alone, to see that two texts are one.
  var letters: String { folded.letters }

  /// Whether it names what tracking is for.
  ///
  /// The advertising identifier is a means, so its name is no purpose.
  var namesPurpose: Bool {
    let text = WordList.words("names of the identifier").reduce(words.joined(separator: " ")) {
      $0.replacing($1, with: " ")
    }
    return text.split(separator: " ").map(String.init).contains { word in
      WordList.has("words of a purpose", word)
        || WordList.words("stems of a purpose").contains { word.hasPrefix($0) }
    }
  }

  /// Whether it gives an example that a person can picture, or says what decides what they get.
  var namesExample: Bool {
    if WordList.words("marks of an example").contains(where: contains) { return true }
    // "topics you read", "shoes you looked at".
    return zip(words, words.dropFirst()).contains {
      $0 == "you" && !WordList.has("idle words after you", $1)
    }
  }
}

/// What it offers.
extension UsageText {
  func contains(_ phrase: String) -> Bool { position(of: phrase) != nil }

  /// Where the words of a phrase stand one after the other, the first time.
  private func position(of phrase: String) -> Int? {
    words.firstRange(of: phrase.split(separator: " ").map(String.init))?.lowerBound
  }

  /// What it says for a yes or against a no: a reward, a threat, or the button to press (R84, R85); `nil` without one.
  ///
  /// English phrases alone; what another language promises is not seen.
  var promise: String? { WordList.words("forbidden phrases").first(where: contains) ?? reward }

  /// A thing that is given for permission: a reward is named, and a yes is asked for, or the reward is offered.
  ///
  /// "Unlock tools you looked at" and "bonus miles from airlines" describe ads; "allow and receive premium" is a trade.
  private var reward: String? {
    let gifts = WordList.words("gifts")
    guard let reward = (gifts + WordList.words("gifts with a yes")).first(where: contains),
      let position = position(of: reward)
    else { return nil }
    let isAsked = WordList.words("requests for a yes").contains { (self.position(of: $0) ?? .max) < position }
    // "Get free coins", at the beginning of the text.
    let isOffered = words.first.map { WordList.has("verbs of an offer", $0) } == true && position <= 4
    return isAsked || isOffered && gifts.contains(reward) ? reward : nil
  }
}
