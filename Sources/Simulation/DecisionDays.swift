/// How many installs gave their first answer when: a histogram over the horizon.
///
/// The median of days to the decision needs the order of all answers; memory
/// must not grow with installs. Day 0 itself has a bin of its own, since most
/// early asks are answered there; the rest of the horizon is cut into 4,095
/// equal bins, within which answers are taken as evenly spread.
final class DecisionDays: @unchecked Sendable {
  static let bins = 4_096

  private let counts: UnsafeMutableBufferPointer<UInt32>
  private let width: Double
  private let binsPerDay: Double

  init(horizon: Double) {
    width = horizon / Double(Self.bins - 1)
    binsPerDay = Double(Self.bins - 1) / horizon
    counts = .allocate(capacity: Self.bins)
    counts.initialize(repeating: 0)
  }

  deinit { counts.deallocate() }

  @inline(__always)
  func add(_ day: Double, times: Int64 = 1) {
    let bin = day <= 0 ? 0 : min(Self.bins - 1, 1 + Int(day * binsPerDay))
    counts[bin] &+= UInt32(truncatingIfNeeded: times)
  }

  func merge(_ other: DecisionDays) {
    for bin in counts.indices { counts[bin] &+= other.counts[bin] }
  }

  /// The median day; `nil` when nobody answered.
  var median: Double? {
    let total = counts.reduce(0) { $0 &+ Int($1) }
    guard total > 0 else { return nil }
    // Of an even number the two in the middle, which most often share a bin.
    let lower = bin(ofRank: (total - 1) / 2, from: 0, behind: 0)
    let upper = bin(ofRank: total / 2, from: lower.bin, behind: lower.before)
    return (day(ofRank: (total - 1) / 2, in: lower) + day(ofRank: total / 2, in: upper)) / 2
  }

  /// A bin, and how many answers lie in those before it.
  private typealias Place = (bin: Int, before: Int)

  /// - Parameters:
  ///   - bin: where to begin to look.
  ///   - before: how many answers lie in those before it.
  private func bin(ofRank rank: Int, from bin: Int, behind before: Int) -> Place {
    var (bin, before) = (bin, before)
    while rank >= before + Int(counts[bin]) {
      before += Int(counts[bin])
      bin += 1
    }
    return (bin, before)
  }

  private func day(ofRank rank: Int, in place: Place) -> Double {
    guard place.bin > 0 else { return 0 }
    return (Double(place.bin - 1) + (Double(rank - place.before) + 0.5) / Double(counts[place.bin])) * width
  }
}
