/// A table of counts, checked and summed per arm.
public struct CountsTable: Sendable {
  /// One entry per arm, in the order of first appearance.
  public var arms: [ArmCounts]
  /// By arm the line of its first row, from 1; empty for counts that stand in no file.
  public var armLines: [Int] = []
  /// The same counts by the columns that say of which installs they are.
  public var parts = PartCounts()
  /// By guardrail that the table has a column of, what rows say of it, in their order.
  public internal(set) var guarded: [GuardrailColumn: [GuardedRow]] = [:]
  /// The day after the install by which the columns that were read say that answers were counted; `nil` where they do not.
  public internal(set) var day: Int?
  /// What could be read and may all the same be wrong, each with its location.
  public var doubts: [DataProblem] = []
  /// What was decided while reading and a reader should know.
  public var remarks: [String] = []
  /// The rows as they stand, and the columns that their answers are of; none of counts that stand in no file.
  var rows: [CountedRow] = []
  var answers: AnswerColumns?
  /// Which columns nothing is read from.
  var unusedColumns: [String] = []

  /// Counts per arm and nothing else.
  public init(arms: [ArmCounts]) { self.arms = arms }
}

extension CountsTable {
  /// Reads counts for one denominator from a line: `launch=412/2000,third=498/2010`.
  ///
  /// - Parameters:
  ///   - text: arms separated by commas, each `name=allowed/denominator`.
  ///   - denominator: what the second numbers count.
  /// - Throws: ``DataProblems`` in a file named `--counts`, all together, with their columns.
  public init(inline text: String, denominator: Denominator) throws(DataProblems) {
    var log = ProblemLog(file: "--counts")
    var arms: [ArmCounts] = []
    var column = 1
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let arm = Self.arm(part, denominator), !arms.contains(where: { $0.name == arm.name }),
        arms.count < TableLimits.arms
      {
        arms.append(arm)
      } else {
        log.add(
          line: 1, column: column,
          "expected NAME=ALLOWED/\(denominator.rawValue.uppercased()), as in launch=412/2000, each of at most "
            + "\(TableLimits.arms) options once, separated by commas, with at most as many allowed as "
            + "\(denominator.rawValue), found \(quoted(part.utf8))")
      }
      column += part.unicodeScalars.count + 1
    }
    try log.throwIfAny()
    self.init(arms: arms)
  }

  /// One option; `nil` where the text is none.
  private static func arm(_ text: Substring, _ denominator: Denominator) -> ArmCounts? {
    guard let match = text.wholeMatch(of: #/ *(.*[^ =]) *= *([0-9]+) */ *([0-9]+) */#),
      !(match.1.contains("=") && match.1.contains("/")), let allowed = Int(match.2),
      let people = Int(match.3),
      allowed <= people, people <= TableRow.mostPeople
    else { return nil }
    return ArmCounts(name: String(match.1), counts: OutcomeCounts(denominator, people, allowed: allowed))
  }
}

extension OutcomeCounts {
  /// Counts that know one denominator.
  public init(_ denominator: Denominator, _ size: Int, allowed: Int) {
    switch denominator {
    case .installs: self.init(installs: size, allowed: allowed)
    case .prompted: self.init(prompted: size, allowed: allowed)
    case .answered: self.init(answered: size, allowed: allowed)
    }
  }
}
