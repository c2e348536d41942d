public import GSLNumerics

/// The difference of two rates, adjusted for groups known before the assignment.
///
/// δ = Σ (Nₛ/N)(p̂₁ₛ − p̂₀ₛ), each group weighted by all its people: what a regression on the arm, the groups and
/// their products gives (Lin, Annals of Applied Statistics 7, 2013). Its variance Σ (Nₛ/N)² (s₁²/n₁ + s₀²/n₀), with
/// s² over n − 1 people, is that regression's HC2. It removes what the groups explain, so it is a little
/// narrower than the plain difference and free of a split that is uneven between groups.
public struct PostStratifiedDifference: Hashable, Sendable {
  /// δ, arm minus baseline.
  public let estimate: Double
  /// The square root of the variance.
  public let standardError: Double
  /// δ with its normal interval, cut to [−1, 1].
  public let interval: ConfidenceInterval
  /// The groups that it weighs, those put together counted as one.
  public let groups: Int
  /// The groups put together because an arm has fewer than two people in them.
  public let merged: Int

  /// - Parameters:
  ///   - groups: the two arms in each group.
  ///   - level: the confidence.
  /// - Returns: none where an arm has fewer than two people in all, or nobody, or everybody, is counted.
  /// - Throws: what the numerical routines throw.
  public static func of(
    _ groups: [TwoArms], at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<PostStratifiedDifference> {
    func isSmall(_ pair: TwoArms) -> Bool { pair.arm.n < 2 || pair.baseline.n < 2 }
    var large = groups.filter { !isSmall($0) }
    let small = groups.filter { isSmall($0) && $0.arm.n + $0.baseline.n > 0 }
    if !small.isEmpty {
      let rest = small.dropFirst().reduce(small[0], joined)
      if !isSmall(rest) {
        large.append(rest)
      } else if let largest = large.indices.max(by: { people(large[$0]) < people(large[$1]) }) {
        large[largest] = joined(large[largest], rest)
      }
    }
    guard !large.isEmpty else { return .none(.emptyArm) }
    let whole = large.reduce(0) { $0 + people($1) }
    var estimate = 0.0
    var variance = 0.0
    for pair in large {
      let share = people(pair) / whole
      estimate += share * pair.rateDifference
      variance += share * share * (spread(pair.arm) + spread(pair.baseline))
    }
    guard variance > 0 else { return .none(.noVariance) }
    let half = try level.deviate() * variance.squareRoot()
    return .value(
      PostStratifiedDifference(
        estimate: estimate, standardError: variance.squareRoot(),
        interval: ConfidenceInterval(
          lower: max(-1, estimate - half), upper: min(1, estimate + half), level: level),
        groups: large.count, merged: small.count))
  }

  private static func people(_ pair: TwoArms) -> Double { Double(pair.arm.n) + Double(pair.baseline.n) }

  /// The unbiased variance of a rate, p̂(1 − p̂)/(n − 1).
  private static func spread(_ count: ObservedCount) -> Double {
    let rate = Double(count.x) / Double(count.n)
    return rate * (1 - rate) / Double(count.n - 1)
  }

  private static func joined(_ first: TwoArms, _ second: TwoArms) -> TwoArms {
    func sum(_ first: ObservedCount, _ second: ObservedCount) -> ObservedCount {
      ObservedCount(unchecked: first.x + second.x, of: first.n + second.n)
    }
    return TwoArms(sum(first.arm, second.arm), against: sum(first.baseline, second.baseline))
  }
}
