/// Draws from a beta distribution, strictly between 0 and 1.
///
/// Method: X/(X + Y) for two gamma draws X and Y with shapes a and b (see
/// ``GammaSampler``). The factors that shapes below 1 need are divided as logarithms, so
/// that shapes tiny enough to underflow X and Y both give a number at one end or the
/// other with the right odds, instead of 0/0. The result lies between the least normal
/// number, 2⁻¹⁰²², and the last number before 1.
///
/// Words consumed, counted from the address: those of X from word 0, those of Y from
/// word 256, 512 reserved.
@frozen
public struct BetaSampler: Hashable, Sendable {
  /// The distance between addresses that keeps two beta draws apart.
  public static var wordsReserved: UInt64 { @inlinable get { 512 } }

  @usableFromInline let first: GammaSampler
  @usableFromInline let second: GammaSampler

  /// Prepares draws with mean a/(a + b).
  ///
  /// - Parameters:
  ///   - a: the shape at 1: above 0, otherwise traps. What lies outside 10⁻³⁰⁰ … 10³⁰⁰
  ///     counts as its end.
  ///   - b: the shape at 0, likewise.
  @inlinable
  public init(_ a: Double, _ b: Double) {
    precondition(a > 0 && b > 0, "The shapes of a beta distribution must be positive.")
    first = GammaSampler(shape: Swift.min(1e300, Swift.max(a, 1e-300)))
    second = GammaSampler(shape: Swift.min(1e300, Swift.max(b, 1e-300)))
  }

  /// One draw.
  @inlinable
  public func draw(from stream: AddressedStream, at address: Address) -> Double {
    let other = address.advanced(by: GammaSampler.wordsReserved)
    let x = first.acceptedBody(stream, address)
    let y = second.acceptedBody(stream, other)
    var odds = x / y
    if first.shape < 1 || second.shape < 1 {
      let boost = first.logBoost(stream, address) - second.logBoost(stream, other)
      // Both factors point the same way whenever one is 0 or infinite: a shape below 1
      // is the one that is boosted and the one that is small. So this is never 0·∞.
      odds *= ElementaryFunctions.exp(boost)
    }
    let share = 1 / (1 + 1 / odds)
    return Swift.min(0x1.fffffffffffffp-1, Swift.max(.leastNormalMagnitude, share))
  }
}
