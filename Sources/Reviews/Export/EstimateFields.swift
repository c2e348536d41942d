import ExperimentDesign
import Inference
import Rendering
import TextFormats

/// A number of an estimate, as tables have it.
enum EstimatePart {
  case mean
  /// The Monte Carlo standard error of the mean.
  case mcse
  /// The standard deviation over the trials.
  case sd
  /// The lower end of the 90% range; absent where noise hides what the inputs do.
  case low
  /// The upper end of the 90% range.
  case high
  /// The lower end of what a test of `test.installs_per_arm` would show.
  case testLow
  /// The upper end of what a test of `test.installs_per_arm` would show.
  case testHigh
  /// Trials with a value; 0 where none has one.
  case trials

  func value(of estimate: Estimate?) -> JSONValue {
    switch self {
    case .mean: .optional(estimate?.overTrials.mean)
    case .mcse: .optional(estimate?.overTrials.mcse)
    case .sd: .optional(estimate?.overTrials.standardDeviation)
    case .low: .optional(estimate?.distinctUncertaintyInterval90?.lower)
    case .high: .optional(estimate?.distinctUncertaintyInterval90?.upper)
    case .testLow: .optional(estimate?.predictionInterval90?.lower)
    case .testHigh: .optional(estimate?.predictionInterval90?.upper)
    case .trials: .count(estimate?.overTrials.count ?? 0)
    }
  }
}

extension RecordField {
  /// Numbers of an estimate, each under its name.
  static func estimate(
    _ parts: KeyValuePairs<String, EstimatePart>, of estimate: @escaping (Row) -> Estimate?
  ) -> [RecordField] {
    parts.map { name, part in RecordField(name) { part.value(of: estimate($0)) } }
  }

  /// An estimate as tidy tables have it: its mean and each of the three uncertainties apart.
  static func wholeEstimate(of estimate: @escaping (Row) -> Estimate?) -> [RecordField] {
    self.estimate(
      [
        "mean": .mean, "mcse": .mcse, "sd": .sd, "low": .low, "high": .high, "test_low": .testLow,
        "test_high": .testHigh, "trials": .trials,
      ], of: estimate)
  }

  /// A difference to the baseline beside a level; empty for the baseline.
  static func difference(of estimate: @escaping (Row) -> Estimate?) -> [RecordField] {
    self.estimate(
      [
        "difference_to_baseline": .mean, "difference_mcse": .mcse, "difference_low": .low,
        "difference_high": .high,
      ], of: estimate)
  }
}
