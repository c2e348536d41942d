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
  @OptionNames public var runnerUp: Int? = nil
  /// The best arm's objective less the runner-up's, trial by trial.
  public var lead: Estimate?
  /// Judged arms that have the best arm's value in every one of several trials, so that more trials would hardly tell them
  /// apart.
  @OptionNames public var level: [Int] = []
  /// Positions of the arms left out because Apple's rules forbid them.
  @OptionNames public var leftOut: [Int]
}
