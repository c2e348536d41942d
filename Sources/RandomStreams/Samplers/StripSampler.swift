/// Draws the log-odds of a beta variable, fast, after a preparation.
///
/// Their density is log-concave for every shape, shapes below 1 included. Method: strips under a
/// histogram that covers the density (Devroye, "Non-uniform random variate generation" (1986), sections VII.2 and VIII.2.3):
/// a strip by Walker's alias method, a point in it, accepted under the density's least value there
/// or, one time in twenty or so, by the density itself. Beyond the strips the tails are covered by
/// the exponentials that touch the density at its ends. Nothing is interpolated: the distribution is exact
/// up to rounding.
///
/// Preparing costs about as much as 500 draws; the draws themselves a third of what
/// ``BetaSampler`` takes, whose draws these are not.
///
/// Words consumed, counted from the address: attempt i uses 4i for the strip, 4i + 1 for the position (its
/// upper 40 bits) and the test's first 24 bits, and, one time in twenty or so, 4i + 2 for the rest of
/// the test and 4i + 3 for a position in a tail. ``wordsReserved`` words are never exceeded in practice (an
/// attempt fails one time in fifteen).
public final class StripSampler: @unchecked Sendable {
  /// The distance between addresses that keeps two draws apart.
  public static var wordsReserved: UInt64 { 256 }

  /// The shapes that can be prepared; outside them the density's differences round to nothing.
  public static var shapes: ClosedRange<Double> { 1e-4...1e6 }

  /// Two shapes themselves where they can be prepared, else some of about the same mean: a distribution of larger ones
  /// hardly varies, one of smaller ones is all at its ends.
  public static func nearestShapes(to wanted: SIMD2<Double>) -> SIMD2<Double> {
    let (least, most) = (shapes.lowerBound, shapes.upperBound)
    let scaled = wanted * min(most / wanted.max(), max(1, least / wanted.min()))
    return scaled.clamped(lowerBound: SIMD2(repeating: least), upperBound: SIMD2(repeating: most))
  }

  @usableFromInline let distribution: LogitBetaDistribution
  @usableFromInline let strips: UnsafeMutablePointer<Strip>
  @usableFromInline let left: Double
  @usableFromInline let right: Double
  @usableFromInline let width: Double
  @usableFromInline let leftSlope: Double
  @usableFromInline let rightSlope: Double

  /// One of 128 pieces of equal probability before the alias, the last two being the tails.
  @usableFromInline
  struct Strip {
    /// Below this the piece itself is meant, else its alias; of 57 bits.
    @usableFromInline var threshold: UInt64
    @usableFromInline var alias: UInt32
    /// Of `least`, the first 24 bits.
    @usableFromInline var leastBits: UInt32
    /// The density's least value in the strip, as a share of the cover.
    @usableFromInline var least: Double
    /// The logarithm of the cover's height, relative to the mode.
    @usableFromInline var logHeight: Double
  }

  private static var count: Int { 128 }
  // Computed, as a stored one is looked up at every draw.
  @usableFromInline static var inner: Int { @inlinable @inline(__always) get { 126 } }
  /// How far below the mode the strips end, in log-density.
  private static let depth = -7.0

  /// Draws of ln(X/(1 − X)) for X beta with mean a/(a + b).
  ///
  /// - Parameters:
  ///   - a: the shape at 1, within ``shapes``.
  ///   - b: the shape at 0, within ``shapes``.
  public init(logitBeta a: Double, _ b: Double) {
    precondition(
      Self.shapes.contains(a) && Self.shapes.contains(b), "A shape outside what strips can cover.")
    distribution = LogitBetaDistribution(a, b)
    left = Self.edge(of: distribution, towards: -1)
    right = Self.edge(of: distribution, towards: 1)
    width = (right - left) / Double(Self.inner)
    leftSlope = distribution.slope(left)
    rightSlope = -distribution.slope(right)
    strips = .allocate(capacity: Self.count)
    var areas: [Double] = []
    areas.reserveCapacity(Self.count)
    var before = distribution.logDensity(left)
    for strip in 0..<Self.inner {
      let begins = left + Double(strip) * width
      let after = distribution.logDensity(begins + width)
      let holdsMode = begins <= distribution.mode && distribution.mode <= begins + width
      let height = holdsMode ? 0 : max(before, after)
      // A hair less, for what rounding does to the position of a strip's end.
      let least = ElementaryFunctions.exp(min(before, after) - height) * (1 - 1e-9)
      (strips + strip).initialize(
        to: Strip(
          threshold: 0, alias: UInt32(strip), leastBits: UInt32(least * 0x1p24), least: least,
          logHeight: height + 1e-9))
      areas.append(width * ElementaryFunctions.exp(height + 1e-9))
      before = after
    }
    for (edge, slope) in [(left, leftSlope), (right, rightSlope)] {
      let height = distribution.logDensity(edge)
      (strips + areas.count).initialize(
        to: Strip(threshold: 0, alias: UInt32(areas.count), leastBits: 0, least: 0, logHeight: height))
      areas.append(ElementaryFunctions.exp(height) / slope)
    }
    setAliases(areas)
  }

  deinit { strips.deallocate() }

  /// Where the log-density has fallen to ``depth`` on one side of the mode, by bisection.
  private static func edge(of distribution: LogitBetaDistribution, towards sign: Double) -> Double {
    var outer = 1.0
    while distribution.logDensity(distribution.mode + sign * outer) > depth { outer *= 2 }
    while distribution.logDensity(distribution.mode + sign * outer / 2) < depth { outer /= 2 }
    var inner = 0.0
    for _ in 0..<20 {
      let middle = (inner + outer) / 2
      if distribution.logDensity(distribution.mode + sign * middle) > depth {
        inner = middle
      } else {
        outer = middle
      }
    }
    return distribution.mode + sign * outer
  }

  /// Vose's way of filling an alias table (IEEE Transactions on Software Engineering 17 (1991)).
  private func setAliases(_ areas: [Double]) {
    let total = areas.reduce(0, +)
    var shares = areas.map { $0 / total * Double(Self.count) }
    var small = shares.indices.filter { shares[$0] < 1 }
    var large = shares.indices.filter { shares[$0] >= 1 }
    let full = UInt64(1) << 57
    for index in shares.indices { strips[index].threshold = full }
    while let less = small.popLast(), let more = large.last {
      strips[less].threshold = UInt64(shares[less] * 0x1p57)
      strips[less].alias = UInt32(more)
      shares[more] -= 1 - shares[less]
      if shares[more] < 1 {
        large.removeLast()
        small.append(more)
      }
    }
  }

  /// One draw.
  @inlinable
  @inline(__always)
  public func draw(from stream: AddressedStream, at address: Address) -> Double {
    let index = strip(stream.bits(address))
    let word = stream.bits(address.advanced(by: 1))
    if UInt32(truncatingIfNeeded: word) & 0xFF_FFFF < strips[index].leastBits { return point(index, word) }
    return drawSlowly(from: stream, at: address)
  }

  /// A strip by the alias method: 7 bits for the strip, the others for the choice.
  @inlinable
  @inline(__always)
  func strip(_ bits: UInt64) -> Int {
    let index = Int(truncatingIfNeeded: bits >> 57)
    let strip = strips[index]
    // All ones where the strip itself is meant; nobody could foresee a branch.
    let below = Int64(bitPattern: (bits & 0x1FF_FFFF_FFFF_FFFF) &- strip.threshold) >> 63
    let alias = Int(truncatingIfNeeded: strip.alias)
    return alias ^ ((alias ^ index) & Int(truncatingIfNeeded: below))
  }

  /// The point of a strip that a word's upper 40 bits mean.
  @inlinable
  @inline(__always)
  func point(_ index: Int, _ word: UInt64) -> Double {
    // As for uniforms: (k + ½)·2⁻⁴⁰.
    let position =
      Double(bitPattern: (word >> 24) << 12 | 0x3FF0_0000_0000_0000) - (1 - 0x1p-41)
    return left + (Double(index) + position) * width
  }

  /// Tries again from the start, with all the bits that are needed.
  @inlinable
  @inline(never)
  func drawSlowly(from stream: AddressedStream, at address: Address) -> Double {
    var word: UInt64 = 0
    while true {
      let index = strip(stream.bits(address.advanced(by: word)))
      let bits = stream.bits(address.advanced(by: word &+ 1))
      let test = (Double(bits & 0xFF_FFFF) + stream.uniform(address.advanced(by: word &+ 2))) * 0x1p-24
      let tailAddress = address.advanced(by: word &+ 3)
      word &+= 4
      if index < Self.inner {
        let x = point(index, bits)
        if test < strips[index].least { return x }
        if ElementaryFunctions.log(test) + strips[index].logHeight < distribution.logDensity(x) { return x }
      } else {
        let beyond = -ElementaryFunctions.log(stream.uniform(tailAddress))
        let x =
          index == Self.inner ? left - beyond / leftSlope : right + beyond / rightSlope
        if ElementaryFunctions.log(test) + strips[index].logHeight - beyond < distribution.logDensity(x) {
          return x
        }
      }
    }
  }
}

/// The density of the log-odds of a beta variable, by its logarithm relative to the mode.
@usableFromInline
struct LogitBetaDistribution {
  let a: Double
  let b: Double
  let mode: Double
  private let softplusAtMode: Double

  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    mode = ElementaryFunctions.log(a / b)
    softplusAtMode = Self.softplus(mode)
  }

  /// The logarithm of the density at x less that at the mode.
  @usableFromInline
  func logDensity(_ x: Double) -> Double {
    a * (x - mode) - (a + b) * (Self.softplus(x) - softplusAtMode)
  }

  /// The derivative of ``logDensity(_:)``.
  func slope(_ x: Double) -> Double { a - (a + b) * ElementaryFunctions.logistic(x) }

  /// ln(1 + e^x), without overflow.
  private static func softplus(_ x: Double) -> Double {
    max(x, 0) + ElementaryFunctions.log(1 + ElementaryFunctions.exp(-x.magnitude))
  }
}
