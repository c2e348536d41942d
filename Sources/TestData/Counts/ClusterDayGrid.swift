/// Counts of installs by release (or language) and date, arm and day.
///
/// Kept for up to ``TableLimits/clusterDays`` dates of releases; beyond that none are.
struct ClusterDayGrid {
  let counts: CountGrid
  /// Per cluster, its dates counted back from the last one, and the group that each is counted in.
  private var groups: [[Int: Int]] = []
  private var count = 0
  private var isFull = false

  /// - Parameter days: how many days rates are read at.
  init(days: Int) { counts = CountGrid(days: days) }

  /// The counts of an arm; `nil` once there are too many dates.
  mutating func cells(cluster: Int, daysBack: Int, arm: Int) -> UnsafeMutablePointer<CountGrid.Cell>? {
    guard !isFull else { return nil }
    while groups.count <= cluster { groups.append([:]) }
    if let group = groups[cluster][daysBack] { return counts.cells(group: group, arm: arm) }
    guard count < TableLimits.clusterDays else {
      isFull = true
      return nil
    }
    groups[cluster][daysBack] = count
    count += 1
    return counts.cells(group: count - 1, arm: arm)
  }

  /// The groups of a cluster's dates, the earliest first; empty where there were too many.
  func groups(of cluster: Int) -> [Int] {
    guard !isFull, groups.indices.contains(cluster) else { return [] }
    return groups[cluster].sorted { $0.key > $1.key }.map(\.value)
  }
}
