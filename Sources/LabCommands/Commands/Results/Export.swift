import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Rendering
import ResultStore
import Reviews
import Runs
import Studies

struct Export: ParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a run, plan, search, calibration or test as tables for a spreadsheet, R, pandas or SQL.",
    discussion: """
      Tables are CSV (RFC 4180, UTF-8), one row per observation, rates as fractions; \
      att-lab explain COLUMN says what one is. review is the answer, a row per option. \
      metrics, daily, segments and inputs are its parts. trials is the raw data. strategy is the strategy of one option as JSON, \
      for an app to load. A plan has the table of its sizes, a search that of its strategies, a calibration that of its numbers: each is \
      its review.

      A file is written completely or not at all.

      Example: att-lab export last --table metrics --out metrics.csv
      Example: att-lab export --table trials --out - | gzip > trials.csv.gz
      Example: att-lab export last --table strategy --arm launch --out strategy.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The run, plan, search or calibration: an id, the start of one, a name, or last~1.", valueName: "run"))
  var reference = "last"

  @Option(help: "What to write.")
  var table: ExportedTable = .review

  @Option(
    .path("csv", "json"), name: .shortAndLong, value: "path",
    help: "Where to write it; - is standard output. (default: -)")
  var out = OutputFile.standardOutput

  @Option(.name, value: "name", help: "The option, for --table strategy. (default: the only one)")
  var arm: String?

  @OptionGroup var replacing: ForceOption

  @OptionGroup var store: StoreOptions

  static let rules = [OptionRule.needs("--arm", ["--table strategy"])]

  func run() throws {
    let store = try store.open(.reading)
    let record: RunRecord
    switch try store.item(reference) {
    case .run(let found): record = found
    case .study(let found): return try export(found, store)
    }
    try OutputFile.requireWritable(out, force: replacing.force)
    if !record.isComplete {
      StandardStreams.message(
        "Run \(record.id) has \(record.storedTrials) of \(record.inputs.trials) trials; the table is of "
          + "these. Simulate the same file again to go on.")
    }
    let run = StoredRun(record, in: store)
    try OutputFile.write(to: out, force: replacing.force) { sink in
      try write(run) { piece in
        // The file beside goes away with the error.
        if Interruption.isRequested { throw Ended.unchanged }
        try sink(piece)
      }
    }
  }

  /// Writes the table, piece by piece where it is long.
  private func write(_ run: StoredRun, _ sink: OutputFile.Sink) throws {
    switch table {
    case .review: try sink(try RunAnswer(run.summary()).reviewTable.text)
    case .metrics: try sink(EstimateTable.metrics(try run.summary()).text)
    case .inputs: try sink(InputTable.document(try run.summary()).text)
    case .daily: try sink(try EstimateTable.daily(run.courses([.allowed, .denied])).text)
    case .segments: try sink(EstimateTable.segments(try run.segments()).text)
    case .strategy: try sink(try strategy(run))
    case .trials:
      let rows = TrialTable(run.outline())
      try sink(CSVDocument.text(rows.header))
      try run.store.forEachResult(of: run.record.id) { try sink(CSVDocument.text(rows.rows($0))) }
    }
  }

  /// The strategy of the option that is asked for.
  private func strategy(_ run: StoredRun) throws -> String {
    let experiment = try SimulationPlan(of: run.record).experiment
    let names = experiment.arms.map(\.name)
    let known = "\(names.joined(separator: ", "))."
    let place = "run \(run.record.id) in \(run.store.path) has"
    guard let name = arm ?? (names.count == 1 ? names.first : nil) else {
      throw ValidationError("\(place) several options; give one with --arm: \(known)")
    }
    guard let arm = experiment.arms.first(where: { $0.name == name }) else {
      throw ValidationError("\(place) no option '\(name)'; it has \(known)")
    }
    return try PromptStrategyDocument(arm, of: experiment, run: run.record.id).json().text
  }

  /// Writes the one table that a plan, a search, a calibration or a test has.
  private func export(_ study: StudyRecord, _ store: ResultStore) throws {
    guard table == .review else {
      throw ValidationError(
        "'--table \(table.rawValue)' is a table of runs, and \(study.id) is a "
          + "\(study.inputs.kind.rawValue). Leave it out, or write '--table review'.")
    }
    try OutputFile.write(try study.review(in: store).csv().text, to: out, force: replacing.force)
  }
}

/// The tables that `export` knows, by their names on the command line.
enum ExportedTable: String, ExpressibleByArgument, CaseIterable {
  case review, metrics, daily, segments, inputs, trials, strategy
}
