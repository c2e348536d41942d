/// Draws from a beta law, strictly between 0 and 1.
///
/// Method: X/(X + Y) for two gamma draws X and Y with shapes a and b (see
/// ``GammaSampler``). When a shape is below 1 the ratio is formed from logarithms, as
/// logistic(log X − log Y), so that shapes tiny enough to underflow X and Y both give
/// a number at one end or the other with the right odds instead of 0/0. A result that
/// would round to 0 or 1 becomes the nearest number inside.
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
  ///   - a: the shape at 1: above 0 and finite, otherwise traps. Below 10⁻³⁰⁰ counts as 10⁻³⁰⁰.
  ///   - b: the shape at 0, likewise.
  @inlinable
  public init(_ a: Double, _ b: Double) {
    precondition(a > 0 && b > 0, "The shapes of a beta law must be positive.")
    first = GammaSampler(shape: Swift.max(a, 1e-300))
    second = GammaSampler(shape: Swift.max(b, 1e-300))
  }

  /// One draw.
  @inlinable
  public func draw(from stream: AddressedStream, at address: Address) -> Double {
    let other = address.advanced(by: GammaSampler.wordsReserved)
    let share: Double
    if first.shape >= 1 && second.shape >= 1 {
      let x = first.draw(from: stream, at: address)
      let y = second.draw(from: stream, at: other)
      // Dividing by the larger keeps huge shapes from overflowing the sum.
      share = x < y ? (x / y) / (1 + x / y) : 1 / (1 + y / x)
    } else {
      let logX = first.drawLog(from: stream, at: address)
      let logY = second.drawLog(from: stream, at: other)
      share = ElementaryFunctions.logistic(logX - logY)
    }
    return Swift.min(0x1.fffffffffffffp-1, Swift.max(.leastNormalMagnitude, share))
  }
}
