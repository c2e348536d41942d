import ExperimentDesign

/// What was counted of one option: how its installs were sorted into cells, and how many are in each.
public struct CountedCells: Sendable {
  let arm: Int
  let sorting: CellSorting
  /// By cell.
  let counts: [Int]

  /// Whole people, sorted.
  init(_ people: CountedPeople, of arm: Int, by sorting: CellSorting) {
    (self.arm, self.sorting, counts) = (arm, sorting, sorting.counts(people).map { Int($0) })
  }

  /// What share of the same people of some trials is in each cell; each above 0, because half a person is added to each.
  func shares(in trials: [Tally]) -> [Double] {
    let parts = trials.map { sorting.counts(CountedPeople($0)) }
    let people = counts.indices.map { cell in parts.reduce(0) { $0 + $1[cell] } }
    let sum = people.reduce(0, +) + 0.5 * Double(people.count)
    return people.map { ($0 + 0.5) / sum }
  }
}

/// How people are sorted into cells.
struct CellSorting: Sendable {
  let cells: [String]
  /// By cell, how many of some people are in it.
  let counts: @Sendable (CountedPeople) -> [Double]

  /// Installs that had not answered by the first of some days, 0 for all, by what they had answered by each of the others,
  /// and where that is known by whether they were shown the alert.
  static func answers(_ days: [Int], hasDenied: Bool, hasPrompted: Bool) -> CellSorting {
    let answers = hasDenied ? ["allowed", "denied"] : ["allowed"]
    let cells = answers.flatMap { answer in
      zip(days, days.dropFirst()).map {
        "\(answer) \($0 == 0 ? "by day \($1)" : "on days \($0 + 1) to \($1)")"
      }
    }
    let open = hasDenied ? "not answered" : "not allowed"
    return CellSorting(cells: cells + (hasPrompted ? ["asked, \(open)", "not asked"] : [open])) { people in
      let between = zip(days, days.dropFirst()).map { people.answers($0, $1) }
      let answered = answers.indices.map { answer in between.map { $0[answer] } }
      let before = days[0] == 0 ? 0 : people.answers(0, days[0]).reduce(0, +)
      let asked = (hasPrompted ? people.prompted : people.installs) - before
      let rest = max(0, answered.reduce(asked) { $0 - $1.reduce(0, +) })
      return answered.joined() + [rest] + (hasPrompted ? [people.installs - people.prompted] : [])
    }
  }

  /// Showings of a pre-prompt, by whether they were continued.
  static let prePrompts = CellSorting(cells: ["pre-prompt continued", "pre-prompt not continued"]) {
    [$0.continues, $0.shows - $0.continues]
  }
}

/// People of a table or of a trial, by what became of them.
struct CountedPeople {
  var installs: Double
  var prompted: Double
  var shows = 0.0
  var continues = 0.0
  /// How many allowed after a day and by another, and how many denied, those of day 0 with day 1; of a trial each counted
  /// by its probability.
  var answers: (_ start: Int, _ end: Int) -> [Double]

  /// The days without those after which few allow, or few deny, the last first: who answers late is rare.
  func withoutSmallCells(_ days: [Int], hasDenied: Bool) -> [Int] {
    guard let end = days.last, let start = days.dropLast().last,
      answers(start, end).prefix(hasDenied ? 2 : 1).contains(where: { $0 < 5 })
    else { return days }
    return withoutSmallCells(days.dropLast(2) + [end], hasDenied: hasDenied)
  }
}

extension CountedPeople {
  /// Those of a trial.
  init(_ tally: Tally) {
    self.init(
      installs: Double(tally[.installs]), prompted: Double(tally[.prompted]),
      shows: Double(tally[.prePromptShows]), continues: Double(tally[.prePromptContinues])
    ) { start, end in
      let days = tally.allowedByDay.indices.clamped(to: (start == 0 ? 0 : start + 1)..<end + 1)
      let allowed = days.map { Double(tally.allowedScoreByDay[$0]) * 1e-9 }
      let denied = zip(days, allowed).map { Double(tally.allowedByDay[$0] + tally.deniedByDay[$0]) - $1 }
      return [allowed, denied].map { max(0, $0.reduce(0, +)) }
    }
  }
}

extension TrialResult {
  /// What was counted of an option under the first scenario.
  func tally(arm: Int) -> Tally { wholes[0][arm] }
}
