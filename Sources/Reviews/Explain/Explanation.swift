import EmbeddedFiles
import ExperimentDesign
import Rendering
import RuleBook

/// What a tag, a metric or another word of the tool's answers means.
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
    /// A final state of installs.
    case state
    /// An exit code.
    case exit
  }

  /// The word itself: `R19`, `opt_in_per_install`.
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

  init(_ name: String, _ kind: Kind, _ title: String, _ parts: KeyValuePairs<String, String>) {
    self.name = name
    self.kind = kind
    self.title = title
    self.parts = parts.map { Part(label: $0.key, text: $0.value) }.filter { !$0.text.isEmpty }
  }

  /// Everything that can be explained, by kind.
  public static let all: [Explanation] =
    glossary.explanations + Rule.all.map { Explanation($0) } + Pitfall.all.map { Explanation($0) }
    + Metric.allCases.map { Explanation($0) }

  /// What every part of the glossary says.
  private static let glossary = Glossary(String(cString: embeddedFile("explain/glossary.md")))

  /// Every word that is explained under another one.
  public static var otherWords: [String] { glossary.otherWords.keys.sorted() }

  /// The explanation of a word or of a heading as tables print it, however its letters are cased.
  public static func of(_ word: String) -> Explanation? {
    let written = word.lowercased()
    return named(written) ?? named(essence(ofHeading: written))
  }

  private static func named(_ written: String) -> Explanation? {
    let word = glossary.otherWords[written] ?? written
    return all.first { $0.name.lowercased() == word } ?? all.first { $0.title.lowercased() == word }
      // A goal is printed without what it is per: `tracked too early`.
      ?? Metric.allCases.first { $0.heading[0].lowercased() == word }.flatMap { named($0.rawValue) }
  }

  /// A heading without what differs from table to table: `vs launch, pp` is `vs`, `95% interval` is `interval`,
  /// `verdict (±0.5 pp)` is `verdict`, `allowed by day 30` is `allowed`.
  private static func essence(ofHeading heading: String) -> String {
    for side in [" before", " now"] where heading.hasSuffix(side) {
      return String(heading.dropLast(side.count))
    }
    if heading.hasPrefix("vs ") { return "vs" }
    if heading.hasPrefix("change: ") { return "change" }
    if heading.hasPrefix("power for ") { return "power" }
    if heading.hasPrefix("installs of ") { return "installs per option" }
    if ["gains, ", "costs, ", "net, ", "next 1,000 installs, "].contains(where: heading.hasPrefix) {
      return "net"
    }
    if heading.hasPrefix("within ") || heading.hasSuffix(" higher") { return "assurance" }
    if let day = heading.firstRange(of: " by day ") { return String(heading[..<day.lowerBound]) }
    let level = heading.prefixMatch(of: #/[0-9.]+% /#)?.output ?? ""
    return heading.dropFirst(level.count).prefix { $0 != "," && $0 != "(" }
      .split(separator: " ").joined(separator: " ")
  }

  /// A key of the experiment file, which the loader's tables describe.
  ///
  /// - Parameters:
  ///   - key: its path.
  ///   - standard: what holds where it is left out.
  ///   - example: a value as somebody may write it, on one line; `nil` for what only has keys below.
  ///   - below: paths of the keys that stand under it.
  ///   - others: paths that the same word may mean.
  public init(
    key: String, summary: String, expects: String, standard: String?, example: String?, below: [String],
    others: [String]
  ) {
    self.init(
      key, .key, "a key of the experiment file",
      [
        "is": ParameterWords(path: key)?.meaning ?? "", "meaning": summary, "values": expects,
        "default": standard ?? "",
        "keys": below.joined(separator: ", "),
        "also": others.joined(separator: ", "),
        "example": example.map { "\(key.split(separator: ".").last ?? ""): \($0)" } ?? "",
        "try it": "att-lab simulate FILE --set \(TerminalText.shellWord("\(key)=\(example ?? "VALUE")"))",
      ])
  }

  private init(_ rule: Rule) {
    self.init(
      rule.tag, .rule, rule.title,
      [
        "rule": rule.text,
        "known": rule.confidence.words,
        "source": rule.sources.map { key in RuleSource.citation(key) ?? key }.joined(separator: "; "),
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
        "where": pitfall.seenIn.words,
      ])
  }

  private init(_ metric: Metric) {
    let words = metric.words
    let name = metric.rawValue
    self.init(
      name, .metric, words.heading.joined(separator: " "),
      [
        "definition": words.definition,
        "numerator": words.numerator,
        "denominator": metric.denominator,
        "formula": metric.definition.measure == .medianDaysToDecision
          ? "computed per trial; the mean over the trials with an answer"
          : "numerator / denominator of each trial; the mean over trials whose denominator is not empty",
        "is not": words.isNot,
        "modelled": metric.definition.requirement.modelledWhen,
        "rules": words.rules.joined(separator: ", "),
        "JSON": "scenarios.SCENARIO.arms.ARM.metrics.\(name)",
        "CSV": "\(name), \(name)_mcse, \(name)_low, \(name)_high",
      ])
  }
}

extension Rule.Confidence {
  fileprivate var words: String {
    switch self {
    case .high: "confirmed: an official text, two first-hand sources, or source code"
    case .medium: "likely: one good source, or inferred from code"
    case .low: "uncertain: a single report, or inference alone"
    }
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
  private(set) var explanations: [Explanation] = []
  /// Headings of columns and what else people say, each with the name that it is explained under.
  private(set) var otherWords: [String: String] = [:]

  /// - Parameter page: a section for each kind, in it a heading `NAME: TITLE` and a list of parts for each word.
  init(_ page: String) {
    var kind: Explanation.Kind?
    for line in page.split(separator: "\n") {
      let mark = line.prefix { $0 != " " }
      let text = line.dropFirst(mark.count + 1)
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      switch (mark, kind) {
      case ("##", _): kind = Explanation.Kind(rawValue: String(text))
      case ("###", let kind?) where parts.count == 2:
        explanations.append(Explanation(parts[0], kind, parts[1], [:]))
      case ("-", .some) where parts.count == 2:
        explanations[explanations.count - 1].parts.append(.init(label: parts[0], text: parts[1]))
      case ("-", nil) where parts.count == 2:
        for word in parts[1].split(separator: ", ") { otherWords[String(word)] = parts[0] }
      case _: break
      }
    }
  }
}
