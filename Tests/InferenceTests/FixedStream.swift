import Foundation

/// Uniform numbers for tests, the same each time: SplitMix64 (Steele, Lea & Flood 2014).
struct FixedStream {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// Strictly between 0 and 1.
  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return (Double(mixed >> 11) + 0.5) * 0x1p-53
  }
}

func exponential(_ x: Double) -> Double { exp(x) }

func logarithm(_ x: Double) -> Double { log(x) }
