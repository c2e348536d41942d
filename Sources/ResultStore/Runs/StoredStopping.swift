/// How a run that chose its own size came to it.
public struct StoredStopping: Hashable, Sendable {
  /// The Monte Carlo error that was asked for, in units of the objective.
  public var goal: Double
  /// What the trials reached; `nil` where they could not tell.
  public var reached: Double?
  /// Whether that is enough; else the most trials allowed were run.
  public var isMet: Bool

  /// The parts, unchanged.
  public init(goal: Double, reached: Double?, isMet: Bool) {
    self.goal = goal
    self.reached = reached
    self.isMet = isMet
  }
}
