/// Counts by group, arm and day: rows of groups (a release, a language, an age), columns of arms,
/// and in each cell one set of counts per day at which rates are read.
///
/// Grows with the groups and arms met. A class, because it owns the memory it counts in.
final class CountGrid {
  /// Counts of one cell; 32 bits hold more installs than a table can have.
  struct Cell {
    var installs: UInt32 = 0
    var prompted: UInt32 = 0
    var answered: UInt32 = 0
    var allowed: UInt32 = 0
    var refusedByDevice: UInt32 = 0
    var restricted: UInt32 = 0
    var doubtful: UInt32 = 0
    var doubtfulAllowed: UInt32 = 0
  }

  private let days: Int
  private var groups = 1
  private var arms = 4
  private var cells: UnsafeMutablePointer<Cell>

  init(days: Int) {
    self.days = days
    cells = .allocate(capacity: groups * arms * days)
    cells.initialize(repeating: Cell(), count: groups * arms * days)
  }

  deinit { cells.deallocate() }

  /// The counts of a group and an arm, one after another for each day; valid until the next call.
  @inline(__always)
  func cells(group: Int, arm: Int) -> UnsafeMutablePointer<Cell> {
    if group >= groups || arm >= arms { grow(group: group, arm: arm) }
    return cells + (group * arms + arm) * days
  }

  /// The counts of a group and an arm on one day; none where nothing was counted.
  func counts(group: Int, arm: Int, day: Int) -> Cell {
    group < groups && arm < arms ? cells[(group * arms + arm) * days + day] : Cell()
  }

  private func grow(group: Int, arm: Int) {
    var newGroups = groups
    var newArms = arms
    while group >= newGroups { newGroups *= 2 }
    while arm >= newArms { newArms *= 2 }
    let count = newGroups * newArms * days
    let grown = UnsafeMutablePointer<Cell>.allocate(capacity: count)
    grown.initialize(repeating: Cell(), count: count)
    for group in 0..<groups {
      for arm in 0..<arms {
        (grown + (group * newArms + arm) * days).update(
          from: cells + (group * arms + arm) * days, count: days)
      }
    }
    cells.deallocate()
    cells = grown
    groups = newGroups
    arms = newArms
  }
}

extension OutcomeCounts {
  init(_ cell: CountGrid.Cell) {
    self.init(
      installs: Int(cell.installs), prompted: Int(cell.prompted), answered: Int(cell.answered),
      allowed: Int(cell.allowed))
  }
}
