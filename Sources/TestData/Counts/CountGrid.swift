/// Counts by group, arm and day: in each group (a release, an age, a date of a language) one set of counts per arm, and
/// per day at which rates are read.
///
/// Grows with the groups met.
struct CountGrid {
  /// Counts of one cell; 32 bits hold more installs than a table can have.
  struct Cell {
    var installs: UInt32 = 0
    var prompted: UInt32 = 0
    var answered: UInt32 = 0
    var allowed: UInt32 = 0
    /// Of the allowed, those that did in the last third of the days.
    var allowedLate: UInt32 = 0
    var refusedByDevice: UInt32 = 0
    var restricted: UInt32 = 0
    var doubtful: UInt32 = 0
    var doubtfulAllowed: UInt32 = 0
  }

  private let arms: Int
  private let days: [Int]
  private var cells: [Cell] = []

  init(arms: Int, days: [Int]) {
    self.arms = arms
    self.days = days
  }

  /// Counts an install on every day.
  @inline(__always)
  mutating func add(_ row: InstallRow, group: Int, arm: Int) {
    let size = arms * days.count
    if cells.count < (group + 1) * size {
      cells += Array(repeating: Cell(), count: max((group + 1) * size, 2 * cells.count) - cells.count)
    }
    let first = group * size + arm * days.count
    for index in days.indices { row.add(to: &cells[first + index], day: days[index]) }
  }

  /// The counts of a group and an arm on one day; none where nothing was counted.
  func counts(group: Int, arm: Int, day: Int) -> Cell {
    let index = (group * arms + arm) * days.count + day
    return cells.indices.contains(index) ? cells[index] : Cell()
  }

  /// One entry per arm, `nil` for an arm without installs; none where no arm has any.
  func outcomes(group: Int, day: Int) -> [OutcomeCounts?]? {
    let found = (0..<arms).map { counts(group: group, arm: $0, day: day) }
    guard found.contains(where: { $0.installs > 0 }) else { return nil }
    return found.map { $0.installs > 0 ? OutcomeCounts($0) : nil }
  }
}

extension OutcomeCounts {
  init(_ cell: CountGrid.Cell) {
    self.init(
      installs: Int(cell.installs), prompted: Int(cell.prompted), answered: Int(cell.answered),
      allowed: Int(cell.allowed))
  }
}
