import ExperimentDesign
import ResultStore
import Reviews
import Studies

extension Simulate {
  /// A run that chooses its own size: looked at after 200, 400, 800, … trials, and grown until the rule
  /// is met or the most trials are run.
  ///
  /// What comes out is the run that `--trials` of its final size would be, under the same id. Trials
  /// that the store has of a smaller or larger run of the same file and seed are taken over.
  func sized(
    _ plan: SimulationPlan, by rule: StoppingRule, in store: ResultStore
  ) async throws -> SizedRun {
    Interruption.watch()
    var attempt = 0
    while true {
      do {
        return try await grownToSize(plan, by: rule, in: store)
      } catch ResultStoreError.noRun where attempt < stopping.looks.count {
        // Another program that asks the same of the same store has grown the run that both went on with;
        // it has another id now, and is met again at its new size.
        attempt += 1
      }
    }
  }

  /// A run that has chosen its size, its plan, and how the rule ended.
  typealias SizedRun = (record: RunRecord, plan: SimulationPlan, outcome: StoppingOutcome)

  private func grownToSize(
    _ plan: SimulationPlan, by rule: StoppingRule, in store: ResultStore
  ) async throws -> SizedRun {
    let looks = stopping.looks
    var grown: RunRecord?
    var builder: RunSummaryBuilder?
    var last: SizedRun?
    for trials in looks {
      let plan = plan.resized(trials: trials)
      let known = again ? nil : try store.find(contentKey: plan.inputs.contentKey)
      var record: RunRecord
      if let known {
        // A smaller run begun here has served; nobody asked for it.
        if let grown { try store.remove(grown.id) }
        record = known
        // One that was finished is an answer that somebody has. One that was not was left by this very
        // command when it was killed, complete or not: it grows on.
        grown = known.finishedAt == nil && known.name == nil ? known : nil
      } else if let smaller = grown {
        record = try store.grow(smaller.id, to: plan.inputs)
        grown = record
      } else {
        record = try again ? store.begin(plan.inputs) : store.findOrBegin(plan.inputs)
        grown = record
      }
      if !record.isComplete {
        try takeOver(record, sizes: looks.filter { $0 != trials }, plan: plan, in: store)
        record = try await completed(record, plan, in: store)
      }
      var current =
        try builder
        ?? RunSummaryBuilder(
          RunOutline(record), includesForbidden: includeNoncompliant)
      while current.trials < trials {
        try requireGoingOn(record, plan)
        let next = min(trials, current.trials + 64)
        for result in try store.results(of: record.id, trials: current.trials..<next) {
          current.add(result)
        }
      }
      builder = current
      let look = try current.look(rule)
      last = (record, plan, StoppingOutcome(rule: rule, reached: look.largest, isMet: look.isEnough))
      if look.isEnough { break }
      try requireGoingOn(record, plan)
    }
    guard let last else { throw CancellationError() }
    try store.note(StoredStopping(last.outcome), of: last.record.id)
    return last
  }

  /// Ends what nobody waits for any more, between two sizes.
  private func requireGoingOn(_ record: RunRecord, _ plan: SimulationPlan) throws {
    guard Interruption.isRequested else { return }
    throw Interrupted(record, command: goingOn(plan))
  }

  /// Copies trials that runs of other sizes have.
  private func takeOver(
    _ record: RunRecord, sizes: [Int], plan: SimulationPlan, in store: ResultStore
  ) throws {
    guard !again else { return }
    for size in sizes {
      let missing = try store.missingTrials(of: record.id)
      guard !missing.isEmpty else { return }
      guard let other = try store.find(contentKey: plan.resized(trials: size).inputs.contentKey) else {
        continue
      }
      var gaps = missing.ranges[...]
      let shared = try store.storedTrials(of: other.id).filter { trial in
        gaps = gaps.drop { $0.upperBound <= trial }
        return gaps.first?.contains(trial) ?? false
      }
      for start in stride(from: 0, to: shared.count, by: 64) {
        let batch = shared[start..<min(start + 64, shared.count)]
        try store.append(
          batch.flatMap { try store.results(of: other.id, trials: $0..<$0 + 1) }, to: record.id)
      }
    }
  }
}
