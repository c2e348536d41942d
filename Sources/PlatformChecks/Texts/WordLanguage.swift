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
  private static let common: Set<String> = [
    "the", "to", "you", "your", "we", "our", "for", "and", "of", "is", "be", "will", "this", "that", "use",
    "used", "with", "on", "it",
  ]

  /// What short texts about tracking are made of, where no other language writes it so, or all do.
  private static let usual: Set<String> = [
    "ad", "advertise", "advertisement", "advertisements", "advertiser", "advertisers", "advertising", "allow",
    "allows", "an", "any", "are", "ask", "asks", "better", "browsing", "by", "can", "collect", "collecting",
    "collection", "collects", "custom", "customised", "customized", "device", "devices", "don't", "enable",
    "enables", "enhance", "enhances", "enhancing", "enjoy", "enjoyment", "every", "experience", "experiences",
    "features", "free", "from", "get", "gives", "have", "help", "helps", "how", "identifier", "identify",
    "improve", "improved", "improvement", "improvements", "improves", "improving", "interest", "interested",
    "interests", "keep", "learn", "make", "makes", "making", "measure", "measurement", "measures", "more",
    "my", "need", "needed", "needs", "offers", "optimise", "optimize", "other", "people", "personalisation",
    "personalised", "personalization", "personalize", "personalized", "personalizing", "please", "privacy",
    "provide", "provides", "providing", "purpose", "purposes", "quality", "reasons", "required", "security",
    "serve", "share", "shared", "shares", "sharing", "show", "showing", "shows", "some", "something",
    "statistics", "targeted", "their", "them", "things", "third", "track", "tracked", "tracks", "understand",
    "understanding", "us", "usage", "users", "uses", "using", "want", "wants", "we're", "what", "when",
    "which", "who", "why", "won't", "would",
  ]

  /// English words that other languages have borrowed, or have too: they count where all others count.
  private static let borrowed: Set<String> = [
    "ads", "analytics", "app", "apps", "content", "data", "marketing", "partner", "partners", "permission",
    "relevant", "service", "services", "support", "targeting", "tracking", "user",
  ]

  /// Common words of other languages that are no English ones; letters beyond ASCII tell many more.
  private static let foreign: Set<String> = [
    // German
    "aber", "alle", "als", "angebote", "anzeigen", "auf", "aus", "bei", "besser", "bessere", "besseren",
    "daten", "de", "dem", "den", "der", "des", "dich", "diese", "dieser", "dir", "du", "durch", "ein", "eine",
    "einer", "erfassen", "erlauben", "ihnen", "ihr", "ihre", "im", "ist", "mehr", "messen", "misst", "mit",
    "nicht", "nutzen", "nutzung", "oder", "personalisierte", "sie", "sind", "statistik", "und", "uns",
    "unsere", "verbessern", "verbesserung", "verfolgen", "vom", "von", "werben", "werbung", "wir", "wird",
    "zu", "zum", "zur",
    // French
    "afin", "ameliorer", "amelioration", "annonces", "au", "aux", "avec", "ce", "ces", "cette", "dans", "et",
    "il", "la", "le", "les",
    "meilleure", "mesure", "mesurer", "mieux", "nos", "notre", "nous", "ou", "par", "pas", "pour",
    "publicite", "publicites", "publicitaire", "publicitaires", "que", "qui", "statistiques", "suivi", "sur",
    "une", "utilisateur", "utilisateurs", "utilisation",
    "utilise", "vos", "votre", "vous",
    // Spanish and Portuguese
    "anuncios", "aplicativo", "como", "con", "datos", "del", "el", "en", "esta", "este", "estos", "las",
    "los", "medir", "mejor", "mejorar", "melhor", "melhorar", "mide", "mostrar", "mostrarte", "nosso",
    "nossos", "nuestra", "nuestro", "nuestros", "o", "para", "por", "publicidad", "publicidade", "rastrear",
    "seu", "su", "sua", "sus", "tu", "tus", "una", "usamos", "uso", "usted", "voce",
    // Italian
    "al", "alla", "annunci", "che", "da", "dati", "della", "delle", "di", "gli", "migliorare", "misurare",
    "nostri", "nostro", "questa", "questo", "sono", "tua", "tuo", "tuoi", "utilizziamo",
    // Dutch and the north
    "advertenties", "av", "deze", "een", "gebruik", "gebruiken", "het", "hjelper", "jou", "jouw", "meten",
    "naar", "niet", "och", "og", "om", "onze", "til", "vi", "voor", "zijn",
    // Polish, Turkish, Indonesian
    "anda", "dla", "iklan", "jest", "kami", "na", "nie", "reklam", "reklamlar", "reklamy", "twoje", "untuk",
    "yang",
  ]
}
