/// GrowthBook's assignment, hash version 2: the same bucket on every device and in every language.
///
/// Source: GrowthBook, "Build Your Own SDK" and the SDK's published test cases (spec 0.5.0). The hash
/// is 32-bit FNV-1a (Fowler, Noll and Vo) over the UTF-16 units of a text, applied twice, because once
/// leaves buckets of like texts alike.
package enum AssignmentHash {
  /// The number of buckets.
  package static let buckets = 10_000

  /// The 32-bit FNV-1a of a text.
  ///
  /// Each UTF-16 unit is one step, as in the JavaScript SDK; for ASCII these are the bytes.
  static func fnv1a(_ text: String) -> UInt32 {
    text.utf16.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// The bucket of a value under a seed: 0 to 9,999.
  package static func bucket(of value: String, seed: String) -> Int {
    Int(fnv1a(String(fnv1a(seed + value))) % UInt32(buckets))
  }

  /// Where each arm's part of 0…1 begins and ends, as GrowthBook lays them out.
  ///
  /// - Parameters:
  ///   - count: the number of arms.
  ///   - coverage: the share of installs that take part; values outside 0…1 count as the nearest.
  ///   - weights: the arms' shares; equal ones where there are not `count` or they do not sum to 1
  ///     within 0.01.
  package static func ranges(count: Int, coverage: Double, weights: [Double]?) -> [Range<Double>] {
    let covered = coverage > 0 ? min(coverage, 1) : 0
    var shares = weights ?? []
    let total = shares.reduce(0, +)
    if shares.count != count || !(total >= 0.99 && total <= 1.01) {
      shares = Array(repeating: 1 / Double(max(1, count)), count: max(0, count))
    }
    var start = 0.0
    return shares.map { share in
      defer { start += share }
      return start..<(start + covered * max(0, share))
    }
  }
}
