import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import ResultStore
import Reviews
import Studies

/// Makes one table of a stored run and hands it on, piece by piece where it is long.
struct TableWriter {
  var table: ExportedTable
  var record: RunRecord
  var store: ResultStore
  var includesForbidden: Bool
  /// The arm whose strategy is written.
  var arm: String?

  func write(_ sink: OutputFile.Sink) throws {
    switch table {
    case .review: try sink(ReviewCSV.document(try answer()).text)
    case .summary: try sink(SummaryTable.document(try answer()).text)
    case .differences: try sink(DifferenceTable.document(try answer()).text)
    case .parameters: try sink(ParameterTable.document(try answer(explainsLead: true)).text)
    case .daily: try sink(DayTable.document(try curves()).text)
    case .segments: try sink(try segments().text)
    case .funnel: try sink(try funnel().text)
    case .findings: try sink(FindingTable.document(try RunOutline(record)).text)
    case .strategy: try sink(try strategy())
    case .trials:
      let rows = TrialTable(try RunOutline(record))
      try sink(CSVDocument.text(TrialTable.header))
      try store.forEachResult(of: record.id) { try sink(CSVDocument.text(rows.rows($0))) }
    case .draws:
      let rows = DrawTable(try RunOutline(record))
      try sink(CSVDocument.text(DrawTable.header))
      try store.forEachResult(of: record.id) { try sink(CSVDocument.text(rows.rows($0))) }
    }
  }

  private func answer(explainsLead: Bool = false) throws -> RunSummary {
    try summary(
      of: record, in: store, includesForbidden: includesForbidden, explainsLead: explainsLead)
  }

  private func curves() throws -> [DayCurves] {
    let outline = try RunOutline(record)
    var allowed = DayCurvesBuilder(outline, answer: .allowed)
    var denied = DayCurvesBuilder(outline, answer: .denied)
    try store.forEachResult(of: record.id) { result in
      allowed.add(result)
      denied.add(result)
    }
    return [try allowed.curves(), try denied.curves()]
  }

  /// All segments in one reading of the trials.
  private func segments() throws -> CSVDocument {
    let outline = try RunOutline(record)
    var names: [String] = []
    for name in outline.scenarios.flatMap(\.segments) where !names.contains(name) { names.append(name) }
    var builders = names.map {
      RunSummaryBuilder(outline, segment: $0, includesForbidden: includesForbidden)
    }
    try store.forEachResult(of: record.id) { result in
      for index in builders.indices { builders[index].add(result) }
    }
    let scenarios = record.inputs.scenarios
    return SegmentTable.document(try builders.map { try $0.summary() }) { scenario, segment in
      scenarios[scenario].segments.first { $0.name == segment }?.share
    }
  }

  private func funnel() throws -> CSVDocument {
    let outline = try RunOutline(record)
    var builder = FunnelBuilder(outline)
    try store.forEachResult(of: record.id) { builder.add($0) }
    return FunnelTable.document(try builder.funnel(), of: outline)
  }

  private func strategy() throws -> String {
    let experiment = try storedExperiment(of: record).experiment
    let names = experiment.arms.map(\.name)
    guard let name = arm ?? (names.count == 1 ? names.first : nil) else {
      throw ValidationError(
        "run \(record.id) in \(store.path) has several arms; give one with --arm: "
          + "\(names.joined(separator: ", ")).")
    }
    guard let arm = experiment.arms.first(where: { $0.name == name }) else {
      throw ValidationError(
        "run \(record.id) in \(store.path) has no arm '\(name)'; it has \(names.joined(separator: ", ")).")
    }
    return StrategyJSON.document(arm, of: experiment, run: record.id).text
  }
}
