/// What the rows of one install say of it, in 40 bytes, so that millions of installs fit in memory.
struct InstallRecord: Sendable {
  /// Whether the rows of the install can be used.
  enum Standing: UInt8 {
    /// One row, or several that agree.
    case sound
    /// Rows that contradict one another.
    case contradictory
    /// Rows in more than one arm.
    case inTwoArms
  }

  /// Seconds by which two clocks may differ, what devices and servers differ by that set theirs over the network: times
  /// out of order by no more are taken as equal.
  static let clock: Int64 = 300

  /// How many optional columns there are: release, language, segment.
  static let clusters = 3

  /// What it was worth; NaN where no row says.
  var value = Double.nan
  /// Seconds since 1970, of which 32 bits hold all that can be meant; 0 for no time.
  let installed: UInt32
  private var promptedOrZero: UInt32
  private var decidedOrZero: UInt32
  /// The line of the row that says most.
  private(set) var line: UInt32
  /// One more than the position of each cluster's name; 0 where the row names none.
  private var clusterNumbers: (UInt16, UInt16, UInt16) = (0, 0, 0)
  let arm: UInt8
  private(set) var status: PermissionWord
  private(set) var standing = Standing.sound
  /// Whether the install's time is a date alone.
  let isDateOnly: Bool
  /// Whether more than one row was put together.
  private(set) var hasVersions = false
  /// Whether the install was retained on each of ``GuardedRow/retentionDays``; `nil` where no row says.
  private var retained: (Bool?, Bool?) = (nil, nil)

  init(
    arm: Int, installed: Int64, isDateOnly: Bool, prompted: Int64?, decided: Int64?,
    status: PermissionWord, line: Int
  ) {
    self.arm = UInt8(truncatingIfNeeded: arm)
    self.installed = UInt32(clamping: installed)
    promptedOrZero = prompted.map { UInt32(clamping: $0) } ?? 0
    decidedOrZero = decided.map { UInt32(clamping: $0) } ?? 0
    self.line = UInt32(clamping: line)
    self.status = status
    self.isDateOnly = isDateOnly
  }

  var prompted: Int64? { promptedOrZero == 0 ? nil : Int64(promptedOrZero) }
  var decided: Int64? { decidedOrZero == 0 ? nil : Int64(decidedOrZero) }

  /// Whether the install was retained, by the position of the day.
  subscript(retained index: Int) -> Bool? {
    get { index == 0 ? retained.0 : retained.1 }
    set { if index == 0 { retained.0 = newValue } else { retained.1 = newValue } }
  }

  /// The position of the name in a cluster's column; `nil` where the row names none.
  subscript(cluster index: Int) -> Int? {
    get {
      let number = index == 0 ? clusterNumbers.0 : index == 1 ? clusterNumbers.1 : clusterNumbers.2
      return number == 0 ? nil : Int(number) - 1
    }
    set {
      let number = newValue.map { UInt16(clamping: $0 + 1) } ?? 0
      switch index {
      case 0: clusterNumbers.0 = number
      case 1: clusterNumbers.1 = number
      case _: clusterNumbers.2 = number
      }
    }
  }

  /// Takes in another row of the same install.
  ///
  /// An append-only log has a row for each version of an install. Rows that agree except that one says
  /// more are one install, and what any of them says counts. Clusters are those of the first row that
  /// names one: an install belongs to the release it came with. Of several values the largest counts.
  mutating func add(_ other: InstallRecord) {
    if !(value >= other.value) { value = other.value.isNaN ? value : other.value }
    guard arm == other.arm else {
      standing = .inTwoArms
      return
    }
    guard standing == .sound else { return }
    guard abs(Int64(installed) - Int64(other.installed)) <= Self.clock,
      Self.agree(promptedOrZero, other.promptedOrZero),
      Self.agree(decidedOrZero, other.decidedOrZero),
      status == other.status || status == .undetermined || other.status == .undetermined
    else {
      standing = .contradictory
      return
    }
    hasVersions = true
    if other.known > known { line = other.line }
    if status == .undetermined { status = other.status }
    if promptedOrZero == 0 { promptedOrZero = other.promptedOrZero }
    if decidedOrZero == 0 { decidedOrZero = other.decidedOrZero }
    // What was seen once cannot be unseen by an earlier row.
    for index in GuardedRow.retentionDays.indices where self[retained: index] != true {
      self[retained: index] = other[retained: index] ?? self[retained: index]
    }
    for index in 0..<Self.clusters where self[cluster: index] == nil {
      self[cluster: index] = other[cluster: index]
    }
  }

  private var known: Int {
    (promptedOrZero == 0 ? 0 : 1) + (decidedOrZero == 0 ? 0 : 1) + (status == .undetermined ? 0 : 1)
  }

  private static func agree(_ first: UInt32, _ second: UInt32) -> Bool {
    first == 0 || second == 0 || abs(Int64(first) - Int64(second)) <= clock
  }
}
