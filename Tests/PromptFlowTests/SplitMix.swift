/// Steele, Lea and Flood's SplitMix64 ("Fast splittable pseudorandom number generators", 2014).
///
/// The tests' own, so that a red law is red again.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// One of the first `count` whole numbers; the bias of the remainder does not matter to a law.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func chance(oneIn count: Int) -> Bool { below(count) == 0 }

  /// One of the values, which must not be empty.
  mutating func pick<C: RandomAccessCollection>(_ values: C) -> C.Element where C.Index == Int {
    values[below(values.count)]
  }
}
