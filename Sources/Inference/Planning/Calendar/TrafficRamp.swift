/// How the installs of a test are split while it begins, before the split that it ends with.
///
/// A difference is then estimated within days of one split. n₀ and n₁ installs of such days count n₀n₁/(n₀ + n₁)
/// (Mantel & Haenszel 1959), so days of an uneven split count less than those of an even one.
public struct TrafficRamp: Hashable, Sendable {
  /// Days of one split.
  public struct Step: Hashable, Sendable {
    /// The share of the installs that all options but the baseline get together, in (0, 1).
    public let share: Double
    /// How many days it lasts, at least 1.
    public let days: Int

    /// - Precondition: the share is above 0 and below 1, and there is a day at least.
    public init(share: Double, days: Int) {
      precondition(share > 0 && share < 1 && days > 0)
      self.share = share
      self.days = days
    }
  }

  /// In their order, at least one.
  public let steps: [Step]

  /// - Precondition: there is a step.
  public init(_ steps: [Step]) {
    precondition(!steps.isEmpty)
    self.steps = steps
  }

  /// Days until the split that the test ends with.
  public var days: Int { steps.reduce(0) { $0 + $1.days } }

  /// The shares of all options in a step, the baseline first.
  ///
  /// - Parameter allocation: that of the test's end, which sums to 1.
  func allocation(_ step: Step, of allocation: [Double]) -> [Double] {
    let others = 1 - allocation[0]
    return [1 - step.share] + allocation.dropFirst().map { step.share * $0 / others }
  }
}
