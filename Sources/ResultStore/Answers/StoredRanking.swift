/// What the answer says of the best arm of a scenario, of those that Apple's rules allow.
public struct StoredRanking: Hashable, Sendable {
  /// The scenario's position in the run.
  public var scenario: Int
  /// What may be said of the best arm: `best`, `best_guess`, `tied` …; `nil` where no arm has a value of the objective.
  public var headline: String?
  /// The position of the arm with the best mean objective; `nil` where ``headline`` is.
  public var best: Int?
  /// Positions of the arms that are tied with the best.
  public var tied: [Int]

  /// Creates a ranking.
  public init(scenario: Int, headline: String?, best: Int?, tied: [Int]) {
    self.scenario = scenario
    self.headline = headline
    self.best = best
    self.tied = tied
  }
}
