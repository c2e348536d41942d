/// How many installs gave their first answer when: a histogram of fine bins.
///
/// The median of days to the decision needs the order of all answers; memory must not grow with
/// installs. Day 0 itself has a bin of its own, since most early asks are answered there, and so has
/// what is left of its first sixth of a second. From there on every doubling of the time is cut into
/// 128 equal bins, within which answers are taken as evenly spread. So the median is within 1% of
/// itself, or within a second where that is more, whatever the horizon. A time's bin is the head of
/// its bit pattern, so that nothing is rounded in finding it.
final class DecisionDays: @unchecked Sendable {
  /// Bits of a time's significand that tell its bin: 2⁷ bins to a doubling.
  private static var headBits: UInt64 { 7 }
  private static var shift: UInt64 { 52 - headBits }
  /// A sixth of a second, in days.
  private static var shortest: Double { 0x1p-19 }
  /// Longer than the longest horizon, ten years, in days.
  private static var longest: Double { 0x1p12 }
  private static var firstHead: UInt64 { shortest.bitPattern >> shift }
  static var bins: Int { 2 + Int((longest.bitPattern >> shift) - firstHead) }

  private let counts: UnsafeMutableBufferPointer<UInt32>

  init() {
    counts = .allocate(capacity: Self.bins)
    counts.initialize(repeating: 0)
  }

  deinit { counts.deallocate() }

  @inline(__always)
  func add(_ day: Double, times: Int64 = 1) {
    counts[Self.bin(of: day)] &+= UInt32(truncatingIfNeeded: times)
  }

  @inline(__always)
  private static func bin(of day: Double) -> Int {
    guard day >= shortest else { return day > 0 ? 1 : 0 }
    return min(bins - 1, 2 + Int(truncatingIfNeeded: (day.bitPattern >> shift) &- firstHead))
  }

  func merge(_ other: DecisionDays) {
    for bin in counts.indices { counts[bin] += other.counts[bin] }
  }

  /// The median day; `nil` when nobody answered.
  var median: Double? {
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total > 0 else { return nil }
    // Of an even number the two in the middle, which most often share a bin.
    let lower = bin(ofRank: (total - 1) / 2, from: 0, behind: 0)
    let upper = bin(ofRank: total / 2, from: lower.bin, behind: lower.before)
    return (day(ofRank: (total - 1) / 2, in: lower) + day(ofRank: total / 2, in: upper)) / 2
  }

  /// A bin, and how many answers lie in those before it.
  private typealias Position = (bin: Int, before: Int)

  /// - Parameters:
  ///   - bin: where to begin to look.
  ///   - before: how many answers lie in those before it.
  private func bin(ofRank rank: Int, from bin: Int, behind before: Int) -> Position {
    var (bin, before) = (bin, before)
    while rank >= before + Int(counts[bin]) {
      before += Int(counts[bin])
      bin += 1
    }
    return (bin, before)
  }

  private func day(ofRank rank: Int, in position: Position) -> Double {
    guard position.bin > 0 else { return 0 }
    let start = Self.start(ofBin: position.bin)
    let width = Self.start(ofBin: position.bin + 1) - start
    return start + width * (Double(rank - position.before) + 0.5) / Double(counts[position.bin])
  }

  private static func start(ofBin bin: Int) -> Double {
    bin < 2 ? 0 : Double(bitPattern: (UInt64(bin - 2) + firstHead) << shift)
  }
}
