import RuleBook

/// Whether words are English, as far as words tell.
///
/// Vagueness is judged by English words, so a text is only judged where it is English beyond doubt: a few
/// words of another language, or letters that English does not write, are doubt enough.
enum WordLanguage: Hashable {
  /// English; a sentence where its commonest words are there, else a few words that no other language has.
  case english(isSentence: Bool)
  /// Words or letters of another language are among them.
  case other
  /// Neither: names, and words that many languages share or that are not listed.
  case undecided

  init(_ words: [String]) {
    let common = words.filter { Self.common.contains($0) }.count
    let known = words.filter { Self.common.contains($0) || Self.usual.contains($0) }.count
    let shared = words.filter { Self.borrowed.contains($0) }.count
    let foreign = words.filter { word in
      Self.foreign.contains(word)
        || word.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
    }.count
    let isSentence = common >= 2
    if foreign > 0 {
      // A name or a borrowed word in an English sentence.
      self = isSentence && common > 2 * foreign ? .english(isSentence: true) : .other
    } else if isSentence || known > 0 && 2 * known >= words.count
      || known + shared > 0 && known + shared == words.count
    {
      self = .english(isSentence: isSentence)
    } else {
      self = .undecided
    }
  }

  /// The commonest words of English sentences.
  private static let common = Set(WordList.words("commonest English words"))

  /// What short texts about tracking are made of, where no other language writes it so, or all do.
  private static let usual = Set(WordList.words("usual English words"))

  /// English words that other languages have borrowed, or have too: they count where all others count.
  private static let borrowed = Set(WordList.words("words that languages share"))

  /// Common words of other languages that are no English ones; letters beyond ASCII tell many more.
  private static let foreign = Set(WordList.words("words of other languages"))
}
