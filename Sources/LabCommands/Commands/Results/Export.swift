import ArgumentParser
import ExperimentDesign
import Rendering
import ResultStore
import Reviews

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a run, a plan, a search or a calibration as tables for a spreadsheet, R, pandas or SQL.",
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
    name: .shortAndLong,
    help: ArgumentHelp("Where to write it; - is standard output.", valueName: "path"),
    completion: .file(extensions: ["csv", "json"]))
  var out = "-"

  @Option(help: ArgumentHelp("The option, for --table strategy. (default: the only one)", valueName: "name"))
  var arm: String?

  @Flag(help: "Rank options that a blocker stands on too, in the review and in inputs.")
  var includeNoncompliant = false

  @OptionGroup var replacing: ForceOption

  @OptionGroup var store: StoreOptions

  func validate() throws {
    try OutputFile.requireName(out, "--out")
    if arm != nil && table != .strategy {
      throw ValidationError("'--arm' belongs to '--table strategy'; every other table holds all options.")
    }
  }

  func run() throws {
    let store = try store.open(.reading)
    let record: RunRecord
    switch try store.item(reference) {
    case .run(let found): record = found
    case .study(let found): return try export(StoredStudy(record: found, store: store))
    }
    try OutputFile.requireWritable(out, force: replacing.force)
    if !record.isComplete {
      StandardStreams.message(
        "Run \(record.id) has \(record.storedTrials) of \(record.inputs.trials) trials; the table is of "
          + "these. Simulate the same file again to go on.")
    }
    let writer = TableWriter(
      table: table, record: record, store: store, includesForbidden: includeNoncompliant, arm: arm)
    try OutputFile.write(to: out, force: replacing.force) { sink in
      try writer.write { piece in
        // The file beside goes away with the error.
        if Interruption.isRequested { throw InterruptedUnchanged() }
        try sink(piece)
      }
    }
  }

  /// Writes the one table that a plan, a search or a calibration has.
  private func export(_ study: StoredStudy) throws {
    guard table == .review else {
      throw ValidationError(
        "'--table \(table.rawValue)' is a table of runs, and \(study.record.id) is a "
          + "\(study.record.inputs.kind.rawValue). Leave it out, or write '--table review'.")
    }
    try OutputFile.write(try study.review().csv().text, to: out, force: replacing.force)
  }
}

/// The tables that `export` knows, by their names on the command line.
enum ExportedTable: String, ExpressibleByArgument, CaseIterable {
  case review
  case metrics
  case daily
  case segments
  case inputs
  case trials
  case strategy
}
