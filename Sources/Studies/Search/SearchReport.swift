package import ExperimentDesign

/// What a search among strategies found: everything that is said, stored and exported of it, strategies by name.
public struct SearchReport: Codable, Equatable, Sendable {
  private(set) var schema = "att-lab/optimization/1"
  package var experiment: String
  package var question: String?
  package var seed: UInt64
  package var objective: Objective
  /// What may be lost by the choice; `nil` where nothing was searched.
  package var margin: Double?
  /// The probability with which no more than that is lost.
  package private(set) var guarantee = 0.95
  /// What may be lost by the choice, as far as it was found; `nil` without a winner.
  package var guaranteedMargin: Double?
  /// The strategy named; `nil` where none may be chosen.
  package var winner: String?
  /// All of them, in the order of the experiment.
  package var strategies: [Strategy]
  /// The file that the best strategies were written to; `nil` for none.
  package var out: String?

  /// What became of a strategy.
  package enum Standing: String, Codable, Sendable {
    /// Apple's rules forbid it.
    case notAllowed = "not_allowed"
    /// An error of the platform checks stands against it.
    case blocked
    /// It was shown to be beyond a guardrail.
    case beyondGuardrail = "beyond_guardrail"
    /// It has no value of the objective.
    case withoutValue = "without_value"
    /// It does the same as another, which stands for it.
    case alike
    /// It was dropped before the end.
    case left
    case stayed
    case winner
  }

  /// A strategy with what became of it: a row of the table.
  package struct Strategy: Codable, Equatable, Sendable {
    package var strategy: String
    package var standing: Standing
    /// Rules that forbid it, or errors that stand against it.
    package var reason: String?
    /// The strategy that does the same and stands for it.
    package var alike: String?
    /// The strategy that stands for it, from which it differs by less than a tenth of the margin.
    package var near: String?
    package var mean: Double?
    package var mcse: Double?
    package var trials: Int?
    /// Trials after which it was dropped.
    package var leftAfterTrials: Int?
  }

  /// Whether no more is lost by the choice than was asked for.
  package var isSettled: Bool {
    guard let margin, let guaranteedMargin else { return false }
    return guaranteedMargin <= margin
  }

  /// Positions of the strategies that were searched, one of each class of those that do the same: the best first, equal ones
  /// in the order of the file.
  package var ranked: [Int] {
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    return strategies.indices.filter { strategies[$0].mean != nil }
      .sorted { sign * (strategies[$0].mean ?? 0) > sign * (strategies[$1].mean ?? 0) }
  }

  /// The strategies that were searched, without those that another nearly as good stands for, the best first.
  package var distinct: [String] {
    ranked.filter { strategies[$0].near == nil }.map { strategies[$0].strategy }
  }

  /// The strategy that stands for one: that does the same, or is nearly as good; itself where none does.
  package func standing(for strategy: String) -> String {
    let row = strategies.first { $0.strategy == strategy }
    return (row?.alike ?? row?.near).map(standing) ?? strategy
  }

  /// Whether rules or checks keep a strategy out of the search.
  package func isLeftOut(_ strategy: String) -> Bool {
    strategies.contains { $0.strategy == strategy && [.notAllowed, .blocked].contains($0.standing) }
  }

  /// How many strategies have a standing.
  package func count(_ standing: Standing) -> Int { strategies.count { $0.standing == standing } }
}
