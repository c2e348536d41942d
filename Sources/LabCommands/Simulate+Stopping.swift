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
  ) async throws -> (record: RunRecord, plan: SimulationPlan) {
    let looks = stopping.looks
    var grown: RunRecord?
    var builder: RunSummaryBuilder?
    var last: (record: RunRecord, plan: SimulationPlan)?
    for trials in looks {
      let plan = plan.resized(trials: trials)
      let known = again ? nil : try store.find(contentKey: plan.inputs.contentKey)
      var record: RunRecord
      if let known {
        // A smaller run begun here has served; nobody asked for it.
        if let grown { try store.remove(grown.id) }
        record = known
        grown = known.isComplete ? nil : known
      } else if let smaller = grown {
        record = try store.grow(smaller.id, to: plan.inputs)
        grown = record
      } else {
        record = try store.begin(plan.inputs)
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
        let next = min(trials, current.trials + 64)
        for result in try store.results(of: record.id, trials: current.trials..<next) {
          current.add(result)
        }
      }
      builder = current
      let look = try current.look(rule)
      last = (record, plan)
      if look.isEnough || trials == looks.last {
        note(sentence(look, rule, trials: trials))
        break
      }
    }
    guard let last else { throw CancellationError() }
    return last
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
      let shared = Set(try store.storedTrials(of: other.id)).intersection(missing).sorted()
      for start in stride(from: 0, to: shared.count, by: 64) {
        let batch = shared[start..<min(start + 64, shared.count)]
        try store.append(
          batch.flatMap { try store.results(of: other.id, trials: $0..<$0 + 1) }, to: record.id)
      }
    }
  }

  private func sentence(_ look: StoppingRule.Look, _ rule: StoppingRule, trials: Int) -> String {
    let what =
      switch rule {
      case .precision: "the largest simulation error of a difference is at most"
      case .decision: "recommending the best arm may lose by simulation error at most"
      }
    let size = "\(SupportedDigits.grouped(trials)) trials"
    guard let largest = look.largest else {
      return "\(size) were run, and cannot tell how precise they are; --max-trials allows no more."
    }
    let found =
      largest < rule.limit / 1000
      ? "next to nothing"
      : SupportedDigits.text(
        largest, decimals: SupportedDigits.decimals(error: largest / 10, plain: 0))
    return look.isEnough
      ? "\(size) are enough: \(what) \(found), below \(rule.limit)."
      : "\(size) were run, the most allowed: \(what) \(found), not below \(rule.limit)."
  }
}
