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
