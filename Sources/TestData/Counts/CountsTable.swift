/// A table of counts, checked and summed per arm.
public struct CountsTable: Sendable {
  /// One entry per arm, in the order of first appearance.
  public var arms: [ArmCounts]
  /// By arm the line of its first row, from 1; empty for counts that stand in no file.
  public var armLines: [Int] = []
  /// The same counts by the columns that say of which installs they are.
  public var parts = PartCounts()
  /// What rows say of guardrails, in their order; empty where the table has no such column.
  public var guarded: [GuardedRow] = []
  /// The guardrails that the table has columns of: `retained_d1`, `retained_d7` and `value`.
  public var guardrails: Set<String> = []
  /// The day after the install by which the columns that were read say that answers were counted; `nil` where they do not.
  public internal(set) var day: Int?
  /// What could be read and may all the same be wrong, each with its location.
  public var doubts: [DataProblem] = []
  /// What was decided while reading and a reader should know.
  public var remarks: [String] = []
  /// The rows as they stand, and the columns that their answers are of; none of counts that stand in no file.
  var rows: [CountedRow] = []
  var answers: AnswerColumns?
  /// The names of the weeks, or of other times, that rows are of; empty where the table has no such column.
  var weeks: [String] = []
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
      if let arm = Self.arm(String(part), denominator), !arms.contains(where: { $0.name == arm.name }),
        arms.count < TableLimits.arms
      {
        arms.append(arm)
      } else {
        var bytes = Array(part.utf8)
        let found = bytes.withUnsafeMutableBufferPointer { quoted(UnsafeBufferPointer($0)) }
        log.add(
          line: 1, column: column,
          "expected NAME=ALLOWED/\(denominator.rawValue.uppercased()), as in launch=412/2000, each of at most "
            + "\(TableLimits.arms) options once, separated by commas, with at most as many allowed as "
            + "\(denominator.rawValue), found \(found)")
      }
      column += part.unicodeScalars.count + 1
    }
    try log.throwIfAny()
    self.init(arms: arms)
  }

  /// One option; `nil` where the text is none.
  private static func arm(_ text: String, _ denominator: Denominator) -> ArmCounts? {
    guard let equals = text.lastIndex(of: "=") else { return nil }
    let name = String(text[..<equals].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    let numbers = text[text.index(after: equals)...].split(separator: "/", omittingEmptySubsequences: false)
      .map { Int($0.filter { $0 != " " }) ?? -1 }
    guard !name.isEmpty, !name.hasSuffix("="), !(name.contains("=") && name.contains("/")),
      numbers.count == 2, numbers[0] >= 0, numbers[0] <= numbers[1], numbers[1] <= CountReader.largest
    else { return nil }
    return ArmCounts(name: name, counts: OutcomeCounts(denominator, numbers[1], allowed: numbers[0]))
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

/// How much of a table is taken.
enum TableLimits {
  /// More arms than this are no arms: most likely the wrong column.
  static let arms = 50
  /// Distinct releases, languages or segments.
  static let clusters = 2_000
  /// Days of releases, or of languages, that counts are kept for.
  static let clusterDays = 20_000
  /// Bytes of a name.
  static let name = 500
}
