import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare runs: what changed in the inputs, in the advice and in each option.",
    discussion: """
      Each against the first. Where seed, size and draws are equal, differences are formed trial by trial. Other runs \
      that share a seed are not independent, and are refused.

      A run is an id, the start of one, a name, or last, last~1, and so on.

      Example: att-lab compare last~1 last --metric sessions_lost_per_install
      """)

  @Argument(help: ArgumentHelp("The runs, two or more.", valueName: "run"))
  var runs: [String] = []

  @Option(help: ArgumentHelp("The metric to compare by. (default: the objective)"))
  var metric: MetricArgument?

  @Option(
    help: ArgumentHelp(
      "Compare every option with this one of the first run. (default: each with its namesake)",
      valueName: "name"))
  var baseline: String?

  @Option(help: ArgumentHelp("Only people of this segment.", valueName: "name"))
  var segment: String?

  @Option(help: ArgumentHelp("Only this scenario; repeatable.", valueName: "name"))
  var scenario: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest difference that matters, in units of the metric, as 0.5pp or 0.005. (default: 0.5pp for a share, 1% of the baseline for other metrics)",
      valueName: "difference"), transform: MarginOfMetric.init(text:))
  var margin: MarginOfMetric?

  @OptionGroup var output: OutputOptions

  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard runs.count > 1 else {
      throw ValidationError(
        "Runs are compared with one another; name two or more, as in 'att-lab compare last~1 last'. "
          + "'att-lab show --verbose' compares the options of one.")
    }
  }

  func run() throws {
    let store = try store.open(.reading)
    let records = try runs.map { try store.run($0) }
    for (number, record) in records.enumerated() {
      try requireNames(in: record, isFirst: number == 0, store: store)
    }
    let margin = try margin?.value(isShare: metric?.metric.isShare ?? false)
    let stored = records.map { StoredRun($0, in: store) }
    let builders = try stored.map { try $0.builder(segment: segment) }
    let summaries = try builders.map { builder in
      var summary = try builder.summary()
      try summary.restore(from: store)
      return summary
    }
    let comparison: RunComparison
    do {
      comparison = try RunComparison(
        builders, summaries: summaries, metric: metric?.metric, scenarios: scenario, baseline: baseline,
        margin: margin)
    } catch let refusal as RunComparison.Refusal {
      throw ValidationError("\(refusal.description) (store '\(store.path)').")
    } catch let nothing as RunComparison.NothingShared {
      throw nothingToCompare(records, nothing)
    }
    try output.write(comparison)
  }

  /// That runs have nothing in common, and what to do instead.
  private func nothingToCompare(
    _ records: [RunRecord], _ nothing: RunComparison.NothingShared
  ) -> ValidationError {
    let names = records.map { record in
      let inputs = record.inputs
      let names = nothing == .option ? inputs.arms.map(\.name) : inputs.scenarios.map(\.name)
      return "\(record.id) has \(names.map { TerminalText.inSentence($0) }.inProse)"
    }
    let noun = nothing == .option ? "option" : "scenario"
    let fix =
      nothing == .option
      ? "Compare all with one of the first run, as --baseline \(shellWord(records[0].inputs.arms[0].name))."
      : "Give scenarios the same names in both files."
    return ValidationError(
      "No \(noun) of the first run is in another, so there is nothing to compare: \(names.joined(separator: "; ")). "
        + fix)
  }

  /// Refuses names that the run does not have, with those it has.
  ///
  /// - Parameter isFirst: whether it is the first run, which has the baseline of all.
  private func requireNames(in record: RunRecord, isFirst: Bool, store: ResultStore) throws {
    let inputs = record.inputs
    let run = "run \(record.id) in \(store.path)"
    if let baseline, isFirst {
      try require(baseline, among: inputs.arms.map(\.name), noun: "option", of: run)
    }
    for name in scenario {
      try require(name, among: inputs.scenarios.map(\.name), noun: "scenario", of: run)
    }
    if let segment {
      let names = inputs.scenarios.flatMap { $0.segments.map(\.name) }
      try require(segment, among: names, noun: "segment", of: run)
    }
  }

  private func require(_ name: String, among names: [String], noun: String, of run: String) throws {
    guard !names.contains(name) else { return }
    var known: [String] = []
    for name in names where !known.contains(name) { known.append(name) }
    if noun == "segment", known.count < 2 {
      throw ValidationError(
        "\(run) has no segment '\(name)': its people are of one kind. Leave out '--segment'.")
    }
    let meant = nearestWord(to: name, among: known).map { " Did you mean '\($0)'?" } ?? ""
    throw ValidationError(
      "\(run) has no \(noun) '\(name)'; it has \(known.joined(separator: ", ")).\(meant)")
  }
}
