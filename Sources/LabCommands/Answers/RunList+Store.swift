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
  /// Plans, searches and calibrations, those searches last that are not over.
  private static func studies(of store: ResultStore, limit: Int?) throws -> [Study] {
    let finished = try store.studies(limit: limit).map { try Study($0, in: store) }
    let all = try finished + store.unfinishedSearches().map { Study($0) }
    return Array(all.prefix(limit ?? all.count))
  }
}

extension RunList.Study {
  /// A search that is not over, as a list shows it.
  init(_ search: UnfinishedSearch) {
    let trials = SupportedDigits.grouped(search.trials)
    self.init(
      id: search.id, name: nil, note: nil, kind: "unfinished search",
      result: "\(trials) trials are kept",
      experiment: search.beginning?.experiment, run: nil, arguments: search.beginning?.arguments ?? [],
      createdAt: search.beginning?.moment.formatted(timeStyle) ?? "")
  }

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
