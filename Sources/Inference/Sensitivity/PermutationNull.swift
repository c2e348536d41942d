import GSLNumerics

/// The share of a quantity's variance that idle groups of parameters seem to explain by chance.
///
/// The quantity is shuffled over the trials, by one fixed sequence (``FixedSequence``), 199 times; each time every
/// group's share of it is taken as for the real one, and the largest kept. The 95% point of those largest is what all
/// idle parameters together stay below in 95 of 100 runs (Westfall & Young 1993, the max-T null).
///
/// - Parameter shouldStop: asked before every shuffle.
func permutationThreshold(
  _ groups: [ParameterGroup], _ quantity: [Double], shouldStop: () -> Bool
) throws(NumericsError) -> Double {
  var largest = [Double](repeating: -.infinity, count: 199)
  // As many groups at a time as have their functions in 1 MB.
  let most = max(1, (1 << 20) / (8 * 4 * quantity.count))
  for first in stride(from: 0, to: groups.count, by: most) {
    let bases = groups[first..<min(first + most, groups.count)].map(\.basis)
    var state: UInt64 = 0x5EED
    var shuffled = standardised(quantity)
    for round in largest.indices {
      if shouldStop() { throw .stopped }
      for index in shuffled.indices.reversed().dropLast() {
        shuffled.swapAt(index, FixedSequence.next(&state, below: index + 1))
      }
      for basis in bases {
        let explained = basis.columns.reduce(0.0) { sum, column in
          let coefficient = meanProduct(column, shuffled)
          return sum + coefficient * coefficient
        }
        let count = Double(shuffled.count)
        let share = 1 - (1 - explained) * (count - 1) / (count - 1 - Double(basis.count))
        largest[round] = max(largest[round], share)
      }
    }
  }
  return try quantile(largest, at: 0.95)
}

/// SplitMix64, for permuting results; never for simulating anything.
enum FixedSequence {
  /// A whole number from 0 to one below a bound above 0: the upper half of the product.
  static func next(_ state: inout UInt64, below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)).multipliedFullWidth(by: UInt64(bound)).high)
  }
}
