public import GSLNumerics

/// Moves the values far out to the edge of the rest, so that a handful of them does not decide a mean.
///
/// The limits are quantiles of the values of *all* arms together: limits of each arm's own would move with what
/// is measured. A mean of winsorised values is that of another quantity, which the limits define.
public struct Winsorising: Encodable, Hashable, Sendable {
  /// The share of values at most at the upper limit; as many are at least at the lower one.
  public static let quantile = 0.99
  /// What larger values count as.
  public let upper: Double
  /// What smaller values count as.
  public let lower: Double

  /// - Parameter values: of all arms together, at least one, all finite.
  public init(_ values: [Double]) throws(NumericsError) {
    let limits = try quantiles(values, at: [1 - Self.quantile, Self.quantile])
    lower = limits[0]
    upper = limits[1]
  }

  /// The value, moved to the nearer limit where it lies beyond one.
  public func callAsFunction(_ value: Double) -> Double { min(max(value, lower), upper) }
}
