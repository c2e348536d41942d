/// Poisson and binomial counts too large to be found one by one.
///
/// Both take a number of steps that grows with the logarithm of the count and use no
/// factorials. Reference: Ahrens and Dieter, "Computer methods for sampling from gamma, beta,
/// Poisson and binomial distributions", Computing 12 (1974), 223–246.
public enum LargePoisson {
  /// The distance between the addresses of two steps, which may draw a beta each.
  static let wordsPerStage: UInt64 = 512

  /// A Poisson draw with a mean of more than 192.
  ///
  /// The arrivals of a Poisson process are counted until time `mean`. The time X of
  /// arrival m = ⌊7/8·mean⌋ is gamma. If X comes first, the rest of the time holds a
  /// Poisson count, with an eighth of the mean or so; if not, the m − 1 arrivals
  /// before X are uniform on (0, X), and a binomial number of them is early enough.
  public static func draw(mean: Double, from stream: AddressedStream, at address: Address) -> Int {
    var count = 0
    var mean = mean
    var address = address
    while mean > 192 {
      guard mean <= 1e15 else { return Int(Swift.min(mean, 0x1p62)) }
      let arrivals = Int(mean * 0.875)
      let time = GammaSampler(shape: Double(arrivals)).draw(from: stream, at: address)
      address = address.advanced(by: wordsPerStage)
      guard time <= mean else {
        return count
          + binomial(arrivals - 1, probability: mean / time, from: stream, at: address)
      }
      count += arrivals
      mean -= time
    }
    return count + PoissonSampler(mean: mean).draw(from: stream, at: address)
  }

  /// The number of `trials` uniforms that lie below `probability`.
  ///
  /// The middle one of n ordered uniforms is beta; knowing on which side of
  /// `probability` it lies settles half of them, until few enough are left to count.
  static func binomial(
    _ trials: Int, probability: Double, from stream: AddressedStream, at address: Address
  ) -> Int {
    var trials = trials
    var probability = probability
    var count = 0
    var address = address
    while trials > 32 {
      let rank = trials / 2 + 1
      let middle = BetaSampler(Double(rank), Double(trials + 1 - rank)).draw(from: stream, at: address)
      address = address.advanced(by: wordsPerStage)
      if middle <= probability {
        count += rank
        trials -= rank
        probability = (probability - middle) / (1 - middle)
      } else {
        trials = rank - 1
        probability /= middle
      }
    }
    for trial in 0..<UInt64(trials) where stream.uniform(address.advanced(by: trial)) < probability {
      count += 1
    }
    return count
  }
}
