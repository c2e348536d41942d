import ExperimentDesign
import Inference
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
  /// What the same counts have in every table of them: by each day that was counted a line for each option, with how many
  /// of its installs are as old as the day, and how many of them had allowed.
  public let totalsByDay: [String]
  /// Shares of people who are active on a day that are known beside the counts, or without any.
  public var shares: [ShareTable.Row] = []

  /// The most that weeks may differ by; beyond it they are not of one app.
  private static let mostDispersion = 25.0
  /// The fewest weeks of an option that tell how much weeks differ.
  private static let fewestWeeks = 3
  /// The fewest installs of an option that a week of event rows is looked at with.
  private static let fewestOfAWeek = 20.0

  /// Nothing but shares, of which those of `shares` are known.
  public init(shares: [ShareTable.Row], horizonDays: Double) {
    (counted, days, totalsByDay) = ([], [], [])
    lastDay = max(1, Int(horizonDays))
    (installs, dispersion) = (0, nil)
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
    let positions = try armPositions(table.arms, in: arms, theirs: theirs)
    for row in table.rows where row.prePrompts != nil {
      let arm = positions[row.arm]
      if let prePrompted, !prePrompted.contains(arm) { throw .noPrePrompt(arms[arm], line: row.line) }
    }
    guard let last = table.days.last, !table.rows.isEmpty else { throw .noCounts }
    let groups = Dictionary(grouping: table.rows) { positions[$0.arm] }.sorted { $0.key < $1.key }
    var counted: [CountedCells] = []
    var weeks: [[[Double]]] = []
    var totals = table.days.map { _ in [String]() }
    for (arm, rows) in groups {
      let people = CountedPeople(rows, days: table.days)
      let hasPrompted = rows.allSatisfy { $0.counts.prompted != nil }
      let hasDenied = hasPrompted && rows.allSatisfy { !$0.denied.isEmpty }
      let sorting = CountedCells.Sorting.answers(
        days: table.days, hasDenied: hasDenied, hasPrompted: hasPrompted)
      counted.append(CountedCells(people, of: arm, by: sorting.withoutSmallCells(of: people)))
      if people.shows > 0 { counted.append(CountedCells(people, of: arm, by: .prePrompts)) }
      weeks.append(rows.map { sorting.cells(of: CountedPeople([$0], days: table.days)) })
      for (place, day) in table.days.enumerated() {
        let allowed = people.allowed[...day].reduce(0, +)
        totals[place].append("\(arms[arm]) \(Int(people.installs)) \(Int(allowed))")
      }
    }
    self.counted = counted
    (days, lastDay) = (table.days, last)
    totalsByDay = totals.map { $0.joined(separator: "\n") }
    installs = table.rows.reduce(0) { $0 + ($1.counts.installs ?? 0) }
    dispersion = Self.dispersion(weeks)
  }

  /// Event rows, each install as far as it has been watched: by every day it counts among those who had not answered
  /// before, so that young installs take part without bending anything.
  ///
  /// - Parameter last: the last day that is read; `nil` for all that some installs have reached.
  public init(
    _ table: TestTable, arms: [String], theirs: [String: String] = [:], by last: Int? = nil
  ) throws(CalibrationProblem) {
    let positions = try armPositions(table.arms.map { ($0.name, $0.line) }, in: arms, theirs: theirs)
    let horizons = table.horizons.filter {
      $0.day <= last ?? $0.day && $0.arms.contains { ($0.counts.installs ?? 0) > 0 }
    }
    guard let last = horizons.last else { throw .noCounts }
    func sorting(_ place: Int) -> CountedCells.Sorting {
      .answers(
        after: place == 0 ? 0 : horizons[place - 1].day, days: [horizons[place].day], hasDenied: true,
        hasPrompted: place == horizons.count - 1)
    }
    func people(_ arm: Int, _ place: Int, _ ages: Range<Int>) -> CountedPeople {
      CountedPeople(arm, by: horizons[max(0, place - 1)...place], aged: ages)
    }
    let counted = positions.enumerated().flatMap { arm, position in
      horizons.indices.map { place in
        CountedCells(
          people(arm, place, horizons[place].day..<Int.max), of: position, by: sorting(place))
      }.filter { $0.counts.contains { $0 > 0 } }
    }
    // Seven days of installing, from the oldest on, so that only the youngest week is cut.
    let weeks = horizons.enumerated().flatMap { place, horizon in
      let oldest = horizon.enrolment.map(\.age).max() ?? 0
      let ends = stride(from: oldest + 1, through: horizon.day + 7, by: -7)
      return positions.indices.map { arm in
        ends.map { sorting(place).cells(of: people(arm, place, $0 - 7..<$0)) }
          .filter { $0.reduce(0, +) >= Self.fewestOfAWeek }
      }
    }
    guard !counted.isEmpty else { throw .noCounts }
    self.counted = counted
    (days, lastDay) = (horizons.map(\.day), last.day)
    installs = table.arms.reduce(0) { $0 + ($1.assigned ?? 0) }
    dispersion = Self.dispersion(weeks)
    totalsByDay = horizons.map { horizon in
      positions.enumerated().sorted { $0.element < $1.element }.compactMap { arm, position in
        let counts = horizon.arms[arm].counts
        guard let installs = counts.installs, installs > 0 else { return nil }
        return "\(arms[position]) \(installs) \(counts.allowed)"
      }.joined(separator: "\n")
    }
  }

  /// By how much more than chance counts by week differ within options: Pearson's χ² of weeks over its degrees of freedom.
  ///
  /// - Parameter arms: by option and week the counts by cell.
  private static func dispersion(_ arms: [[[Double]]]) -> Double? {
    var (squares, degrees) = (0.0, 0)
    for weeks in arms where weeks.count >= fewestWeeks {
      let sizes = weeks.map { $0.reduce(0, +) }
      let whole = sizes.reduce(0, +)
      let cells = weeks[0].indices.filter { cell in weeks.contains { $0[cell] > 0 } }
      for (week, size) in zip(weeks, sizes) {
        for cell in cells {
          let expected = size * weeks.reduce(0) { $0 + $1[cell] } / whole
          squares += (week[cell] - expected) * (week[cell] - expected) / expected
        }
      }
      degrees += (weeks.count - 1) * (cells.count - 1)
    }
    return degrees > 0 ? min(max(1, squares / Double(degrees)), mostDispersion) : nil
  }
}

extension CalibrationData {
  /// All that is known, with what weeks differ in the weight of a person; shares last.
  func observed(of experiment: Experiment) -> [ObservedCells] {
    counted.map { cells in
      ObservedCells(
        name: experiment.arms[cells.arm].name, cells: cells.sorting.names, counts: cells.counts,
        weight: 1 / (dispersion ?? 1))
    } + shares.map(\.observed)
  }
}

extension CountedCells {
  /// Whole people, sorted.
  fileprivate init(_ people: CountedPeople, of arm: Int, by sorting: Sorting) {
    self.init(arm: arm, sorting: sorting, counts: sorting.cells(of: people).map { Int($0) })
  }
}

extension CountedPeople {
  /// Those of some rows of an option.
  fileprivate init(_ rows: [CountedRow], days: [Int]) {
    self.init(lastDay: days.last ?? 0)
    for row in rows {
      installs += Double(row.counts.installs ?? 0)
      prompted += Double(row.counts.prompted ?? 0)
      for (place, day) in days.enumerated() {
        func new(_ counts: [Int]) -> Double { Double(counts[place] - (place == 0 ? 0 : counts[place - 1])) }
        allowed[day] += new(row.allowed)
        if !row.denied.isEmpty { denied[day] += new(row.denied) }
      }
      shows += Double(row.prePrompts?.shows ?? 0)
      continues += Double(row.prePrompts?.continues ?? 0)
    }
  }

  /// The installs of an option of some ages, by a day and, where there is one, the day before.
  fileprivate init(_ arm: Int, by horizons: ArraySlice<TestTable.Horizon>, aged ages: Range<Int>) {
    self.init(lastDay: horizons.last?.day ?? 0)
    var (before, now) = (OutcomeCounts(answered: 0, allowed: 0), OutcomeCounts(answered: 0, allowed: 0))
    for horizon in horizons {
      now = horizon.enrolment.filter { ages.contains($0.age) }.compactMap { $0.arms[arm] }.reduce(
        into: OutcomeCounts(installs: 0, prompted: 0, answered: 0, allowed: 0)
      ) { $0.add($1) }
      let answered = (now.answered ?? 0) - (before.answered ?? 0)
      allowed[horizon.day] = Double(now.allowed - before.allowed)
      denied[horizon.day] = Double(answered) - allowed[horizon.day]
      before = now
    }
    installs = Double(now.installs ?? 0)
    prompted = Double(max(now.prompted ?? 0, now.answered ?? 0))
  }
}

extension ShareTable.Row {
  /// Nobody's share is known better than by this many people, who say more of it than the model can be right about.
  private static let mostPeople = 400_000

  /// The share as counted cells.
  var observed: ObservedCells {
    ObservedCells(
      name: "everybody", cells: ["active on day \(day)", "not active on day \(day)"],
      counts: [active, installs - active], weight: min(1, Double(Self.mostPeople) / Double(installs)))
  }
}

extension Experiment {
  /// The share of people with a session on a day after the install, where every number of their visits is known.
  func retention(onDay day: Int) throws -> Double {
    func known(_ parameter: Parameter) -> Double { parameter.constant ?? .nan }
    var (sum, people) = (0.0, 0.0)
    for segment in scenarios[0].segments {
      let visits = segment.visits
      let curve = try RetentionCurve(rate: visits.rate.map(known), leaving: visits.leaving.map(known))
      sum += segment.share * curve.retention(onDay: day)
      people += segment.share
    }
    return sum / people
  }
}

/// What keeps counts from being fitted to an experiment.
public enum CalibrationProblem: Error, Hashable, Sendable {
  /// Counts of an option that the experiment does not have, and the names of all others that it does not have either.
  case noArm(String, line: Int, others: [String] = [], known: [String])
  /// No counts at all.
  case noCounts
  /// Nothing uncertain that could be fitted.
  case nothingUncertain
  /// None of the uncertain numbers changes what was counted.
  case nothingEnters
  /// The counts are already in what the file assumes.
  case counted(path: String)
  /// Showings of a pre-prompt, counted of an option that has none.
  case noPrePrompt(String, line: Int)
  /// Numbers cannot be fitted to what so few simulated installs say.
  case tooNoisy(installs: Int)
}

/// Positions of the options that data name.
///
/// - Parameter theirs: what the data call an option, where that is another name.
/// - Throws: ``CalibrationProblem/noArm(_:line:others:known:)`` with all that the experiment does not have.
private func armPositions(
  _ names: [(name: String, line: Int)], in arms: [String], theirs: [String: String]
) throws(CalibrationProblem) -> [Int] {
  func position(_ name: String) -> Int? { arms.firstIndex { theirs[$0] ?? $0 == name } }
  let unknown = names.filter { position($0.name) == nil }
  guard let first = unknown.first else { return names.compactMap { position($0.name) } }
  throw .noArm(
    first.name, line: first.line, others: unknown.dropFirst().map(\.name),
    known: arms.map { arm in theirs[arm].map { "\(arm) (looked for as '\($0)')" } ?? arm })
}
