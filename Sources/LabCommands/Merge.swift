import ArgumentParser
import ExperimentDesign
import Foundation
import LocalFiles
import ResultStore
import Reviews
import Runs
import Studies

struct Merge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Join the shards of a run into one store.",
    discussion: """
      The stores must hold parts of one run: the same experiment, seed, size and engine, every trial once. \
      What comes out is the run that one machine would have computed, row for row: its trials, its summaries, \
      and what becomes of the best arms under alternative models, which is simulated here. Interrupted, the same \
      command goes on.

      Example: att-lab merge night.sqlite att-lab-shard-*.sqlite
      """)

  @Argument(help: ArgumentHelp("The store to write; made where there is none.", valueName: "out"))
  var out: String

  @Argument(help: ArgumentHelp("The shards' stores.", valueName: "in"))
  var shards: [String]

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "Which run of each store, where one holds several: an id, the start of one, or a name.",
      valueName: "run"))
  var runName: String?

  @Option(help: "A name for the run, to find it by.")
  var name: String?

  @Flag(name: .shortAndLong, help: "Do not tell which store is read.")
  var quiet = false

  func validate() throws {
    for (position, path) in shards.enumerated() {
      if FileIdentity.isSame(path, out) {
        throw ValidationError("'\(path)' is both read and written; name another file to write.")
      }
      if shards[..<position].contains(where: { FileIdentity.isSame($0, path) }) {
        throw ValidationError("'\(path)' is named twice.")
      }
    }
  }

  func run() async throws {
    let parts = try shards.map { try Part(path: $0, reference: runName) }
    let first = parts[0]
    for part in parts.dropFirst() { try part.requireSameRun(as: first) }
    try requireEveryTrialOnce(parts, of: first.record.inputs.trials)
    let name = try name ?? commonName(parts)
    let store = try ResultStore(path: out, access: .writing)
    let known = try store.find(contentKey: first.record.inputs.contentKey)
    if let name { try store.requireFree(name, forContent: first.record.inputs.contentKey) }
    if let known, known.isComplete, known.finishedAt != nil {
      if let name { try store.rename(known.id, to: name) }
      try tell(known, "holds all trials already")
      return
    }
    Interruption.say(["Interrupted: the trials that were joined are stored. The same command goes on."])
    let begun = parts.map(\.record.createdAt).min() ?? first.record.createdAt
    let record = try store.findOrBegin(first.record.inputs, name: name, at: begun)
    for (position, part) in parts.enumerated() {
      if Terminal.hasErrorTerminal, !quiet {
        StandardStreams.error("\r\u{1B}[KJoining \(position + 1) of \(parts.count)")
      }
      let source = try ResultStore(path: part.path, access: .reading)
      if try store.take(trialsOf: part.record.id, from: source, into: record.id) > 0 {
        try store.append([], to: record.id, seconds: part.record.seconds)
      }
    }
    if Terminal.hasErrorTerminal, !quiet { StandardStreams.error("\r\u{1B}[K") }
    let joined = try store.run(record.id)
    let summary = try summary(of: joined, in: store, explainsLead: true)
    try await keepRivals(of: summary, joined, in: store)
    try store.store(summary.storedRankings, of: joined.id)
    try store.finish(joined.id, summaries: summary.storedRows)
    try tell(joined, "holds \(SupportedDigits.grouped(joined.storedTrials)) trials of \(parts.count) stores")
  }

  /// Stores what becomes of the best arms under alternative models, where this version reads the same experiment out
  /// of the run's text; which no shard has, since it takes a whole run to know the best.
  private func keepRivals(of summary: RunSummary, _ record: RunRecord, in store: ResultStore) async throws {
    guard let experiment = StoredExperiment(record: record).experiment else { return }
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let study = RivalStudy(of: experiment, seed: record.inputs.seed, threads: threads)
    guard !study.isWhole(in: summary) else { return }
    let judged = try await study.judged(summary) { false }
    if let rivals = judged.storedRivals {
      try store.store(rivals, of: record.id, includesForbidden: false)
    }
  }

  private func tell(_ record: RunRecord, _ what: String) throws {
    let db = "--db \(shellWord(out))"
    try StandardStreams.output(
      """
      Run \(record.id) in \(out) \(what).
      See it: att-lab runs show \(record.id) \(db)

      """)
  }

  /// The name that the parts have, which the whole run keeps; `nil` where none has one.
  private func commonName(_ parts: [Part]) throws -> String? {
    let named = parts.filter { $0.record.name != nil }
    guard let first = named.first else { return nil }
    if let other = named.first(where: { $0.record.name != first.record.name }) {
      throw ValidationError(
        "the run is called '\(first.record.name ?? "")' in '\(first.path)' and '\(other.record.name ?? "")' in "
          + "'\(other.path)'; say with --name what the whole run is called.")
    }
    return first.record.name
  }

  /// Refuses gaps and overlaps, and lists them.
  private func requireEveryTrialOnce(_ parts: [Part], of total: Int) throws {
    // Which part holds a trial, of those that some part does: a run may have billions.
    var holders: [Int: Int] = [:]
    for (position, part) in parts.enumerated() {
      for trial in part.trials {
        guard holders[trial] == nil else {
          let other = parts[holders[trial] ?? 0]
          let shared = Set(other.trials).intersection(part.trials).sorted()
          throw ShardsDoNotFit(
            "'\(other.path)' and '\(part.path)' both hold \(TrialList(shared)); "
              + "merge each part once, or simulate the parts anew into stores of their own")
        }
        holders[trial] = position
      }
    }
    var missing = TrialNumbers()
    var next = 0
    for trial in holders.keys.sorted() {
      missing.append(next..<trial)
      next = trial + 1
    }
    missing.append(next..<max(next, total))
    guard missing.isEmpty else {
      throw ShardsDoNotFit(
        "\(SupportedDigits.grouped(missing.count)) of \(SupportedDigits.grouped(total)) trials are in none of the "
          + "\(parts.count) stores: \(TrialList(missing))\(TrialList.shards(missing, of: total)); run what is missing and merge again"
      )
    }
  }
}

/// One shard's store and what it holds.
private struct Part {
  var path: String
  var record: RunRecord
  var trials: [Int]

  init(path: String, reference: String?) throws {
    self.path = path
    let store = try ResultStore(path: path, access: .reading)
    if reference == nil {
      let runs = try store.runs(limit: 2)
      guard !runs.isEmpty else {
        throw ShardsDoNotFit(
          "'\(path)' holds no run, expected a part of one; simulate it with --shard, or leave it out")
      }
      guard runs.count < 2 else {
        throw ShardsDoNotFit(
          "'\(path)' holds several runs, expected one; name it with --run (att-lab runs list --db "
            + "\(shellWord(path)) shows them)")
      }
    }
    record = try store.run(reference ?? "last")
    trials = try store.storedTrials(of: record.id)
  }

  /// Says in what the runs differ.
  func requireSameRun(as other: Part) throws {
    let (mine, theirs) = (record.inputs, other.record.inputs)
    guard mine.contentKey != theirs.contentKey else { return }
    let facts: [(what: String, mine: String, theirs: String)] = [
      ("experiment", mine.experiment, theirs.experiment),
      ("seed", "\(mine.seed)", "\(theirs.seed)"),
      ("number of trials", "\(mine.trials)", "\(theirs.trials)"),
      ("number of installs", "\(mine.installs)", "\(theirs.installs)"),
      ("engine", mine.engine, theirs.engine),
    ]
    let different = facts.first { $0.mine != $0.theirs }
    let difference =
      different.map { "\($0.what) is \($0.mine) in '\(path)' and \($0.theirs) in '\(other.path)'" }
      ?? "what they assume or compare differs between '\(path)' and '\(other.path)'"
    throw ShardsDoNotFit(
      "the stores hold parts of different runs: the \(difference); merge parts of one run alone")
  }
}

/// Why stores cannot be joined.
struct ShardsDoNotFit: CommandFailure, Hashable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  var exitStatus: ExitStatus { .badInput }
  var lines: [String] { ["error: \(self)"] }
}

/// Some trials in words, at most ten ranges of them.
struct TrialList: CustomStringConvertible {
  let description: String

  init(_ trials: some Sequence<Int>) { self.init(TrialNumbers(trials)) }

  init(_ trials: TrialNumbers) {
    let ranges = trials.ranges.map { $0.lowerBound...$0.upperBound - 1 }
    let shown = ranges.prefix(10).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = ranges.count > 10 ? " and \(ranges.count - 10) more places" : ""
    description = (trials.count == 1 ? "trial " : "trials ") + shown.joined(separator: ", ") + rest
  }

  /// Which shards the trials are, where they are whole shards of some size.
  static func shards(_ missing: TrialNumbers, of total: Int) -> String {
    guard let first = missing.first, missing.count > 1 else { return "" }
    let count = missing[1] - first
    guard count > 1, first < count else { return "" }
    let shard = Shard(number: first + 1, count: count)
    let whole = shard.trials(of: total)
    return missing == whole ? " (shard \(shard))" : ""
  }
}
