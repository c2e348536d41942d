import ExperimentDesign
import ResultStore
import Studies
import Synchronization

/// How a run chooses its own size: it is looked at after some numbers of trials, and grown until it is precise enough.
public struct RunGrowth: Sendable {
  /// What the Monte Carlo error of every difference must be below, in units of the objective.
  public var goal: Double
  /// The numbers of trials after which the run is looked at, ascending; never empty.
  public let looks: [Int]

  /// Growth to a precision, with looks after 200, 400, 800, … trials.
  ///
  /// - Parameter most: the most trials, from 2 on; the last look.
  public init(precision: Double, most: Int = 12_800) {
    goal = precision
    looks = StoppingOutcome.looks(upTo: most)
  }
}

/// A run that has chosen its size, its plan, and how the rule ended.
struct GrownRun {
  var record: RunRecord
  var plan: SimulationPlan
  var outcome: StoppingOutcome
  /// What makes its answer, with all of its trials.
  var builder: RunSummaryBuilder?
}

extension Runner {
  /// A run that chooses its own size.
  ///
  /// Sizes that a stored run is known to have passed without meeting the rule are passed over. What comes out is the
  /// run of that size, under the id that it has when its size is given. Trials that the store has of a smaller or
  /// larger run of the same file and seed are taken over.
  func grown(_ plan: SimulationPlan, by growth: RunGrowth) async throws -> GrownRun {
    var attempt = 0
    while true {
      do {
        return try await grownOnce(plan, by: growth)
      } catch ResultStoreError.noRun where attempt < growth.looks.count {
        // Another program that asks the same of the same store has grown the run that both went on with;
        // it has another id now, and is met again at its new size.
        attempt += 1
      }
    }
  }

  private func grownOnce(_ plan: SimulationPlan, by growth: RunGrowth) async throws -> GrownRun {
    let siblings = computesAgain ? [] : try siblings(of: plan)
    var grown: RunRecord?
    var builder: RunSummaryBuilder?
    var last: (record: RunRecord, plan: SimulationPlan, outcome: StoppingOutcome)?
    for trials in growth.looks[firstLook(of: growth, among: siblings)...] {
      let plan = plan.resized(trials: trials)
      let known = try store.find(contentKey: plan.inputs.contentKey, isUnfinished: computesAgain)
      var record: RunRecord
      if let known {
        // A smaller run begun here has served; nobody asked for it.
        if let grown { try store.remove(grown.id) }
        record = known
        try keepText(of: plan, with: &record)
        // One that was finished is an answer that somebody has. One that was not was left by this very
        // command when it was killed, complete or not: it grows on.
        grown = known.finishedAt == nil && known.name == nil ? known : nil
      } else if let smaller = grown {
        record = try store.grow(smaller.id, to: plan.inputs)
        grown = record
      } else {
        record = try begun(plan, known)
        grown = record
      }
      let building = Mutex(
        builder.take() ?? answering(record, plan).emptyBuilder(explainsLead: true))
      if !record.isComplete {
        try takeOver(record, from: siblings.map(\.record.inputs.contentKey))
        record = try await completed(record, plan) { result in
          // One that is not the next comes after trials that were stored before; they are read below.
          building.withLock { if $0.trials == result.trial { $0.add(result) } }
        }
      }
      let look = try building.withLock { builder in
        try readRest(into: &builder, upTo: trials, of: record)
        return try builder.look(goal: growth.goal)
      }
      builder = building.withLock { $0 }
      last = (record, plan, look)
      if look.isMet { break }
      try requireGoingOn(record)
    }
    guard let last else { throw CancellationError() }
    return GrownRun(
      record: last.record, plan: last.plan, outcome: last.outcome, builder: builder)
  }

  /// Hands in the trials that follow those of a builder and are stored.
  private func readRest(
    into builder: inout RunSummaryBuilder, upTo trials: Int, of record: RunRecord
  ) throws {
    while builder.trials < trials {
      try requireGoingOn(record)
      let next = min(trials, builder.trials + 64)
      for result in try store.results(of: record.id, trials: builder.trials..<next) { builder.add(result) }
    }
  }

  /// Ends what nobody waits for any more, between two sizes.
  private func requireGoingOn(_ record: RunRecord) throws {
    if context.shouldStop() { throw RunStopped(record) }
  }

  /// A stored run of the same experiment, seed and engine, of whatever size.
  private typealias Sibling = (record: RunRecord, outcome: StoppingOutcome?)

  /// The stored runs that differ from the plan's in their number of trials alone, the smallest first.
  private func siblings(of plan: SimulationPlan) throws -> [Sibling] {
    let inputs = plan.inputs
    let alike = try store.runs().map(\.inputs).filter {
      $0.experiment == inputs.experiment && $0.seed == inputs.seed && $0.engine == inputs.engine
        && $0.installs == inputs.installs
    }
    return try Set(alike.map(\.trials)).sorted().compactMap { trials in
      let key = plan.resized(trials: trials).inputs.contentKey
      guard let record = try store.find(contentKey: key) else { return nil }
      return (record, try store.keptAnswer(of: record.id)?.stopping)
    }
  }

  /// The position of the first look that can meet the rule, as far as stored runs tell; else the last.
  ///
  /// A run that was looked at and asked for no more had not met it at any look before its size.
  private func firstLook(of growth: RunGrowth, among siblings: [Sibling]) -> Int {
    let passed = siblings.last { sibling in
      guard sibling.record.isComplete, let other = sibling.outcome else { return false }
      return other.goal >= growth.goal
    }
    guard let passed else { return 0 }
    return growth.looks.firstIndex { $0 >= passed.record.inputs.trials } ?? growth.looks.count - 1
  }

  /// Refuses a name that the run could not have at its end, before the work.
  ///
  /// - Throws: as `ResultStore.requireFree`.
  public func requireFree(name: String, for plan: SimulationPlan, growth: RunGrowth? = nil) throws {
    guard let growth, !computesAgain else {
      return try store.requireFree(name, forContent: computesAgain ? nil : plan.inputs.contentKey)
    }
    let siblings = try siblings(of: plan)
    let look = growth.looks[firstLook(of: growth, among: siblings)]
    // A run that this rule has ended, and whose name may be given again.
    let ended = siblings.first { sibling in
      sibling.record.inputs.trials == look && sibling.outcome?.goal == growth.goal
        && (sibling.outcome?.isMet == true || look == growth.looks.last)
    }
    try store.requireFree(name, forContent: ended?.record.inputs.contentKey)
  }

  /// Copies trials that runs of other sizes have.
  private func takeOver(_ record: RunRecord, from contentKeys: [String]) throws {
    for key in contentKeys where key != record.inputs.contentKey {
      let missing = try store.missingTrials(of: record.id)
      guard !missing.isEmpty else { return }
      // One that has grown since is this run, or gone.
      guard let other = try store.find(contentKey: key)?.id else { continue }
      let shared = try store.storedTrials(of: other).filter(Set(missing).contains)
      for start in stride(from: 0, to: shared.count, by: 64) {
        let batch = shared[start..<min(start + 64, shared.count)]
        try store.append(
          batch.flatMap { try store.results(of: other, trials: $0..<$0 + 1) }, to: record.id)
      }
    }
  }
}
