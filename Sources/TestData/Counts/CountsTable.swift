/// A table of counts, checked and summed per arm.
public struct CountsTable: Hashable, Sendable {
  /// One entry per arm, in the order of first appearance.
  public var arms: [ArmCounts]
  /// By arm the line of its first row, from 1; empty for counts that stand in no file.
  public var armLines: [Int] = []
  /// The same counts by app release; empty where the table has no such column.
  public var releases: [ClusterCounts] = []
  /// The same counts by language.
  public var languages: [ClusterCounts] = []
  /// The same counts by segment.
  public var segments: [ClusterCounts] = []
  /// The same counts by day, in the order of the days; empty where the table has no such column.
  public var days: [ClusterCounts] = []
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
    for part in text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
      let location = column
      column += part.count + 1
      guard let equals = part.lastIndex(of: "="), let slash = part.lastIndex(of: "/"), equals < slash else {
        log.add(
          line: 1, column: location,
          "expected NAME=ALLOWED/\(denominator.rawValue.uppercased()), as in launch=412/2000, found '\(shown(part))'"
        )
        continue
      }
      let name = trimmed(part[..<equals])
      if name.isEmpty { log.add(line: 1, column: location, "an option without a name: '\(shown(part))'") }
      if name.hasSuffix("=") || name.contains("=") && name.contains("/") {
        log.add(
          line: 1, column: location,
          "expected NAME=ALLOWED/\(denominator.rawValue.uppercased()) of one option, options separated by commas, found "
            + "'\(shown(part))'")
      }
      if arms.contains(where: { $0.name == name }) {
        log.add(line: 1, column: location, "a second option '\(shown(part[..<equals]))'; give each once")
      }
      let allowedColumn = location + part.distance(from: part.startIndex, to: part.index(after: equals))
      let sizeColumn = location + part.distance(from: part.startIndex, to: part.index(after: slash))
      let allowed = number(part[part.index(after: equals)..<slash], "allowed", allowedColumn, &log)
      let size = number(part[part.index(after: slash)...], denominator.rawValue, sizeColumn, &log)
      guard let allowed, let size else { continue }
      if allowed > size {
        log.add(
          line: 1, column: allowedColumn,
          "allowed: expected at most \(size), the \(denominator.rawValue), found \(allowed)")
      }
      if arms.count == TableLimits.arms {
        log.add(line: 1, column: location, "more than \(TableLimits.arms) options")
        break
      }
      arms.append(ArmCounts(name: name, counts: OutcomeCounts(denominator, size, allowed: allowed)))
    }
    try log.throwIfAny()
    self.init(arms: arms)
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

private func trimmed(_ part: Substring.UnicodeScalarView) -> String {
  var part = part
  while part.first == " " { part.removeFirst() }
  while part.last == " " { part.removeLast() }
  return String(part)
}

private func shown(_ part: Substring.UnicodeScalarView) -> String {
  var text = ""
  for scalar in part.prefix(40) { text += scalar.escaped(asASCII: scalar.value < 0x20) }
  return text + (part.count > 40 ? "…" : "")
}

private func number(
  _ part: Substring.UnicodeScalarView, _ what: String, _ column: Int, _ log: inout ProblemLog
) -> Int? {
  var bytes = Array(trimmed(part).utf8)
  return bytes.withUnsafeMutableBufferPointer { buffer in
    let cell = UnsafeBufferPointer(buffer)
    switch CountReader.read(cell) {
    case .number(let number): return number
    case .negative: log.add(line: 1, column: column, "\(what) is negative: \(quoted(cell))")
    case .tooLarge:
      log.add(line: 1, column: column, "\(what) is more than 1,000,000,000: \(quoted(cell))")
    case .notANumber:
      log.add(
        line: 1, column: column,
        "\(what): expected a whole number, found \(quoted(cell))\(wholeNumberHint(cell))")
    }
    return nil
  }
}
