import ExperimentDesign
import ResultStore
public import Studies

/// All that a stored run says, read in one pass over its trials.
public struct RunReading: Sendable {
  /// The answer.
  public var summary: RunSummary
  /// Opt-in by day.
  public var curves: DayCurves
  /// Where installs go.
  public var funnel: Funnel
  /// The experiment, read again from the run's texts.
  public var experiment: StoredExperiment

  /// Reads a stored run.
  ///
  /// - Parameter context: how alternative models are simulated, where the store does not have what becomes of the winners
  ///   there; where it stops, the answer is without. Nothing is stored.
  /// - Throws: `ResultStoreError`, `NumericsError`.
  public init(of run: StoredRun, context: WorkContext = WorkContext()) async throws {
    let record = run.record
    let outline = run.outline()
    let kept = try run.store.keptAnswer(of: record.id)
    var whole = run.emptyBuilder(explainsLead: true)
    var days = DayCurvesBuilder(outline, answer: .allowed)
    var stages = FunnelBuilder(outline)
    try run.store.forEachResult(of: record.id) { result in
      if kept == nil { whole.add(result) }
      days.add(result)
      stages.add(result)
    }
    experiment = StoredExperiment(record: record)
    summary = try kept?.summary(of: outline) ?? whole.summary()
    if kept == nil, record.isComplete, let experiment = experiment.experiment {
      summary = try await AlternativeStudy(of: experiment, seed: record.inputs.seed, threads: context.threads)
        .judged(summary, of: whole, shouldStop: context.shouldStop)
    }
    curves = try days.curves()
    funnel = try stages.funnel()
  }
}
