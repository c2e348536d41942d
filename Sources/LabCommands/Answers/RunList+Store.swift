import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs
import Studies

/// UTC to the second.
let timeStyle = Date.ISO8601FormatStyle()

extension RunList {
  /// The runs of a store, newest first.
  init(of store: ResultStore, limit: Int? = nil) throws {
    let entries = try store.runs(limit: limit).map { run in
      Entry(run, rankings: try store.rankings(of: run.id).map { Entry.Ranking($0, of: run) })
    }
    self.init(entries: entries, studies: try Self.studies(of: store, limit: limit), store: store.path)
  }
}

extension RunList {
  /// Plans, searches and calibrations.
  private static func studies(of store: ResultStore, limit: Int?) throws -> [Study] {
    try store.studies(limit: limit).map { try Study($0, in: store) }
  }
}

extension RunList.Study {
  /// A stored plan, search or calibration as a list shows it.
  init(_ record: StudyRecord, in store: ResultStore) throws {
    // One that cannot be read says so when it is shown; the others are listed.
    let result = try? StoredStudy(record: record, store: store).review().result
    self.init(
      id: record.id, name: record.name, note: record.note, kind: record.inputs.kind.rawValue,
      result: result, experiment: record.inputs.experiment, run: record.inputs.run,
      arguments: record.inputs.arguments, createdAt: record.createdAt.formatted(timeStyle))
  }
}

extension RunList.Entry {
  /// A stored run as a list shows it.
  init(_ run: RunRecord, rankings: [Ranking]) {
    let inputs = run.inputs
    self.init(
      id: run.id, name: run.name, note: run.note, experiment: inputs.experiment, question: inputs.question,
      arms: inputs.arms.count, objective: inputs.objective.name, rankings: rankings, seed: inputs.seed,
      trials: inputs.trials, storedTrials: run.storedTrials, installs: inputs.installs,
      engine: inputs.engine, createdAt: run.createdAt.formatted(timeStyle), seconds: run.seconds)
  }
}

extension RunList.Entry.Ranking {
  /// A stored ranking.
  init(_ stored: StoredRanking, of run: RunRecord) {
    let names = run.inputs.arms.map(\.name)
    self.init(
      kind: stored.headline, option: stored.best.map { names[$0] }, others: stored.tied.map { names[$0] })
  }
}
