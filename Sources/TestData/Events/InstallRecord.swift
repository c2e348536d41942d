/// What the rows of one install say of it, in 40 bytes, so that millions of installs fit in memory.
struct InstallRecord: Sendable {
  /// Seconds by which two clocks may differ, what devices and servers differ by that set theirs over the network: times
  /// out of order by no more are taken as equal.
  static let clock = 300

  /// The columns that say what an install is of.
  static let parts: [PartColumn] = [.release, .language, .segment]

  /// What it was worth; NaN where no row says.
  var value = Double.nan
  /// Seconds since 1970, of which 32 bits hold all that can be meant; 0 for no time.
  private let installedOrZero: UInt32
  private var promptedOrZero: UInt32
  private var decidedOrZero: UInt32
  /// The line of the row that says most.
  private(set) var line: UInt32
  private var partNumbers = SIMD4<UInt16>()
  private let armNumber: UInt8
  private(set) var status: PermissionWord
  /// Why the rows of the install cannot be used; `nil` where they can.
  private(set) var exclusion: DataFinding.Kind?
  /// Whether the install's time is a date alone.
  let isDateOnly: Bool
  /// Whether more than one row was put together.
  private(set) var hasVersions = false
  /// Whether the install was retained on day 1 and on day 7; `nil` where no row says.
  private var retained: (Bool?, Bool?) = (nil, nil)

  init(
    arm: Int, installed: Moment, prompted: Moment?, decided: Moment?, status: PermissionWord, line: Int
  ) {
    armNumber = UInt8(truncatingIfNeeded: arm)
    installedOrZero = UInt32(clamping: installed.seconds)
    promptedOrZero = prompted.map { UInt32(clamping: $0.seconds) } ?? 0
    decidedOrZero = decided.map { UInt32(clamping: $0.seconds) } ?? 0
    self.line = UInt32(clamping: line)
    self.status = status
    isDateOnly = installed.form == .dateOnly
  }

  /// What it is of, by the positions of names; the day and the age are the reader's.
  var place: PartPlace {
    get { PartPlace(parts: partNumbers) }
    set { partNumbers = newValue.parts }
  }

  var arm: Int { Int(armNumber) }
  var installed: Int { Int(installedOrZero) }
  var prompted: Int? { promptedOrZero == 0 ? nil : Int(promptedOrZero) }
  var decided: Int? { decidedOrZero == 0 ? nil : Int(decidedOrZero) }

  mutating func setRetained(_ column: GuardrailColumn, _ isRetained: Bool?) {
    if column == .retainedD1 { retained.0 = isRetained } else { retained.1 = isRetained }
  }

  /// What it says of a guardrail; `nil` where no row says.
  func measured(_ column: GuardrailColumn) -> GuardedRow.Measured? {
    switch column {
    case .retainedD1: retained.0.map { .retained($0 ? 1 : 0, of: 1) }
    case .retainedD7: retained.1.map { .retained($0 ? 1 : 0, of: 1) }
    case .value: value.isNaN ? nil : .values(1, mean: value, deviation: 0)
    }
  }

  /// Takes in another row of the same install.
  ///
  /// An append-only log has a row for each version of an install. Rows that agree except that one says
  /// more are one install, and what any of them says counts. Clusters are those of the first row that
  /// names one: an install belongs to the release it came with. Of several values the largest counts.
  mutating func add(_ other: InstallRecord) {
    if !(value >= other.value) { value = other.value.isNaN ? value : other.value }
    guard armNumber == other.armNumber else {
      exclusion = .inTwoArms
      return
    }
    guard exclusion == nil else { return }
    guard abs(installed - other.installed) <= Self.clock,
      Self.agree(promptedOrZero, other.promptedOrZero),
      Self.agree(decidedOrZero, other.decidedOrZero),
      status == other.status || status == .undetermined || other.status == .undetermined
    else {
      exclusion = .contradictoryRows
      return
    }
    hasVersions = true
    if other.known > known { line = other.line }
    if status == .undetermined { status = other.status }
    if promptedOrZero == 0 { promptedOrZero = other.promptedOrZero }
    if decidedOrZero == 0 { decidedOrZero = other.decidedOrZero }
    // What was seen once cannot be unseen by an earlier row.
    if retained.0 != true { retained.0 = other.retained.0 ?? retained.0 }
    if retained.1 != true { retained.1 = other.retained.1 ?? retained.1 }
    partNumbers.replace(with: other.partNumbers, where: partNumbers .== 0)
  }

  private var known: Int {
    (promptedOrZero == 0 ? 0 : 1) + (decidedOrZero == 0 ? 0 : 1) + (status == .undetermined ? 0 : 1)
  }

  private static func agree(_ first: UInt32, _ second: UInt32) -> Bool {
    first == 0 || second == 0 || abs(Int(first) - Int(second)) <= clock
  }
}
