import ArgumentParser
import ExperimentDesign
import Rendering
import ResultStore
import Runs
import Studies

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two runs: what changed in the inputs, in the advice and in each option.",
    discussion: """
      Changes are those from the first. Where seed, size and draws are equal, they are formed trial by trial.

      A run is an id, the start of one, a name, or last, last~1, and so on.

      Example: att-lab compare last~1 last --metric sessions_lost_per_install
      """)

  @Argument(help: ArgumentHelp("The runs, the earlier first.", valueName: "run"))
  var runs: [String] = []

  @Option(help: "The metric to compare by. (default: the objective)")
  var metric: Metric?

  @OptionGroup var output: OutputOptions

  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard runs.count == 2 else {
      throw ValidationError(
        "One run is compared with another; name two, as in 'att-lab compare last~1 last'. "
          + "'att-lab show --verbose' compares the options of one.")
    }
  }

  func run() throws {
    let store = try store.open(.reading)
    let records = try runs.map { try store.run($0) }
    try requireShared("scenario", records, records.map { $0.inputs.scenarios.map(\.name) })
    try requireShared("option", records, records.map { $0.inputs.arms.map(\.name) })
    let builders = try records.map { try StoredRun($0, in: store).builder() }
    let summaries = try records.map { try StoredRun($0, in: store).summary() }
    let outlines = summaries.map(\.outline)
    if metric == nil, outlines[0].objective.singleMetric == nil,
      outlines[0].objective.terms != outlines[1].objective.terms
    {
      let names = outlines.map { run in run.name.map { "\(run.run) (\($0))" } ?? run.run }
      throw ValidationError(
        "runs \(names[0]) and \(names[1]) have other objectives, of which the first is a weighted sum: expected a "
          + "metric that both have. Give it with --metric (store '\(store.path)').")
    }
    try output.write(try RunComparison(builders, summaries: summaries, metric: metric))
  }

  /// Refuses runs that have nothing in common, and says what to do instead.
  private func requireShared(_ noun: String, _ records: [RunRecord], _ names: [[String]]) throws {
    guard Set(names[0]).isDisjoint(with: names[1]) else { return }
    let found = zip(records, names).map { run, names in
      "\(run.id) has \(names.map { Phrase(Name($0)) }.inProse.text)"
    }
    throw ValidationError(
      "No \(noun) of the first run is in the other, so there is nothing to compare: \(found.joined(separator: "; ")). "
        + "Give \(noun)s the same names in both files.")
  }
}
