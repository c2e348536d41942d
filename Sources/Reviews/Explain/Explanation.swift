import EmbeddedFiles
import ExperimentDesign
import RuleBook

/// What a tag, a metric, a key or another word of the tool's outputs means.
public struct Explanation: Equatable, Sendable {
  /// What kinds of word there are.
  public enum Kind: String, CaseIterable, Sendable {
    /// A word of the answer that people read.
    case answer
    /// A key of the experiment file.
    case key
    case rule
    case pitfall
    case metric
    /// A number beside a metric: its errors, differences, chances.
    case estimate
    /// What `analyze` says of a real test.
    case analysis
    /// What `plan` says of a test that is to be run.
    case plan
    /// What `calibrate` and `optimize` say.
    case learn
    /// A final state of installs.
    case state
    /// An exit code.
    case exit
    /// A key of JSON or a column of CSV.
    case output
    /// An option of the command line.
    case option
  }

  /// The word itself: `R19`, `opt_in_per_install`; several keys that are explained together have commas between them.
  public var name: String
  /// What kind of word it is.
  public var kind: Kind
  /// Its meaning in a few words.
  public var title: String
  /// What is known about it, each with a label; the first is its definition.
  public var parts: [Part]

  /// One labelled sentence of an explanation.
  public struct Part: Equatable, Sendable {
    /// Such as `denominator`.
    public var label: String
    /// In words.
    public var text: String
  }

  /// - Parameter parts: those that are empty are left out.
  public init(_ name: String, _ kind: Kind, _ title: String, _ parts: KeyValuePairs<String, String>) {
    self.name = name
    self.kind = kind
    self.title = title
    self.parts = parts.map { Part(label: $0.key, text: $0.value) }.filter { !$0.text.isEmpty }
  }

  /// Everything that can be explained but the keys of outputs, by kind.
  public static let all: [Explanation] =
    glossary.terms.filter { $0.kind != .metric } + Rule.all.map { Explanation($0) }
    + Pitfall.all.map { Explanation($0) } + Metric.allCases.map { Explanation($0) }

  /// What every part of the glossary says.
  private static let glossary = Glossary(String(cString: embeddedFile("explain/glossary.md")))

  /// Every word that is explained under another one, and every key of an output.
  public static var otherWords: [String] { (glossary.otherWords.keys + glossary.keys.map(\.word)).sorted() }

  /// The explanation of a word or of a heading as tables print it, however its letters are cased.
  public static func of(_ word: String) -> Explanation? {
    let written = word.lowercased()
    return named(written) ?? named(essence(ofHeading: written))
  }

  /// Every sense of a word: as a term, and as a key of each output that has it.
  public static func senses(of word: String) -> [Explanation] {
    var places: [String] = []
    for key in glossary.keys where !places.contains(key.place) { places.append(key.place) }
    return [of(word)].compactMap { $0 } + places.compactMap { key(word.lowercased(), in: $0) }
  }

  /// A key by itself, or that of the number whose error or range it is.
  static func key(_ word: String, in place: String) -> Explanation? {
    func found(_ word: String) -> Explanation? {
      glossary.keys.first { $0.place == place && $0.word == word }?.explanation
    }
    if let whole = found(word) { return whole }
    for ending in ["_mcse", "_low", "_high"] where word.hasSuffix(ending) {
      let base = String(word.dropLast(ending.count))
      if let whole = found(base) { return whole }
    }
    return nil
  }

  private static func named(_ written: String) -> Explanation? {
    let word = glossary.otherWords[written] ?? written
    return all.first { $0.name.lowercased() == word } ?? all.first { $0.title.lowercased() == word }
      // A goal is printed without what it is per: `tracked too early`.
      ?? Metric.allCases.first { $0.heading[0].lowercased() == word }.flatMap { named($0.rawValue) }
  }

  /// A heading without what differs from table to table: `vs launch, pp` is `vs`, `95% interval` is `interval`,
  /// `verdict (±0.5 pp)` is `verdict`, `allowed by day 30` is `allowed`.
  static func essence(ofHeading heading: String) -> String {
    for side in [" before", " now"] where heading.hasSuffix(side) {
      return String(heading.dropLast(side.count))
    }
    if heading.hasPrefix("vs ") { return "vs" }
    if heading.hasPrefix("change: ") { return "change" }
    if heading.hasPrefix("power for ") { return "power" }
    if heading.hasPrefix("installs of ") { return "installs per option" }
    if heading.hasPrefix("net, ") { return "net" }
    if heading.hasPrefix("within ") || heading.hasSuffix(" higher") { return "assurance" }
    if let day = heading.firstRange(of: " by day ") { return String(heading[..<day.lowerBound]) }
    let level = heading.prefixMatch(of: #/[0-9.]+% /#)?.output ?? ""
    return heading.dropFirst(level.count).prefix { !",(:".contains($0) }
      .split(separator: " ").joined(separator: " ")
  }

  /// An option of the command line.
  ///
  /// - Parameter uses: the commands that take it, each with what it says of it.
  public init(option: String, uses: [(command: String, help: String)]) {
    self.init(option, .option, "an option of \(uses.map(\.command).joined(separator: ", "))", [:])
    // Where all say the same it stands once.
    let isOne = Set(uses.map(\.help)).count == 1
    parts = uses.prefix(isOne ? 1 : uses.count).map {
      Part(label: isOne ? "definition" : $0.command, text: $0.help)
    }
  }

  private init(_ rule: Rule) {
    self.init(
      rule.tag, .rule, rule.title,
      [
        "rule": rule.text,
        "known": rule.known,
        "source": rule.sources.map { key in Rule.citations[key] ?? key }.joined(separator: "; "),
        "pitfalls": Pitfall.all.filter { $0.rules.contains(rule.tag) }
          .map { "\($0.tag) \($0.title)" }.joined(separator: "; "),
      ])
  }

  private init(_ pitfall: Pitfall) {
    self.init(
      pitfall.tag, .pitfall, pitfall.title,
      [
        "severity": pitfall.severities.map(\.words).joined(separator: "; or "),
        "why": pitfall.why,
        "fix": pitfall.fix,
        "limit": pitfall.limit ?? "",
        "simulated": pitfall.simulated ?? "",
        "rules": pitfall.rules.compactMap { Rule.tagged($0) }.map { "\($0.tag) \($0.title)" }
          .joined(separator: "; "),
        "where": pitfall.seenIn,
      ])
  }

  /// What the glossary says of a metric, with what its definition says.
  private init(_ metric: Metric) {
    let name = metric.rawValue
    let written = Self.glossary.terms.first { $0.name == name }
    func said(_ label: String) -> String { written?.parts.first { $0.label == label }?.text ?? "" }
    self.init(
      name, .metric, metric.title,
      [
        "definition": said("definition"), "numerator": said("numerator"),
        "denominator": said("denominator").isEmpty ? metric.denominator : said("denominator"),
        "formula": metric.definition.measure == .medianDaysToDecision
          ? "computed per trial; the mean over the trials with an answer"
          : "numerator / denominator of each trial; the mean over trials whose denominator is not empty",
        "is not": said("is not"), "modelled": metric.definition.requirement.modelledWhen,
        "rules": said("rules"), "JSON": "scenarios.SCENARIO.arms.ARM.metrics.\(name)",
        "CSV": "a row of --table metrics, a column of --table trials",
      ])
  }
}

extension Severity {
  fileprivate var words: String {
    switch self {
    case .error: "error: invalid, rejected, or a crash"
    case .warning: "warning: a biased result or a fragile app"
    case .note: "note"
    }
  }
}

/// The words that have no table of their own, from a page in Markdown.
private struct Glossary {
  private(set) var terms: [Explanation] = []
  /// What else people say, and what tables print, each with the name that it is explained under.
  private(set) var otherWords: [String: String] = [:]
  /// Keys, columns and values of outputs.
  private(set) var keys: [(place: String, word: String, explanation: Explanation)] = []

  /// - Parameter page: a section for each kind, in it a heading `NAME: TITLE` and a list of parts for each word; and a
  ///   section for the keys of each output, a line for keys that are explained together.
  init(_ page: String) {
    var section = ""
    for line in page.split(separator: "\n") {
      let mark = line.prefix { $0 != " " }
      let text = line.dropFirst(mark.count + 1)
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      switch mark {
      case "##": section = String(text)
      case "###" where parts.count == 2:
        guard let kind = Explanation.Kind(rawValue: section) else { continue }
        terms.append(Explanation(parts[0], kind, parts[1], [:]))
      case "-" where parts.count == 2: read(parts[0], parts[1], section)
      case _: break
      }
    }
  }

  private mutating func read(_ label: String, _ text: String, _ section: String) {
    if section.hasPrefix("keys of ") {
      let place = String(section.dropFirst("keys of ".count))
      let explanation = Explanation(
        label, .output, "in the JSON or CSV of \(place)",
        ["definition": text.replacing("`", with: "")])
      let values = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      for word in label.split(separator: ", ").map(String.init) + values {
        keys.append((place, word, explanation))
      }
    } else if section == "other words" || label == "also" {
      let name = label == "also" ? terms.last?.name.lowercased() ?? "" : label
      for word in text.split(separator: ", ") { otherWords[word.lowercased()] = name }
    } else if !terms.isEmpty {
      terms[terms.count - 1].parts.append(.init(label: label, text: text))
    }
  }
}
