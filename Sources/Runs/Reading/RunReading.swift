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
  /// - Parameters:
  ///   - judgesWinners: whether to find out what becomes of the winners under alternative models, where the store does
  ///     not have it; nothing is stored.
  ///   - context: how that is done; where it stops, the answer is without.
  /// - Throws: `ResultStoreError`, `NumericsError`.
  public init(of run: StoredRun, judgesWinners: Bool, context: WorkContext = WorkContext()) async throws {
    let record = run.record
    let outline = run.outline()
    var whole = RunSummaryBuilder(outline, explainsLead: true)
    whole.threads = context.threads
    var days = DayCurvesBuilder(outline, answer: .allowed)
    var stages = FunnelBuilder(outline)
    try run.store.forEachResult(of: record.id) { result in
      whole.add(result)
      days.add(result)
      stages.add(result)
    }
    experiment = StoredExperiment(record: record)
    summary = try whole.summary()
    try summary.restore(from: run.store)
    let study = experiment.experiment.map {
      AlternativeStudy(of: $0, seed: record.inputs.seed, threads: context.threads)
    }
    if !judgesWinners {
      for scenario in summary.scenarios.indices {
        summary.scenarios[scenario].alternatives = nil
        summary.scenarios[scenario].triedNumbers = nil
      }
    } else if let study, record.isComplete,
      try summary.judgedWinners == nil || !study.isWhole(in: summary)
    {
      summary = try await study.judged(summary, shouldStop: context.shouldStop)
    }
    curves = try days.curves()
    funnel = try stages.funnel()
  }
}
