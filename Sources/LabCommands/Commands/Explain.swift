import ArgumentParser
import ExperimentFiles
import Reviews
import RuleBook
import TextFormats

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain a rule, a pitfall, a metric or another term of the outputs.",
    discussion: """
      Rules are R1 to R\(Rule.all.count), with where they are known from; pitfalls L1 to L\(Pitfall.all.count), with their fix. Metrics \
      come with numerator and denominator, and with what they must not be taken for. Without a word, \
      everything that can be explained is listed.

      Example: att-lab explain R19 opt_in_per_prompted
      """)

  @Argument(help: ArgumentHelp("Tags, metrics or other words of the answers.", valueName: "word"))
  var words: [String] = []

  @Option(help: "How to write it: text or json.")
  var format: ExplainFormat = .text

  enum ExplainFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  func validate() throws { _ = try explanations() }

  func run() throws {
    let found = try explanations()
    switch (format, found.isEmpty) {
    case (.text, true): try StandardStreams.output(ExplanationReview.list(Terminal.outputStyle))
    case (.text, false): try StandardStreams.output(ExplanationReview.text(found, Terminal.outputStyle))
    case (.json, true): try StandardStreams.output(ExplanationReview.json(Explanation.all).text)
    case (.json, false): try StandardStreams.output(ExplanationReview.json(found).text)
    }
  }

  private func explanations() throws -> [Explanation] {
    try words.map { word in
      if let explanation = Explanation.of(word) { return explanation }
      let keys = ExperimentKey.named(word)
      if let key = keys.first {
        return Explanation(
          key: key.path, summary: key.summary, expects: key.expects,
          standard: key.isRequired ? "required" : key.defaultText,
          others: keys.dropFirst().map(\.path))
      }
      throw ValidationError(
        "there is nothing about '\(word)'.\(hint(for: word)) All words: att-lab explain")
    }
  }

  /// A near miss among the words, or the range of the tags.
  private func hint(for word: String) -> String {
    if word.wholeMatch(of: /[Rr][0-9]+/) != nil { return " Rules are R1 to R\(Rule.all.count)." }
    if word.wholeMatch(of: /[Ll][0-9]+/) != nil { return " Pitfalls are L1 to L\(Pitfall.all.count)." }
    let names = Explanation.all.filter { $0.kind != .rule && $0.kind != .pitfall }.map(\.name)
    return nearestWord(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
  }
}
