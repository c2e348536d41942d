public import ExperimentDesign

extension Objective {
  /// The objective of means: the weighted sum of its metrics'.
  ///
  /// - Returns: `nil` where one of its metrics has no mean.
  public func value(ofMeans means: [Metric: Double]) -> Double? {
    var sum = 0.0
    for term in terms {
      guard let mean = means[term.metric] else { return nil }
      sum += term.weight * mean
    }
    return sum
  }
}
