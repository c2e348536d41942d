/// Draws from a gamma distribution with scale 1 and a given shape.
///
/// Method: Marsaglia and Tsang, "A simple method for generating gamma variables", ACM
/// Transactions on Mathematical Software 26 (2000), 363–372. A shape below 1 draws
/// with shape + 1 and multiplies by u^(1/shape), whose logarithm is kept so that tiny
/// shapes neither become NaN nor lose their logarithm to underflow.
///
/// Words consumed, counted from the address: word 0 is u (used for shapes below 1
/// only); attempt i uses word 1 + 2i for the normal and 2 + 2i for the test. More than
/// 95% of first attempts are accepted, for every shape. ``wordsReserved`` words are
/// never exceeded in practice (probability under 10⁻¹⁵⁰).
@frozen
public struct GammaSampler: Hashable, Sendable {
  /// The distance between addresses that keeps two gamma draws apart.
  public static var wordsReserved: UInt64 { @inlinable get { 256 } }

  /// The shape asked for.
  public let shape: Double
  @usableFromInline let d: Double
  @usableFromInline let c: Double

  /// Prepares draws with a shape.
  ///
  /// - Parameter shape: above 0 and finite; anything else is the caller's bug and traps.
  @inlinable
  public init(shape: Double) {
    precondition(shape > 0 && shape.isFinite, "A gamma shape must be positive and finite.")
    self.shape = shape
    d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3
    // 1/√(9d), written so that 9·d cannot overflow.
    c = 1 / (3 * d.squareRoot())
  }

  /// One draw; it may underflow to 0 when the shape is tiny, and is never NaN.
  ///
  /// A shape within a factor of 2 of the largest number may overflow to infinity.
  @inlinable
  public func draw(from stream: AddressedStream, at address: Address) -> Double {
    let body = acceptedBody(stream, address)
    return shape < 1 ? body * ElementaryFunctions.exp(logBoost(stream, address)) : body
  }

  /// The logarithm of the factor u^(1/shape) of a shape below 1, else 0.
  @inlinable
  func logBoost(_ stream: AddressedStream, _ address: Address) -> Double {
    shape < 1 ? ElementaryFunctions.log(stream.uniform(address)) / shape : 0
  }

  /// A draw with the shape, or with shape + 1 where the shape is below 1.
  @inlinable
  func acceptedBody(_ stream: AddressedStream, _ address: Address) -> Double {
    var word: UInt64 = 1
    while true {
      let x = Quantile.normal(stream.uniform(address.advanced(by: word)))
      let u = stream.uniform(address.advanced(by: word &+ 1))
      word &+= 2
      let root = 1 + c * x
      guard root > 0 else { continue }
      let v = root * root * root
      let x2 = x * x
      // The squeeze spares most draws the logarithms.
      if u < 1 - 0.0331 * (x2 * x2) { return d * v }
      if ElementaryFunctions.log(u) < 0.5 * x2 + d * (1 - v + ElementaryFunctions.log(v)) { return d * v }
    }
  }
}
