public import ExperimentDesign
import GSLNumerics
import Inference
import Simulation

/// What becomes of a scenario's winner under a rival model.
public struct RivalVerdict: Equatable, Sendable {
  /// What became of it.
  public enum Outcome: String, Equatable, Sendable {
    /// It is best here too, or within the margin of the best by 1.645 simulation errors.
    case stands
    /// Another arm is better.
    case falls
    /// The simulation cannot tell it from the best at this size.
    case open
  }

  /// The rival model.
  public var model: RivalModel
  /// What became of the winner.
  public var outcome: Outcome
  /// Position of the arm that is best under the rival.
  public var best: Int
  /// By how much that arm leads the winner, in the objective's units, trial by trial; `nil` where it
  /// is the winner.
  public var lead: Lead?

  /// A mean over the rival's trials.
  public struct Lead: Equatable, Sendable {
    /// In units of the objective.
    public var mean: Double
    /// Its simulation error; `nil` with a single trial.
    public var mcse: Double?

    /// Spelled out.
    public init(mean: Double, mcse: Double?) {
      self.mean = mean
      self.mcse = mcse
    }
  }

  /// Spelled out.
  public init(model: RivalModel, outcome: Outcome, best: Int, lead: Lead?) {
    self.model = model
    self.outcome = outcome
    self.best = best
    self.lead = lead
  }
}

/// Runs the rivals of an experiment at a reduced size, under the same seed and so with the same people
/// and draws: at most ``trials`` trials of ``installs`` installs each.
///
/// That is enough to see an answer turn, at a fraction of the run's own time; where it is not, the
/// outcome is open.
public struct RivalStudy: Sendable {
  /// Trials of each rival at most.
  public static let trials = 100
  /// Installs of a rival's trial at most.
  public static let installs = 2_000

  private let experiment: Experiment
  private let seed: UInt64
  private let threads: Int

  /// - Parameters:
  ///   - experiment: as written.
  ///   - seed: the run's.
  ///   - threads: at least 1.
  public init(of experiment: Experiment, seed: UInt64, threads: Int) {
    self.experiment = experiment
    self.seed = seed
    self.threads = threads
  }

  /// What becomes of the winners of a run's scenarios, rival by rival.
  ///
  /// - Parameters:
  ///   - summary: the run's.
  ///   - includesForbidden: whether arms that Apple's rules forbid may win.
  ///   - shouldStop: asked before every work unit and while the rival's summary is worked out; the summary is
  ///     left as it was where it says so.
  /// - Returns: the summary with its scenarios' ``ScenarioSummary/rivals``; models that change nothing
  ///   in the experiment are left out.
  /// - Throws: `NumericsError` when a quantity is not finite.
  public func judged(
    _ summary: RunSummary, includesForbidden: Bool, shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> RunSummary {
    guard summary.segment == nil else { return summary }
    let original = summary
    var summary = summary
    for scenario in summary.scenarios.indices { summary.scenarios[scenario].rivals = [] }
    guard summary.outline.arms.count > 1 else { return summary }
    for model in RivalModel.allCases {
      guard var rival = model.experiment(from: experiment) else { continue }
      rival.trials = min(rival.trials, Self.trials)
      rival.installs = min(rival.installs, Self.installs)
      let results = Collected()
      try await Simulator(experiment: rival, seed: seed).run(
        trials: Array(0..<rival.trials), threads: threads, shouldStop: shouldStop
      ) { results.add($0) }
      let trials = results.all
      guard trials.count == rival.trials else { return original }
      var builder = RunSummaryBuilder(
        outline(of: rival, like: summary.outline), includesForbidden: includesForbidden)
      builder.shouldStop = shouldStop
      for trial in trials { builder.add(trial) }
      let found: RunSummary
      do {
        found = try builder.summary()
      } catch NumericsError.stopped {
        return original
      }
      for scenario in summary.scenarios.indices {
        guard let winner = summary.scenarios[scenario].verdict?.best,
          let verdict = try Self.verdict(
            model, on: winner, found.scenarios[scenario],
            lessIsBetter: experiment.objective.lessIsBetter)
        else { continue }
        summary.scenarios[scenario].rivals?.append(verdict)
      }
    }
    return summary
  }

  private func outline(of rival: Experiment, like original: RunOutline) -> RunOutline {
    var outline = original
    outline.trials = rival.trials
    outline.installs = rival.installs
    outline.parameters = ParameterPlaces(of: rival).places.map {
      ParameterOutline(place: $0, law: "", isDrawn: true, evidence: Evidence(grade: .assumed))
    }
    return outline
  }

  private static func verdict(
    _ model: RivalModel, on winner: Int, _ scenario: ScenarioSummary, lessIsBetter: Bool
  ) throws(NumericsError) -> RivalVerdict? {
    guard let verdict = scenario.verdict, let margin = scenario.decision?.margin else { return nil }
    let own = scenario.arms[winner].objectiveByTrial
    let sign = lessIsBetter ? -1.0 : 1.0
    var isNear = true
    for other in scenario.arms.indices where other != winner && !verdict.leftOut.contains(other) {
      guard let ahead = try MonteCarloMean(pairedDifferences(scenario.arms[other].objectiveByTrial, own))
      else { continue }
      isNear = isNear && sign * ahead.mean + 1.645 * (ahead.mcse ?? .infinity) <= margin
    }
    let lead =
      verdict.best == winner
      ? nil : try MonteCarloMean(pairedDifferences(scenario.arms[verdict.best].objectiveByTrial, own))
    let isToldApart = verdict.best != winner && !verdict.tied.contains(winner)
    return RivalVerdict(
      model: model, outcome: isNear ? .stands : isToldApart ? .falls : .open, best: verdict.best,
      lead: lead.map { RivalVerdict.Lead(mean: $0.mean, mcse: $0.mcse) })
  }
}
