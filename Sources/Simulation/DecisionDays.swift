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
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total > 0 else { return nil }
    return (value(ofRank: (total - 1) / 2) + value(ofRank: total / 2)) / 2
  }

  private func value(ofRank rank: Int) -> Double {
    var before = 0
    for (bin, count) in counts.enumerated() {
      let count = Int(count)
      if rank < before + count {
        guard bin > 0 else { return 0 }
        return (Double(bin - 1) + (Double(rank - before) + 0.5) / Double(count)) * width
      }
      before += count
    }
    return 0
  }
}
