import Foundation
public import GSLNumerics

/// What clusters can tell about two arms.
public enum ClusterComparison: Hashable, Sendable {
  /// There are two clusters or more in each arm.
  case contrast(ClusterContrast)
  /// An arm has a single cluster: what is its string's and what is its release's or language's cannot be
  /// distinguished, whatever the number of installs. There is a difference, but no interval.
  case confounded(difference: Double, clustersInArm: Int, clustersInBaseline: Int)
  /// An arm has no installs.
  case noInstalls

  /// - Parameters:
  ///   - arm: the clusters of the arm; those without installs do not count.
  ///   - baseline: the clusters of the baseline.
  public init(arm: [Cluster], baseline: [Cluster]) {
    guard let first = ClusterArm(arm), let second = ClusterArm(baseline) else {
      self = .noInstalls
      return
    }
    if let contrast = ClusterContrast(first, second) {
      self = .contrast(contrast)
    } else {
      self = .confounded(
        difference: first.mean - second.mean, clustersInArm: first.clusters.count,
        clustersInBaseline: second.clusters.count)
    }
  }
}

/// The difference of two arms' means with clusters as the independent units.
///
/// The means are over installs, so large clusters count for more. The variance is CR2 (Bell & McCaffrey 2002,
/// with independent equal outcomes as the working model, under which it is unbiased), and the reference
/// Student's t with Satterthwaite's degrees of freedom (Pustejovsky & Tipton 2018). As no cluster is in both
/// arms, the regression on the arm reduces to a sum over each: n²(ȳ − mean)²/(1 − n/N)/N². The degrees of
/// freedom count clusters, not installs, and fall where one cluster holds most of an arm.
public struct ClusterContrast: Hashable, Sendable {
  /// Mean of the arm minus mean of the baseline, over installs.
  public let difference: Double
  /// Its CR2 standard error; 0 where all clusters of each arm have the same mean.
  public let standardError: Double
  /// Satterthwaite's degrees of freedom, at least about 1.
  public let degreesOfFreedom: Double
  /// How many clusters the arm has.
  public let clustersInArm: Int
  /// How many clusters the baseline has.
  public let clustersInBaseline: Int

  /// - Returns: `nil` for fewer than two clusters in an arm.
  init?(_ arm: ClusterArm, _ baseline: ClusterArm) {
    guard arm.clusters.count >= 2, baseline.clusters.count >= 2 else { return nil }
    difference = arm.mean - baseline.mean
    standardError = (arm.variance + baseline.variance).squareRoot()
    // Expected variances under the working model, in units of one install's.
    let (first, second) = (1 / arm.installs, 1 / baseline.installs)
    degreesOfFreedom =
      (first + second) * (first + second)
      / (first * first / arm.degreesOfFreedom + second * second / baseline.degreesOfFreedom)
    clustersInArm = arm.clusters.count
    clustersInBaseline = baseline.clusters.count
  }

  /// The interval for the difference.
  ///
  /// - Returns: `nil` where the standard error is 0: the clusters show no spread to judge by.
  /// - Throws: what Student's quantile throws.
  public func interval(_ level: ConfidenceLevel) throws(NumericsError) -> ConfidenceInterval? {
    guard standardError > 0 else { return nil }
    let student = try StudentT(degreesOfFreedom: degreesOfFreedom)
    let reach = -(try student.quantile(level.alpha / 2)) * standardError
    return ConfidenceInterval(lower: difference - reach, upper: difference + reach, level: level)
  }

  /// The two-sided p-value of no difference.
  ///
  /// - Returns: `nil` where the standard error is 0.
  /// - Throws: what Student's distribution throws.
  public func pValue() throws(NumericsError) -> PValue? {
    guard standardError > 0 else { return nil }
    let student = try StudentT(degreesOfFreedom: degreesOfFreedom)
    let ratio = min(abs(difference) / standardError, Double.greatestFiniteMagnitude)
    return PValue(ln: M_LN2 + (try student.lnUpperTail(ratio)))
  }
}
