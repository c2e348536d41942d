import Inference

/// What a search among strategies found; arms are positions in the experiment that was searched.
public struct StrategySearchResult: Sendable {
  /// Arms that Apple's rules forbid, which were left out.
  public let forbidden: [Int]
  /// Arms that an error of the platform checks stands against, which were left out.
  public let blocked: [Int]
  /// Arms that live exactly alike, each class in the order of the file; its first stands for it.
  public internal(set) var classes: [[Int]] = []
  /// Arms shown to be beyond a guardrail, which were left out.
  public internal(set) var beyondGuardrails: [Int] = []
  /// Arms without a value of the objective, which were left out.
  public internal(set) var withoutValue: [Int] = []
  /// Installs of each trial.
  public internal(set) var installs = 0
  /// Arms nearly as good as another, by that one: the two differ by less than a tenth of the margin.
  public internal(set) var twins: [Int: [Int]] = [:]
  /// What is named.
  private var choice: Choice?
  /// The rounds, with arms in place of options.
  public internal(set) var rounds: [Round] = []
  /// By arm that was searched, its mean when it was looked at last, in units of the objective, more being better.
  public internal(set) var means: [Int: Double] = [:]
  /// By arm that was searched, the Monte Carlo standard error of its mean; none where it has a single trial.
  public internal(set) var errors: [Int: Double] = [:]
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

  /// The arm that is named.
  public struct Choice: Hashable, Sendable {
    /// Its position.
    public let arm: Int
    /// The most by which another may lead it, with the probability that was asked for.
    public let largestLead: Double
  }

  init(forbidden: [Int], blocked: [Int]) {
    self.forbidden = forbidden
    self.blocked = blocked
  }

  /// Whether rules or checks keep an arm out of the search.
  public func isLeftOut(_ arm: Int) -> Bool { forbidden.contains(arm) || blocked.contains(arm) }
  /// The arm named; `nil` where no strategy may be chosen.
  public var winner: Int? { choice?.arm }
  /// What may be lost by the choice, as far as it was found; `nil` without a winner.
  public var guaranteedMargin: Double? { choice?.largestLead }
  /// Whether no more is lost than was asked for.
  public var isSettled: Bool {
    guard let margin, let guaranteedMargin else { return false }
    return guaranteedMargin <= margin
  }
  /// The arms by their means, the best first; equal ones in the order of the file.
  public var ranked: [Int] {
    means.keys.sorted().sorted { (means[$0] ?? 0) > (means[$1] ?? 0) }
  }
  /// By arm, the trials that its mean rests on.
  public var trialsOfMeans: [Int: Int] {
    var found = means.mapValues { _ in trials }
    for round in rounds { for arm in round.dropped where found[arm] != nil { found[arm] = round.trials } }
    return found
  }
  /// Strategies that were searched: one of each class that may be chosen.
  public var searched: Int { means.count }
  /// The arms by their means without those that are nearly as good as another that stands for them, the best first.
  public var distinct: [Int] {
    let folded = Set(twins.values.joined())
    return ranked.filter { !folded.contains($0) }
  }

  /// The others that live exactly as an arm does.
  public func alike(_ arm: Int) -> [Int] {
    (classes.first { $0.contains(arm) } ?? []).filter { $0 != arm }
  }

  mutating func take(_ found: StrategySearch.Found) {
    rounds = found.rounds
    choice = found.choice
    means = found.means
    errors = found.errors
    margin = found.margin
    trials = found.trials
  }
}
