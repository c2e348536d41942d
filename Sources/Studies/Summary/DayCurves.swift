public import Inference

/// Shares of installs that have answered by the end of each day, arm by arm.
///
/// First answers alone count; what is changed in Settings later is left out. Of a day's scores the trials keep the sum
/// alone, which does not tell the noise of their installs: draws are taken as they are.
public struct DayCurves: Equatable, Sendable {
  /// Which first answer is followed.
  public enum Answer: String, Equatable, Sendable {
    case allowed
    case denied
  }

  package var outline: RunOutline
  /// Which first answer is followed.
  public var answer: Answer
  /// Shares by scenario, arm and day from day 0, with the 90% range; `nil` where no trial has installs.
  public var levels: [[[Estimate?]]]
  /// Differences to the baseline by scenario, arm and day, trial by trial; `nil` for the baseline.
  public var differences: [[[Estimate?]]]

  /// Mean shares by scenario, arm and day from day 0; `nil` where no trial has installs.
  public var means: [[[MonteCarloMean?]]] { levels.map { $0.map { $0.map { $0?.overTrials } } } }
}
