import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

/// Makes one table of a stored run and hands it on, piece by piece where it is long.
struct TableWriter {
  var table: ExportedTable
  var record: RunRecord
  var store: ResultStore
  var includesForbidden: Bool
  /// The arm whose strategy is written.
  var arm: String?
  /// The run's summary where it is there already, with the sensitivity of the lead; `nil` to have it made.
  var summary: RunSummary?

  /// Part of a table: its header first, then its rows in any number of pieces.
  enum Piece {
    case header([String])
    case rows([[CSVDocument.Cell]])

    /// As it is written.
    var text: String {
      switch self {
      case .header(let names): CSVDocument.text(names)
      case .rows(let rows): CSVDocument.text(rows)
      }
    }
  }

  /// Writes the table, or the strategy.
  func write(_ sink: OutputFile.Sink) throws {
    guard table != .strategy else { return try sink(try strategy()) }
    try forEachPiece { try sink($0.text) }
  }

  /// The whole table, as it is written.
  func text() throws -> String {
    var text = ""
    try forEachPiece { text += $0.text }
    return text
  }

  /// Hands on the table piece by piece; a strategy is none and has no pieces.
  func forEachPiece(_ body: (Piece) throws -> Void) throws {
    switch table {
    case .review: try whole(reviewTable(try answer()), body)
    case .metrics: try whole(MetricTable.document(try answer()), body)
    case .inputs: try whole(InputTable.document(try answer(explainsLead: true)), body)
    case .daily: try whole(DayTable.document(try run.curves([.allowed, .denied])), body)
    case .segments: try whole(SegmentTable.document(try run.segments()), body)
    case .strategy: break
    case .trials:
      let rows = TrialTable(run.outline())
      try body(.header(rows.header))
      try store.forEachResult(of: record.id) { try body(.rows(rows.rows($0))) }
    }
  }

  private func whole(_ document: CSVDocument, _ body: (Piece) throws -> Void) throws {
    try body(.header(document.header))
    try body(.rows(document.rows))
  }

  private func answer(explainsLead: Bool = false) throws -> RunSummary {
    if let summary { return summary }
    return try run.summary(explainsLead: explainsLead)
  }

  private var run: StoredRun { StoredRun(record, in: store, includesForbidden: includesForbidden) }

  private func strategy() throws -> String {
    let experiment = try storedExperiment(of: record).experiment
    let names = experiment.arms.map(\.name)
    guard let name = arm ?? (names.count == 1 ? names.first : nil) else {
      throw ValidationError(
        "run \(record.id) in \(store.path) has several options; give one with --arm: "
          + "\(names.joined(separator: ", ")).")
    }
    guard let arm = experiment.arms.first(where: { $0.name == name }) else {
      throw ValidationError(
        "run \(record.id) in \(store.path) has no option '\(name)'; it has \(names.joined(separator: ", ")).")
    }
    return StrategyJSON.document(arm, of: experiment, run: record.id).text
  }
}
