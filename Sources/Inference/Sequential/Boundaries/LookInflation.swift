public import GSLNumerics

extension GroupSequentialBoundaries {
  /// The drift at which the test has a given power in the upper direction.
  ///
  /// - Parameter power: above the probability of an upper crossing without an effect, at most 0.999999.
  /// - Throws: `NumericsError.outOfDomain` for another power, and what the root finder throws.
  public func drift(power: Double) throws(NumericsError) -> Double {
    let atNull = try stopping(drift: 0).upper.reduce(0, +)
    guard power > atNull, power <= 0.999_999 else {
      throw .outOfDomain(
        argument: "power", value: power, expected: "above \(atNull) and at most 0.999999")
    }
    var failure: NumericsError?
    let drift = try root(from: 0, to: 8, absoluteTolerance: 1e-9) {
      do throws(NumericsError) {
        return try stopping(drift: $0).upper.reduce(0, +) - power
      } catch {
        failure = error
        return .nan
      }
    }
    if let failure { throw failure }
    return drift
  }

  /// How many times the sample size of a test without looks the plan needs at most, for equal power.
  ///
  /// The inflation factor R of Jennison & Turnbull 2000 (tables 2.2 and 2.4): the squared ratio of the
  /// drifts. The expected size is smaller; see ``StoppingProbabilities/expectedInformation``.
  /// - Parameters:
  ///   - power: of both tests, as for ``drift(power:)``.
  ///   - level: the level of the test without looks, both sides together; that of this test.
  /// - Throws: `NumericsError.outOfDomain` for a power or level outside of its range, or when the
  ///   last look is not at the end of the plan.
  public func inflation(power: Double, level: Double) throws(NumericsError) -> Double {
    try requireTestLevel(level)
    let end = schedule.fractions[schedule.fractions.count - 1]
    guard end == 1 else {
      throw .outOfDomain(argument: "fraction", value: end, expected: "1 at the last look of a plan")
    }
    let withoutLooks =
      try StandardNormal.quantile(power) - StandardNormal.quantile(level / 2)
    let ratio = try drift(power: power) / withoutLooks
    return ratio * ratio
  }
}
