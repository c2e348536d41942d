import ExperimentDesign
import Simulation
import Synchronization

/// What a strategy holds of a limit in trials that did not choose it, by the rule of a requirement of a run.
public struct LimitJudgement: Equatable, Sendable {
  /// The share of the draws of the uncertain inputs under which it holds; of several scenarios the smallest.
  public let share: Double
  /// The lower 95% limit of that.
  public let atLeast: Double
  /// Whether it is shown in every scenario.
  public let isShown: Bool
}

/// Judges what strategies hold of limits, each in the trials of the answer's own run.
///
/// Trials that chose flatter the choice, and are small: an answer names what these trials show (``RequirementFinding``).
struct LimitStudy: Sendable {
  /// What is judged, and compared with.
  let limits: [Requirement<Metric>]
  /// The answer's own experiment of some arms of the search.
  let experiment: @Sendable (_ arms: [Int]) throws -> Experiment
  let seed: UInt64
  let threads: Int

  /// By arm, what it holds of each limit; `nil` for a limit on what is not modelled for it.
  ///
  /// - Parameters:
  ///   - arms: positions in the experiment that is searched.
  ///   - others: positions of the arms that limits name.
  /// - Returns: `nil` where it was stopped.
  /// - Throws: `OverlongLife`, `NumericsError`, what making the experiment throws.
  func judgements(
    of arms: [Int], others: [Int], shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [Int: [LimitJudgement?]]? {
    guard !arms.isEmpty else { return [:] }
    let all = arms + others.filter { !arms.contains($0) }
    let part = try experiment(all)
    let building = Mutex(RunSummaryBuilder(judging: part, seed: seed))
    try await Simulator(experiment: part, seed: seed).run(
      trials: 0..<part.trials, threads: threads, shouldStop: shouldStop
    ) { result in building.withLock { $0.add(result) } }
    let builder = building.withLock { $0 }
    guard builder.trials == part.trials else { return nil }
    var found: [Int: [LimitJudgement?]] = [:]
    for (position, arm) in arms.enumerated() {
      found[arm] = try limits.map { try builder.judgement($0, of: part.arms[position].name) }
    }
    return found
  }
}

extension RunSummaryBuilder {
  /// A builder of an experiment that is kept nowhere, whose limits are to be judged.
  init(judging experiment: Experiment, seed: UInt64) {
    self.init(
      RunOutline(
        run: "", name: nil, description: RunDescription(of: experiment, seed: seed, engine: ""),
        objective: experiment.objective), scope: .stored)
  }

  /// What an arm holds of a limit on every arm.
  ///
  /// - Returns: `nil` where the metric is not modelled, or the run has no such arm.
  /// - Throws: `NumericsError`.
  func judgement(_ limit: Requirement<Metric>, of arm: String) throws -> LimitJudgement? {
    do {
      let found = try findings(limit.about(arm))
      return LimitJudgement(
        share: found.map(\.probability).min() ?? 0, atLeast: found.map(\.atLeast).min() ?? 0,
        isShown: found.allSatisfy(\.isShown))
    } catch is RequirementProblem {
      return nil
    }
  }
}
