/// What is split between the arms where that is not installs: releases or languages.
public enum PlannedClusters: Hashable, Sendable {
  /// Many clusters of one size, in people, and the share of the variance that lies between them.
  case size(Double, intraclassCorrelation: Double)
  /// Clusters of each arm, the baseline first, and the share of the variance that lies between clusters.
  case counts([Int], intraclassCorrelation: Double)

  /// How many times the people of a test of installs it takes: 1 + (m − 1)ρ; 1 where the clusters are counted.
  public var designEffect: Double {
    switch self {
    case .size(let size, let correlation): 1 + (size - 1) * correlation
    case .counts: 1
    }
  }
}
