/// The generator of Steele, Lea & Flood 2014: small, seeded, the same everywhere, and apart from the engine's.
public struct SplitMix: RandomNumberGenerator {
  @usableFromInline
  var state: UInt64

  /// The stream of a seed.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number in [0, 1), a multiple of 2⁻⁵³.
  @inlinable
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number strictly between 0 and 1.
  @inlinable
  public mutating func openUniform() -> Double { (Double(next() >> 12) + 0.5) * 0x1p-52 }

  /// A number from one bound up to another.
  @inlinable
  public mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

  /// Whether an event of this probability happens.
  @inlinable
  public mutating func happens(_ probability: Double) -> Bool { uniform() < probability }

  /// One of the first `count` whole numbers, 0 where there are none; the bias of the remainder does not matter to a test.
  @inlinable
  public mutating func below(_ count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

  /// One of the whole numbers of a range.
  @inlinable
  public mutating func whole(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// One of the values, which must not be empty.
  @inlinable
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
