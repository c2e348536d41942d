/// Which of several p-values a correction finds significant, by the levels that they fall below.
///
/// With k comparisons there are k levels c₁ ≤ … ≤ c_k. Holm's procedure goes down from the smallest p-value as long as the
/// i-th smallest is below cᵢ; those of Hochberg, and of Benjamini and Hochberg, take the largest i of which that holds. All
/// p-values below the last such level are significant. So how many lie between two levels decides, and not their order.
struct StepProcedure {
  /// The two-sided levels, the smallest first.
  let levels: [Double]
  /// By the intervals of the other p-values, those of the own one in which it is significant.
  private let isSignificant: [[Bool]]
  /// Whether the first levels alone do not make larger p-values significant: all have to pass theirs.
  private let isStepDown: Bool

  /// - Parameter comparisons: at least 2.
  /// - Returns: `nil` where p-values are not adjusted, or there is a single one.
  init?(_ correction: MultiplicityCorrection, alpha: Double, comparisons: Int) {
    guard comparisons > 1 else { return nil }
    let ranks = 1...comparisons
    let isStepDown = correction == .holm
    switch correction {
    case .none: return nil
    case .holm, .hochberg:
      levels = ranks.map { alpha / Double(comparisons - $0 + 1) }
    case .benjaminiHochberg:
      levels = ranks.map { alpha * Double($0) / Double(comparisons) }
    }
    self.isStepDown = isStepDown
    /// How many of the levels are passed, where this many p-values lie in each interval.
    func levelsPassed(_ counts: [Int]) -> Int {
      var below = 0
      var passed = 0
      for rank in ranks {
        below += counts[rank - 1]
        if below >= rank { passed = rank } else if isStepDown { break }
      }
      return passed
    }
    let intervals = comparisons + 1
    let combinations = (1..<comparisons).reduce(1) { product, _ in product * intervals }
    isSignificant = (0..<combinations).map { code in
      var counts = [Int](repeating: 0, count: intervals)
      var rest = code
      for _ in 1..<comparisons {
        counts[rest % intervals] += 1
        rest /= intervals
      }
      return (0..<comparisons).map { own in
        var all = counts
        all[own] += 1
        return own < levelsPassed(all)
      }
    }
  }

  /// How often a p-value is significant, by the interval that it lies in: below the first level, from there to the
  /// second, and so on.
  ///
  /// - Parameter others: of each other p-value the chance of each interval, the last one being from the last level on;
  ///   independent of one another.
  func chances(others: [[Double]]) -> [Double] {
    var combinations = [1.0]
    for intervals in others {
      combinations = combinations.flatMap { before in intervals.map { before * $0 } }
    }
    return levels.indices.map { own in
      combinations.indices.reduce(0) { isSignificant[$1][own] ? $0 + combinations[$1] : $0 }
    }
  }

  /// How often all p-values are significant.
  ///
  /// In steps down the i-th smallest is below the i-th level; in steps up the largest is below the last, and that is all.
  /// - Parameter chances: of each p-value that of each interval but the last; independent of one another.
  func chanceOfAll(_ chances: [[Double]]) -> Double {
    guard isStepDown else { return chances.reduce(1) { $0 * $1.reduce(0, +) } }
    // By which p-values are below the level so far, a bit each.
    let all = (1 << chances.count) - 1
    var below = [Double](repeating: 0, count: all + 1)
    below[0] = 1
    for level in levels.indices {
      var next = [Double](repeating: 0, count: all + 1)
      let together = (0...all).map { set in
        chances.indices.reduce(1) { set & (1 << $1) == 0 ? $0 : $0 * chances[$1][level] }
      }
      for before in 0...all where below[before] > 0 {
        for more in 0...all where more & before == 0 && (more | before).nonzeroBitCount > level {
          next[more | before] += below[before] * together[more]
        }
      }
      below = next
    }
    return below[all]
  }

  /// Which p-values are significant, by the number of levels that each is not below.
  func significant(_ intervals: [Int]) -> [Bool] {
    intervals.indices.map { own in
      guard intervals[own] < levels.count else { return false }
      var code = 0
      for other in intervals.indices where other != own {
        code = code * (levels.count + 1) + intervals[other]
      }
      return isSignificant[code][intervals[own]]
    }
  }
}
