public import GSLNumerics

/// Moves the values far out to the edge of the rest, so that a handful of them does not decide a mean.
///
/// The limits are quantiles of the values of *all* arms together: limits of each arm's own would move with what
/// is measured. A mean of winsorised values is that of another quantity, which the limits define.
public struct Winsorising: Hashable, Sendable {
  /// The share of values at most at the upper limit; as many are at least at the lower one.
  public let quantile: Double
  /// What larger values count as.
  public let upper: Double
  /// What smaller values count as.
  public let lower: Double

  /// - Parameters:
  ///   - values: of all arms together, at least one, all finite.
  ///   - quantile: above 0.5, at most 1; 1 leaves every value as it is.
  /// - Throws: `NumericsError.outOfDomain` for a quantile outside of that, and what ``quantiles(_:at:)`` throws.
  public init(_ values: [Double], quantile: Double) throws(NumericsError) {
    guard quantile > 0.5, quantile <= 1 else {
      throw .outOfDomain(argument: "quantile", value: quantile, expected: "above 0.5 and at most 1")
    }
    let limits = try quantiles(values, at: [1 - quantile, quantile])
    self.quantile = quantile
    lower = limits[0]
    upper = limits[1]
  }

  /// The value, moved to the nearer limit where it lies beyond one.
  public func callAsFunction(_ value: Double) -> Double { min(max(value, lower), upper) }
}
