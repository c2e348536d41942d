/// What clusters can tell about two arms, whose installs got a strategy together: those of one release, or of one
/// language.
///
/// Strings ship with a release or a translation, so people are assigned to them in bulk. What two installs of
/// a cluster have in common must not be mistaken for the effect of the string; only clusters are independent.
/// Each cluster belongs to one arm.
public struct ClusterComparison: Encodable, Hashable, Sendable {
  /// The difference of the arms' means over installs.
  public let difference: Double
  /// The same with its standard error over clusters; `nil` where an arm has a single cluster: what is its string's and
  /// what is its release's or language's cannot be distinguished then, whatever the number of installs.
  public let contrast: MeasuredDifference?
  /// The clusters of the arm that have installs.
  public let clustersInArm: Int
  /// Those of the baseline.
  public let clustersInBaseline: Int

  /// The difference of the arms' means over installs, with clusters as the independent units.
  ///
  /// The variance is CR2 (Bell & McCaffrey 2002, with independent equal outcomes as the working model, under which it is
  /// unbiased), and the reference Student's t with Satterthwaite's degrees of freedom (Pustejovsky & Tipton 2018). As no
  /// cluster is in both arms, the regression on the arm reduces to a sum over each. The degrees of freedom count
  /// clusters, not installs, and fall where one cluster holds most of an arm.
  /// - Parameters:
  ///   - arm: the clusters of the arm; those without installs do not count.
  ///   - baseline: the clusters of the baseline.
  /// - Returns: `nil` where an arm has no installs.
  public init?(arm: [ObservedCount], baseline: [ObservedCount]) {
    guard let first = ClusterArm(arm), let second = ClusterArm(baseline) else { return nil }
    (clustersInArm, clustersInBaseline) = (first.clusters.count, second.clusters.count)
    difference = first.mean - second.mean
    guard min(clustersInArm, clustersInBaseline) > 1 else {
      contrast = nil
      return
    }
    // Expected variances under the working model, in units of one install's.
    let (own, other) = (1 / first.installs, 1 / second.installs)
    contrast = MeasuredDifference(
      estimate: difference, standardError: (first.variance + second.variance).squareRoot(),
      degreesOfFreedom: (own + other) * (own + other)
        / (own * own / first.degreesOfFreedom + other * other / second.degreesOfFreedom))
  }
}

/// The clusters of one arm that have installs, summed up.
private struct ClusterArm {
  let clusters: [(share: Double, mean: Double)]
  let installs: Double
  let mean: Double

  /// `nil` when there are no installs.
  init?(_ counts: [ObservedCount]) {
    let known = counts.filter { $0.n > 0 }
    guard !known.isEmpty else { return nil }
    let installs = known.reduce(0) { $0 + Double($1.n) }
    self.installs = installs
    mean = known.reduce(0) { $0 + Double($1.x) } / installs
    clusters = known.map { (Double($0.n) / installs, Double($0.x) / Double($0.n)) }
  }

  /// The CR2 variance of the mean: Σ n²(ȳ − mean)²/(1 − n/N)/N².
  var variance: Double {
    clusters.reduce(0) { sum, cluster in
      let distance = cluster.mean - mean
      return sum + cluster.share * cluster.share * distance * distance / (1 - cluster.share)
    }
  }

  /// Satterthwaite's degrees of freedom of that variance, under equal and independent outcomes.
  var degreesOfFreedom: Double {
    var (first, second, third) = (0.0, 0.0, 0.0)
    for (share, _) in clusters {
      let odds = share / (1 - share)
      first += odds * odds
      second += share * odds * odds
      third += share * odds
    }
    return 1 / (first - 2 * second + third * third)
  }
}
