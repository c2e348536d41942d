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
  /// - Parameter ranked: those that may win and have an objective, the best first, with what it is worth.
  /// - Returns: `nil` when none of those has an objective.
  init?(
    _ ranked: [(arm: Int, merit: Double)], leftOut: [Int], objective: Objective, parametersVary: Bool,
    difference: (_ arm: Int, _ other: Int) -> TrialSeries
  ) throws(NumericsError) {
    guard let first = ranked.first else { return nil }
    let best = first.arm
    self.best = best
    margin = objective.defaultMargin(level: first.merit)
    self.leftOut = leftOut
    let others = ranked.dropFirst().map(\.arm)
    var level: [Int] = []
    for other in others {
      guard let mean = try MonteCarloMean(difference(best, other)), mean.mean == 0, mean.mcse == 0 else {
        continue
      }
      level.append(other)
    }
    self.level = level.sorted()
    runnerUp = others.first { !level.contains($0) } ?? others.first
    if let runnerUp {
      lead = try Estimate(difference(best, runnerUp), parametersVary: parametersVary)
    }
  }

  /// Takes as runner-up the arm that is most often best of those that differ from the best one: a test against another
  /// would leave open what makes the choice doubtful.
  ///
  /// - Parameters:
  ///   - ranked: the arms judged that have an objective, the best first.
  ///   - chances: of each arm of the run to be best; `nil` where no draws say, and then the next best mean counts.
  mutating func takeRival(
    of ranked: [Int], twins: [Int], chances: [Double?], parametersVary: Bool,
    difference: (_ arm: Int, _ other: Int) -> TrialSeries
  ) throws(NumericsError) {
    let rivals = ranked.filter { $0 != best && !level.contains($0) && !twins.contains($0) }
    let most = rivals.enumerated().max {
      (chances[$0.element] ?? 0, $1.offset) < (chances[$1.element] ?? 0, $0.offset)
    }
    guard let rival = most?.element, rival != runnerUp else { return }
    runnerUp = rival
    lead = try Estimate(difference(best, rival), parametersVary: parametersVary)
  }
}
