import GSLNumerics

/// How a test with looks goes, for any drift: computed on a grid once, and read between its points.
///
/// Linear between points 0.05 apart, which leaves an error of at most 10⁻⁴ in any chance.
struct StoppingCourses {
  private static let step = 0.05
  private static let most = 8.0
  /// For drifts of 0, one step, two steps and so on.
  private let grid: [StoppingProbabilities]
  /// The looks' shares of the planned information.
  let fractions: [Double]

  /// - Throws: what the recursion throws.
  init(_ boundaries: GroupSequentialBoundaries) throws(NumericsError) {
    grid = try boundaries.stopping(
      drifts: (0...Int(Self.most / Self.step)).map { min(Self.most, Double($0) * Self.step) })
    fractions = boundaries.schedule.fractions
  }

  /// The chances of a drift; beyond 8 those of 8, where a test stops but for 10⁻⁶.
  func course(drift: Double) -> StoppingProbabilities {
    let place = min(Self.most, abs(drift)) / Self.step
    let below = min(grid.count - 2, Int(place))
    let weight = place - Double(below)
    let (first, second) = (grid[below], grid[below + 1])
    func between(_ low: [Double], _ high: [Double]) -> [Double] {
      zip(low, high).map { (1 - weight) * $0 + weight * $1 }
    }
    let (ahead, behind) = (between(first.upper, second.upper), between(first.lower, second.lower))
    return StoppingProbabilities(
      upper: drift < 0 ? behind : ahead, lower: drift < 0 ? ahead : behind, fractions: fractions)
  }
}
