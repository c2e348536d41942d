import ExperimentDesign
import Inference
package import Rendering
public import Studies
package import TextFormats

/// A search as it is shown: what it found, with the advice of the run that simulated the best anew.
public struct SearchReview: KeptFinding {
  let report: SearchReport
  /// The run that the numbers come from; `nil` where no strategy may be chosen.
  let run: Run?

  /// What the run of the best strategies says, and the store's path; `nil` where the run is kept nowhere.
  public typealias Run = (summary: RunSummary, store: String?)

  /// The parts, unchanged.
  public init(_ report: SearchReport, run: Run?) {
    self.report = report
    self.run = run
  }

  package var name: String { "A search for the best strategy" }
  package var schema: String { report.schema }

  package var result: String {
    guard let winner = report.winner else { return "no strategy may be chosen" }
    return "\(TerminalText.safe(winner)), of \(SupportedDigits.grouped(report.searched)) searched"
  }

  /// What a person reads: the advice and the best, and in full how they were found and the answer of their run.
  package func document(_ detail: Detail) -> ReviewDocument {
    let words = SearchWords(report: report)
    // The promise is of the trials that chose, and by the objective alone.
    let advised = answer?.answer.scenarios.first?.decided.advice.option
    let instead: Phrase? =
      advised == report.winner ? nil : advised.map { " The run of the best names \(Name($0)) instead." }
    let facts: [ReviewDocument.Fact] = [
      ("Promise" as Phrase, "\(words.promise)\(instead)" as Phrase), ("Searched", words.searched),
    ].map { ReviewDocument.Fact(label: $0.0, text: $0.1) }
    let brief: [[ReviewDocument.Block]] = [
      [.heading("\(report.question ?? report.experiment)")], advice.isEmpty ? [] : [.decision(advice)],
      report.best.isEmpty ? [] : [.table(report.table(draws: run?.summary.trials ?? .max))],
      [.decision(facts)], steps,
    ]
    guard detail == .full else { return ReviewDocument(brief + [closing]) }
    let changes = words.steps.map { ReviewDocument.Block.item($0) }
    return ReviewDocument(
      brief + [
        words.details.isEmpty ? [] : [.title("The search")] + words.details.map { .item($0) },
        changes.isEmpty ? [] : [.title("One step away")] + changes,
      ] + (answer?.whole.sections ?? []))
  }

  /// What to do, as the run of the best says it.
  private var advice: [ReviewDocument.Fact] {
    guard let answer, let scenario = answer.answer.scenarios.first else { return [] }
    return answer.facts(answer.words(scenario), most: RunPage.mostCautions)
  }

  /// The answer of the run of the best.
  private var answer: RunPage? {
    run.map {
      RunPage(
        RunAnswer($0.summary),
        commands: RunCommands(file: report.out, store: $0.store))
    }
  }

  private var steps: [ReviewDocument.Block] {
    guard let run, let store = run.store else { return [] }
    let option = RunCommands.storeOption(store)
    let name = run.summary.outline.run + option
    return [
      .commands(
        "Next",
        (report.out.map { ["att-lab simulate \(TerminalText.shellWord($0))\(option)"] } ?? [])
          + (report.best.count > 1 ? ["att-lab plan \(name)"] : []) + ["att-lab show \(name)"])
    ]
  }

  /// Which trials the numbers are from.
  private var closing: [ReviewDocument.Block] {
    guard let outline = run?.summary.outline else { return [] }
    return [
      .note(
        "The numbers are of \(grouped: outline.trials) x \(outline.installs, "install"), seed \(outline.seed), that did not choose. How the best were found: --verbose."
      )
    ]
  }

  /// All of it, with the answer of the run.
  package func json() throws -> JSONValue {
    try facts().adding([("final", try answer?.json() ?? .null)])
  }

  package func facts() throws -> JSONValue { try JSONValue(encoding: report) }

  /// A row per strategy.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: report.strategies) }
}
