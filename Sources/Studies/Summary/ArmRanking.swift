import ExperimentDesign
import GSLNumerics
public import Inference
public import TextFormats

/// Which arm of a scenario has the best objective, and how sure the simulation is of it.
///
/// Sure here means Monte Carlo error alone: what more trials would settle. The uncertainty of the inputs is in the
/// parameter interval of the difference.
public struct ArmRanking: Codable, Equatable, Sendable {
  /// Position of the arm with the best mean objective among those judged.
  @OptionNames public var best: Int
  /// What two arms may differ by and still count as equally good, in units of the objective.
  public let margin: Double
  /// Position of the runner-up: of the arms judged that neither equal the best nor are its near-twins the one that is
  /// most often best, or the next best mean where all are; `nil` when there is only one.
  ///
  /// The baseline has no part in it: it decides which differences the tables show.
  @OptionNames public var runnerUp: Int?
  /// The best arm's objective less the runner-up's, trial by trial.
  public var lead: Estimate?
  /// Judged arms that have the best arm's value in every one of several trials, so that more trials would hardly tell them
  /// apart.
  @OptionNames public var level: [Int]
  /// Positions of the arms left out because Apple's rules forbid them.
  @OptionNames public var leftOut: [Int]

  /// Judges the arms of a scenario.
  ///
  /// The runner-up is what a test of the best would be against: another would leave open what makes the choice doubtful.
  /// - Parameters:
  ///   - ranked: those that may win and have an objective, the best first.
  ///   - decision: how sure the choice among them is; `nil` where no draws say.
  /// - Returns: `nil` without any of those.
  init?(
    _ ranked: [Int], margin: Double, leftOut: [Int], decision: Decision?, parametersVary: Bool,
    difference: (_ arm: Int, _ other: Int) -> TrialSeries
  ) throws(NumericsError) {
    guard let best = ranked.first else { return nil }
    self.best = best
    self.margin = margin
    self.leftOut = leftOut
    let others = ranked.dropFirst()
    var level: [Int] = []
    for other in others {
      guard let mean = try MonteCarloMean(difference(best, other)), mean.mean == 0, mean.mcse == 0 else {
        continue
      }
      level.append(other)
    }
    self.level = level.sorted()
    let unlike = others.filter { !level.contains($0) }
    let twins = decision?.nearTwins(of: best) ?? []
    func chance(_ arm: Int) -> Double { decision?[arm]?.best?.value ?? 0 }
    let rival = unlike.filter { !twins.contains($0) }.enumerated().max {
      (chance($0.element), $1.offset) < (chance($1.element), $0.offset)
    }
    runnerUp = rival?.element ?? unlike.first ?? others.first
    if let runnerUp {
      lead = try Estimate(difference(best, runnerUp), parametersVary: parametersVary)
    }
  }
}
