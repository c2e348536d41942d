import ExperimentDesign

/// What was counted of one option: into which cells its installs were sorted, and how many are in
/// each.
public struct CountedCells: Hashable, Sendable {
  /// A way of sorting.
  public enum Sorting: Hashable, Sendable {
    /// All installs, by what they had answered by each of several days.
    case installs(days: [Int], knowsDenied: Bool, knowsPrompted: Bool)
    /// Installs that had not answered by the day before, by what they had answered by the next; on the last day whether
    /// they were shown the alert too.
    case undecided(after: Int?, by: Int, isLast: Bool)
    /// Showings of a pre-prompt, by whether they were continued.
    case prePrompts
  }

  package let arm: Int
  /// How people were sorted.
  public let sorting: Sorting
  /// By cell, in the order of ``names``.
  public let counts: [Int]

  /// The cells in words, in order.
  public var names: [String] {
    switch sorting {
    case .installs(let days, let knowsDenied, let knowsPrompted):
      let spans = zip([0] + days, days).map { Self.span(after: $0, by: $1) }
      var names = spans.map { "allowed \($0)" }
      if knowsDenied && knowsPrompted {
        names += spans.map { "denied \($0)" } + ["asked, not answered"]
      } else if knowsPrompted {
        names.append("asked, not allowed")
      }
      return names + [knowsPrompted ? "not asked" : "not allowed"]
    case .undecided(let after, let day, let isLast):
      let span = Self.span(after: after ?? 0, by: day)
      return ["allowed \(span)", "denied \(span)"]
        + (isLast ? ["asked, not answered", "not asked"] : ["not answered"])
    case .prePrompts: return ["pre-prompt continued", "pre-prompt not continued"]
    }
  }

  private static func span(after: Int, by day: Int) -> String {
    after == 0 ? "by day \(day)" : "on days \(after + 1) to \(day)"
  }

  /// The same of an option at another position.
  func ofArm(_ position: Int) -> CountedCells {
    CountedCells(arm: position, sorting: sorting, counts: counts)
  }

  /// What share of the same people some trials have in each cell; each above 0, because half a person is added to each.
  func shares(in trials: [TrialResult]) -> [Double] {
    let parts = trials.map { sorted($0.tally(arm: arm)) }
    guard let first = parts.first else { return [] }
    let people = parts.dropFirst().reduce(first) { zip($0, $1).map { $0 + $1 } }
    let sum = people.reduce(0, +) + 0.5 * Double(people.count)
    return people.map { ($0 + 0.5) / sum }
  }

  /// By cell, the people of a trial, answers counted by their probability.
  private func sorted(_ tally: Tally) -> [Double] {
    let answers = AnswersByDay(tally)
    switch sorting {
    case .installs(let days, let knowsDenied, let knowsPrompted):
      let spans = zip([0] + days, days)
      let allowed = spans.map { answers.allowed(after: $0, by: $1) }
      let denied = spans.map { answers.denied(after: $0, by: $1) }
      let (installs, prompted) = (Double(tally[.installs]), Double(tally[.prompted]))
      let all = allowed.reduce(0, +)
      guard knowsPrompted else { return allowed + [installs - all] }
      guard knowsDenied else { return allowed + [max(0, prompted - all), installs - prompted] }
      let unanswered = max(0, prompted - all - denied.reduce(0, +))
      return allowed + denied + [unanswered, installs - prompted]
    case .undecided(let after, let day, let isLast):
      let allowed = answers.allowed(after: after ?? 0, by: day)
      let denied = answers.denied(after: after ?? 0, by: day)
      let before = after.map { answers.allowed(after: 0, by: $0) + answers.denied(after: 0, by: $0) } ?? 0
      let (installs, prompted) = (Double(tally[.installs]), Double(tally[.prompted]))
      guard isLast else { return [allowed, denied, max(0, installs - before - allowed - denied)] }
      return [allowed, denied, max(0, prompted - before - allowed - denied), installs - prompted]
    case .prePrompts:
      let (shows, continues) = (Double(tally[.prePromptShows]), Double(tally[.prePromptContinues]))
      return [continues, shows - continues]
    }
  }

  /// The same people with two neighbouring cells of days as one, where a cell has few people.
  ///
  /// The last days first: who answers late is rare. Only whole days are merged, never allowed with denied.
  func withoutSmallCells(fewest: Int = 5) -> CountedCells {
    guard case .installs(let days, let knowsDenied, let knowsPrompted) = sorting, days.count > 1 else {
      return self
    }
    let last = days.count - 1
    let rare = counts[last] < fewest || (knowsDenied && knowsPrompted && counts[days.count + last] < fewest)
    guard rare else { return self }
    var merged = counts
    if knowsDenied && knowsPrompted {
      merged[days.count + last - 1] += merged[days.count + last]
      merged.remove(at: days.count + last)
    }
    merged[last - 1] += merged[last]
    merged.remove(at: last)
    let kept = Array(days.dropLast(2)) + [days[last]]
    return CountedCells(
      arm: arm,
      sorting: .installs(days: kept, knowsDenied: knowsDenied, knowsPrompted: knowsPrompted),
      counts: merged
    ).withoutSmallCells(fewest: fewest)
  }
}

extension TrialResult {
  /// What was counted of an option under the first scenario.
  func tally(arm: Int) -> Tally { wholes[ScenarioIndex(0), ArmIndex(arm)] }
}

/// Answers of a trial by day, each counted by its probability.
private struct AnswersByDay {
  private let allows: [Double]
  private let denies: [Double]

  init(_ tally: Tally) {
    allows = tally.allowedScoreByDay.map { Double($0) * 1e-9 }
    denies = tally.allowedByDay.indices.map {
      Double(tally.allowedByDay[$0] + tally.deniedByDay[$0]) - Double(tally.allowedScoreByDay[$0]) * 1e-9
    }
  }

  /// In (after, day]; day 0 belongs to the first span.
  func allowed(after: Int, by day: Int) -> Double { Self.sum(allows, after, day) }
  func denied(after: Int, by day: Int) -> Double { Self.sum(denies, after, day) }

  private static func sum(_ days: [Double], _ after: Int, _ day: Int) -> Double {
    let first = after == 0 ? 0 : after + 1
    guard first < days.count else { return 0 }
    return max(0, days[first...min(day, days.count - 1)].reduce(0, +))
  }
}
