import ExperimentDesign
import Foundation
import GSLNumerics
import Inference

/// What a strategy holds of a limit, by the trials of a search: whether it is admitted to the race.
public struct LimitFinding: Equatable, Sendable {
  /// The share of the draws of the uncertain inputs under which it holds; without uncertain inputs 1 or 0.
  public let share: Double
  /// Trials that it rests on.
  public let trials: Int
  /// Whether the share is shown to be below the probability asked for.
  public let isFailed: Bool
}

extension StrategyTrials {
  /// Trials after which limits are judged.
  static let trialsOfLimits = 400

  /// What the trials say of a limit.
  ///
  /// The noise of people is taken off first (`ParameterSpread`), as in a requirement of a run. A strategy fails where the
  /// upper 95% limit of the share (Wilson) is below the probability. Of few installs that noise is skewed where what is
  /// counted is rare, and taking it off then moves the share: so the share with the noise counts too, where it is larger.
  /// - Parameter other: position of the arm that the limit names; `nil` for a number alone.
  /// - Returns: `nil` where the metric is not modelled.
  /// - Throws: `NumericsError`.
  func finding(_ limit: Requirement<Metric>, arm: Int, other: Int?) throws -> LimitFinding? {
    guard var series = series(of: limit.metric, arm: arm) else { return nil }
    if let other {
      guard let base = self.series(of: limit.metric, arm: other), base.values.count >= series.values.count
      else { return nil }
      series = series.difference(from: base.first(series.values.count), design: .paired)
    }
    let sign = limit.isAbove ? 1.0 : -1.0
    let values = series.values.compactMap { $0.map { sign * ($0 - limit.offset) } }
    guard values.count > 1, values.count == series.values.count else { return nil }
    let spread = try ParameterSpread(
      of: values, noise: series.meanSamplingVariance, parametersVary: !isCertain)
    let count = Double(values.count)
    let share = Double(spread.values.count { $0 > 0 }) / count
    guard !isCertain else {
      return LimitFinding(share: share, trials: values.count, isFailed: share < limit.probability)
    }
    let most = Double(max(spread.values.count { $0 > 0 }, values.count { $0 > 0 }))
    let highest = WilsonLimits(of: most, among: count, deviate: 1.645).upper
    return LimitFinding(share: share, trials: values.count, isFailed: highest < limit.probability)
  }

  /// Whether no input is uncertain.
  private var isCertain: Bool { UncertainParameters(of: experiment).parameters.isEmpty }
}

extension TrialSeries {
  /// The first of the trials.
  fileprivate func first(_ count: Int) -> TrialSeries {
    TrialSeries(
      values: Array(values.prefix(count)), noise: Array(noise.prefix(count)),
      samplingVariances: Array(samplingVariances.prefix(count)),
      testVariances: Array(testVariances.prefix(count)), trialsOfABlock: trialsOfABlock)
  }
}
