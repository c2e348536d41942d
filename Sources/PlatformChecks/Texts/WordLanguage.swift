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
    func count(_ list: String) -> Int { words.count { WordList.has(list, $0) } }
    let common = count("commonest English words")
    // What short texts about tracking are made of, where no other language writes it so, or all do.
    let known = common + count("usual English words")
    let foreign = words.count { word in
      WordList.has("words of other languages", word)
        || word.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
    }
    let isSentence = common >= 2
    if foreign > 0 {
      // A name or a borrowed word in an English sentence.
      self = isSentence && common > 2 * foreign ? .english(isSentence: true) : .other
      return
    }
    // English words that other languages have borrowed, or have too, count where all others count.
    let all = known + count("words that languages share")
    let isEnglish = isSentence || known > 0 && 2 * known >= words.count || all > 0 && all == words.count
    self = isEnglish ? .english(isSentence: isSentence) : .undecided
  }
}
