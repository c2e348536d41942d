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
}
