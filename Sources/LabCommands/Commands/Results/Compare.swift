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
    abstract: "Compare the options of a run, or runs with one another.",
    discussion: """
      One run: its options against the baseline. Several: each against the first, \
      option by option. Where seed, size and draws are equal, differences are formed \
      trial by trial; other runs that share a seed are not independent, and are \
      refused.

      A run is an id, the start of one, a name, or last, last~1, and so on.

      Example: att-lab compare last --metric sessions_lost_per_install --baseline third_article
      """)

  @Argument(help: ArgumentHelp("The runs. (default: last)", valueName: "run"))
  var runs: [String] = []

  @Option(help: ArgumentHelp("The metric to compare by; repeatable. (default: the objective)"))
  var metric: [MetricArgument] = []

  @Option(help: ArgumentHelp("The option to compare with. (default: the file's baseline)", valueName: "name"))
  var baseline: String?

  @Option(help: ArgumentHelp("Only people of this segment.", valueName: "name"))
  var segment: String?

  @Option(help: ArgumentHelp("Only this scenario; repeatable.", valueName: "name"))
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show answers by the end of each day: allowed, or denied where --metric is one of denied."))
  var by: Axis?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The smallest difference that matters, in units of the metric, as 0.5pp or 0.005. (default: 0.5pp for a share, 1% of the baseline for other metrics)",
      valueName: "difference"), transform: MarginOfMetric.init(text:))
  var margin: MarginOfMetric?

  @Option(help: "How to write the result: table, csv or json.")
  var format: OutputFormat = .table

  @OptionGroup var store: StoreOptions

  enum Axis: String, ExpressibleByArgument, CaseIterable {
    case day
  }

  func validate() throws {
    if by != nil && runs.count > 1 {
      throw ValidationError("'--by day' compares the options of one run; give one run, not \(runs.count).")
    }
    let byDay = Metric.optInByDay + Metric.deniedByDay
    if by != nil, let other = metric.first(where: { !byDay.contains($0.metric) }) {
      throw ValidationError(
        "'--by day' shows answers by day, not \(other.metric.rawValue); '--metric' there is one of "
          + byDay.map(\.rawValue).joined(separator: ", ") + ".")
    }
    if by != nil && baseline != nil {
      throw ValidationError("'--by day' shows levels, which have no baseline; leave out '--baseline'.")
    }
    if runs.count > 1 && metric.count > 1 {
      throw ValidationError("Runs are compared by one metric at a time, not \(metric.count).")
    }
  }

  func run() throws {
    let store = try store.open(.reading)
    let records = try (runs.isEmpty ? ["last"] : runs).map { try store.run($0) }
    for (number, record) in records.enumerated() {
      try requireNames(in: record, isFirst: number == 0, store: store)
    }
    let text =
      if by != nil {
        try days(records[0], store)
      } else if records.count == 1 {
        try arms(records[0], store)
      } else {
        try several(records, store)
      }
    try StandardStreams.output(text)
  }

  private func arms(_ record: RunRecord, _ store: ResultStore) throws -> String {
    var summary = try builder(record, store).summary()
    try summary.restore(from: store)
    let areShares = metric.isEmpty ? summary.outline.objective.isShare : metric.allSatisfy(\.metric.isShare)
    let margin = try margin?.value(isShare: areShares)
    let review = ArmComparison(
      summary: summary, metrics: metric.map(\.metric), scenarios: scenario, margin: margin)
    switch format {
    case .table: return review.text(Terminal.outputStyle)
    case .csv: return review.csv.text
    case .json: return review.json.text
    }
  }

  private func several(_ records: [RunRecord], _ store: ResultStore) throws -> String {
    let margin = try margin?.value(isShare: metric.first?.metric.isShare ?? false)
    let comparison = try compared(
      records.map { try builder($0, store) }, in: store, metric: metric.first?.metric, baseline: baseline)
    if let unshared = comparison.unshared { throw nothingToCompare(records, unshared) }
    let review = RunComparisonReview(comparison: comparison, scenarios: scenario, margin: margin)
    switch format {
    case .table: return review.text(Terminal.outputStyle)
    case .csv: return review.csv.text
    case .json: return review.json.text
    }
  }

  /// That runs have nothing in common, and what to do instead.
  private func nothingToCompare(
    _ records: [RunRecord], _ unshared: RunComparison.Unshared
  ) -> ValidationError {
    let names = records.map { record in
      let inputs = record.inputs
      let names = unshared == .option ? inputs.arms.map(\.name) : inputs.scenarios.map(\.name)
      return "\(record.id) has \(names.map { TerminalText.inSentence($0) }.inProse)"
    }
    let noun = unshared == .option ? "option" : "scenario"
    let fix =
      unshared == .option
      ? "Compare all with one of the first run, as --baseline \(shellWord(records[0].inputs.arms[0].name)), or see"
      : "Give scenarios the same names in both files, or see"
    let ids = records.map(\.id).joined(separator: " ")
    let db = store.resolved == StoreOptions.usual ? "" : " --db \(shellWord(store.resolved))"
    return ValidationError(
      "No \(noun) of the first run is in another, so there is nothing to compare: \(names.joined(separator: "; ")). "
        + "\(fix) what differs in the inputs: att-lab report \(ids)\(db)")
  }

  private func days(_ record: RunRecord, _ store: ResultStore) throws -> String {
    let isDenied = metric.first.map { $0.metric.rawValue.hasPrefix("denied") } ?? false
    let curves = try StoredRun(record, in: store)
      .curves([isDenied ? .denied : .allowed], segment: segment)
    let review = DayReview(
      curves: curves[0], scenarios: scenario, margin: try margin?.value(isShare: true))
    switch format {
    case .table: return review.text(Terminal.outputStyle)
    case .csv: return review.csv.text
    case .json: return review.json.text
    }
  }

  private func builder(_ record: RunRecord, _ store: ResultStore) throws -> RunSummaryBuilder {
    try StoredRun(record, in: store).builder(
      segment: segment,
      baseline: runs.count > 1
        ? nil : baseline.flatMap { name in record.inputs.arms.firstIndex { $0.name == name } })
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
