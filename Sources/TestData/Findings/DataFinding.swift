/// Something impossible or doubtful in event rows that can be read all the same.
public struct DataFinding: Hashable, Sendable {
  /// What kinds there are, in the order they are listed.
  public enum Kind: Int, CaseIterable, Hashable, Sendable, Comparable {
    case inTwoArms
    case contradictoryRows
    case installedAfterAsOf
    case promptedBeforeInstall
    case decidedBeforeInstall
    case decidedBeforePrompt
    case authorizedWithoutPrompt
    case decidedWithoutPrompt
    case answerWithoutTime
    case decisionWithoutAnswer
    case laterThanAsOf
    case clockDifference
    case severalRows

    /// By the order they are listed in.
    public static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }

    /// The name in files: `contradictory_rows`.
    public var name: String {
      switch self {
      case .inTwoArms: "in_two_arms"
      case .contradictoryRows: "contradictory_rows"
      case .installedAfterAsOf: "installed_after_as_of"
      case .promptedBeforeInstall: "prompted_before_install"
      case .decidedBeforeInstall: "decided_before_install"
      case .decidedBeforePrompt: "decided_before_prompt"
      case .authorizedWithoutPrompt: "authorized_without_prompt"
      case .decidedWithoutPrompt: "decided_without_prompt"
      case .answerWithoutTime: "answer_without_time"
      case .decisionWithoutAnswer: "decision_without_answer"
      case .laterThanAsOf: "later_than_as_of"
      case .clockDifference: "clock_difference"
      case .severalRows: "several_rows"
      }
    }

    /// Whether the install is left out of every count.
    public var isExcluded: Bool {
      switch self {
      case .inTwoArms, .contradictoryRows, .installedAfterAsOf: true
      case .promptedBeforeInstall, .decidedBeforeInstall, .decidedBeforePrompt, .authorizedWithoutPrompt,
        .decidedWithoutPrompt, .answerWithoutTime, .decisionWithoutAnswer, .laterThanAsOf, .clockDifference,
        .severalRows:
        false
      }
    }

    /// What is wrong and what counts instead, as the end of "12 installs: …".
    public var meaning: String {
      switch self {
      case .inTwoArms: "in more than one option; excluded"
      case .contradictoryRows: "rows that contradict each other; excluded"
      case .installedAfterAsOf: "installed after --as-of; excluded"
      case .promptedBeforeInstall: "prompted before the install; the prompt counts at the install"
      case .decidedBeforeInstall: "decided before the install; the answer counts as soon as it can"
      case .decidedBeforePrompt: "decided before the prompt; the answer counts at the prompt"
      case .authorizedWithoutPrompt: "authorized without a prompt; counted as prompted and allowed"
      case .decidedWithoutPrompt: "decided without a prompt; the prompt counts at the decision"
      case .answerWithoutTime: "answered without a time; the answer counts at the prompt"
      case .decisionWithoutAnswer: "a decision time without an answer; counted as unanswered"
      case .laterThanAsOf: "prompted or decided after --as-of; counted as not yet"
      case .clockDifference: "times out of order by no more than five minutes; taken as clock differences"
      case .severalRows: "several rows that agree; the most complete row is used"
      }
    }

    /// Whether the row says what cannot have happened; such an install counts, with its status as
    /// recorded and its times moved to the nearest possible ones.
    public var isDoubtful: Bool {
      switch self {
      case .promptedBeforeInstall, .decidedBeforeInstall, .decidedBeforePrompt, .authorizedWithoutPrompt,
        .decidedWithoutPrompt, .answerWithoutTime, .decisionWithoutAnswer:
        true
      case .inTwoArms, .contradictoryRows, .installedAfterAsOf, .laterThanAsOf, .clockDifference,
        .severalRows:
        false
      }
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
  public var byArm: [Int]
  /// The lines of the first of them.
  public var firstLines: [Int]

  /// How many installs have it.
  public var installs: Int { byArm.reduce(0, +) }

  /// A finding with all its parts.
  public init(kind: Kind, byArm: [Int], firstLines: [Int]) {
    self.kind = kind
    self.byArm = byArm
    self.firstLines = firstLines
  }
}

/// Counts findings by arm and remembers where the first of each kind are.
struct FindingLog {
  private var found: [(byArm: [Int], lines: [Int])]

  init(arms: Int) {
    found = Array(
      repeating: (byArm: Array(repeating: 0, count: arms), lines: []), count: DataFinding.Kind.allCases.count)
  }

  mutating func add(_ kind: DataFinding.Kind, arm: Int, line: Int) {
    found[kind.rawValue].byArm[arm] += 1
    if found[kind.rawValue].lines.count < 3 { found[kind.rawValue].lines.append(line) }
  }

  var findings: [DataFinding] {
    DataFinding.Kind.allCases.compactMap { kind in
      let entry = found[kind.rawValue]
      return entry.lines.isEmpty
        ? nil : DataFinding(kind: kind, byArm: entry.byArm, firstLines: entry.lines.sorted())
    }
  }
}
