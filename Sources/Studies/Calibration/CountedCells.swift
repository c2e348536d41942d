import ExperimentDesign

/// What was counted of one option: into which cells its installs were sorted, and how many are in each.
public struct CountedCells: Hashable, Sendable {
  /// A way of sorting.
  enum Sorting: Hashable, Sendable {
    /// Installs that had not answered by a day, 0 for all, by what they had answered by each of several later days, and
    /// where that is known by whether they were shown the alert.
    case answers(after: Int = 0, days: [Int], hasDenied: Bool, hasPrompted: Bool)
    /// Showings of a pre-prompt, by whether they were continued.
    case prePrompts
  }

  let arm: Int
  let sorting: Sorting
  /// By cell, in the order of the names of the sorting.
  let counts: [Int]

  /// What share of the same people some trials have in each cell; each above 0, because half a person is added to each.
  func shares(in trials: [TrialResult]) -> [Double] {
    let parts = trials.map { sorting.cells(of: CountedPeople($0.tally(arm: arm))) }
    let people = counts.indices.map { cell in parts.reduce(0) { $0 + $1[cell] } }
    let sum = people.reduce(0, +) + 0.5 * Double(people.count)
    return people.map { ($0 + 0.5) / sum }
  }
}

extension CountedCells.Sorting {
  /// The cells in words, in order.
  var names: [String] {
    guard case .answers(let after, let days, let hasDenied, let hasPrompted) = self else {
      return ["pre-prompt continued", "pre-prompt not continued"]
    }
    let spans = zip([after] + days, days).map { $0 == 0 ? "by day \($1)" : "on days \($0 + 1) to \($1)" }
    let rest =
      hasPrompted
      ? ["asked, \(hasDenied ? "not answered" : "not allowed")", "not asked"]
      : [hasDenied ? "not answered" : "not allowed"]
    return spans.map { "allowed \($0)" } + (hasDenied ? spans.map { "denied \($0)" } : []) + rest
  }

  /// By cell, how many of some people are in it.
  func cells(of people: CountedPeople) -> [Double] {
    guard case .answers(let after, let days, let hasDenied, let hasPrompted) = self else {
      return [people.continues, people.shows - people.continues]
    }
    func spans(_ answers: [Double]) -> [Double] {
      zip([after] + days, days).map { Self.sum(answers, after: $0, by: $1) }
    }
    let (allowed, denied) = (spans(people.allowed), hasDenied ? spans(people.denied) : [])
    let before =
      after == 0
      ? 0 : Self.sum(people.allowed, after: 0, by: after) + Self.sum(people.denied, after: 0, by: after)
    let unanswered =
      (hasPrompted ? people.prompted : people.installs) - before - allowed.reduce(0, +) - denied.reduce(0, +)
    return allowed + denied + [max(0, unanswered)] + (hasPrompted ? [people.installs - people.prompted] : [])
  }

  /// Answers of the days from one to another; those of day 0 belong to the first span.
  private static func sum(_ answers: [Double], after: Int, by day: Int) -> Double {
    let first = after == 0 ? 0 : after + 1
    guard first < answers.count else { return 0 }
    return max(0, answers[first...min(day, answers.count - 1)].reduce(0, +))
  }

  /// The same with two neighbouring spans of days as one, where a cell of the last has few people.
  ///
  /// The last days first: who answers late is rare. Only whole days are merged, never allowed with denied.
  func withoutSmallCells(of people: CountedPeople, fewest: Double = 5) -> Self {
    guard case .answers(let after, let days, let hasDenied, let hasPrompted) = self, days.count > 1 else {
      return self
    }
    let last = Self.answers(
      after: days[days.count - 2], days: [days[days.count - 1]], hasDenied: hasDenied, hasPrompted: false)
    guard last.cells(of: people).dropLast().contains(where: { $0 < fewest }) else { return self }
    return Self.answers(
      after: after, days: days.dropLast(2) + days.suffix(1), hasDenied: hasDenied, hasPrompted: hasPrompted
    ).withoutSmallCells(of: people, fewest: fewest)
  }
}

/// People of a table or of a trial, by what became of them.
struct CountedPeople {
  var installs = 0.0
  var prompted = 0.0
  /// By day from day 0, how many allowed and how many denied on it; of a trial each counted by its probability.
  var allowed: [Double]
  var denied: [Double]
  var shows = 0.0
  var continues = 0.0
}

extension CountedPeople {
  /// Nobody yet, by these days.
  init(lastDay: Int) {
    allowed = Array(repeating: 0, count: lastDay + 1)
    denied = allowed
  }

  /// Those of a trial.
  init(_ tally: Tally) {
    (installs, prompted) = (Double(tally[.installs]), Double(tally[.prompted]))
    (shows, continues) = (Double(tally[.prePromptShows]), Double(tally[.prePromptContinues]))
    allowed = tally.allowedScoreByDay.map { Double($0) * 1e-9 }
    denied = tally.allowedByDay.indices.map {
      Double(tally.allowedByDay[$0] + tally.deniedByDay[$0]) - Double(tally.allowedScoreByDay[$0]) * 1e-9
    }
  }
}

extension TrialResult {
  /// What was counted of an option under the first scenario.
  func tally(arm: Int) -> Tally { wholes[0][arm] }
}
