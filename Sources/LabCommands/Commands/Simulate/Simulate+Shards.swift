import ArgumentParser
import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs

extension Simulate {
  /// Refuses what only a whole run can give.
  func requireWhole(_ shard: Shard?) throws {
    guard let shard else { return }
    let refused: [(isGiven: Bool, option: String, reason: String)] = [
      (precision != nil, "--precision", "looks at a whole run to choose its size"),
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

  /// The store that a shard fills: one of its own, unless set otherwise.
  func options(of shard: Shard) -> StoreOptions {
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
    let options = options(of: shard)
    let store = try options.open(.writing)
    let record: RunRecord
    do {
      record = try await runner(store, plan).run(shard, of: plan, name: name)
    } catch let stop as RunStopped {
      throw Interrupted(stored: stop.stored, trials: stop.trials, command: goingOn(plan))
    }
    let mine = shard.trials(of: plan.experiment.trials)
    try store.requireStillThere()
    try StandardStreams.output(
      """
      Shard \(shard) of run \(record.id): \(SupportedDigits.grouped(mine.count)) of \
      \(SupportedDigits.grouped(plan.experiment.trials)) trials, stored in \(options.resolved).
      When all \(shard.count) shards are done: att-lab merge OUT.sqlite SHARD.sqlite…

      """)
  }
}
