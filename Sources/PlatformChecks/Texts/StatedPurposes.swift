/// What a usage string says tracking is for, recognised by word stems of its language.
///
/// Good enough to see that one language speaks of advertisements alone and another of measuring alone. A purpose
/// whose words are not listed is not seen, so silence proves nothing, and a language without a list is not judged.
struct StatedPurposes: OptionSet, Hashable {
  let rawValue: Int

  static let advertising = StatedPurposes(rawValue: 1)
  static let measurement = StatedPurposes(rawValue: 2)
  static let sharing = StatedPurposes(rawValue: 4)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// What a text speaks of; `nil` for a language that has no tested list of words.
  ///
  /// - Parameters:
  ///   - text: The usage string.
  ///   - language: Its language by the code of a folder or a catalogue: `pt-BR`, `zh_Hans`.
  init?(in text: String, language: String) {
    guard let lists = PurposeWords.lists(of: language) else { return nil }
    let folded = FoldedText(String(text.prefix(UsageText.judged)))
    let joined = folded.words.joined(separator: " ")
    self = []
    for (purpose, stems) in lists where stems.contains(where: { $0.isIn(folded.words, joined) }) {
      insert(purpose)
    }
  }

  /// The purposes in words.
  var words: String {
    let names: [(StatedPurposes, String)] = [
      (.advertising, "advertising"), (.measurement, "measurement"), (.sharing, "sharing with others"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// The words by which a language names advertising, measuring and sharing.
///
/// Each list is tested with texts of its own. `stem` begins a word, `=word` is one, `~part` stands anywhere in
/// one or, where a language is written without blanks, anywhere in the text.
enum PurposeWords {
  struct Stem {
    private enum Kind { case beginning, whole, anywhere }
    private let kind: Kind
    private let letters: String

    init(_ written: String) {
      kind = written.hasPrefix("=") ? .whole : written.hasPrefix("~") ? .anywhere : .beginning
      letters = FoldedText(written).words.joined(separator: " ")
    }

    /// Whether it is among the words, which stand in `joined` with a blank between them.
    func isIn(_ words: [String], _ joined: String) -> Bool {
      switch kind {
      case .beginning: words.contains { $0.hasPrefix(letters) }
      case .whole: words.contains(letters)
      case .anywhere: joined.contains(letters)
      }
    }
  }

  /// The lists of a language; `nil` where there are none.
  static func lists(of language: String) -> [(StatedPurposes, [Stem])]? {
    let code = language.lowercased().split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? ""
    return all[names[code] ?? code]
  }

  /// Names of languages as old projects have them, and codes that share a list.
  private static let names = [
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "portuguese": "pt",
    "dutch": "nl", "japanese": "ja", "nn": "nb", "no": "nb",
  ]

  private static let all: [String: [(StatedPurposes, [Stem])]] = written.mapValues { lists in
    zip([.advertising, .measurement, .sharing], lists).map { ($0, $1.map(Stem.init)) }
  }

  /// Advertising, measuring and sharing, in this order.
  private static let written: [String: [[String]]] = [
    "en": [
      ["=ad", "=ads", "advert", "sponsor", "promot", "offer", "=deals", "marketing", "commercials"],
      ["measur", "analy", "statist", "attribut"],
      ["share", "sharing", "partner", "third part", "~third part", "=sell", "=sold"],
    ],
    "de": [
      ["~werb", "~anzeige", "~angebot", "~marketing", "reklame"],
      ["=messen", "=misst", "=messbar", "gemess", "~messung", "~analy", "~statisti", "~auswert"],
      ["=teilen", "=teilt", "geteilt", "weitergeb", "weitergeg", "~partner", "~dritt", "verkauf"],
    ],
    "fr": [
      ["publicit", "annonc", "=pub", "=pubs", "promotion", "offre", "réclame", "sponsor", "marketing"],
      ["mesur", "analys", "statisti"],
      ["partag", "partenair", "=tiers", "=vendre", "=vendons"],
    ],
    "es": [
      ["anunci", "publicid", "publicit", "promoci", "ofert", "patrocin", "marketing"],
      [
        "=medir", "=mide", "=miden", "=medimos", "medición", "medicion", "midiendo", "midamos", "analis",
        "analiz",
        "estadístic",
      ],
      ["compart", "tercer", "=socio", "=socios", "=vender", "=vendemos"],
    ],
    "it": [
      ["pubblicit", "annunc", "inserzion", "promozion", "offert", "sponsor", "marketing"],
      ["misur", "analis", "analizz", "statistic"],
      ["condivid", "condivis", "=terzi", "=terze", "partner", "=vendere", "=vendiamo"],
    ],
    "pt": [
      ["anúnci", "publicid", "publicit", "propagand", "promoç", "ofert", "patrocin", "marketing"],
      [
        "=medir", "=mede", "=medem", "=medimos", "=medição", "=medições", "mensur", "analis", "anális",
        "estatístic",
      ],
      ["compartilh", "partilh", "terceir", "parceir", "=vender", "=vendemos"],
    ],
    "nl": [
      ["~advertent", "adverte", "~reclame", "aanbieding", "marketing", "promotie"],
      ["=meten", "=meet", "gemeten", "~meting", "analys", "statistie"],
      ["=delen", "=deelt", "gedeeld", "~partner", "=derden", "=derde", "=verkopen"],
    ],
    "sv": [
      ["~annons", "~reklam", "erbjud", "marknadsför"],
      ["=mäta", "=mäter", "=mäts", "mätning", "analys", "statisti"],
      ["=dela", "=delar", "=delas", "~partner", "tredje", "=säljer", "=sälja"],
    ],
    "da": [
      ["~annonc", "~reklame", "tilbud", "markedsfør"],
      ["=måle", "=måler", "=måles", "måling", "analys", "statisti"],
      ["=dele", "=deler", "=deles", "~partner", "tredje", "=sælger", "=sælge"],
    ],
    "nb": [
      ["~annons", "~reklame", "tilbud", "markedsfør"],
      ["=måle", "=måler", "=måles", "måling", "analys", "statisti"],
      ["=dele", "=deler", "=deles", "~partner", "tredje", "=selger", "=selge"],
    ],
    "fi": [
      ["~maino", "markkinoi", "tarjouk", "tarjous"],
      ["=mitata", "mittaa", "mittau", "mitataan", "analy", "tilasto"],
      ["jaka", "=jaa", "=jaamme", "jaeta", "~kumppan", "kolman", "osapuol", "myydä", "=myymme"],
    ],
    "pl": [
      ["reklam", "ogłosze", "ofert", "promocj", "marketing"],
      ["mierz", "zmierz", "pomiar", "analiz", "statyst"],
      ["udostępn", "partner", "trzeci", "sprzeda"],
    ],
    "cs": [
      ["reklam", "inzer", "nabíd", "marketing"],
      ["=měřit", "=měří", "=měříme", "měřen", "analyz", "analýz", "statisti"],
      ["sdíl", "partner", "třetí", "=prodávat", "=prodáváme"],
    ],
    "ru": [
      ["реклам", "объявлен", "предложен", "маркетинг"],
      ["измер", "анализ", "аналит", "статист"],
      ["=делимся", "=делиться", "передава", "передаё", "партнёр", "третьи", "продава"],
    ],
    "uk": [
      ["реклам", "оголошен", "пропозиц", "маркетинг"],
      ["вимір", "аналіз", "аналіт", "статист"],
      ["=ділимося", "=ділитися", "передава", "партнер", "треті", "продава"],
    ],
    "tr": [
      ["reklam", "=ilan", "ilanlar", "teklif", "pazarlama"],
      ["ölç", "analiz", "istatisti"],
      ["paylaş", "=ortak", "ortaklar", "üçüncü"],
    ],
    "ja": [
      ["~広告", "~宣伝", "~プロモーション", "~マーケティング"], ["~測定", "~計測", "~分析", "~解析", "~統計"],
      ["~共有", "~第三者", "~提携", "~パートナー", "~販売"],
    ],
    "ko": [
      ["~광고", "~프로모션", "~마케팅"], ["~측정", "~분석", "~통계"], ["~공유", "~제3자", "~파트너", "~판매"],
    ],
    "zh": [
      ["~广告", "~廣告", "~推广", "~推廣", "~营销", "~行銷", "~優惠", "~优惠"],
      ["~衡量", "~测量", "~測量", "~分析", "~统计", "~統計"],
      ["~共享", "~分享", "~第三方", "~合作伙伴", "~合作夥伴", "~出售"],
    ],
  ]
}
