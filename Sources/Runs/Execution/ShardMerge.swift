import ExperimentDesign
import Foundation
public import ResultStore
import Studies

/// The shards of one run, checked, to be joined into one store.
public struct ShardMerge: Sendable {
  /// One shard's store and what it holds.
  private struct Part {
    var path: String
    var record: RunRecord
    var trials: [Int]
  }

  private let parts: [Part]

  /// How many shards there are.
  public var count: Int { parts.count }

  /// What the shards are parts of.
  public var inputs: RunInputs { parts[0].record.inputs }

  /// Reads what the stores hold, and checks that they are parts of one run with every trial once.
  ///
  /// - Parameters:
  ///   - paths: the shards' stores; at least one.
  ///   - reference: which run of each, where one holds several.
  /// - Throws: ``ShardMismatch`` where they do not fit, `ResultStoreError`.
  public init(stores paths: [String], run reference: String? = nil) throws {
    parts = try paths.map { try Self.part(at: $0, reference: reference) }
    guard let first = parts.first else { throw ShardMismatch.noStore }
    for part in parts.dropFirst() { try Self.require(part, of: first) }
    try requireEveryTrialOnce(of: first.record.inputs.trials)
  }

  private static func part(at path: String, reference: String?) throws -> Part {
    let store = try ResultStore(path: path, access: .reading)
    if reference == nil {
      let runs = try store.runs(limit: 2)
      guard !runs.isEmpty else { throw ShardMismatch.noRun(path: path) }
      guard runs.count < 2 else { throw ShardMismatch.severalRuns(path: path) }
    }
    let record = try store.run(reference ?? "last")
    return Part(path: path, record: record, trials: try store.storedTrials(of: record.id))
  }

  /// Refuses a part of another run, and finds in what the two differ.
  private static func require(_ part: Part, of other: Part) throws {
    let (mine, theirs) = (part.record.inputs, other.record.inputs)
    guard mine.contentKey != theirs.contentKey else { return }
    let facts: [(fact: ShardMismatch.Fact, mine: String, theirs: String)] = [
      (.experiment, mine.experiment, theirs.experiment),
      (.seed, "\(mine.seed)", "\(theirs.seed)"),
      (.trials, "\(mine.trials)", "\(theirs.trials)"),
      (.installs, "\(mine.installs)", "\(theirs.installs)"),
      (.engine, mine.engine, theirs.engine),
    ]
    let different = facts.first { $0.mine != $0.theirs }
    throw ShardMismatch.otherRun(
      difference: different.map { .init(fact: $0.fact, value: $0.mine, other: $0.theirs) }, path: part.path,
      other: other.path)
  }

  /// Refuses gaps and overlaps, and lists them.
  private func requireEveryTrialOnce(of total: Int) throws {
    var holders: [Int: Int] = [:]
    for (position, part) in parts.enumerated() {
      for trial in part.trials {
        if let holder = holders[trial] {
          let other = parts[holder]
          throw ShardMismatch.overlap(
            Set(other.trials).intersection(part.trials).sorted(), path: other.path, other: part.path)
        }
        holders[trial] = position
      }
    }
    let missing = (0..<total).filter { holders[$0] == nil }
    guard missing.isEmpty else {
      throw ShardMismatch.missing(missing, of: total, stores: parts.count)
    }
  }

  /// The name that the parts have, which the whole run keeps; `nil` where none has one.
  ///
  /// - Throws: ``ShardMismatch/names(_:path:other:otherPath:)`` where they have several.
  public func commonName() throws(ShardMismatch) -> String? {
    let named = parts.compactMap { part in part.record.name.map { (name: $0, path: part.path) } }
    guard let first = named.first else { return nil }
    if let other = named.first(where: { $0.name != first.name }) {
      throw .names(first.name, path: first.path, other: other.name, otherPath: other.path)
    }
    return first.name
  }

  /// Joins the shards: the run that one machine would have computed, row for row, with its answer and what becomes of
  /// the best arms under alternative models, which is simulated here.
  ///
  /// Plans and searches of the run come with it, and so do calibrations and plans of no run.
  ///
  /// - Parameter name: What it is called from now on; without one it keeps the name that it has.
  /// - Returns: the whole run, whether the store had it already, and how many plans, searches and calibrations are new.
  /// - Throws: `ResultStoreError`, `NumericsError` where the trials have no answer.
  public func merge(
    into store: ResultStore, name: String?, context: WorkContext = WorkContext()
  ) async throws -> (record: RunRecord, wasThere: Bool, studies: Int) {
    let known = try store.find(contentKey: inputs.contentKey)
    if let name { try store.requireFree(name, forContent: inputs.contentKey) }
    // Whether they may be taken over is known before anything is.
    for part in parts { _ = try newStudies(of: part, for: store) }
    if let known, known.isComplete, known.finishedAt != nil {
      if let name { try store.rename(known.id, to: name) }
      return (known, true, try takeStudies(into: known.id, of: store))
    }
    let begun = parts.map(\.record.createdAt).min() ?? Date()
    let record = try store.findOrBegin(inputs, name: name, at: begun)
    for (position, part) in parts.enumerated() {
      context.onEvent(.joining(position + 1, of: parts.count))
      let source = try ResultStore(path: part.path, access: .reading)
      if try store.take(trialsOf: part.record.id, from: source, into: record.id) > 0 {
        try store.append([], to: record.id, seconds: part.record.seconds)
      }
    }
    context.onEvent(.joined)
    let joined = try store.run(record.id)
    let summary = try StoredRun(joined, in: store).summary(explainsLead: true)
    try await keepAlternatives(of: summary, joined, in: store, context)
    try store.store(summary.storedRankings, of: joined.id)
    try store.finish(joined.id, summaries: summary.storedRows)
    return (joined, false, try takeStudies(into: joined.id, of: store))
  }

  /// What a part's store has of its run and of no run, and the other store has not.
  private func newStudies(of part: Part, for store: ResultStore) throws -> [StudyRecord] {
    try store.newStudies(
      in: ResultStore(path: part.path, access: .reading), of: [part.record.id])
  }

  /// Takes over plans, searches and calibrations, and says how many.
  private func takeStudies(into run: RunRecord.ID, of store: ResultStore) throws -> Int {
    var count = 0
    for part in parts {
      let found = try newStudies(of: part, for: store)
      try store.take(found, runs: [part.record.id: run])
      count += found.count
    }
    return count
  }

  /// Stores what becomes of the best arms under alternative models, where this version reads the same experiment out
  /// of the run's text; which no shard has, since it takes a whole run to know the best.
  private func keepAlternatives(
    of summary: RunSummary, _ record: RunRecord, in store: ResultStore, _ context: WorkContext
  ) async throws {
    guard let experiment = StoredExperiment(record: record).experiment else { return }
    let study = AlternativeStudy(of: experiment, seed: record.inputs.seed, threads: context.threads)
    guard try !study.isWhole(in: summary) else { return }
    let judged = try await study.judged(summary, shouldStop: context.shouldStop) { done, most in
      context.onEvent(.judging(done: done, most: most))
    }
    context.onEvent(.judged)
    if let alternatives = judged.storedAlternatives {
      try store.store(alternatives, of: record.id, includesForbidden: false)
    }
  }
}

/// Why stores cannot be joined.
public enum ShardMismatch: Error {
  /// What two runs can differ in.
  public enum Fact: Hashable, Sendable { case experiment, seed, trials, installs, engine }

  /// A fact that two runs differ in.
  public struct Difference: Hashable, Sendable {
    /// Which.
    public var fact: Fact
    /// As the one has it.
    public var value: String
    /// As the other has it.
    public var other: String

    /// Creates a difference.
    public init(fact: Fact, value: String, other: String) {
      self.fact = fact
      self.value = value
      self.other = other
    }
  }

  /// None was given.
  case noStore
  /// A store holds no run.
  case noRun(path: String)
  /// A store holds several runs, and nobody said which.
  case severalRuns(path: String)
  /// Two stores hold parts of different runs; without a difference in what they assume or compare.
  case otherRun(difference: Difference?, path: String, other: String)
  /// Two stores hold the same trials.
  case overlap([Int], path: String, other: String)
  /// Some trials are in no store.
  case missing([Int], of: Int, stores: Int)
  /// The run is called differently in two stores.
  case names(String, path: String, other: String, otherPath: String)
}
