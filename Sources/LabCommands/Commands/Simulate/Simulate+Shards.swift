import ArgumentParser
import ExperimentDesign
import Foundation
import Rendering
import ResultStore
import Reviews
import Runs

extension Simulate {
  /// The store that a shard fills: one of its own, unless set otherwise.
  func options(of shard: Shard) -> StoreOptions {
    var own = keeping.store
    let isTold =
      own.path != nil || ProcessInfo.processInfo.environment["ATT_LAB_DB"].map { !$0.isEmpty } == true
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
      throw Ended.interrupted(stop, goOn: goingOn(plan))
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
