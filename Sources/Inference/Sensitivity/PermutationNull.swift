import GSLNumerics

/// The share of a quantity's variance that idle groups of parameters seem to explain by chance.
///
/// The quantity is shuffled over the trials, by one fixed sequence (``FixedSequence``), 199 times; each time every
/// group's share of it is taken as for the real one, and the largest kept. The 95% point of those largest is what all
/// idle parameters together stay below in 95 of 100 runs (Westfall & Young 1993, the max-T null).
///
/// - Parameter shouldStop: asked before every shuffle.
func permutationThreshold(
  _ bases: [SmoothBasis], _ quantity: [Double], shouldStop: () -> Bool
) throws(NumericsError) -> Double {
  var state: UInt64 = 0x5EED
  var shuffled = standardised(quantity)
  var largest: [Double] = []
  for _ in 0..<199 {
    if shouldStop() { throw .stopped }
    for index in shuffled.indices.reversed().dropLast() {
      shuffled.swapAt(index, FixedSequence.next(&state, below: index + 1))
    }
    largest.append(
      bases.map { basis in
        let explained = basis.columns.reduce(0.0) { sum, column in
          let coefficient = meanProduct(column, shuffled)
          return sum + coefficient * coefficient
        }
        let count = Double(shuffled.count)
        return 1 - (1 - explained) * (count - 1) / (count - 1 - Double(basis.count))
      }.max() ?? 0)
  }
  return try quantile(largest, at: 0.95)
}

/// SplitMix64, for permuting results; never for simulating anything.
enum FixedSequence {
  static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number from 0 to one below a bound above 0: the upper half of the product.
  static func next(_ state: inout UInt64, below bound: Int) -> Int {
    Int(next(&state).multipliedFullWidth(by: UInt64(bound)).high)
  }
}
