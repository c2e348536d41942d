public import GSLNumerics

/// The limits of a share by Wilson 1927, from how many have something, which need not be a whole number.
package struct WilsonLimits {
  /// From 0 to the share.
  package let lower: Double
  /// From the share to 1.
  package let upper: Double

  /// Each root is written so that nothing cancels.
  ///
  /// - Parameters:
  ///   - events: how many have it, from 0 to `people`.
  ///   - people: above 0.
  ///   - z: the deviate of the normal distribution, 1.645 for one-sided 95%.
  package init(of events: Double, among people: Double, deviate z: Double) {
    let middle = events + z * z / 2
    let half = z * (events * ((people - events) / people) + z * z / 4).squareRoot()
    // The product of the two roots is events²/(people·(people + z²)).
    lower = events == 0 ? 0 : events * (events / people) / (middle + half)
    upper = events == people ? 1 : (middle + half) / (people + z * z)
  }
}

extension ObservedCount {
  /// Wilson's interval of the proportion, within [0, 1].
  ///
  /// - Returns: `nil` for 0 of 0.
  public func interval(at level: ConfidenceLevel) throws(NumericsError) -> Interval? {
    guard n > 0 else { return nil }
    let limits = WilsonLimits(of: Double(x), among: Double(n), deviate: try level.deviate())
    return Interval(lower: limits.lower, upper: limits.upper)
  }
}
