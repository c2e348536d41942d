/// What the advice is in a scenario, for lists of runs.
public struct StoredRanking: Hashable, Sendable {
  /// The scenario's position in the run.
  public var scenario: Int
  /// The kind of advice, as `choose` or `test`.
  public var headline: String
  /// The position of the arm that the advice names; `nil` where it names none.
  public var best: Int?
  /// Positions of the arm that it is tested against, or of those that the model does not tell apart.
  public var tied: [Int]

  /// Creates a ranking.
  public init(scenario: Int, headline: String, best: Int?, tied: [Int]) {
    self.scenario = scenario
    self.headline = headline
    self.best = best
    self.tied = tied
  }
}
