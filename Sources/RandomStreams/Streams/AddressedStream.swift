/// All the random words of one install, or of one uncertain parameter, by address.
///
/// A stream is a value of two words and has no position: asking for a word neither
/// consumes it nor moves the others. It promises, and its tests check, that
///
/// - a word depends on the stream and the address alone, not on what was asked before;
/// - no two addresses of one stream share a word's value (each stream is a bijection
///   of addresses);
/// - a word costs a few nanoseconds, whatever the address.
///
/// The word is a SplitMix64 output (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014) with Stafford's variant 13 of the
/// finaliser, started at the stream's first word; the stream's second word enters
/// between the finaliser's multiplications, so that 128 bits tell streams apart.
@frozen
public struct AddressedStream: Hashable, Sendable {
  /// Where this stream starts in the SplitMix64 sequence.
  public let base: UInt64
  /// What tells it from other streams that would pass through the same point.
  public let twist: UInt64

  /// Makes a stream from its two words.
  ///
  /// Use ``TrialStream`` to derive streams; this is for tests and replays.
  @inlinable
  public init(base: UInt64, twist: UInt64) {
    self.base = base
    self.twist = twist
  }

  @inlinable
  init(_ block: Philox4x32.Block) {
    base = UInt64(block.0) | UInt64(block.1) << 32
    twist = UInt64(block.2) | UInt64(block.3) << 32
  }

  /// The 64 random bits at an address.
  @inlinable
  @inline(__always)
  public func bits(_ address: Address) -> UInt64 {
    var z = base &+ (address.rawValue &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z ^= twist
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The uniform at an address, of its one word.
  @inlinable
  @inline(__always)
  public func uniform(_ address: Address) -> Double {
    Self.uniform(bits(address))
  }

  /// Turns 64 random bits into a uniform strictly between 0 and 1.
  ///
  /// The upper 52 bits, k, become the significand of a number in [1, 2); subtracting 1 − 2⁻⁵³ is exact and gives
  /// (k + ½)·2⁻⁵²: symmetric about ½, and no rounding can reach 0 or 1.
  @inlinable
  @inline(__always)
  public static func uniform(_ bits: UInt64) -> Double {
    Double(bitPattern: bits >> 12 | 0x3FF0_0000_0000_0000) - 0x1.fffffffffffffp-1
  }

  /// The uniform of a purpose and an index.
  @inlinable
  @inline(__always)
  public func uniform(purpose: UInt16, index: UInt32 = 0) -> Double {
    uniform(Address(purpose: purpose, index: index))
  }
}
