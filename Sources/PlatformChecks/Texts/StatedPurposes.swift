/// What a usage string says tracking is for, told by stems of words in the languages most apps speak.
///
/// Good enough to see that one language speaks of advertisements and another does not; a purpose whose
/// words are not listed is not seen, so silence proves nothing.
struct StatedPurposes: OptionSet, Hashable {
  let rawValue: Int

  static let advertising = StatedPurposes(rawValue: 1)
  static let measurement = StatedPurposes(rawValue: 2)
  static let sharing = StatedPurposes(rawValue: 4)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// What a text speaks of.
  init(in text: String) {
    self = []
    let beginning = String(text.prefix(UsageText.judged))
    let lowered = beginning.lowercased()
    let words = PlainWords(beginning)
    for (purpose, stems) in Self.stems {
      let isNamed =
        stems.contains { stem in
          // Languages that write without blanks are searched as a whole.
          stem.unicodeScalars.allSatisfy { $0.value < 0x1100 }
            ? words.containStem(stem) : lowered.contains(stem)
        }
        || words.words.contains { word in Self.heads[purpose]?.contains { word.hasSuffix($0) } == true }
      if isNamed || purpose == .advertising && words.words.contains(where: { ["ad", "ads"].contains($0) }) {
        insert(purpose)
      }
    }
  }

  private static let stems: [(StatedPurposes, [String])] = [
    (
      .advertising,
      [
        "advert", "werb", "anzeige", "publicit", "annonce", "pubblicit", "annunci", "publicid", "anunci",
        "reklam", "advertentie", "mainos", "реклам", "広告", "广告", "廣告", "광고", "โฆษณา", "διαφημ",
      ]
    ),
    (
      .measurement,
      [
        "measur", "analy", "statist", "messen", "messung", "messbar", "misst", "gemess", "mesur", "misur",
        "medir", "medición", "medição", "medições", "mide", "midie", "midamos", "medim", "mede", "analis",
        "analiz", "anális", "estadís", "estatís", "mierz", "pomiar", "meten", "gemeten", "mäta", "mäter",
        "измер", "測定", "计测",
        "衡量", "측정",
      ]
    ),
    (
      .sharing,
      [
        "share", "sharing", "partner", "third", "sell", "teilen", "teilt", "geteilt", "weitergeb",
        "weitergeg",
        "dritt", "partag", "tiers", "condivid", "terz", "compart", "tercer", "terceir", "udostępn", "delen",
        "третьи", "共有", "第三", "共享", "공유",
      ]
    ),
  ]

  /// What German puts at the end of its compounds: Erfolgsmessung, Bannerwerbung.
  private static let heads: [StatedPurposes: [String]] = [
    .advertising: ["werbung"],
    .measurement: ["messung", "messungen", "analyse", "analysen", "statistik", "statistiken"],
  ]

  /// The purposes in words.
  var words: String {
    let names: [(StatedPurposes, String)] = [
      (.advertising, "advertising"), (.measurement, "measurement"), (.sharing, "sharing with others"),
    ]
    let named = names.filter { contains($0.0) }.map(\.1)
    return named.isEmpty ? "none of advertising, measurement and sharing" : named.joined(separator: ", ")
  }
}
