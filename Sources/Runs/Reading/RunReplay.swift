import ExperimentDesign
import GSLNumerics
public import ResultStore
import Simulation
public import Studies
import Synchronization

/// A stored run, to be computed again from its texts and seed and compared, row for row.
///
/// Nothing but the store is read, and nothing is written.
public struct RunReplay: Sendable {
  private let store: ResultStore
  private let record: RunRecord
  private let plan: SimulationPlan
  private let outline: RunOutline

  /// Reads the run's experiment from its texts.
  ///
  /// - Throws: ``UnreadableExperiment``, ``UnreadableRun``, ``RunShapeMismatch``.
  public init(of record: RunRecord, in store: ResultStore) throws {
    self.store = store
    self.record = record
    plan = try SimulationPlan(of: record)
    outline = try RunOutline(record)
    let differences = RunShapeMismatch.differences(stored: record.inputs, now: plan.inputs)
    guard differences.isEmpty else {
      throw RunShapeMismatch(run: record.id, engine: record.inputs.engine, differences: differences)
    }
  }

  /// What a replay found.
  public struct Outcome: Sendable {
    /// The run.
    public var outline: RunOutline
    /// What was compared.
    public var comparison: ReplayComparison
    /// What changed between the engine that computed the run and this one; `nil` where that engine is not known.
    public var changes: [EngineHistory.Step]?
    /// The answer of the stored trials.
    public var stored: RunSummary
    /// The answer of the same trials, computed again.
    public var replayed: RunSummary
  }

  /// Computes every stored trial again and compares.
  ///
  /// - Throws: ``WorkStopped``, `ResultStoreError`, `NumericsError`.
  public func outcome(_ context: WorkContext = WorkContext()) async throws -> Outcome {
    var comparison = ReplayComparison(outline)
    var stored = RunSummaryBuilder(outline)
    var replayed = RunSummaryBuilder(outline)
    stored.shouldStop = context.shouldStop
    replayed.shouldStop = context.shouldStop
    let simulator = Simulator(experiment: plan.experiment, seed: plan.seed)
    let trials = try store.storedTrials(of: record.id)
    context.onEvent(.simulating(plan, trials: trials.count))
    let batchTrials = TrialMemory.trials(
      in: 64 << 20, cells: plan.experiment.cells, days: plan.experiment.tallyDays, atMost: 64)
    for start in stride(from: 0, to: trials.count, by: batchTrials) {
      let batch = Array(trials[start..<min(start + batchTrials, trials.count)])
      let again = try await simulated(batch, by: simulator, context)
      guard !context.shouldStop(), let low = batch.first, let high = batch.last else { break }
      for old in try store.results(of: record.id, trials: low..<high + 1) {
        guard let new = again[old.trial] else { continue }
        comparison.add(stored: old, replayed: new)
        stored.add(old)
        replayed.add(new)
      }
    }
    context.onEvent(.simulated)
    if context.shouldStop() { throw WorkStopped() }
    return Outcome(
      outline: outline, comparison: comparison, changes: EngineHistory.changes(since: outline.engine),
      stored: try Self.summary(of: stored), replayed: try Self.summary(of: replayed))
  }

  private static func summary(of builder: RunSummaryBuilder) throws -> RunSummary {
    do {
      return try builder.summary()
    } catch NumericsError.stopped {
      throw WorkStopped()
    }
  }

  private func simulated(
    _ trials: [Int], by simulator: Simulator, _ context: WorkContext
  ) async throws -> [Int: TrialResult] {
    let results = Mutex<[Int: TrialResult]>([:])
    try await simulator.run(trials: trials, threads: context.threads, shouldStop: context.shouldStop) {
      result in
      context.onEvent(.trial(result))
      results.withLock { $0[result.trial] = result }
    }
    return results.withLock { $0 }
  }
}
