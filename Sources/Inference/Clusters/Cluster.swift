/// The installs that got a strategy together: those of one release, or of one language.
///
/// Strings ship with a release or a translation, so people are assigned to them in bulk. What two installs of
/// a cluster have in common must not be mistaken for the effect of the string; only clusters are independent.
/// Each cluster belongs to one arm.
public struct Cluster: Hashable, Sendable {
  /// How many installs.
  public let installs: Int
  /// The sum of the outcome over them: for a proportion, how many did what is counted.
  public let total: Double

  /// The mean outcome; 0 for a cluster without installs.
  var mean: Double { installs > 0 ? total / Double(installs) : 0 }

  /// A cluster of a proportion: x of n.
  public init(_ count: ObservedCount) {
    installs = count.n
    total = Double(count.x)
  }

  /// A cluster of any outcome.
  ///
  /// - Returns: `nil` for a count below 0, a total that is not finite, and a total of nobody.
  public init?(installs: Int, total: Double) {
    guard installs >= 0, total.isFinite, installs > 0 || total == 0 else { return nil }
    self.installs = installs
    self.total = total
  }
}

/// The clusters of one arm that have installs, summed up.
struct ClusterArm {
  let clusters: [Cluster]
  let installs: Double
  let mean: Double

  /// `nil` when there are no installs.
  init?(_ clusters: [Cluster]) {
    self.clusters = clusters.filter { $0.installs > 0 }
    guard !self.clusters.isEmpty else { return nil }
    installs = self.clusters.reduce(0) { $0 + Double($1.installs) }
    mean = self.clusters.reduce(0) { $0 + $1.total } / installs
  }

  /// The CR2 variance of the mean: Σ n²(ȳ − mean)²/(1 − n/N)/N².
  var variance: Double {
    clusters.reduce(0) { sum, cluster in
      let share = Double(cluster.installs) / installs
      let distance = cluster.mean - mean
      return sum + share * share * distance * distance / (1 - share)
    }
  }

  /// Satterthwaite's degrees of freedom of that variance, under equal and independent outcomes.
  var degreesOfFreedom: Double {
    var (first, second, third) = (0.0, 0.0, 0.0)
    for cluster in clusters {
      let share = Double(cluster.installs) / installs
      let odds = share / (1 - share)
      first += odds * odds
      second += share * odds * odds
      third += share * odds
    }
    return 1 / (first - 2 * second + third * third)
  }
}
