import RuleBook

/// A usage string as a reviewer reads it.
///
/// Only what words can show is judged, and vagueness only in English: not whether a sentence persuades, or a translation
/// is good. The lists are a judgement; a text that passes is not thereby accepted by App Review.
struct UsageText: Hashable {
  /// Its first characters; what comes after them nobody reads, and a hostile file has millions.
  let text: String
  /// In small letters and without punctuation; a typographic apostrophe is a plain one.
  private let words: [String]
  let folded: FoldedText

  init(_ whole: String) {
    text = String(whole.prefix(4_000))
    words = text.lowercased().replacing("\u{2019}", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    folded = FoldedText(text)
  }

  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Characters beyond which a sentence no longer fits the alert at a glance, about eight lines: a judgement, as Apple
  /// publishes no limit; App Review has accepted 208.
  static let longest = 300

  /// What shows that nobody has written the text yet, to stand after "is a placeholder" (R96).
  var placeholder: String? {
    let lowered = text.lowercased()
    if let sign = WordList.words("placeholder signs").first(where: lowered.contains) { return "'\(sign)'" }
    let parts = text.split { !$0.isLetter }.map(String.init)
    if let mark = parts.first(where: { WordList.has("placeholder marks", $0) }) { return "'\(mark)'" }
    // A name for a text, such as `tracking.usage_description`, that nothing stands for.
    if text.wholeMatch(of: /[A-Za-z0-9]*+[_.-][A-Za-z0-9_.-]*+/) != nil {
      return "'\(text.prefix(60))' is a name, where a text belongs"
    }
    return isTooShort ? "'\(text.prefix(60))' is no sentence" : nil
  }

  /// Whether it is too short to say why: fewer than four words, in languages that build long ones only if of fewer than
  /// 25 letters; in scripts without blanks and in Korean fewer than six characters.
  private var isTooShort: Bool {
    let isDense = ["without blanks", "Korean"].contains { LetterScript.isMost($0, of: folded.letters) }
    if isDense { return folded.letters.count < 6 }
    return folded.words.count < 4 && (language >= .english || folded.letters.count < 25)
  }

  var language: WordLanguage { WordLanguage(words) }

  /// Whether it names what tracking is for: the advertising identifier is a means, so its name is no purpose.
  var namesPurpose: Bool {
    let names = WordList.words("names of the identifier")
    let text = names.reduce(words.joined(separator: " ")) { $0.replacing($1, with: " ") }
    return text.split(separator: " ").contains { word in
      WordList.words("stems of a purpose").contains { "\(word).".hasPrefix($0) }
    }
  }

  /// Whether it gives an example that a person can picture, or says what decides what they get.
  var namesExample: Bool {
    if WordList.words("marks of an example").contains(where: contains) { return true }
    // "topics you read", "shoes you looked at".
    return zip(words, words.dropFirst()).contains { $0 == "you" && !WordList.has("idle words after you", $1) }
  }

  func contains(_ phrase: String) -> Bool { position(of: phrase) != nil }

  /// Where the words of a phrase stand one after the other, the first time.
  private func position(of phrase: String) -> Int? {
    let parts = phrase.split(separator: " ").map(String.init)
    return words.indices.first { words[$0...].starts(with: parts) }
  }

  /// What it says in English for a yes or against a no: a reward, a threat, or the button to press (R84, R85).
  var promise: String? {
    WordList.words("whatever the answer").contains(where: contains)
      ? nil : WordList.words("forbidden phrases").first(where: contains) ?? reward
  }

  /// A thing that is given for permission: a reward is named, and a yes is asked for, or the reward is offered.
  ///
  /// "Unlock tools you looked at" and "bonus miles from airlines" describe ads; "allow and receive premium" is a trade.
  private var reward: String? {
    let gifts = WordList.words("gifts")
    let named = (gifts + WordList.words("gifts with a yes")).first(where: contains)
    guard let reward = named, let position = position(of: reward) else { return nil }
    let isAsked = WordList.words("requests for a yes").contains { (self.position(of: $0) ?? .max) < position }
    // "Get free coins", at the beginning of the text.
    let isOffered = words.first.map { WordList.has("verbs of an offer", $0) } == true && position <= 4
    return isAsked || isOffered && gifts.contains(reward) ? reward : nil
  }

  // MARK: The usage strings of vendors' guides and tools, and their translations (R96).

  /// Whose sample it is or nearly is, of several the one most like it; with half as much again it is still the sample.
  var sample: String? {
    let ranked = Self.samples.map { (of: $0.of, likeness: likeness(to: $0.text)) }
    if let best = ranked.max(by: { $0.likeness < $1.likeness }), best.likeness >= 0.8 { return best.of }
    return isTranslatedGoogle ? Self.samples.first?.of : nil
  }

  /// From 0 to 1: the share of parts in common, or of letters where one text begins like the other.
  private func likeness(to other: FoldedText) -> Double {
    let sorted = [folded.letters, other.letters].sorted { $0.count < $1.count }
    let (short, long) = (sorted[0], sorted[1])
    if long.hasPrefix(short), 3 * short.count >= 2 * long.count {
      return 1 - Double(long.count - short.count) / Double(long.count) / 2
    }
    let all = folded.parts.union(other.parts).count
    return all == 0 ? 0 : Double(folded.parts.intersection(other.parts).count) / Double(all)
  }

  private static let samples = WordList.lists("sample").flatMap { list in
    list.lines.map { (of: list.of, text: FoldedText($0)) }
  }

  /// Whether it is Google's sample in another language: this identifier, used, personalised ads, and hardly anything
  /// else; Google's guides give it in English alone, so each app has a translation of its own.
  private var isTranslatedGoogle: Bool {
    WordList.lists("translated Google").contains { list in
      folded.letters.count <= Int(list.of) ?? 0
        && list.lines.allSatisfy { line in
          WordList.words(in: line).contains { folded.letters.contains(FoldedText($0).letters) }
        }
    }
  }
}
