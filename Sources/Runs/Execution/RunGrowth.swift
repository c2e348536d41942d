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
    looks = Array(sequence(first: 200) { 2 * $0 }.prefix { $0 < most }) + [most]
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
  /// What comes out is the run of that size, under the id that it has when its size is given. Trials that the store has
  /// of a smaller or larger run of the same file and seed are taken over.
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
    var last: GrownRun?
    for trials in growth.looks {
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
        for sibling in siblings where sibling.inputs.contentKey != plan.inputs.contentKey {
          // One that has grown since is this run, or gone.
          guard let other = try store.find(contentKey: sibling.inputs.contentKey) else { continue }
          try store.take(trialsOf: other.id, from: store, into: record.id)
        }
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
      last = GrownRun(record: record, plan: plan, outcome: look, builder: builder)
      if look.isMet { break }
      try requireGoingOn(record)
    }
    guard let last else { throw CancellationError() }
    return last
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

  /// The stored runs that differ from the plan's in their number of trials alone, the smallest first.
  private func siblings(of plan: SimulationPlan) throws -> [RunRecord] {
    let inputs = plan.inputs
    let alike = try store.runs().map(\.inputs).filter {
      $0.experiment == inputs.experiment && $0.seed == inputs.seed && $0.engine == inputs.engine
        && $0.installs == inputs.installs
    }
    return try Set(alike.map(\.trials)).sorted().compactMap { trials in
      try store.find(contentKey: plan.resized(trials: trials).inputs.contentKey)
    }
  }

  /// Refuses a name that another run has, before the work; a run that grew may have been given it at another size.
  ///
  /// - Throws: as `ResultStore.requireFree`.
  public func requireFree(name: String, for plan: SimulationPlan, growth: RunGrowth? = nil) throws {
    let ended = growth == nil || computesAgain ? nil : try siblings(of: plan).first { $0.name == name }
    let known = ended?.inputs.contentKey ?? plan.inputs.contentKey
    try store.requireFree(name, forContent: computesAgain ? nil : known)
  }
}
