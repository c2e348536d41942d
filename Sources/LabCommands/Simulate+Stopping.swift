import ExperimentDesign
import ResultStore
import Reviews
import Runs
import Studies

extension Simulate {
  /// A run that chooses its own size.
  ///
  /// It is looked at after 200, 400, 800, … trials, and grown until the rule is met or the most trials are run. Sizes
  /// that a stored run is known to have passed without meeting the rule are passed over. What comes out is the run that
  /// `--trials` of its final size would be, under the same id. Trials that the store has of a smaller or larger run of
  /// the same file and seed are taken over.
  func sized(
    _ plan: SimulationPlan, by rule: StoppingRule, in store: ResultStore
  ) async throws -> SizedRun {
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
    let siblings = again ? [] : try siblings(of: plan, in: store)
    var grown: RunRecord?
    var builder: RunSummaryBuilder?
    var last: SizedRun?
    for trials in looks[firstLook(by: rule, among: siblings)...] {
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
        try takeOver(record, from: siblings.map(\.record.inputs.contentKey), in: store)
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

  /// A stored run of the same experiment, seed and engine, of whatever size.
  typealias Sibling = (record: RunRecord, outcome: StoppingOutcome?)

  /// The stored runs that differ from the plan's in their number of trials alone, the smallest first.
  private func siblings(of plan: SimulationPlan, in store: ResultStore) throws -> [Sibling] {
    let inputs = plan.inputs
    let heads = try store.runs().filter {
      $0.experiment == inputs.experiment && $0.seed == inputs.seed && $0.engine == inputs.engine
        && $0.installs == inputs.installs
    }
    return try Set(heads.map(\.trials)).sorted().compactMap { trials in
      let key = plan.resized(trials: trials).inputs.contentKey
      guard let record = try store.find(contentKey: key) else { return nil }
      return (record, try store.stopping(of: record.id).flatMap(StoppingOutcome.init))
    }
  }

  /// The position of the first look that can meet the rule, as far as stored runs tell; else the last.
  ///
  /// A run that was looked at by the same rule, asking no more, had not met it at any look before its size.
  private func firstLook(by rule: StoppingRule, among siblings: [Sibling]) -> Int {
    let passed = siblings.last { sibling in
      guard sibling.record.isComplete, let other = sibling.outcome?.rule else { return false }
      return other.name == rule.name && other.limit >= rule.limit
    }
    guard let passed else { return 0 }
    let looks = stopping.looks
    return looks.firstIndex { $0 >= passed.record.inputs.trials } ?? looks.count - 1
  }

  /// Refuses a name that the run could not have at its end, before the work.
  ///
  /// - Throws: as `ResultStore.requireFree`.
  func requireName(for plan: SimulationPlan, in store: ResultStore) throws {
    guard let name else { return }
    guard let rule = stopping.rule, !again else {
      return try store.requireFree(name, forContent: again ? nil : plan.inputs.contentKey)
    }
    let siblings = try siblings(of: plan, in: store)
    let look = stopping.looks[firstLook(by: rule, among: siblings)]
    // A run that this rule has ended, and whose name may be given again.
    let ended = siblings.first { sibling in
      sibling.record.inputs.trials == look && sibling.outcome?.rule == rule
        && (sibling.outcome?.isMet == true || look == stopping.looks.last)
    }
    try store.requireFree(name, forContent: ended?.record.inputs.contentKey)
  }

  /// Copies trials that runs of other sizes have.
  private func takeOver(
    _ record: RunRecord, from contentKeys: [String], in store: ResultStore
  ) throws {
    for key in contentKeys where key != record.inputs.contentKey {
      let missing = try store.missingTrials(of: record.id)
      guard !missing.isEmpty else { return }
      // One that has grown since is this run, or gone.
      guard let other = try store.find(contentKey: key)?.id else { continue }
      var gaps = missing.ranges[...]
      let shared = try store.storedTrials(of: other).filter { trial in
        gaps = gaps.drop { $0.upperBound <= trial }
        return gaps.first?.contains(trial) ?? false
      }
      for start in stride(from: 0, to: shared.count, by: 64) {
        let batch = shared[start..<min(start + 64, shared.count)]
        try store.append(
          batch.flatMap { try store.results(of: other, trials: $0..<$0 + 1) }, to: record.id)
      }
    }
  }
}

/// A precision or a loss that the most trials allowed did not reach.
struct UnmetGoal {
  /// What was reached, and the command that goes on from the stored trials.
  var lines: [String]

  /// The most trials that one run may choose.
  private static let most = 10_000_000

  /// `nil` where the run met its goal, or had none.
  ///
  /// - Parameter command: that goes on with up to so many trials.
  init?(_ summary: RunSummary, command: (_ maxTrials: Int) -> String) {
    guard let outcome = summary.stopping, !outcome.isMet else { return nil }
    let sentence = "Not reached: " + stoppingSentence(outcome, trials: summary.trials)
    // As many again where nothing says how many it takes.
    let needed = max(outcome.trialsNeeded(after: summary.trials) ?? 0, 2 * summary.trials)
    guard needed <= Self.most else {
      lines = [
        sentence,
        "One run may have \(SupportedDigits.grouped(Self.most)) trials; give more --installs, or ask for less.",
      ]
      return
    }
    lines = [sentence, "This goes on from the trials that are stored:", "  \(command(needed))"]
  }
}
