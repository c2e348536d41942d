/// The generator of Steele, Lea & Flood 2014, for tests that need a stream of their own.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number in [0, 1), multiples of 2⁻⁵³.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Whether an event of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { uniform() < probability }
}
