/// How often a method is right, over a grid of true proportions, by exact enumeration.
///
/// For an interval the share of samples whose interval holds the truth; for a test the share of
/// samples in which it rejects a true null. Nothing is simulated: every possible count is weighted
/// with its probability.
public struct CoverageSummary: Hashable, Sendable {
  /// The people of each arm.
  public let sizes: [Int]
  /// The smallest coverage, or the largest size, over the grid.
  public let worst: Double
  /// The true proportions, one per arm, at which it is found.
  public let worstAt: [Double]
  /// The mean over the grid, its points weighted alike.
  public let mean: Double
  /// The largest share of samples for which the method has no value; they count neither way.
  public let mostMissing: Double
}

/// The true proportions at which coverage is looked at.
public enum CoverageGrid {
  /// 0.001, 0.002, … 0.999: for one proportion, and for the common proportion of a true null.
  public static let fine = (1...999).map { Double($0) / 1_000 }
  /// 25 proportions, closer together near 0 and 1: for each of two arms.
  public static let coarse: [Double] = {
    let lower = [0.01, 0.02, 0.035] + (1...9).map { Double($0) / 20 }
    return lower + [0.5] + lower.reversed().map { 1 - $0 }
  }()
}

/// What a grid has shown so far.
struct CoverageFold {
  private var worst: Double?
  private var worstAt: [Double] = []
  private var sum = 0.0
  private var points = 0
  private var mostMissing = 0.0
  private let isWorse: (Double, Double) -> Bool

  init(worse isWorse: @escaping (Double, Double) -> Bool) {
    self.isWorse = isWorse
  }

  /// Adds one point of the grid.
  ///
  /// - Parameters:
  ///   - right: the probability of samples counted.
  ///   - missing: the probability of samples without a value.
  ///   - truth: the true proportions.
  mutating func add(_ right: Double, missing: Double, at truth: [Double]) {
    guard missing < 1 - 1e-9 else { return }
    let share = min(1, right / (1 - missing))
    sum += share
    points += 1
    mostMissing = max(mostMissing, missing)
    if let worst, !isWorse(share, worst) { return }
    worst = share
    worstAt = truth
  }

  func summary(sizes: [Int]) -> CoverageSummary {
    CoverageSummary(
      sizes: sizes, worst: worst ?? 0, worstAt: worstAt, mean: points > 0 ? sum / Double(points) : 0,
      mostMissing: mostMissing)
  }
}
