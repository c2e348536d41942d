public import TextFormats

/// Something impossible or doubtful in event rows that can be read all the same.
public struct DataFinding: Encodable, Equatable, Sendable {
  /// What kinds there are, in the order they are listed.
  ///
  /// Raw values are their names in files.
  public enum Kind: String, CaseIterable, Encodable, Hashable, Sendable {
    case inTwoArms = "in_two_arms"
    case contradictoryRows = "contradictory_rows"
    case installedAfterAsOf = "installed_after_as_of"
    case promptedBeforeInstall = "prompted_before_install"
    case decidedBeforeInstall = "decided_before_install"
    case decidedBeforePrompt = "decided_before_prompt"
    case authorizedWithoutPrompt = "authorized_without_prompt"
    case decidedWithoutPrompt = "decided_without_prompt"
    case answerWithoutTime = "answer_without_time"
    case decisionWithoutAnswer = "decision_without_answer"
    case laterThanAsOf = "later_than_as_of"
    case severalRows = "several_rows"

    /// Whether the install is left out of every count.
    public var isExcluded: Bool {
      [.inTwoArms, .contradictoryRows, .installedAfterAsOf].contains(self)
    }

    /// Whether the row says what cannot have happened; such an install counts, with its status as
    /// recorded and its times moved to the nearest possible ones.
    public var isDoubtful: Bool {
      !isExcluded && ![.laterThanAsOf, .severalRows].contains(self)
    }

    /// Whether the finding must be as frequent in every arm where the measurement is sound.
    ///
    /// What waits for the as-of moment, lags a little or is logged in versions differs between arms
    /// that ask at different moments; what cannot have happened must not.
    public var mustNotDependOnArm: Bool { isDoubtful || self == .contradictoryRows }
  }

  /// What is wrong.
  public var kind: Kind
  /// How many installs have it, one number per arm.
  @PerOption public var byArm: [Int]
  /// The lines of the first of them.
  public var firstLines: [Int]

  private enum CodingKeys: String, CodingKey {
    case kind
    case byArm = "installs"
    case firstLines = "lines"
  }

  /// How many installs have it.
  public var installs: Int { byArm.reduce(0, +) }
}

/// Counts findings by arm and remembers where the first of each kind are.
struct FindingLog {
  private var found: [DataFinding.Kind: DataFinding] = [:]
  private let none: [Int]

  init(arms: Int) { none = Array(repeating: 0, count: arms) }

  mutating func add(_ kind: DataFinding.Kind, arm: Int, line: Int) {
    let new = DataFinding(kind: kind, byArm: none, firstLines: [])
    found[kind, default: new].byArm[arm] += 1
    if found[kind, default: new].firstLines.count < 3 { found[kind, default: new].firstLines.append(line) }
  }

  var findings: [DataFinding] {
    DataFinding.Kind.allCases.compactMap { kind in
      found[kind].map { DataFinding(kind: kind, byArm: $0.byArm, firstLines: $0.firstLines.sorted()) }
    }
  }
}
