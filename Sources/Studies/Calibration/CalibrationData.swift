import ExperimentDesign
public import TestData

/// What a team has counted, sorted into cells that the model has too.
public struct CalibrationData: Hashable, Sendable {
  /// By option and way of sorting.
  public let counted: [CountedCells]
  /// The last day by which answers were counted.
  public let lastDay: Int
  /// All days by which answers were counted, ascending, also those by which nobody was left to answer; empty without counts.
  public let days: [Int]
  /// Installs of all options together.
  public let installs: Int
  /// By how much more than chance the counts differ from week to week, at least 1; `nil` where there are too few weeks to
  /// tell.
  public let dispersion: Double?
  /// By each day that was counted, how many installs of each option are as old as it, and how many of them had allowed:
  /// what the same test has in every table of it.
  public let totalsByDay: [[Total]]
  /// Shares that are known beside the counts, or without any.
  public var shares: [KnownShare] = []

  /// The installs of one option.
  public struct Total: Hashable, Sendable {
    package let arm: Int
    /// All of them.
    public let installs: Int
    /// Those that had allowed by the day.
    public let allowed: Int
  }

  /// The most that weeks may differ by; beyond it they are not of one app.
  static let mostDispersion = 25.0
  /// The fewest weeks of an option that tell how much weeks differ.
  static let fewestWeeks = 3

  /// Known shares without any counts.
  public init(shares: [KnownShare], horizonDays: Double) {
    counted = []
    days = []
    lastDay = max(1, Int(horizonDays))
    installs = 0
    dispersion = nil
    totalsByDay = []
    self.shares = shares
  }

  /// Counts of a funnel.
  ///
  /// - Parameters:
  ///   - theirs: what the table calls an arm, where that is another name.
  ///   - prePrompted: positions of the arms that show a pre-prompt; `nil` to take showings of any as they are.
  public init(
    _ table: FunnelTable, arms: [String], theirs: [String: String] = [:],
    prePrompted: Set<Int>? = nil
  ) throws(CalibrationProblem) {
    var rows: [Int: [FunnelTable.Row]] = [:]
    let named = table.rows.map { (name: $0.arm, line: $0.line) }
    for (row, arm) in zip(table.rows, try armPositions(named, in: arms, theirs: theirs)) {
      if row.prePrompts != nil, let prePrompted, !prePrompted.contains(arm) {
        throw .noPrePrompt(arms[arm], line: row.line)
      }
      if let first = rows[arm]?.first(where: { $0.week == row.week && $0.segment == row.segment }) {
        throw .twice(row.arm, line: row.line, first: first.line)
      }
      rows[arm, default: []].append(row)
    }
    guard let last = table.days.last, !rows.isEmpty else { throw .noCounts }
    let groups = rows.sorted { $0.key < $1.key }
    var counted: [CountedCells] = []
    for (arm, rows) in groups {
      counted.append(CountedCells(arm, rows: rows, days: table.days).withoutSmallCells())
      let shows = rows.compactMap(\.prePrompts)
      let all = (shows.reduce(0) { $0 + $1.shows }, shows.reduce(0) { $0 + $1.continues })
      if all.0 > 0 {
        counted.append(CountedCells(arm: arm, sorting: .prePrompts, counts: [all.1, all.0 - all.1]))
      }
    }
    self.counted = counted
    days = table.days
    lastDay = last
    installs = table.rows.reduce(0) { $0 + $1.installs }
    dispersion = Self.dispersion(groups.map(\.value), days: table.days)
    totalsByDay = table.days.indices.map { day in
      groups.map { arm, rows in
        Total(
          arm: arm, installs: rows.reduce(0) { $0 + $1.installs },
          allowed: rows.reduce(0) { $0 + $1.allowed[day] })
      }
    }
  }

  /// Event rows, each install as far as it has been watched: by every day it counts among those who had not answered
  /// before, so that young installs take part without bending anything.
  ///
  /// - Parameter last: the last day that is read; `nil` for all that some installs have reached.
  public init(
    _ table: EventTable, arms: [String], theirs: [String: String] = [:], by last: Int? = nil
  ) throws(CalibrationProblem) {
    let named = table.arms.map { (name: $0.name, line: $0.line) }
    let positions = try armPositions(named, in: arms, theirs: theirs)
    let horizons = table.horizons.filter {
      $0.day <= last ?? $0.day && $0.arms.contains { ($0.counts.installs ?? 0) > 0 }
    }
    guard let last = horizons.last else { throw .noCounts }
    var counted: [CountedCells] = []
    for (arm, position) in positions.enumerated() {
      for (index, horizon) in horizons.enumerated() {
        let earlier = index == 0 ? nil : horizons[index - 1]
        let cells = Self.undecided(arm, horizon, after: earlier, isLast: horizon.day == last.day)
        guard cells.contains(where: { $0 > 0 }) else { continue }
        counted.append(
          CountedCells(
            arm: position,
            sorting: .undecided(after: earlier?.day, by: horizon.day, isLast: horizon.day == last.day),
            counts: cells))
      }
    }
    guard !counted.isEmpty else { throw .noCounts }
    self.counted = counted
    days = horizons.map(\.day)
    lastDay = last.day
    installs = table.arms.reduce(0) { $0 + $1.assigned }
    dispersion = Self.dispersion(table, horizons)
    totalsByDay = horizons.map { horizon in
      positions.enumerated().compactMap { arm, position in
        let counts = horizon.arms[arm].counts
        guard let installs = counts.installs, installs > 0 else { return nil }
        return Total(arm: position, installs: installs, allowed: counts.allowed)
      }.sorted { $0.arm < $1.arm }
    }
  }

  /// Of the installs that are old enough for a day and had not answered by the day before: what they did by then.
  private static func undecided(
    _ arm: Int, _ horizon: EventTable.Horizon, after earlier: EventTable.Horizon?, isLast: Bool,
    ages: Range<Int>? = nil
  ) -> [Int] {
    let ages = ages ?? horizon.day..<Int.max
    func sum(_ horizon: EventTable.Horizon) -> OutcomeCounts {
      horizon.enrolment.filter { ages.contains($0.age) }.reduce(
        into: OutcomeCounts(installs: 0, prompted: 0, answered: 0, allowed: 0)
      ) { sum, enrolled in
        if let counts = enrolled.arms[arm] { sum.add(counts) }
      }
    }
    let (now, before) = (sum(horizon), earlier.map(sum))
    let (installs, allowed, answered) = (now.installs ?? 0, now.allowed, now.answered ?? 0)
    let yes = allowed - (before?.allowed ?? 0)
    let no = answered - allowed - ((before?.answered ?? 0) - (before?.allowed ?? 0))
    let open = installs - (before?.answered ?? 0) - yes - no
    guard isLast else { return [yes, no, open].map { max(0, $0) } }
    let unanswered = max(0, (now.prompted ?? answered) - answered)
    return [yes, no, unanswered, open - unanswered].map { max(0, $0) }
  }

  /// By how much more than chance counts by week differ within options.
  private static func dispersion(_ arms: [[FunnelTable.Row]], days: [Int]) -> Double? {
    dispersion(
      arms.map { rows in rows.map { CountedCells(0, rows: [$0], days: days).counts } })
  }

  /// The same of event rows, weeks being seven days of installing, each with installs as old as the day that they are read
  /// by.
  private static func dispersion(_ table: EventTable, _ horizons: [EventTable.Horizon]) -> Double? {
    dispersion(
      horizons.indices.flatMap { index -> [[[Int]]] in
        let horizon = horizons[index]
        let oldest = horizon.enrolment.map(\.age).max() ?? 0
        // From the oldest on, so that only the youngest week is cut.
        let weeks = stride(from: oldest + 1, through: horizon.day + 7, by: -7).map { $0 - 7..<$0 }
        return table.arms.indices.map { arm in
          weeks.map { ages in
            undecided(
              arm, horizon, after: index == 0 ? nil : horizons[index - 1],
              isLast: index == horizons.count - 1,
              ages: ages)
          }.filter { $0.reduce(0, +) >= fewestOfAWeek }
        }
      })
  }

  /// The fewest installs of an option that a week of event rows is looked at with.
  private static let fewestOfAWeek = 20

  /// Pearson's χ² of weeks within options over its degrees of freedom.
  ///
  /// - Parameter arms: by option and week the counts by cell.
  private static func dispersion(_ arms: [[[Int]]]) -> Double? {
    var (squares, degrees) = (0.0, 0)
    for weeks in arms where weeks.count >= fewestWeeks {
      let sizes = weeks.map { Double($0.reduce(0, +)) }
      let whole = sizes.reduce(0, +)
      let cells = weeks[0].indices.filter { cell in weeks.contains { $0[cell] > 0 } }
      for (week, size) in zip(weeks, sizes) {
        for cell in cells {
          let expected = size * weeks.reduce(0) { $0 + Double($1[cell]) } / whole
          squares += (Double(week[cell]) - expected) * (Double(week[cell]) - expected) / expected
        }
      }
      degrees += (weeks.count - 1) * (cells.count - 1)
    }
    return degrees > 0 ? min(max(1, squares / Double(degrees)), mostDispersion) : nil
  }
}

extension CountedCells {
  /// All rows of an option together.
  fileprivate init(_ arm: Int, rows: [FunnelTable.Row], days: [Int]) {
    func sum(_ part: (FunnelTable.Row) -> Int) -> Int { rows.reduce(0) { $0 + part($1) } }
    let knowsPrompted = rows.allSatisfy { $0.prompted != nil }
    let knowsDenied = knowsPrompted && rows.allSatisfy { $0.denied != nil }
    func spans(_ counts: (FunnelTable.Row) -> [Int]) -> [Int] {
      days.indices.map { day in sum { counts($0)[day] - (day == 0 ? 0 : counts($0)[day - 1]) } }
    }
    let allowed = spans(\.allowed)
    let (installs, all) = (sum(\.installs), allowed.reduce(0, +))
    self.arm = arm
    sorting = .installs(days: days, knowsDenied: knowsDenied, knowsPrompted: knowsPrompted)
    guard knowsPrompted else {
      counts = allowed + [installs - all]
      return
    }
    let prompted = sum { $0.prompted ?? 0 }
    guard knowsDenied else {
      counts = allowed + [prompted - all, installs - prompted]
      return
    }
    let denied = spans { $0.denied ?? [] }
    counts = allowed + denied + [prompted - all - denied.reduce(0, +), installs - prompted]
  }
}

/// What keeps counts from being fitted to an experiment.
public enum CalibrationProblem: Error, Hashable, Sendable {
  /// Counts of an option that the experiment does not have, and the names of all others that it does not have either.
  case noArm(String, line: Int, others: [String] = [], known: [String])
  /// Two rows of one option, or of one option and week.
  case twice(String, line: Int, first: Int)
  /// No counts at all.
  case noCounts
  /// Nothing uncertain that could be fitted.
  case nothingUncertain
  /// None of the uncertain numbers changes what was counted.
  case nothingEnters
  /// The counts are already in what the file assumes.
  case counted(path: String)
  /// Two rows of one share.
  case shareTwice(line: Int, first: Int)
  /// Showings of a pre-prompt, counted of an option that has none.
  case noPrePrompt(String, line: Int)
  /// Numbers cannot be fitted to what so few simulated installs say.
  case tooNoisy(installs: Int)
}

/// Positions of the options that rows of data name.
///
/// - Parameter theirs: what the data call an option, where that is another name.
/// - Throws: ``CalibrationProblem/noArm(_:line:others:known:)`` with all that the experiment does not have.
func armPositions(
  _ rows: [(name: String, line: Int)], in arms: [String], theirs: [String: String]
) throws(CalibrationProblem) -> [Int] {
  var positions: [Int] = []
  var unknown: [(name: String, line: Int)] = []
  for row in rows {
    if let position = arms.firstIndex(where: { theirs[$0] ?? $0 == row.name }) {
      positions.append(position)
    } else if !unknown.contains(where: { $0.name == row.name }) {
      unknown.append(row)
    }
  }
  guard let first = unknown.first else { return positions }
  throw .noArm(
    first.name, line: first.line, others: unknown.dropFirst().map(\.name),
    known: arms.map { arm in theirs[arm].map { "\(arm) (looked for as '\($0)')" } ?? arm })
}
