public import GSLNumerics

/// How probable it is to stop at each look, given an effect.
public struct StoppingProbabilities: Hashable, Sendable {
  /// The probability of crossing the upper boundary at each look, for the first time.
  public let upper: [Double]
  /// The probability of crossing the lower boundary at each look, for the first time.
  public let lower: [Double]
  /// The looks' shares of the planned information.
  let fractions: [Double]

  /// The probability of crossing either boundary at each look, for the first time.
  public var atEachLook: [Double] { zip(upper, lower).map { $0 + $1 } }

  /// The probability of crossing a boundary at any look: the false-positive rate when there is no
  /// effect, the power (in either direction) when there is.
  public var rejection: Double { min(1, upper.reduce(0, +) + lower.reduce(0, +)) }

  /// The expected share of the planned information that the test uses: it stops at the boundary, or
  /// else at its last look.
  public var expectedInformation: Double {
    var expected = (fractions.last ?? 0) * (1 - rejection)
    for index in fractions.indices { expected += fractions[index] * (upper[index] + lower[index]) }
    return expected
  }
}

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
    // A value that is not a number ends the search with an error.
    return try root(from: 0, to: 8, absoluteTolerance: 1e-9) {
      ((try? stopping(drift: $0))?.upper.reduce(0, +) ?? .nan) - power
    }
  }

  /// How many times the sample size of a test without looks the plan needs at most, for equal power.
  ///
  /// The inflation factor R of Jennison & Turnbull 2000 (tables 2.2 and 2.4): the squared ratio of the
  /// drifts. The expected size is smaller; see ``StoppingProbabilities/expectedInformation``.
  /// - Parameters:
  ///   - power: of both tests, as for ``drift(power:)``.
  ///   - level: the level of the test without looks, both sides together; that of this test.
  /// - Throws: `NumericsError.outOfDomain` for a power outside of its range.
  public func inflation(power: Double, level: Double) throws(NumericsError) -> Double {
    let withoutLooks =
      try StandardNormal.quantile(power) - StandardNormal.quantile(level / 2)
    let ratio = try drift(power: power) / withoutLooks
    return ratio * ratio
  }
}
