/// Something impossible or doubtful in event rows that can be read all the same.
public struct DataFinding: Hashable, Sendable {
  /// What kinds there are, in the order they are told.
  public enum Kind: Int, CaseIterable, Hashable, Sendable, Comparable {
    case inOtherArm
    case duplicate
    case installedAfterAsOf
    case promptedBeforeInstall
    case decidedBeforeInstall
    case decidedBeforePrompt
    case authorizedWithoutPrompt
    case decidedWithoutPrompt
    case answerWithoutTime
    case decisionWithoutAnswer
    case laterThanAsOf

    /// By the order they are told in.
    public static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }

    /// What is wrong, as the end of "12 rows: …".
    public var meaning: String {
      switch self {
      case .inOtherArm: "the install stands in another arm too; its first row counts"
      case .duplicate: "the install has a row already; its first row counts"
      case .installedAfterAsOf: "installed after --as-of; left out"
      case .promptedBeforeInstall: "prompted before the install; left out of every rate"
      case .decidedBeforeInstall: "decided before the install; left out of every rate"
      case .decidedBeforePrompt: "decided before the alert was shown; left out of every rate"
      case .authorizedWithoutPrompt: "authorized without an alert; left out of every rate"
      case .decidedWithoutPrompt: "decided without an alert; left out of every rate"
      case .answerWithoutTime: "an answer without the time of it; left out of every rate"
      case .decisionWithoutAnswer: "the time of an answer but not the answer; left out of every rate"
      case .laterThanAsOf: "prompted or decided after --as-of; taken as not yet so"
      }
    }

    /// Whether the row says what cannot have happened.
    public var isImpossible: Bool {
      switch self {
      case .promptedBeforeInstall, .decidedBeforeInstall, .decidedBeforePrompt, .authorizedWithoutPrompt,
        .decidedWithoutPrompt, .answerWithoutTime, .decisionWithoutAnswer:
        true
      case .inOtherArm, .duplicate, .installedAfterAsOf, .laterThanAsOf: false
      }
    }
  }

  /// What is wrong.
  public var kind: Kind
  /// How many rows have it.
  public var rows: Int
  /// The lines of the first of them.
  public var firstLines: [Int]

  /// A finding spelled out.
  public init(kind: Kind, rows: Int, firstLines: [Int]) {
    self.kind = kind
    self.rows = rows
    self.firstLines = firstLines
  }
}

/// Counts findings and remembers where the first of each kind stand.
struct FindingLog {
  private var found = Array(repeating: (rows: 0, lines: [Int]()), count: DataFinding.Kind.allCases.count)

  mutating func add(_ kind: DataFinding.Kind, line: Int) {
    found[kind.rawValue].rows += 1
    if found[kind.rawValue].lines.count < 3 { found[kind.rawValue].lines.append(line) }
  }

  var findings: [DataFinding] {
    DataFinding.Kind.allCases.compactMap { kind in
      let entry = found[kind.rawValue]
      return entry.rows == 0 ? nil : DataFinding(kind: kind, rows: entry.rows, firstLines: entry.lines)
    }
  }
}
