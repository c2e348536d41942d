import Inference

/// What a search among strategies found; arms are positions in the experiment that was searched.
public struct StrategySearchResult: Sendable {
  /// Arms that Apple's rules forbid, which were left out.
  public let forbidden: [Int]
  /// Arms that live exactly alike, each class in the order of the file; its first stands for it.
  public internal(set) var classes: [[Int]] = []
  /// Arms shown to be beyond a guardrail, which were left out.
  public internal(set) var beyondGuardrails: [Int] = []
  /// Arms without a value of the objective, which were left out.
  public internal(set) var withoutValue: [Int] = []
  /// The rounds, with arms in place of options.
  public internal(set) var rounds: [Round] = []
  /// By arm that was searched, its mean when it was looked at last, in units of the objective, more being better.
  public internal(set) var means: [Int: Double] = [:]
  /// What may be lost by the choice.
  public internal(set) var margin: Double?
  /// Trials that were simulated.
  public internal(set) var trials = 0
  /// The same, times the strategies that each trial had.
  public internal(set) var strategyTrials = 0

  /// A round of the search.
  public struct Round: Hashable, Sendable {
    /// Trials that it rests on.
    public let trials: Int
    /// The arm with the largest mean.
    public let leader: Int
    /// Arms that it dropped, in the order of the file.
    public let dropped: [Int]
    /// The most by which another may lead, with the probability that was asked for.
    public let largestLead: Double
  }

  init(forbidden: [Int]) { self.forbidden = forbidden }

  /// The arm named; `nil` where no strategy may be chosen.
  public var winner: Int? { rounds.last?.leader }
  /// What may be lost by the choice, as far as it was found; `nil` without a winner.
  public var guaranteedMargin: Double? { rounds.last?.largestLead }
  /// Whether no more is lost than was asked for.
  public var isSettled: Bool {
    guard let margin, let guaranteedMargin else { return false }
    return guaranteedMargin <= margin
  }
  /// The arms by their means, the best first; equal ones in the order of the file.
  public var ranked: [Int] {
    means.keys.sorted().sorted { (means[$0] ?? 0) > (means[$1] ?? 0) }
  }
  /// Strategies that were searched: one of each class that may be chosen.
  public var searched: Int { means.count }

  /// The others that live exactly as an arm does.
  public func alike(_ arm: Int) -> [Int] {
    (classes.first { $0.contains(arm) } ?? []).filter { $0 != arm }
  }

  mutating func note(_ round: Elimination.Round, arms: [Int], living: [Int], means: [Double]) {
    rounds.append(
      Round(
        trials: round.trials, leader: arms[round.leader], dropped: round.dropped.map { arms[$0] },
        largestLead: round.largestLead))
    for (arm, mean) in zip(living, means) { self.means[arm] = mean }
  }
}
