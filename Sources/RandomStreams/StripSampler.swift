/// Draws from a law with a log-concave density, fast, after a preparation.
///
/// The logarithm of a gamma variable and the log-odds of a beta variable have log-concave densities
/// for every shape, shapes below 1 included. Method: strips under a histogram that covers the
/// density (Devroye, "Non-uniform random variate generation" (1986), sections VII.2 and VIII.2.3):
/// a strip by Walker's alias method, a point in it, accepted under the density's least value there
/// or, one time in twenty or so, by the density itself. Beyond the strips the tails are covered by
/// the exponentials that touch the density at its ends. Nothing is interpolated: the law is exact
/// up to rounding.
///
/// Preparing costs about as much as 500 draws; the draws themselves a third of what
/// ``GammaSampler`` and ``BetaSampler`` take, whose draws these are not.
///
/// Words consumed, counted from the address: attempt i uses 3i (strip), 3i + 1 (place) and 3i + 2
/// (test). ``wordsReserved`` words are never exceeded in practice (an attempt fails one time in
/// fifteen).
public final class StripSampler: @unchecked Sendable {
  /// The distance between addresses that keeps two draws apart.
  public static var wordsReserved: UInt64 { 256 }

  /// The shapes that can be prepared; outside them the density's differences round to nothing.
  public static var shapes: ClosedRange<Double> { 1e-4...1e6 }

  @usableFromInline let law: LogConcaveLaw
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
    @usableFromInline var alias: Int
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

  /// Draws of ln X for X gamma with a shape and scale 1.
  ///
  /// - Parameter shape: within ``shapes``.
  public convenience init(logGamma shape: Double) {
    precondition(Self.shapes.contains(shape), "A shape outside what strips can cover.")
    self.init(.logGamma(shape: shape, mode: ElementaryFunctions.log(shape)))
  }

  /// Draws of ln(X/(1 − X)) for X beta with mean a/(a + b).
  ///
  /// - Parameters:
  ///   - a: the shape at 1, within ``shapes``.
  ///   - b: the shape at 0, within ``shapes``.
  public convenience init(logitBeta a: Double, _ b: Double) {
    precondition(
      Self.shapes.contains(a) && Self.shapes.contains(b), "A shape outside what strips can cover.")
    let mode = ElementaryFunctions.log(a / b)
    self.init(
      .logitBeta(a: a, b: b, mode: mode, softplusAtMode: LogConcaveLaw.softplus(mode)))
  }

  private init(_ law: LogConcaveLaw) {
    self.law = law
    left = Self.edge(of: law, towards: -1)
    right = Self.edge(of: law, towards: 1)
    width = (right - left) / Double(Self.inner)
    leftSlope = law.slope(left)
    rightSlope = -law.slope(right)
    strips = .allocate(capacity: Self.count)
    var areas: [Double] = []
    var before = law.logDensity(left)
    for strip in 0..<Self.inner {
      let begins = left + Double(strip) * width
      let after = law.logDensity(begins + width)
      let holdsMode = begins <= law.mode && law.mode <= begins + width
      let height = holdsMode ? 0 : max(before, after)
      (strips + strip).initialize(
        to: Strip(
          threshold: 0, alias: strip,
          // A hair less, for what rounding does to the place of a strip's end.
          least: ElementaryFunctions.exp(min(before, after) - height) * (1 - 1e-9),
          logHeight: height + 1e-9))
      areas.append(width * ElementaryFunctions.exp(height + 1e-9))
      before = after
    }
    for (edge, slope) in [(left, leftSlope), (right, rightSlope)] {
      let height = law.logDensity(edge)
      (strips + areas.count).initialize(
        to: Strip(threshold: 0, alias: areas.count, least: 0, logHeight: height))
      areas.append(ElementaryFunctions.exp(height) / slope)
    }
    setAliases(areas)
  }

  deinit { strips.deallocate() }

  /// Where the log-density has fallen to ``depth`` on one side of the mode, by bisection.
  private static func edge(of law: LogConcaveLaw, towards sign: Double) -> Double {
    var outer = 1.0
    while law.logDensity(law.mode + sign * outer) > depth { outer *= 2 }
    while law.logDensity(law.mode + sign * outer / 2) < depth { outer /= 2 }
    var inner = 0.0
    for _ in 0..<20 {
      let middle = (inner + outer) / 2
      if law.logDensity(law.mode + sign * middle) > depth { inner = middle } else { outer = middle }
    }
    return law.mode + sign * outer
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
      strips[less].alias = more
      shares[more] -= 1 - shares[less]
      if shares[more] < 1 {
        large.removeLast()
        small.append(more)
      }
    }
  }

  /// One draw.
  @inlinable
  public func draw(from stream: AddressedStream, at address: Address) -> Double {
    var word: UInt64 = 0
    while true {
      let bits = stream.bits(address.advanced(by: word))
      let place = stream.uniform(address.advanced(by: word &+ 1))
      let test = stream.uniform(address.advanced(by: word &+ 2))
      word &+= 3
      var index = Int(truncatingIfNeeded: bits >> 57)
      if bits & 0x1FF_FFFF_FFFF_FFFF >= strips[index].threshold { index = strips[index].alias }
      if index < Self.inner {
        let x = left + (Double(index) + place) * width
        if test < strips[index].least { return x }
        if ElementaryFunctions.log(test) + strips[index].logHeight < law.logDensity(x) { return x }
      } else {
        let beyond = -ElementaryFunctions.log(place)
        let x =
          index == Self.inner ? left - beyond / leftSlope : right + beyond / rightSlope
        if ElementaryFunctions.log(test) + strips[index].logHeight - beyond < law.logDensity(x) {
          return x
        }
      }
    }
  }
}

/// A log-concave density, by its logarithm relative to the mode.
@usableFromInline
enum LogConcaveLaw {
  case logGamma(shape: Double, mode: Double)
  case logitBeta(a: Double, b: Double, mode: Double, softplusAtMode: Double)

  var mode: Double {
    switch self {
    case .logGamma(_, let mode), .logitBeta(_, _, let mode, _): mode
    }
  }

  /// The logarithm of the density at x less that at the mode.
  @usableFromInline
  func logDensity(_ x: Double) -> Double {
    switch self {
    case .logGamma(let shape, let mode):
      let d = x - mode
      return shape * (d - (ElementaryFunctions.exp(d) - 1))
    case .logitBeta(let a, let b, let mode, let softplusAtMode):
      return a * (x - mode) - (a + b) * (Self.softplus(x) - softplusAtMode)
    }
  }

  /// The derivative of ``logDensity(_:)``.
  func slope(_ x: Double) -> Double {
    switch self {
    case .logGamma(let shape, let mode): shape * (1 - ElementaryFunctions.exp(x - mode))
    case .logitBeta(let a, let b, _, _): a - (a + b) * ElementaryFunctions.logistic(x)
    }
  }

  /// ln(1 + e^x), without overflow.
  static func softplus(_ x: Double) -> Double {
    max(x, 0) + ElementaryFunctions.log(1 + ElementaryFunctions.exp(-x.magnitude))
  }
}
