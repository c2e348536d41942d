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
  /// - Parameter paths: the shards' stores, with one run each; at least one.
  /// - Throws: ``ShardMismatch`` where they do not fit, `ResultStoreError`.
  public init(stores paths: [String]) throws {
    parts = try paths.map(Self.part)
    guard let first = parts.first else { throw ShardMismatch(reason: "there is no store to join") }
    for part in parts.dropFirst() { try Self.require(part, of: first) }
    try requireEveryTrialOnce(of: first.record.inputs.trials)
  }

  private static func part(at path: String) throws -> Part {
    let store = try ResultStore(path: path, access: .reading)
    let runs = try store.runs(limit: 2)
    guard let record = runs.first else { throw ShardMismatch(reason: "'\(path)' holds no run; leave it out") }
    guard runs.count < 2 else {
      throw ShardMismatch(
        reason: "'\(path)' holds several runs, expected one; remove the others with 'att-lab runs remove'")
    }
    return Part(path: path, record: record, trials: try store.storedTrials(of: record.id))
  }

  /// Refuses a part of another run, and finds in what the two differ.
  private static func require(_ part: Part, of other: Part) throws {
    let (mine, theirs) = (part.record.inputs, other.record.inputs)
    guard mine.contentKey != theirs.contentKey else { return }
    let facts = [
      ("experiment", mine.experiment, theirs.experiment), ("seed", "\(mine.seed)", "\(theirs.seed)"),
      ("number of trials", "\(mine.trials)", "\(theirs.trials)"),
      ("number of installs", "\(mine.installs)", "\(theirs.installs)"),
      ("engine", mine.engine, theirs.engine),
    ]
    let difference =
      facts.first { $0.1 != $0.2 }.map { "\($0) is \($1) in '\(part.path)' and \($2) in '\(other.path)'" }
      ?? "what they assume or compare differs between '\(part.path)' and '\(other.path)'"
    throw ShardMismatch(reason: "the stores hold parts of different runs: \(difference)")
  }

  /// Refuses gaps and overlaps, and lists them.
  private func requireEveryTrialOnce(of total: Int) throws {
    var holders: [Int: Int] = [:]
    for (position, part) in parts.enumerated() {
      for trial in part.trials {
        if let holder = holders[trial] {
          let other = parts[holder]
          let shared = Set(other.trials).intersection(part.trials).sorted()
          throw ShardMismatch(
            reason: "'\(other.path)' and '\(part.path)' both hold \(Self.list(shared)); merge each part once")
        }
        holders[trial] = position
      }
    }
    let missing = (0..<total).filter { holders[$0] == nil }
    guard missing.isEmpty else {
      throw ShardMismatch(
        reason: "\(missing.count) of \(total) trials are in none of the \(parts.count) stores: "
          + "\(Self.list(missing)); run what is missing and merge again")
    }
  }

  /// Some trials in words, at most ten ranges of them.
  private static func list(_ trials: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for trial in trials {
      if let last = ranges.last, last.upperBound + 1 == trial {
        ranges[ranges.count - 1] = last.lowerBound...trial
      } else {
        ranges.append(trial...trial)
      }
    }
    let shown = ranges.prefix(10).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = ranges.count > 10 ? " and \(ranges.count - 10) more ranges" : ""
    return (trials.count == 1 ? "trial " : "trials ") + shown.joined(separator: ", ") + rest
  }

  /// The name that the parts have, which the whole run keeps; `nil` where none has one.
  ///
  /// - Throws: ``ShardMismatch`` where they have several.
  public func commonName() throws(ShardMismatch) -> String? {
    let named = parts.compactMap { part in part.record.name.map { (name: $0, path: part.path) } }
    guard let first = named.first else { return nil }
    if let other = named.first(where: { $0.name != first.name }) {
      throw ShardMismatch(
        reason:
          "the run is called '\(first.name)' in '\(first.path)' and '\(other.name)' in '\(other.path)'; give it one name "
          + "in both with 'att-lab runs rename'")
    }
    return first.name
  }

  /// Joins the shards: the run that one machine would have computed, row for row, with its answer and what becomes of
  /// the best arms under alternative models, which is simulated here.
  ///
  /// - Parameter name: What it is called from now on; without one it keeps the name that it has.
  /// - Returns: the whole run, and whether the store had it already.
  /// - Throws: `ResultStoreError`, `NumericsError` where the trials have no answer.
  public func merge(
    into store: ResultStore, name: String?, context: WorkContext = WorkContext()
  ) async throws -> (record: RunRecord, wasThere: Bool) {
    let known = try store.find(contentKey: inputs.contentKey)
    if let name { try store.requireFree(name, forContent: inputs.contentKey) }
    if let known, known.isComplete, known.finishedAt != nil {
      if let name { try store.rename(known.id, to: name) }
      return (known, true)
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
    try store.finish(joined.id, answer: KeptAnswer(try await answer(joined, in: store, context)))
    return (joined, false)
  }

  /// What the joined trials say, with what becomes of the best arms under alternative models where this version reads the
  /// same experiment out of the run's text; no shard has that, since it takes a whole run to know the best.
  private func answer(
    _ record: RunRecord, in store: ResultStore, _ context: WorkContext
  ) async throws -> RunSummary {
    let builder = try StoredRun(record, in: store).builder(explainsLead: true)
    let summary = try builder.summary()
    return record.plan == nil ? summary : try await context.judged(summary, of: builder, record)
  }
}

/// Why stores cannot be joined, in a sentence.
public struct ShardMismatch: Error, Hashable {
  /// What is wrong, and what to do.
  public var reason: String
}
