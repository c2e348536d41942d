import ExperimentDesign
import GSLNumerics
public import ResultStore
public import Studies
import Synchronization

/// Makes plans into runs of a store, each with its answer.
///
/// A run that is stored already is found and not computed again, one that was stopped is gone on with, and either
/// way the answer is the same.
public struct Runner: Sendable {
  /// Where runs are kept.
  public var store: ResultStore
  /// How the work is done.
  public var context: WorkContext
  /// Whether a run is computed again though it is stored; one that was begun so and not ended is gone on with.
  public var computesAgain: Bool
  /// Whether a stored run is shown by the plan's texts from now on: its guardrails and the volume of its app.
  ///
  /// Without it the plan's answer is by them all the same, and that of the run stays what it was.
  public var keepsTexts: Bool

  /// What makes runs of a store.
  public init(
    store: ResultStore, context: WorkContext = WorkContext(), computesAgain: Bool = false,
    keepsTexts: Bool = true
  ) {
    self.store = store
    self.context = context
    self.computesAgain = computesAgain
    self.keepsTexts = keepsTexts
  }

  /// The run of a plan: found in the store, gone on with, or new, with its answer stored.
  ///
  /// - Parameters:
  ///   - name: What it is called from now on; without one it keeps the name that it has.
  ///   - growth: What chooses its size, in place of the plan.
  /// - Throws: ``RunStopped`` where the context stops it, `ResultStoreError`, `NumericsError` where the trials have
  ///   no answer.
  public func run(
    _ plan: SimulationPlan, name: String? = nil, growth: RunGrowth? = nil
  ) async throws -> FinishedRun {
    var plan = plan
    var record: RunRecord
    var outcome: StoppingOutcome?
    var simulated: RunSummaryBuilder?
    if let growth {
      let grown = try await grown(plan, by: growth)
      (record, plan, outcome, simulated) = (grown.record, grown.plan, grown.outcome, grown.builder)
      if let name, record.name != name {
        try store.rename(record.id, to: name)
        record.name = name
      }
    } else {
      (record, simulated) = try await computed(plan, name: name)
    }
    try keepText(of: plan, with: &record)
    if growth != nil { simulated?.outline = answering(record, plan).outline() }
    context.onEvent(.answering(record))
    var (summary, builder) = try await answered(record, plan, outcome, &simulated)
    summary.stopping = outcome
    return FinishedRun(record: record, summary: summary, builder: builder)
  }

  /// The complete run of the plan: found in the store, gone on with, or new.
  ///
  /// - Returns: the run, and what makes its answer where all of its trials were simulated just now: they need not be read
  ///   back then.
  private func computed(
    _ plan: SimulationPlan, name: String?
  ) async throws -> (RunRecord, RunSummaryBuilder?) {
    let known = try store.find(contentKey: plan.inputs.contentKey, isUnfinished: computesAgain)
    if let known, let name {
      if let old = known.name, old != name { context.onEvent(.renaming(known, to: name)) }
      try store.rename(known.id, to: name)
    }
    if let known, known.isComplete {
      context.onEvent(.found(known))
      return (try store.run(known.id), nil)
    }
    if let known { context.onEvent(.resuming(known)) }
    let run = try begun(plan, known, name: name)
    guard run.storedTrials == 0 else { return (try await completed(run, plan), nil) }
    let building = Mutex(answering(run, plan).emptyBuilder(explainsLead: true))
    let finished = try await completed(run, plan) { result in building.withLock { $0.add(result) } }
    let builder = building.withLock { $0 }
    // Another program may have simulated some of them.
    return (finished, builder.trials == finished.inputs.trials ? builder : nil)
  }

  /// The run to go on with, or a new one.
  func begun(_ plan: SimulationPlan, _ known: RunRecord?, name: String? = nil) throws -> RunRecord {
    guard computesAgain else { return try store.findOrBegin(plan.inputs, name: name) }
    return try known.map { try store.run($0.id) } ?? store.begin(plan.inputs, name: name)
  }

  /// Keeps with a run the text that it is asked for by now.
  ///
  /// So a stored run is shown by the guardrails and the volume of the file that was simulated last: `show` and
  /// `simulate` say the same.
  func keepText(of plan: SimulationPlan, with record: inout RunRecord) throws {
    guard keepsTexts, record.inputs.contentKey == plan.inputs.contentKey,
      record.inputs.texts != plan.inputs.texts
    else { return }
    try store.keep(plan.inputs.texts, of: record.id)
    record = try store.run(record.id)
  }

  /// Whether a run is shown by the texts of a plan, so that what the plan finds is what the store has to have of it.
  private func isShown(_ record: RunRecord, by plan: SimulationPlan) -> Bool {
    keepsTexts || record.inputs.texts == plan.inputs.texts
  }

  /// The run with the trials that it still needs.
  ///
  /// - Parameter onTrial: called for each of these, in ascending order.
  func completed(
    _ record: RunRecord, _ plan: SimulationPlan,
    onTrial: @escaping @Sendable (TrialResult) -> Void = { _ in }
  ) async throws -> RunRecord {
    try await simulate(try store.missingTrials(of: record.id), of: record.id, plan, onTrial: onTrial)
    let finished = try store.run(record.id)
    guard finished.isComplete else { throw RunStopped(finished) }
    return finished
  }

  /// What the stored trials say, with what becomes of the winners under alternative models, stored.
  ///
  /// - Parameters:
  ///   - outcome: how the run came to its size; `nil` where that was given.
  ///   - simulated: what makes the answer, where it has the trials already; taken.
  /// - Throws: ``RunStopped`` where nobody waits for it any more.
  private func answered(
    _ record: RunRecord, _ plan: SimulationPlan, _ outcome: StoppingOutcome?,
    _ simulated: inout RunSummaryBuilder?
  ) async throws -> (RunSummary, RunSummaryBuilder) {
    do {
      var builder =
        try simulated.take()
        ?? answering(record, plan).builder(explainsLead: true, shouldStop: context.shouldStop)
      builder.shouldStop = context.shouldStop
      builder.threads = context.threads
      let kept = try store.keptAnswer(of: record.id)
      giveBackMemory()
      var summary = try builder.summary()
      summary.stopping = outcome
      kept?.lend(to: &summary)
      summary = try await context.judged(summary, of: builder, record)
      if let answer = try keepable(summary, record, plan, instead: kept) {
        try context.whileWriting { try store.finish(record.id, answer: answer) }
      }
      return (summary, builder)
    } catch NumericsError.stopped {
      throw RunStopped(record)
    }
  }

  /// The answer that the store is to have of a run; `nil` where it has it.
  ///
  /// By other guardrails than the run's own the winner may be another, and the run's answer is by its own.
  private func keepable(
    _ summary: RunSummary, _ record: RunRecord, _ plan: SimulationPlan, instead kept: KeptAnswer?
  ) throws -> KeptAnswer? {
    var answer = KeptAnswer(summary)
    if !isShown(record, by: plan) {
      if kept != nil { return nil }
      var own = try StoredRun(record, in: store).summary()
      answer.lend(to: &own)
      answer = KeptAnswer(own)
    }
    return answer == kept ? nil : answer
  }

  /// The run of a plan, to be answered by the plan's file as it is now.
  func answering(_ record: RunRecord, _ plan: SimulationPlan) -> StoredRun {
    var run = StoredRun(record, in: store)
    run.plan = plan
    run.threads = context.threads
    return run
  }
}

/// A complete run with its answer, both stored.
public struct FinishedRun: Sendable {
  /// The run.
  public var record: RunRecord
  /// Its answer.
  public var summary: RunSummary
  /// What made the answer, for further questions to the same trials.
  public var builder: RunSummaryBuilder
}
