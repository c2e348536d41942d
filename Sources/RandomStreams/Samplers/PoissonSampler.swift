/// Draws counts from a Poisson distribution with a given mean.
///
/// Up to a mean of 12 the count is found by inversion: the uniform is walked along the
/// probabilities from zero upwards (Devroye, "Non-uniform random variate generation"
/// (1986), section X.3.3). Larger means are sums of independent parts:
///
/// | mean | method | words consumed |
/// | --- | --- | --- |
/// | to 12 | inversion | 1 |
/// | to 192 | n = ⌈mean/12⌉ inversions with mean/n | n |
/// | to 10¹⁵ | the normal quantile and its skewness (Cornish and Fisher 1938) | 1 |
/// | above | the mean itself, at most 2⁶² | 0 |
///
/// To 192 the distribution is exact up to rounding of the probabilities (about 10⁻¹⁶ each). Beyond, the probability of
/// no more than a count is within 0.00007 of its own, and nearer the larger the mean; in the last row the spread would be
/// under 10⁻⁷ of the mean. Tiny means are exact too: any positive mean gives a count above zero when the uniform is
/// within it of 1.
@frozen
public struct PoissonSampler: Hashable, Sendable {
  /// The mean asked for.
  public let mean: Double
  @usableFromInline let parts: UInt64
  @usableFromInline let partMean: Double
  @usableFromInline let zeroProbability: Double

  /// The largest mean whose count is found from one word.
  @inlinable public static var mostOfOnePart: Double { @inline(__always) get { 12 } }

  /// Prepares draws with a mean.
  ///
  /// - Parameter mean: 0 or more; infinity counts as very large. Less, or NaN, is the
  ///   caller's bug and traps.
  @inlinable
  public init(mean: Double) {
    precondition(mean >= 0, "A Poisson mean must not be negative.")
    self.mean = mean
    parts = mean <= Self.mostOfOnePart ? 1 : mean <= 192 ? UInt64((mean / 12).rounded(.up)) : 0
    partMean = parts > 1 ? mean / Double(parts) : mean
    zeroProbability = parts > 0 ? ElementaryFunctions.exp(-partMean) : 0
  }

  /// One draw.
  @inlinable
  public func draw(from stream: AddressedStream, at address: Address) -> Int {
    if parts == 1 { return count(at: stream.uniform(address)) }
    guard parts > 0 else { return largeCount(at: stream.uniform(address)) }
    var sum = 0
    for part in 0..<parts {
      sum &+= count(at: stream.uniform(address.advanced(by: part)))
    }
    return sum
  }

  /// The quantile of u: the count whose cumulated probability first exceeds it.
  ///
  /// Of one part only, where the mean is above 12; without meaning above 192.
  @inlinable
  public func count(at u: Double) -> Int {
    var probability = zeroProbability
    var cumulated = zeroProbability
    var count = u >= cumulated ? 1 : 0
    // Eight comparisons without a branch are cheaper than one branch that is guessed
    // wrongly, and most counts end here.
    for reciprocal in 1...7 {
      probability *= partMean * (1 / Double(reciprocal))
      cumulated += probability
      count &+= u >= cumulated ? 1 : 0
    }
    return count < 8 ? count : countFromEight(u, probability, cumulated)
  }

  /// The quantile of u where the mean is above 192.
  @usableFromInline
  func largeCount(at u: Double) -> Int {
    guard mean <= 1e15 else { return Int(Swift.min(mean, 0x1p62)) }
    let z = Quantile.normal(u)
    return Int((mean + z * mean.squareRoot() + (z * z - 1) / 6).rounded())
  }

  /// Continues the walk; past 2⁻⁶⁰ what is left of u is rounding, not probability.
  @inlinable
  func countFromEight(_ u: Double, _ lastProbability: Double, _ lastCumulated: Double) -> Int {
    var probability = lastProbability
    var cumulated = lastCumulated
    var count = 8
    while probability > 0x1p-60 {
      probability *= partMean / Double(count)
      cumulated += probability
      if u < cumulated { break }
      count &+= 1
    }
    return count
  }
}
