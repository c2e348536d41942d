import ExperimentDesign
import Inference
package import Rendering
public import Studies

/// A search as it is shown: what it found, with the advice of the run that simulated the best anew.
public struct SearchReview: KeptFinding {
  let report: SearchReport
  /// What the run says that the numbers come from; `nil` where no strategy may be chosen.
  let final: RunPage?

  /// - Parameters:
  ///   - summary: what the run of the best strategies found; `nil` where no strategy may be chosen.
  ///   - store: the store's path; `nil` where the run is kept nowhere.
  public init(_ report: SearchReport, _ summary: RunSummary?, store: String?) {
    self.report = report
    final = summary.map { RunPage(RunAnswer($0), commands: RunCommands(file: report.out, store: store)) }
  }

  /// Of the strategies that were simulated anew, those that the first screen has room for.
  private static let mostShown = 5

  package var name: String { "A search for the best strategy" }

  package var result: String {
    guard let winner = report.winner else { return "no strategy may be chosen" }
    return "\(TerminalText.safe(winner)), of \(SupportedDigits.grouped(report.ranked.count)) searched"
  }

  /// What a person reads: the advice and the best, and in full how they were found and the answer of their run.
  package func document(_ detail: Detail) -> ReviewDocument {
    let words = SearchWords(report: report)
    let scenario = final.flatMap { final in final.answer.scenarios.first.map(final.words) }
    let advice = scenario.map { final?.facts($0, most: RunPage.mostCautions) ?? [] } ?? []
    // The promise is of the trials that chose, and by the objective alone.
    let advised = scenario?.scenario.decided.advice.option
    let instead: Phrase? =
      advised == report.winner ? nil : advised.map { " The run of the best names \(Name($0)) instead." }
    let facts = [Fact("Promise", "\(words.promise)\(instead)"), Fact("Searched", words.searched)]
    let brief: [[ReviewDocument.Block]] = [
      [.heading("\(report.question ?? report.experiment)")], advice.isEmpty ? [] : [.decision(advice)],
      scenario?.options.map { [.table($0.prefix(Self.mostShown))] } ?? [], [.decision(facts)], steps,
    ]
    guard detail == .full else { return ReviewDocument(brief + [closing]) }
    let details = words.details.map { ReviewDocument.Block.item($0) }
    return ReviewDocument(
      brief + [details.isEmpty ? [] : [.title("The search")] + details] + (final?.whole.sections ?? []))
  }

  private var steps: [ReviewDocument.Block] {
    guard let final, final.commands.store != nil else { return [] }
    let option = final.commands.storeOption
    let name = final.outline.run + option
    return [
      .commands(
        "Next",
        (report.out.map { ["att-lab simulate \(TerminalText.shellWord($0))\(option)"] } ?? [])
          + (final.outline.arms.count > 1 ? ["att-lab plan \(name)"] : []) + ["att-lab show \(name)"])
    ]
  }

  /// Which trials the numbers are from.
  private var closing: [ReviewDocument.Block] {
    guard let outline = final?.outline else { return [] }
    return [
      .note(
        "The numbers are of \(grouped: outline.trials) x \(outline.installs, "install"), seed \(outline.seed), that did not choose. How the best were found: --verbose."
      )
    ]
  }

  /// All of it, with the answer of the run.
  package func json() throws -> JSONValue {
    try facts().adding([("final", try final?.json() ?? .null)])
  }

  package func facts() throws -> JSONValue { try JSONValue(encoding: report) }

  /// A row per strategy.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: report.strategies) }
}
