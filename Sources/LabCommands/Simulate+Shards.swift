import ArgumentParser
import ExperimentDesign
import Foundation
import ResultStore
import Reviews
import Runs

extension Simulate {
  /// Refuses what only a whole run can give.
  func requireWhole(_ shard: Shard?) throws {
    guard let shard else { return }
    let refused: [(isGiven: Bool, option: String, reason: String)] = [
      (stopping.rule != nil, "--precision and --decide", "look at a whole run to choose its size"),
      (!require.isEmpty, "--require", "asks something of a whole run"),
      (csv != nil, "--csv", "writes the answer of a whole run"),
      (table != nil, "--table", "is of a whole run"),
      (report != nil, "--report", "writes the answer of a whole run"),
      (format.map { $0 != .table } ?? false, "--format", "is of the answer of a whole run"),
    ]
    for refusal in refused where refusal.isGiven {
      throw ValidationError(
        "\(refusal.option) \(refusal.reason), and shard \(shard) is a part; leave it out here and ask the "
          + "merged store.")
    }
  }

  /// The store that a shard fills: one of its own, unless told otherwise.
  func place(of shard: Shard) -> StoreOptions {
    var own = store
    let isTold =
      store.path != nil || ProcessInfo.processInfo.environment["ATT_LAB_DB"].map { !$0.isEmpty } == true
    if !isTold { own.path = "att-lab-shard-\(shard.number)-of-\(shard.count).sqlite" }
    return own
  }

  /// Computes and stores the trials of a shard that are missing, and says where they are.
  func runShard(_ shard: Shard, of plan: SimulationPlan) async throws {
    if plan.isSeedDrawn {
      throw ValidationError(
        "shards of one run need one seed, and neither the file nor the command line gives it; "
          + "give every shard the same --seed.")
    }
    let place = place(of: shard)
    let store = try place.open(.writing)
    let known = again ? nil : try store.find(contentKey: plan.inputs.contentKey)
    var record = try again ? store.begin(plan.inputs, name: name) : store.findOrBegin(plan.inputs, name: name)
    try keepFindings(of: plan, with: &record, in: store)
    let mine = shard.trials(of: plan.experiment.trials)
    let missing = shard.trials(of: try store.missingTrials(of: record.id))
    if known != nil, !missing.isEmpty, missing.count < mine.count {
      note("Going on: \(mine.count - missing.count) of the shard's \(mine.count) trials are stored.")
    }
    let left = try await simulated(missing, shard, of: record, plan, in: store)
    guard left == 0 else {
      throw Interrupted(
        stored: mine.count - left, trials: mine.count, command: goingOn(plan))
    }
    try store.requireInPlace()
    try StandardStreams.output(
      """
      Shard \(shard) of run \(record.id): \(SupportedDigits.grouped(mine.count)) of \
      \(SupportedDigits.grouped(plan.experiment.trials)) trials, stored in \(place.resolved).
      When all \(shard.count) shards are done: att-lab merge OUT.sqlite SHARD.sqlite…

      """)
  }

  /// Simulates and stores trials of a shard; gives how many an interruption left.
  private func simulated(
    _ trials: TrialNumbers, _ shard: Shard, of record: RunRecord, _ plan: SimulationPlan,
    in store: ResultStore
  ) async throws -> Int {
    let execution = RunExecution(
      plan: plan, store: store, run: record.id, threads: threadCount, engine: engine.engine,
      whileWriting: { try Interruption.whole($0) })
    let progress = Progress(plan: plan, isShown: Terminal.hasErrorTerminal && !quiet, trials: trials.count)
    try await execution.run(
      trials: trials, shouldStop: { Interruption.isRequested }, progress: { progress.add($0) })
    progress.clear()
    return shard.trials(of: try store.missingTrials(of: record.id)).count
  }
}
