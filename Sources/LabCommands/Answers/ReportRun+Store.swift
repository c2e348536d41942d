import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore
import Reviews
import Runs
import Studies

extension ReportRun {
  /// What was read of a stored run, as a report shows it.
  ///
  /// - Parameter includesForbidden: whether options that a blocker stands on are ranked.
  init(_ reading: RunReading, of record: RunRecord, in store: ResultStore, includesForbidden: Bool) {
    self.init(
      summary: reading.summary, curves: reading.curves, funnel: reading.funnel,
      provenance: Provenance(
        record, in: store, includesForbidden: includesForbidden))
  }
}

extension ReportRun {
  /// A stored run with everything that a report shows of it.
  ///
  /// - Parameter runsAlternatives: whether alternative models that the store does not have are simulated.
  static func read(
    _ record: RunRecord, in store: ResultStore, includesForbidden: Bool, runsAlternatives: Bool
  ) async throws -> ReportRun {
    let reading = try await RunReading(
      of: StoredRun(record, in: store, includesForbidden: includesForbidden),
      judgesWinners: runsAlternatives, context: WorkContext(shouldStop: { Interruption.isRequested }))
    return ReportRun(reading, of: record, in: store, includesForbidden: includesForbidden)
  }
}

extension ReportRun.Provenance {
  fileprivate init(
    _ record: RunRecord, in store: ResultStore, includesForbidden: Bool
  ) {
    let inputs = record.inputs
    self.init(
      fileText: inputs.fileText, populationText: inputs.populationText, overrides: inputs.overrides,
      begun: record.createdAt.formatted(timeStyle), duration: Reviews.duration(record.seconds),
      note: record.note,
      commands: Self.commands(record, in: store), file: shellWord(record.fileInCommands),
      store: store.path, again: record.again(in: store.path, includesForbidden: includesForbidden))
  }

  private static func commands(_ record: RunRecord, in store: ResultStore) -> [String] {
    let inputs = record.inputs
    let file = "\(inputs.experiment).yaml"
    let settings = inputs.overrides.filter { !$0.hasPrefix("seed=") }.flatMap { ["--set", $0] }
    let database = SuggestedCommand.database(store.path)
    return [
      SuggestedCommand.line(["att-lab", "show", record.id, "--file", "--out", file] + database),
      SuggestedCommand.line(
        ["att-lab", "simulate", file] + settings + ["--seed", "\(inputs.seed)"] + database),
    ]
  }
}
