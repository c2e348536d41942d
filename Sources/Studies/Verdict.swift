import GSLNumerics
public import Inference

/// Which arm of a scenario has the best objective, and how sure the simulation is of it.
///
/// Sure here means simulation error alone: what more trials would settle. What is
/// not known about people stands in the parameter interval of the difference.
public struct Verdict: Equatable, Sendable {
  /// Position of the arm with the best mean objective among those judged.
  public var best: Int
  /// Position of the arm it is compared with: the baseline, or the second best
  /// where the baseline itself is best; `nil` when it is the only arm judged.
  public var comparedWith: Int?
  /// The best arm's objective less that of `comparedWith`, trial by trial.
  public var lead: Estimate?
  /// Judged arms that the simulation cannot tell from the best at this size:
  /// their difference is within its 95 % interval of simulation error (Student's t over the
  /// trials), or a single trial has none.
  public var tied: [Int]
  /// Those of ``tied`` that have the best arm's value in every one of several trials, so that
  /// more trials would hardly tell them apart.
  public var level: [Int]
  /// Positions of the arms left out because Apple's rules forbid them.
  public var leftOut: [Int]

  /// Judges the arms of a scenario.
  ///
  /// - Parameters:
  ///   - arms: every arm of the scenario.
  ///   - judged: positions of the arms that may win.
  ///   - lessIsBetter: whether the smallest objective wins.
  /// - Returns: `nil` when none of those has an objective.
  /// - Throws: `NumericsError.notFinite`.
  init?(
    arms: [ArmSummary], judged: [Int], baseline: Int, lessIsBetter: Bool
  ) throws(NumericsError) {
    let sign = lessIsBetter ? -1.0 : 1.0
    let ranked =
      judged
      .compactMap { arm in (arms[arm].objective?.overTrials.mean).map { (arm: arm, merit: sign * $0) } }
      .sorted { ($1.merit, $0.arm) < ($0.merit, $1.arm) }
    guard let first = ranked.first else { return nil }
    let best = first.arm
    self.best = best
    leftOut = arms.indices.filter { !judged.contains($0) }
    comparedWith = best == baseline ? ranked.dropFirst().first?.arm : baseline
    if best == baseline {
      lead = comparedWith.flatMap { arms[$0].objectiveDifference?.negated }
    } else {
      lead = arms[best].objectiveDifference
    }
    var tied: [Int] = []
    var level: [Int] = []
    for other in ranked.dropFirst() {
      let differences = pairedDifferences(
        arms[best].objectiveByTrial, arms[other.arm].objectiveByTrial)
      guard let mean = try MonteCarloMean(differences), let error = mean.mcse else {
        tied.append(other.arm)
        continue
      }
      if mean.mean == 0, error == 0 { level.append(other.arm) }
      let t = try StudentT(degreesOfFreedom: Double(mean.count - 1)).quantile(0.975)
      if abs(mean.mean) <= t * error { tied.append(other.arm) }
    }
    self.tied = tied.sorted()
    self.level = level.sorted()
  }
}
