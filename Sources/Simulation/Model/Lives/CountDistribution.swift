import RandomStreams

/// A distribution of counts that many lives draw from: Poisson, or Poisson with a gamma mean.
///
/// The latter, over people, is negative binomial, so nobody's mean is drawn. Counts come by inversion
/// from a table, a guide telling where to begin (Chen and Asau, "On generating random variates from an
/// empirical distribution", AIIE Transactions 6 (1974)); where a table would be too long, from the
/// samplers.
struct CountDistribution: ~Copyable, Sendable {
  /// What answers where a table would be too long.
  private enum Sampling: Sendable {
    case poisson(PoissonSampler)
    case gammaPoisson(GammaSampler, scale: Double)
  }

  /// By count: the probability of no more; the last is infinite.
  private let cumulated: FixedList<Double>
  /// By steps of u: the least count that could be meant.
  private let guide: FixedList<UInt16>
  private let tail: Tail
  /// Instead of the table, where it would be too long.
  private let sampling: Sampling?

  private static let guideCount = 1024.0
  /// Most counts of a table; what is beyond is walked to.
  private static let longest = 4_096
  /// Below this the first probabilities are rounded away, and with them the table.
  private static let leastNone = 1e-280

  /// Poisson with a mean.
  init(mean: Double) {
    self.init(
      none: ElementaryFunctions.exp(-mean), ratio: mean, growth: 0,
      orElse: .poisson(PoissonSampler(mean: mean)))
  }

  /// Poisson with a gamma mean.
  ///
  /// - Parameters:
  ///   - shape: of the gamma distribution.
  ///   - scale: what a gamma variable of unit scale is multiplied by.
  init(shape: Double, scale: Double) {
    let more = scale / (1 + scale)
    self.init(
      none: ElementaryFunctions.exp(-(shape * ElementaryFunctions.log(1 + scale))),
      ratio: shape * more, growth: more,
      orElse: .gammaPoisson(GammaSampler(shape: shape), scale: scale))
  }

  /// - Parameters:
  ///   - none: the probability of 0.
  ///   - ratio: of the probability of m + 1 to that of m it is (ratio + growth·m)/(m + 1).
  private init(none: Double, ratio: Double, growth: Double, orElse sampling: Sampling) {
    var end = Tail(count: 0, probability: none, cumulated: none, ratio: ratio, growth: growth)
    var cumulated: [Double] = []
    if none > Self.leastNone {
      cumulated.reserveCapacity(1_024)
      while cumulated.count < Self.longest, 1 - end.cumulated > 1e-9, end.isBefore(end: 1) {
        cumulated.append(end.cumulated)
        end.advance()
      }
    }
    let isTable = none > Self.leastNone && 1 - end.cumulated < 1e-6
    self.sampling = isTable ? nil : sampling
    tail = end
    cumulated.append(.infinity)
    self.cumulated = FixedList(cumulated)
    let steps = Int(Self.guideCount)
    guide = FixedList(count: steps) { guide in
      var step = 0
      for (count, probability) in cumulated.enumerated() where step < steps {
        // A power of two: the product is exact, and the steps below it are those that could mean this count.
        let limit = min(probability * Self.guideCount, Self.guideCount)
        let whole = Int(limit)
        let next = Double(whole) < limit ? whole + 1 : whole
        guard next > step else { continue }
        (guide + step).initialize(repeating: UInt16(count), count: next - step)
        step = next
      }
    }
  }

  /// The same as another, whose memory it shares; not to be drawn from when that is gone.
  init(sharing other: borrowing CountDistribution) {
    cumulated = FixedList(sharing: other.cumulated)
    guide = FixedList(sharing: other.guide)
    tail = other.tail
    sampling = other.sampling
  }

  /// One draw; of one word where there is a table.
  @inline(__always)
  func draw(from stream: AddressedStream, at address: Address) -> Int {
    if sampling != nil { return drawWithoutTable(from: stream, at: address) }
    let bits = stream.bits(address)
    let u = AddressedStream.uniform(bits)
    var count = Int(guide[Int(truncatingIfNeeded: bits >> 54)])  // the uniform's first ten bits
    while u >= cumulated[count] { count += 1 }
    return count + 1 < cumulated.count ? count : tail.count(at: u)
  }

  @inline(never)
  private func drawWithoutTable(from stream: AddressedStream, at address: Address) -> Int {
    switch sampling {
    case .poisson(let sampler): return sampler.draw(from: stream, at: address)
    case .gammaPoisson(let sampler, let scale):
      // Half of the address's words for each.
      let mean = sampler.draw(from: stream, at: address.advanced(by: 1 << 15)) * scale
      return PoissonSampler(mean: mean).draw(from: stream, at: address)
    case nil: return 0
    }
  }

  /// The walk along the probabilities, at a count.
  private struct Tail: Sendable {
    var count: Int
    var probability: Double
    var cumulated: Double
    let ratio: Double
    let growth: Double

    mutating func advance() {
      probability *= (ratio + growth * Double(count)) / Double(count + 1)
      count += 1
      cumulated += probability
    }

    /// Whether there is more to come: past 2⁻⁶⁰ what is left is rounding, not probability.
    func isBefore(end u: Double) -> Bool { u >= cumulated && (probability > 0x1p-60 || cumulated < 0.5) }

    @inline(never)
    func count(at u: Double) -> Int {
      var end = self
      while end.isBefore(end: u) { end.advance() }
      return end.count
    }
  }
}
