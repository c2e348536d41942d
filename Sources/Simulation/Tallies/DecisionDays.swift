/// How many installs gave their first answer when: a histogram of fine bins.
///
/// The median of days to the decision needs the order of all answers; memory must not grow with
/// installs. Day 0 itself has a bin of its own, since most early asks are answered there, and so has
/// what is left of its first sixth of a second. From there on every doubling of the time is cut into
/// 128 equal bins, within which answers are taken as evenly spread. So the median is within 1% of
/// itself, or within a second where that is more, whatever the horizon. A time's bin is the head of
/// its bit pattern, so that nothing is rounded in finding it.
///
/// A trial has a histogram for every scenario, arm and half of its installs, and few of the bins hold anything. So
/// bins stand in blocks. A block is set to 0 when the first answer falls into it, and passed over until then.
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

  /// Bins of a block.
  private static var blockBins: Int { 64 }
  private static var blocks: Int { (bins + blockBins - 1) / blockBins }

  /// A bit per block that holds anything; the bins of the others are not set to anything.
  private let used: UnsafeMutablePointer<UInt64>
  private let counts: UnsafeMutablePointer<UInt32>

  init() {
    precondition(Self.blocks <= UInt64.bitWidth, "every block has a bit")
    used = .allocate(capacity: 1)
    used.initialize(to: 0)
    counts = .allocate(capacity: Self.blocks * Self.blockBins)
  }

  deinit {
    used.deallocate()
    counts.deallocate()
  }

  @inline(__always)
  func add(_ day: Double) {
    let bin = Self.bin(of: day)
    let block = bin / Self.blockBins
    if used.pointee & (1 &<< UInt64(truncatingIfNeeded: block)) == 0 { open(block) }
    counts[bin] &+= 1
  }

  /// Begins to use a block.
  @inline(never)
  private func open(_ block: Int) {
    (counts + block * Self.blockBins).initialize(repeating: 0, count: Self.blockBins)
    used.pointee |= 1 << UInt64(block)
  }

  @inline(__always)
  private static func bin(of day: Double) -> Int {
    guard day >= shortest else { return day > 0 ? 1 : 0 }
    return min(bins - 1, 2 + Int(truncatingIfNeeded: (day.bitPattern >> shift) &- firstHead))
  }

  func merge(_ other: DecisionDays) {
    other.forEachBlock { block, others in
      if used.pointee & (1 << UInt64(block)) == 0 { open(block) }
      let own = counts + block * Self.blockBins
      for bin in 0..<Self.blockBins { own[bin] &+= others[bin] }
      return true
    }
  }

  /// Visits the blocks that hold anything, in order, until a visit returns false.
  @inline(__always)
  private func forEachBlock(_ visit: (_ block: Int, _ bins: UnsafePointer<UInt32>) -> Bool) {
    var left = used.pointee
    while left != 0 {
      let block = left.trailingZeroBitCount
      guard visit(block, UnsafePointer(counts + block * Self.blockBins)) else { return }
      left &= left &- 1
    }
  }

  /// The answers in a block.
  @inline(__always)
  private static func total(of bins: UnsafePointer<UInt32>) -> Int {
    var sum: UInt64 = 0
    for bin in 0..<blockBins { sum &+= UInt64(bins[bin]) }
    return Int(sum)
  }

  /// The median day; `nil` when nobody answered.
  var median: Double? {
    var total = 0
    forEachBlock { _, bins in
      total += Self.total(of: bins)
      return true
    }
    guard total > 0 else { return nil }
    // Of an even number the two in the middle, which most often share a bin.
    let lower = position(ofRank: (total - 1) / 2)
    let isBoth = total / 2 < lower.before + Int(counts[lower.bin])
    let upper = isBoth ? lower : position(ofRank: total / 2)
    return (day(ofRank: (total - 1) / 2, in: lower) + day(ofRank: total / 2, in: upper)) / 2
  }

  /// A bin, and how many answers lie in those before it.
  private typealias Position = (bin: Int, before: Int)

  /// - Parameter rank: less than there are answers.
  private func position(ofRank rank: Int) -> Position {
    var before = 0
    var found = 0
    forEachBlock { block, bins in
      let sum = Self.total(of: bins)
      guard rank < before + sum else {
        before += sum
        return true
      }
      var bin = 0
      while rank >= before + Int(bins[bin]) {
        before += Int(bins[bin])
        bin += 1
      }
      found = block * Self.blockBins + bin
      return false
    }
    return (found, before)
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
