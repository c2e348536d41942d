public import TextFormats

/// A table of a real test, read, checked and summed per option: counts, or event rows, one or more for each install, up to a
/// moment.
public struct TestTable: Sendable {
  /// One option.
  public struct Arm: Hashable, Sendable {
    /// As the data name it.
    public var name: String
    /// Where its first row stands, from 1.
    public var line = 1
    /// Installs assigned to it, of every age: what the split made, and what every rate divides; `nil` where counts do not
    /// say.
    public var assigned: Int?
  }

  /// Rates at one day: of event rows those of installs at least that old.
  public struct Horizon: Sendable {
    /// The age, in days of 24 hours since the install; 0 of counts.
    public var day: Int
    /// Per option, the installs and what became of them by that day.
    public var arms: [MaturedCounts]
    /// The same by the parts of the columns that the data have; days are those of the install, in UTC, the earliest first.
    public var parts: [PartColumn: [ClusterCounts]] = [:]
    /// The same by age at the as-of moment in whole days of 24 hours, the oldest first; `nil` for an option without any.
    public var enrolment: [(age: Int, arms: [OutcomeCounts?])] = []
  }

  /// The moment up to which event rows are complete; `nil` of counts.
  public var asOf: AsOf?
  /// Of counts in the order of first appearance, of event rows in that of their names.
  public var arms: [Arm]
  /// One entry per day asked for, ascending; of counts one alone.
  public var horizons: [Horizon]
  /// The day after the install by which the columns of counts that were read say that answers were counted; `nil` where they
  /// do not.
  public internal(set) var day: Int?
  /// Event rows read, the header not counted.
  public var rows = 0
  /// What is impossible or doubtful in event rows.
  public var findings: [DataFinding] = []
  /// The guardrails that the table has columns of.
  public var guardrails: Set<GuardrailColumn> = []
  /// What its rows, or installs, say of these.
  public internal(set) var guarded: GuardedRows = { _, _ in }
  /// What could be read and may all the same be wrong, each with its location.
  public var doubts: [FileProblem] = []
  /// What was decided while reading and a reader should know.
  public var remarks: [String] = []
  /// Counts as they stand; `nil` of event rows, and of counts that stand in no file.
  var counted: CountedRows?
}

/// Options that do not fit the data they are given with.
public struct UnfitOption: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, what was found.
  public let description: String

  /// - Parameter description: what was expected, what was found.
  public init(_ description: String) { self.description = description }
}

extension TestTable {
  /// Reads a table: event rows where the header names `install_id`, counts otherwise.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - file: what the file is called in messages.
  ///   - asOf: the moment up to which event rows are complete.
  ///   - days: the ages in days at which rates are to be had of event rows, ascending.
  ///   - day: the day whose columns count where counts are by several days; `nil` for the last.
  /// - Throws: ``FileProblems``, ``UnfitOption``, or what the source throws.
  public init(
    reading source: @escaping ByteSource, file: String, asOf: AsOf? = nil, days: [Int] = [1, 3, 7, 14, 30],
    day: Int? = nil
  ) throws {
    var counts: CountsReader?
    var events: EventsReader?
    let read = try readTable(source, file: file, expected: CountsReader.expected) { header in
      if header.has("install_id") {
        guard let asOf else {
          throw UnfitOption(
            "'\(file)' has one row per install; say with '--as-of' up to when the rows are complete, as in "
              + "'--as-of 2026-03-31'.")
        }
        events = EventsReader(&header, asOf: asOf, days: days)
      } else {
        guard asOf == nil else {
          throw UnfitOption(
            "'\(file)' has no column 'install_id', so it is a table of counts, which '--as-of' says nothing "
              + "about. Is the column called otherwise? Give it that name in the file.")
        }
        counts = CountsReader(&header, day: day)
      }
    } take: { row in
      if events?.take(row) == nil { counts?.take(row) }
    }
    guard var table = events?.table() ?? counts?.table() else { throw FileProblems([]) }
    try read.header.log.throwIfAny()
    table.doubts = read.doubts
    self = table
  }

  /// Counts per option and nothing else.
  public init(_ counts: [(name: String, counts: OutcomeCounts)]) {
    arms = counts.map { Arm(name: $0.name, assigned: $0.counts.installs) }
    horizons = [Horizon(day: 0, arms: counts.map { MaturedCounts(counts: $0.counts) })]
  }

  /// Reads counts for one denominator from a line: `launch=412/2000,third=498/2010`, as the table that it stands for.
  ///
  /// - Parameters:
  ///   - text: options separated by commas, each `name=allowed/denominator`.
  ///   - denominator: what the second numbers count.
  /// - Throws: ``FileProblems`` in a file named `--counts`.
  public init(inline text: String, denominator: Denominator) throws {
    var table = "arm,\(denominator.rawValue),allowed\n"
    var (problems, names) = ([FileProblem](), Set<Substring>())
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let match = part.wholeMatch(of: #/ *(.{0,200}[^ =]) *= *([0-9]+) */ *([0-9]+) */#),
        !(match.1.contains("=") && match.1.contains("/")), let allowed = Int(match.2),
        let people = Int(match.3), allowed <= people, people <= TableRow.mostPeople,
        names.insert(match.1).inserted, names.count <= TableLimits.arms
      {
        table += "\"\(match.1.replacing("\"", with: "\"\""))\",\(people),\(allowed)\n"
      } else {
        let message =
          "expected NAME=ALLOWED/\(denominator.rawValue.uppercased()), as in launch=412/2000, each of at most "
          + "\(TableLimits.arms) options once, allowed within \(denominator.rawValue), found \(quoted(part.utf8))"
        let column = text.unicodeScalars.distance(from: text.startIndex, to: part.startIndex) + 1
        problems.append(FileProblem(file: "--counts", line: 1, column: column, message: message))
      }
    }
    if !problems.isEmpty { throw FileProblems(problems) }
    try self.init(reading: bytes(Array(table.utf8)), file: "--counts")
  }
}

/// Matured installs of one option, with those who could never be asked counted separately (R147).
public struct MaturedCounts: Hashable, Sendable {
  /// What became of them.
  public var counts = OutcomeCounts(installs: 0, prompted: 0, answered: 0, allowed: 0)
  /// Denied without ever being shown the alert, requests being off for the device: not an answer.
  public var refusedByDevice = 0
  /// Restricted by a profile or an account: not an answer either.
  public var restricted = 0
  /// Of those who allowed, those that did in the last third of the days.
  public var allowedLate = 0
  /// Installs whose rows say what cannot have happened.
  public var doubtful = 0
  /// Of them, those counted as having allowed.
  public var doubtfulAllowed = 0

  /// The counts if every doubtful install had allowed, or none of them.
  public func counts(doubtfulAllow: Bool) -> OutcomeCounts {
    var bound = counts
    bound.allowed += (doubtfulAllow ? doubtful : 0) - doubtfulAllowed
    return bound
  }
}
