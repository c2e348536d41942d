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
  /// What a store has, newest first.
  init(of store: ResultStore, limit: Int? = nil) throws {
    self.init(
      runs: try store.runs(limit: limit).map { Run($0, advice: try store.rankings(of: $0.id)) },
      studies: try store.studies(limit: limit).map { Study($0, in: store) }, store: store.path)
  }
}

extension RunList.Run {
  /// A stored run as a list shows it.
  init(_ run: RunRecord, advice: [StoredRanking]) {
    let names = run.inputs.arms.map(\.name)
    self.init(
      run.id, name: run.name, note: run.note, description: run.inputs.description,
      settings: run.inputs.overrides,
      advice: RunList.words(
        advice.map { ($0.headline, $0.best.map { names[$0] }, $0.tied.map { names[$0] }) }),
      storedTrials: run.storedTrials, createdAt: run.createdAt.formatted(timeStyle), seconds: run.seconds)
  }
}

extension RunList.Study {
  /// A stored plan, search or calibration as a list shows it.
  init(_ record: StudyRecord, in store: ResultStore) {
    // One that cannot be read says so when it is shown; the others are listed.
    let result = try? record.review(in: store).result
    self.init(
      record.id, name: record.name, note: record.note, kind: record.inputs.kind.rawValue,
      result: result, experiment: record.inputs.experiment, run: record.inputs.run,
      arguments: record.inputs.arguments, createdAt: record.createdAt.formatted(timeStyle))
  }
}
