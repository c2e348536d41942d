import ExperimentDesign
import Inference
public import TestData

/// What a team has counted, sorted into cells that the model has too.
public struct CalibrationData: Sendable {
  /// By option and way of sorting.
  package private(set) var counted: [CountedCells] = []
  /// The last day by which answers were counted.
  package private(set) var lastDay: Int
  /// All days by which answers were counted, ascending, also those by which nobody was left to answer; empty without counts.
  private(set) var days: [Int] = []
  /// Installs of all options together.
  package private(set) var installs = 0
  /// By how much more than chance the counts differ from week to week, at least 1; `nil` where there are too few weeks to
  /// tell.
  package private(set) var dispersion: Double?
  /// What the same counts have in every table of them: by each day that was counted a line for each option, with how many
  /// of its installs are as old as the day, and how many of them had allowed.
  package private(set) var totalsByDay: [String] = []
  /// What was counted, as far as it would tell what is left open.
  private(set) var kinds: Set<NeededData> = []
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
    (self.shares, lastDay) = (shares, max(1, Int(horizonDays)))
  }

  /// Counts of a funnel, whose options have these positions among those of the experiment.
  package init(
    _ table: FunnelTable, at positions: [Int], of arms: [String]
  ) throws(CalibrationProblem) {
    guard let last = table.days.last, !table.rows.isEmpty else { throw .noCounts }
    (days, lastDay) = (table.days, last)
    let options = Dictionary(grouping: table.rows) { positions[$0.arm] }.sorted { $0.key < $1.key }
      .map { (arm: $0.key, rows: $0.value, people: CountedPeople($0.value, days: days)) }
    var weeks: [[[Double]]] = []
    for (arm, rows, people) in options {
      let hasPrompted = rows.allSatisfy { $0.counts.prompted != nil }
      let hasDenied = hasPrompted && rows.allSatisfy { !$0.denied.isEmpty }
      func answers(_ days: [Int]) -> CellSorting {
        .answers([0] + days, hasDenied: hasDenied, hasPrompted: hasPrompted)
      }
      let large = people.withoutSmallCells(days, hasDenied: hasDenied)
      counted.append(CountedCells(people, of: arm, by: answers(large)))
      if people.shows > 0 { counted.append(CountedCells(people, of: arm, by: .prePrompts)) }
      let known = [(hasPrompted, NeededData.prompted), (hasDenied, .denied), (people.shows > 0, .prePrompts)]
      kinds.formUnion(known.filter(\.0).map(\.1))
      weeks.append(rows.map { answers(days).counts(CountedPeople([$0], days: days)) })
      installs += Int(people.installs)
    }
    totalsByDay = days.map { day in Self.totals(options.map { (arms[$0.arm], $0.people) }, by: day) }
    dispersion = Self.dispersion(weeks)
  }

  /// Event rows, each install as far as it has been watched: by every day it counts among those who had not answered
  /// before, so that young installs take part without bending anything; by no day after the last one, where that is given.
  package init(
    _ table: TestTable, at positions: [Int], of arms: [String], by last: Int? = nil
  ) throws(CalibrationProblem) {
    let horizons = table.horizons.filter {
      $0.day <= last ?? $0.day && $0.arms.contains { ($0.counts.installs ?? 0) > 0 }
    }
    guard let last = horizons.last else { throw .noCounts }
    (days, lastDay) = (horizons.map(\.day), last.day)
    let sortings = zip([0] + days, days).map { start, end in
      CellSorting.answers([start, end], hasDenied: true, hasPrompted: end == last.day)
    }
    func people(_ arm: Int, _ place: Int, _ ages: Range<Int>) -> CountedPeople {
      CountedPeople(arm, by: horizons[max(0, place - 1)...place], aged: ages)
    }
    let whole = positions.indices.map { arm in days.indices.map { people(arm, $0, days[$0]..<Int.max) } }
    counted = zip(positions, whole).flatMap { position, people in
      zip(people, sortings).map { CountedCells($0, of: position, by: $1) }
        .filter { $0.counts.contains { $0 > 0 } }
    }
    guard !counted.isEmpty else { throw .noCounts }
    kinds = [.prompted, .denied]
    // Seven days of installing, from the oldest on, so that only the youngest week is cut.
    let weeks = horizons.enumerated().flatMap { place, horizon in
      let oldest = horizon.enrolment.map(\.age).max() ?? 0
      let ends = stride(from: oldest + 1, through: horizon.day + 7, by: -7)
      return positions.indices.map { arm in
        ends.map { sortings[place].counts(people(arm, place, $0 - 7..<$0)) }
          .filter { $0.reduce(0, +) >= Self.fewestOfAWeek }
      }
    }
    installs = table.arms.reduce(0) { $0 + ($1.assigned ?? 0) }
    dispersion = Self.dispersion(weeks)
    let ordered = zip(positions, whole).sorted { $0.0 < $1.0 }
    totalsByDay = days.enumerated().map { place, day in
      Self.totals(ordered.map { (arms[$0.0], $0.1[place]) }, by: day)
    }
  }

  /// A line for each option that has installs, with how many, and how many of them had allowed by a day.
  private static func totals(_ options: [(name: String, people: CountedPeople)], by day: Int) -> String {
    options.filter { $0.people.installs > 0 }
      .map { "\($0.name) \(Int($0.people.installs)) \(Int($0.people.answers(0, day)[0]))" }
      .joined(separator: "\n")
  }

  /// By how much more than chance counts by cell differ from week to week within options: Pearson's χ² of weeks over its
  /// degrees of freedom.
  private static func dispersion(_ options: [[[Double]]]) -> Double? {
    var (squares, degrees) = (0.0, 0)
    for weeks in options where weeks.count >= fewestWeeks {
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

extension CountedPeople {
  /// Those of some rows of an option.
  fileprivate init(_ rows: [CountedRow], days: [Int]) {
    func sum(_ count: (CountedRow) -> Int?) -> Double { Double(rows.reduce(0) { $0 + (count($1) ?? 0) }) }
    // By day 0, which no column is of, nobody had answered.
    func by(_ day: Int) -> [Double] {
      let place = days.firstIndex(of: day) ?? days.count
      return [sum { $0.allowed.dropFirst(place).first }, sum { $0.denied.dropFirst(place).first }]
    }
    self.init(
      installs: sum(\.counts.installs), prompted: sum(\.counts.prompted),
      shows: sum { $0.prePrompts?.shows }, continues: sum { $0.prePrompts?.continues }
    ) { start, end in zip(by(end), by(start)).map { $0 - $1 } }
  }

  /// The installs of an option of some ages, by a day and, where there is one, the day before.
  fileprivate init(_ arm: Int, by horizons: ArraySlice<TestTable.Horizon>, aged ages: Range<Int>) {
    let counts = horizons.map { horizon in
      horizon.enrolment.filter { ages.contains($0.age) }.compactMap { $0.arms[arm] }.reduce(
        into: OutcomeCounts(installs: 0, prompted: 0, answered: 0, allowed: 0)
      ) { $0.add($1) }
    }
    let (days, now) = (horizons.map(\.day), counts[counts.count - 1])
    func by(_ day: Int) -> [Double] {
      guard let place = days.firstIndex(of: day) else { return [0, 0] }
      return [counts[place].allowed, (counts[place].answered ?? 0) - counts[place].allowed].map { Double($0) }
    }
    self.init(
      installs: Double(now.installs ?? 0), prompted: Double(max(now.prompted ?? 0, now.answered ?? 0))
    ) { start, end in zip(by(end), by(start)).map { $0 - $1 } }
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
    let segments = scenarios[0].segments
    let active = try segments.map { segment in
      let (rate, leaving) = (segment.visits.rate.map(known), segment.visits.leaving.map(known))
      return try segment.share * RetentionCurve(rate: rate, leaving: leaving).retention(onDay: day)
    }
    return active.reduce(0, +) / segments.reduce(0) { $0 + $1.share }
  }
}

/// What keeps counts from being fitted to an experiment.
public enum CalibrationProblem: Error, Hashable, Sendable {
  /// No counts at all.
  case noCounts
  /// Nothing uncertain that could be fitted.
  case nothingUncertain
  /// None of the uncertain numbers changes what was counted.
  case nothingEnters
  /// The counts are already in what the file assumes.
  case counted(path: String)
  /// Numbers cannot be fitted to what so few simulated installs say.
  case tooNoisy(installs: Int)
}
