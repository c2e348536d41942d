import ExperimentDesign

/// What was counted of one option: into which cells its installs were sorted, and how many are in each.
public struct CountedCells: Sendable {
  let arm: Int
  let cells: [CountedCell]
  /// By cell.
  let counts: [Int]

  /// Whole people, sorted.
  init(_ people: CountedPeople, of arm: Int, by cells: [CountedCell]) {
    (self.arm, self.cells, counts) = (arm, cells, cells.counts(of: people).map { Int($0) })
  }

  /// What share of the same people of some trials is in each cell; each above 0, because half a person is added to each.
  func shares(in trials: [Tally]) -> [Double] {
    let parts = trials.map { cells.counts(of: CountedPeople($0)) }
    let people = cells.indices.map { cell in parts.reduce(0) { $0 + $1[cell] } }
    let sum = people.reduce(0, +) + 0.5 * Double(people.count)
    return people.map { ($0 + 0.5) / sum }
  }
}

/// A cell that people are sorted into.
struct CountedCell: Sendable {
  let name: String
  /// How many of some people are in it.
  let count: @Sendable (CountedPeople) -> Double
}

extension [CountedCell] {
  /// By cell, how many of some people are in it.
  func counts(of people: CountedPeople) -> [Double] { map { $0.count(people) } }

  /// Installs that had not answered by a day, 0 for all, by what they had answered by each of several later days, and
  /// where that is known by whether they were shown the alert.
  static func answers(
    after: Int = 0, days: [Int], hasDenied: Bool, hasPrompted: Bool
  ) -> [CountedCell] {
    func cells(
      _ answer: String, _ between: @escaping @Sendable (CountedPeople) -> CountedPeople.Between
    ) -> [CountedCell] {
      zip([after] + days, days).map { start, end in
        CountedCell(name: "\(answer) \(start == 0 ? "by day \(end)" : "on days \(start + 1) to \(end)")") {
          between($0)(start, end)
        }
      }
    }
    let allowed = cells("allowed") { $0.allowed }
    let denied = hasDenied ? cells("denied") { $0.denied } : []
    let open = hasDenied ? "not answered" : "not allowed"
    let rest = CountedCell(name: hasPrompted ? "asked, \(open)" : open) { people in
      let before = after == 0 ? 0 : people.allowed(0, after) + people.denied(0, after)
      let now = [allowed, denied].map { $0.counts(of: people).reduce(0, +) }
      return Swift.max(0, (hasPrompted ? people.prompted : people.installs) - before - now[0] - now[1])
    }
    let others = CountedCell(name: "not asked") { $0.installs - $0.prompted }
    return allowed + denied + [rest] + (hasPrompted ? [others] : [])
  }

  /// Showings of a pre-prompt, by whether they were continued.
  static let prePrompts = [
    CountedCell(name: "pre-prompt continued") { $0.continues },
    CountedCell(name: "pre-prompt not continued") { $0.shows - $0.continues },
  ]
}

/// People of a table or of a trial, by what became of them.
struct CountedPeople {
  /// How many after a day and by another, those of day 0 with day 1; of a trial each counted by its probability.
  typealias Between = (_ start: Int, _ end: Int) -> Double

  var installs: Double
  var prompted: Double
  var allowed: Between
  var denied: Between
  var shows = 0.0
  var continues = 0.0

  /// The days without those after which few allow, or few deny, the last first: who answers late is rare.
  func withoutSmallCells(_ days: [Int], hasDenied: Bool, fewest: Double = 5) -> [Int] {
    guard let end = days.last, let start = days.dropLast().last,
      (hasDenied ? [allowed, denied] : [allowed]).contains(where: { $0(start, end) < fewest })
    else { return days }
    return withoutSmallCells(days.dropLast(2) + [end], hasDenied: hasDenied)
  }
}

extension CountedPeople {
  /// Those of a trial.
  init(_ tally: Tally) {
    func allowed(on day: Int) -> Double { Double(tally.allowedScoreByDay[day]) * 1e-9 }
    func denied(on day: Int) -> Double {
      Double(tally.allowedByDay[day] + tally.deniedByDay[day]) - allowed(on: day)
    }
    func sum(_ start: Int, _ end: Int, _ count: (Int) -> Double) -> Double {
      let days = tally.allowedByDay.indices.clamped(to: (start == 0 ? 0 : start + 1)..<end + 1)
      return max(0, days.reduce(0) { $0 + count($1) })
    }
    self.init(
      installs: Double(tally[.installs]), prompted: Double(tally[.prompted]),
      allowed: { sum($0, $1, allowed) }, denied: { sum($0, $1, denied) },
      shows: Double(tally[.prePromptShows]), continues: Double(tally[.prePromptContinues]))
  }
}

extension TrialResult {
  /// What was counted of an option under the first scenario.
  func tally(arm: Int) -> Tally { wholes[0][arm] }
}
