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

  /// Counts of a funnel.
  ///
  /// - Parameters:
  ///   - positions: of the table's options in the experiment.
  ///   - arms: what the experiment calls its options.
  package init(
    _ table: FunnelTable, at positions: [Int], of arms: [String]
  ) throws(CalibrationProblem) {
    guard let last = table.days.last, !table.rows.isEmpty else { throw .noCounts }
    (days, lastDay) = (table.days, last)
    var weeks: [[[Double]]] = []
    var totals = days.map { _ in [String]() }
    let options = Dictionary(grouping: table.rows) { positions[$0.arm] }
    for (arm, rows) in options.sorted(by: { $0.key < $1.key }) {
      let people = CountedPeople(rows, days: days)
      let hasPrompted = rows.allSatisfy { $0.counts.prompted != nil }
      let hasDenied = hasPrompted && rows.allSatisfy { !$0.denied.isEmpty }
      func cells(_ days: [Int]) -> [CountedCell] {
        .answers(days: days, hasDenied: hasDenied, hasPrompted: hasPrompted)
      }
      let answers = cells(people.withoutSmallCells(days, hasDenied: hasDenied))
      counted.append(CountedCells(people, of: arm, by: answers))
      if people.shows > 0 { counted.append(CountedCells(people, of: arm, by: .prePrompts)) }
      let known = [(hasPrompted, NeededData.prompted), (hasDenied, .denied), (people.shows > 0, .prePrompts)]
      kinds.formUnion(known.filter(\.0).map(\.1))
      weeks.append(rows.map { cells(days).counts(of: CountedPeople([$0], days: days)) })
      installs += Int(people.installs)
      for (place, day) in days.enumerated() {
        totals[place].append("\(arms[arm]) \(Int(people.installs)) \(Int(people.allowed(0, day)))")
      }
    }
    totalsByDay = totals.map { $0.joined(separator: "\n") }
    dispersion = Self.dispersion(weeks)
  }

  /// Event rows, each install as far as it has been watched: by every day it counts among those who had not answered
  /// before, so that young installs take part without bending anything.
  ///
  /// - Parameter last: the last day that is read; `nil` for all that some installs have reached.
  package init(
    _ table: TestTable, at positions: [Int], of arms: [String], by last: Int? = nil
  ) throws(CalibrationProblem) {
    let horizons = table.horizons.filter {
      $0.day <= last ?? $0.day && $0.arms.contains { ($0.counts.installs ?? 0) > 0 }
    }
    guard let last = horizons.last else { throw .noCounts }
    (days, lastDay) = (horizons.map(\.day), last.day)
    func cells(_ place: Int) -> [CountedCell] {
      .answers(
        after: place == 0 ? 0 : days[place - 1], days: [days[place]], hasDenied: true,
        hasPrompted: place == days.count - 1)
    }
    func people(_ arm: Int, _ place: Int, _ ages: Range<Int>) -> CountedPeople {
      CountedPeople(arm, by: horizons[max(0, place - 1)...place], aged: ages)
    }
    counted = positions.enumerated().flatMap { arm, position in
      days.indices.map { place in
        CountedCells(people(arm, place, days[place]..<Int.max), of: position, by: cells(place))
      }.filter { $0.counts.contains { $0 > 0 } }
    }
    guard !counted.isEmpty else { throw .noCounts }
    kinds = [.prompted, .denied]
    // Seven days of installing, from the oldest on, so that only the youngest week is cut.
    let weeks = horizons.enumerated().flatMap { place, horizon in
      let oldest = horizon.enrolment.map(\.age).max() ?? 0
      let ends = stride(from: oldest + 1, through: horizon.day + 7, by: -7)
      return positions.indices.map { arm in
        ends.map { cells(place).counts(of: people(arm, place, $0 - 7..<$0)) }
          .filter { $0.reduce(0, +) >= Self.fewestOfAWeek }
      }
    }
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
    counted.map { counted in
      ObservedCells(
        name: experiment.arms[counted.arm].name, cells: counted.cells.map(\.name), counts: counted.counts,
        weight: 1 / (dispersion ?? 1))
    } + shares.map(\.observed)
  }
}

extension CountedPeople {
  /// Those of some rows of an option.
  fileprivate init(_ rows: [CountedRow], days: [Int]) {
    func sum(_ count: (CountedRow) -> Int?) -> Double { Double(rows.reduce(0) { $0 + (count($1) ?? 0) }) }
    // By day 0, which no column is of, nobody had answered.
    func by(_ day: Int, _ counts: (CountedRow) -> [Int]) -> Double {
      let place = days.firstIndex(of: day) ?? days.count
      return sum { counts($0).dropFirst(place).first }
    }
    self.init(
      installs: sum(\.counts.installs), prompted: sum(\.counts.prompted),
      allowed: { by($1, \.allowed) - by($0, \.allowed) }, denied: { by($1, \.denied) - by($0, \.denied) },
      shows: sum { $0.prePrompts?.shows }, continues: sum { $0.prePrompts?.continues })
  }

  /// The installs of an option of some ages, by a day and, where there is one, the day before.
  fileprivate init(_ arm: Int, by horizons: ArraySlice<TestTable.Horizon>, aged ages: Range<Int>) {
    let counts = horizons.map { horizon in
      horizon.enrolment.filter { ages.contains($0.age) }.compactMap { $0.arms[arm] }.reduce(
        into: OutcomeCounts(installs: 0, prompted: 0, answered: 0, allowed: 0)
      ) { $0.add($1) }
    }
    let (days, now) = (horizons.map(\.day), counts[counts.count - 1])
    func by(_ day: Int, _ count: (OutcomeCounts) -> Int) -> Int {
      days.firstIndex(of: day).map { count(counts[$0]) } ?? 0
    }
    func denied(_ counts: OutcomeCounts) -> Int { (counts.answered ?? 0) - counts.allowed }
    self.init(
      installs: Double(now.installs ?? 0), prompted: Double(max(now.prompted ?? 0, now.answered ?? 0)),
      allowed: { Double(by($1, \.allowed) - by($0, \.allowed)) },
      denied: { Double(by($1, denied) - by($0, denied)) })
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
