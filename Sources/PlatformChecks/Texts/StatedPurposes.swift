import RuleBook

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

  /// Advertising, measuring and sharing, in this order.
  private static let all: [String: [(StatedPurposes, [Stem])]] = WordList.lists("purposes").reduce(into: [:])
  {
    $0[$1.of] = zip([.advertising, .measurement, .sharing], $1.lines).map { purpose, line in
      (purpose, WordList.words(in: line).map(Stem.init))
    }
  }
}
