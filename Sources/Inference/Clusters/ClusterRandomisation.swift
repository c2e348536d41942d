/// Randomisation inference over clusters: how often a reassignment of the clusters to the arms, keeping how many
/// each has, gives a difference as large as the one seen.
///
/// It needs no model and no large numbers (Fisher 1935): if no install's outcome depends on its arm, every
/// assignment was as probable as the one made. With few clusters it cannot be significant at all:
/// ``smallestPossible`` says so. It supposes that clusters *were* assigned by lot; releases one after the
/// other were not, and trends between them are then part of the difference.
public struct ClusterRandomisation: Hashable, Sendable {
  /// How the assignments were gone through.
  public enum Method: Hashable, Sendable {
    /// All of them.
    case enumerated
    /// This number of them, drawn by lot; the one made counts as one more (Phipson & Smyth 2010).
    case drawn(Int)
  }

  /// How the assignments were gone through.
  public let method: Method
  /// How many assignments there are; ∞ where a `Double` cannot hold their number.
  public let assignments: Double
  /// The two-sided p-value.
  public let p: PValue
  /// No p-value of this design, or of this number of draws, can be below this.
  public let smallestPossible: Double

  /// The most assignments that are enumerated.
  public static let mostEnumerated = 20_000.0

  /// - Parameters:
  ///   - arm: the clusters of the arm; those without installs do not count.
  ///   - baseline: the clusters of the baseline.
  ///   - draws: how many assignments to draw where there are more than ``mostEnumerated``, at least 1.
  ///   - generator: where the draws come from; it is not touched when all assignments are enumerated.
  /// - Returns: `nil` for fewer than two clusters in an arm (confounded), or without a draw.
  public init?(
    arm: [Cluster], baseline: [Cluster], draws: Int = usualDraws,
    using generator: inout some RandomNumberGenerator
  ) {
    guard let first = ClusterArm(arm), let second = ClusterArm(baseline) else { return nil }
    guard first.clusters.count >= 2, second.clusters.count >= 2, draws >= 1 else { return nil }
    let pool = ClusterPool(first.clusters + second.clusters)
    let chosen = first.clusters.count
    let observed = abs(pool.difference(choosing: Array(0..<chosen)))
    // Assignments with the same difference by other sums are ties, not more extreme ones.
    let limit = observed - 1e-12 * max(observed, pool.scale)
    let assignments = Self.assignments(of: pool.count, choosing: chosen)
    self.assignments = assignments
    if assignments <= Self.mostEnumerated {
      method = .enumerated
      let extreme = pool.countEnumerated(choosing: chosen) { abs($0) >= limit }
      p = PValue(Double(extreme) / assignments)
    } else {
      method = .drawn(draws)
      var extreme = 1
      for _ in 0..<draws {
        let difference = pool.difference(choosing: pool.draw(chosen, using: &generator))
        if abs(difference) >= limit { extreme += 1 }
      }
      p = PValue(Double(extreme) / Double(draws + 1))
    }
    smallestPossible = Self.smallestPossible(
      arm: chosen, baseline: second.clusters.count, draws: draws)
  }

  /// How many assignments are drawn by lot where there are more than ``mostEnumerated``, if nobody says otherwise.
  public static let usualDraws = 19_999

  /// The smallest p-value that these numbers of clusters, or that number of draws, can have.
  ///
  /// - Parameters:
  ///   - arm: clusters of the arm, at least 1.
  ///   - baseline: clusters of the baseline, at least 1.
  ///   - draws: how many assignments are drawn where there are more than ``mostEnumerated``.
  public static func smallestPossible(arm: Int, baseline: Int, draws: Int = usualDraws) -> Double {
    let assignments = assignments(of: arm + baseline, choosing: arm)
    // Halves of equal number can change places, which turns the sign alone.
    return assignments <= mostEnumerated ? (arm == baseline ? 2 : 1) / assignments : 1 / Double(draws + 1)
  }

  /// The binomial coefficient.
  private static func assignments(of count: Int, choosing chosen: Int) -> Double {
    let fewer = min(chosen, count - chosen)
    return (0..<fewer).reduce(1.0) { product, index in
      (product * Double(count - index) / Double(index + 1)).rounded()
    }
  }
}

/// The clusters of both arms, to be dealt anew.
private struct ClusterPool {
  private let clusters: [Cluster]
  private let installs: Double
  private let total: Double

  init(_ clusters: [Cluster]) {
    self.clusters = clusters
    installs = clusters.reduce(0) { $0 + Double($1.installs) }
    total = clusters.reduce(0) { $0 + $1.total }
  }

  var count: Int { clusters.count }

  /// The size of the means, for judging roundings.
  var scale: Double { clusters.map { abs($0.mean) }.max() ?? 0 }

  /// Mean of the chosen minus mean of the others, over installs.
  func difference(choosing chosen: [Int]) -> Double {
    var (n, sum) = (0.0, 0.0)
    for index in chosen {
      n += Double(clusters[index].installs)
      sum += clusters[index].total
    }
    return sum / n - (total - sum) / (installs - n)
  }

  /// How many of all choices of as many clusters have such a difference.
  func countEnumerated(choosing count: Int, where condition: (Double) -> Bool) -> Int {
    var found = 0
    var chosen = Array(0..<count)
    while true {
      if condition(difference(choosing: chosen)) { found += 1 }
      // The next choice in lexicographic order: the last index that can still go up does.
      guard let position = chosen.indices.last(where: { chosen[$0] < clusters.count - count + $0 })
      else { return found }
      chosen[position] += 1
      for later in chosen.indices where later > position { chosen[later] = chosen[later - 1] + 1 }
    }
  }

  /// This number of clusters by lot, without replacement (Fisher & Yates).
  func draw(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Int] {
    var indices = Array(clusters.indices)
    for position in 0..<count {
      indices.swapAt(position, position + below(indices.count - position, using: &generator))
    }
    return Array(indices.prefix(count))
  }

  /// A number from 0 to `bound` − 1, each equally probable: Lemire 2019.
  private func below(_ bound: Int, using generator: inout some RandomNumberGenerator) -> Int {
    let bound = UInt64(bound)
    let threshold = (0 &- bound) % bound
    while true {
      let product = generator.next().multipliedFullWidth(by: bound)
      if product.low >= threshold { return Int(product.high) }
    }
  }
}
