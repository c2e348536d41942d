import ExperimentDesign

/// An uncertain input held at one of its quantiles.
public struct InputQuantile: Codable, Hashable, Sendable {
  /// Where it is written: a path of keys.
  public var path: String
  /// 0.05 or 0.95.
  public var probability: Double
  /// The input's value there: the quantile of its draws in the run's trials (type 6).
  public var value: Double
}

extension Experiment {
  /// The experiment with another value of a number that it gives as one; all others keep their draws under the same seed.
  ///
  /// - Throws: `ExperimentFault` where the value is outside the number's range.
  func fixing(_ input: InputQuantile) throws(ExperimentFault) -> Experiment {
    try replacingParameters { parameter throws(ExperimentFault) in
      try parameter.path == input.path ? parameter.replacing(.constant(input.value)) : parameter
    }
  }
}

extension JointDistribution {
  /// Of two members on their scales.
  func covariance(_ first: Int, _ second: Int) -> Double {
    zip(factor[first], factor[second]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
