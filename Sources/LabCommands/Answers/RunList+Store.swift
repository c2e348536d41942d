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
  ///
  /// - Parameter runs: these alone; `nil` for all.
  init(of store: ResultStore, limit: Int? = nil, runs: Set<RunRecord.ID>? = nil) throws {
    let listing = try RunListing(of: store, limit: limit, runs: runs)
    self.init(
      entries: listing.entries.map { Entry($0.head, rankings: $0.rankings.map(Entry.Ranking.init)) },
      studies: runs == nil ? try Self.studies(of: store, limit: limit) : [],
      store: store.path)
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
  init(_ head: RunHead, rankings: [Ranking]) {
    self.init(
      id: head.id, name: head.name, note: head.note, experiment: head.experiment,
      question: head.question, arms: head.arms, objective: head.objective, rankings: rankings,
      seed: head.seed,
      trials: head.trials,
      storedTrials: head.storedTrials, installs: head.installs, engine: head.engine,
      createdAt: head.createdAt.formatted(timeStyle), seconds: head.seconds)
  }
}

extension RunList.Entry.Ranking {
  /// A stored ranking; one with a word that this version does not know says nothing of the arm.
  init(_ stored: NamedRanking) {
    self.init(
      kind: stored.headline.flatMap(Recommendation.Kind.init(stored:)), best: stored.best, tied: stored.tied)
  }
}
