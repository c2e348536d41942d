/// A usage string as a reviewer reads it.
///
/// Only what words can show is judged, and vagueness only in English: whether a sentence persuades, or
/// whether a translation is good, is not. The lists are a judgement; a text that passes is not thereby
/// accepted by App Review.
struct UsageText: Hashable {
  let text: String
  private let words: PlainWords

  /// Characters that are looked at; what comes after them nobody reads, and a hostile file has millions.
  static let judged = 4_000

  private let beginning: String

  init(_ text: String) {
    self.text = text
    beginning = String(text.prefix(Self.judged))
    words = PlainWords(beginning)
  }

  /// Whether it says nothing at all (R25).
  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether it says something that somebody wrote.
  var isWritten: Bool { !isEmpty && placeholder == nil }

  /// Characters beyond which a sentence no longer fits the alert at a glance.
  ///
  /// Apple publishes no limit; this is about four lines of the alert, a judgement.
  static let longest = 180

  /// Whether the alert is hardly read to its end.
  var isTooLong: Bool { text.count > Self.longest }

  /// The sign of a text that was never written, if it bears one (R96).
  var placeholder: String? {
    let lowered = beginning.lowercased()
    if let sign = ["$(", "${", "<#", "lorem ipsum", "todo", "fixme", "xxx", "nsusertrackingusagedescription"]
      .first(where: { lowered.contains($0) })
    {
      return sign
    }
    let bare = words.words.joined(separator: " ")
    return Self.placeholders.first { bare == $0 }
  }

  /// Texts that stand where a text is to be written.
  private static let placeholders = [
    "test", "string", "text", "description", "usage description", "tracking usage description",
    "privacy tracking usage description", "your message here", "your text here", "placeholder", "reason",
    "why",
  ]

  /// Whose sample it is or nearly is (R96).
  var sample: String? {
    Self.samples.first { words.likeness($0.words) >= 0.8 || words.words.starts(with: $0.opening.words) }?.of
  }

  /// The samples of vendors' guides, as they can be found there.
  private static let samples: [(of: String, words: PlainWords, opening: PlainWords)] = [
    (
      "Google's", "This identifier will be used to deliver personalized ads to you.",
      "This identifier will be used to deliver personalized ads"
    ),
    (
      "a consent platform's",
      "This identifier will be used to deliver personalized ads and improve user experience.",
      "This identifier will be used to deliver personalised ads"
    ),
    (
      "an attribution SDK's",
      "We use tracking to personalize your experience and improve our services.",
      "We use tracking to personalize your experience and improve our services"
    ),
  ].map { ($0.0, PlainWords($0.1), PlainWords($0.2)) }

  /// What it promises for a yes, or threatens with for a no (R84, R85).
  var promise: String? { Self.promises.first { words.contain($0) } }

  private static let promises = [
    "reward", "rewards", "free coins", "free gems", "bonus", "discount", "gift card", "coupon", "voucher",
    "earn",
    "unlock", "get premium", "required to use", "required for the app", "required to continue", "must allow",
    "need to allow", "have to allow", "app requires", "app needs this", "needs this permission",
    "will not work",
    "won't work", "cannot use", "can't use", "to continue using", "in order to use", "to use this app",
    "to use the app",
  ]

  /// What its words say of its language.
  var language: WordLanguage { WordLanguage(words.words) }

  /// Whether it names what tracking is for.
  var namesPurpose: Bool {
    words.words.contains { ["ad", "ads"].contains($0) }
      || ["advert", "recommend", "offer", "measur", "campaign", "attribut", "market", "sponsor", "promot"]
        .contains { words.containStem($0) }
  }

  /// Whether it gives an example that a person can picture.
  var namesExample: Bool {
    let marks = [
      "such as", "for example", "for instance", "e g", "like the", "like a", "what you", "based on",
      "about the",
      "about things", "keeps", "keep the app free", "so that",
    ]
    if marks.contains(where: { words.contain($0) }) { return true }
    let idle: Set<String> = [
      "can", "will", "are", "have", "to", "with", "and", "may", "might", "could", "the", "a", "in", "by",
      "on",
      "better", "more", "for", "through", "across", "as", "or", "personalized", "personalised", "relevant",
    ]
    // "topics you read", "shoes you looked at".
    return zip(words.words, words.words.dropFirst()).contains { $0.0 == "you" && !idle.contains($0.1) }
  }
}
