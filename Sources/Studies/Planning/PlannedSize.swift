import Inference

/// A size of a test by rates alone: installs of all options together, and of each, the baseline first.
///
/// What does not split into whole installs is not counted for an option.
struct PlannedSize: Equatable {
  let total: Int
  let installs: [Int]
}

extension TestDesign {
  /// A total split as designed; of releases or languages whole ones.
  func size(_ total: Int) -> PlannedSize {
    guard clusters == nil else {
      let split = split(total)
      return PlannedSize(total: split.reduce(0, +), installs: split)
    }
    return PlannedSize(
      total: total, installs: allocation.map { Int((Double(total) * $0 * (1 + 1e-12)).rounded(.down)) })
  }

  /// Half of a size, without what does not split into whole installs.
  func halved(_ size: PlannedSize) -> PlannedSize {
    let half = self.size(size.total / 2)
    let sum = half.installs.reduce(0, +)
    return sum > 0 ? PlannedSize(total: sum, installs: half.installs) : half
  }

  /// A size that somebody gives.
  func given(_ total: Int) throws(TestPlanProblem) -> PlannedSize {
    if let clusters, !fitsClusters(total) {
      throw .tooFewClusters(installs: total, size: clusters.installs)
    }
    let size = size(total)
    guard let fewest = size.installs.min(), fewest > 0 else { throw .tooSmall(installs: total) }
    return size
  }

  /// The size that has a power.
  func sizeNeeded(shares: [Double], power: Double) throws -> PlannedSize {
    let installs = try needed(shares: shares, power: power)
    guard clusters == nil else { return size(Int(installs)) }
    let whole = wholeInstalls(installs).map { Int($0) }
    return PlannedSize(total: whole.reduce(0, +), installs: whole)
  }
}
