import ExperimentDesign
import ResultStore
public import Studies

/// All that a stored run says, read in one pass over its trials.
public struct RunReading: Sendable {
  /// Why nothing is known of the winners under alternative models.
  public enum NotJudged: Hashable, Sendable {
    /// Nobody asked for it.
    case leftOut
    /// The run has not all its trials.
    case incomplete
    /// This version reads no such experiment out of the run's text.
    case noExperiment
  }

  /// The answer.
  public var summary: RunSummary
  /// Opt-in by day.
  public var curves: DayCurves
  /// Where installs go.
  public var funnel: Funnel
  /// The answers of the segments by themselves; empty where there is only one.
  public var segments: [RunSummary]
  /// The experiment, read again from the run's texts.
  public var experiment: StoredExperiment
  /// Why the winners were not held against alternative models; `nil` where they were.
  public var notJudged: NotJudged?
  /// What made the answer, for comparisons with other runs.
  public var builder: RunSummaryBuilder

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
    var whole = RunSummaryBuilder(outline, includesForbidden: run.includesForbidden, explainsLead: true)
    whole.threads = context.threads
    var parts = run.segmentBuilders()
    if parts.count < 2 { parts = [] }
    var days = DayCurvesBuilder(outline, answer: .allowed)
    var stages = FunnelBuilder(outline)
    try run.store.forEachResult(of: record.id) { result in
      whole.add(result)
      for index in parts.indices { parts[index].add(result) }
      days.add(result)
      stages.add(result)
    }
    experiment = StoredExperiment(record: record)
    summary = try whole.summary()
    try summary.restore(from: run.store, includesForbidden: run.includesForbidden)
    let study = experiment.experiment.map {
      AlternativeStudy(of: $0, seed: record.inputs.seed, threads: context.threads)
    }
    notJudged = experiment.experiment == nil ? .noExperiment : nil
    if !judgesWinners {
      for scenario in summary.scenarios.indices {
        summary.scenarios[scenario].alternatives = nil
        summary.scenarios[scenario].inputSearch = nil
      }
      notJudged = .leftOut
    } else if summary.storedAlternatives != nil, try study?.isWhole(in: summary) ?? true {
      notJudged = nil
    } else if !record.isComplete {
      notJudged = .incomplete
    } else if let study {
      summary = try await study.judged(summary, shouldStop: context.shouldStop)
    }
    curves = try days.curves()
    funnel = try stages.funnel()
    segments = try parts.map { try $0.summary() }
    builder = whole
  }
}
