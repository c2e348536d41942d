/// What became of a scenario's winner under an alternative model, or with inputs held at a quantile.
public struct StoredAlternative: Hashable, Sendable {
  /// The scenario's position in the run.
  public var scenario: Int
  /// The model by its name, or the inputs by theirs with their quantiles: `allow.rate@0.05`.
  public var model: String
  /// Position of the arm that is best as written.
  public var winner: Int
  /// `stands`, `falls` or `open`.
  public var outcome: String
  /// Position of the arm that is best under the alternative model.
  public var best: Int
  /// By how much that arm leads the winner, or the next best arm where it is the winner, in units of the
  /// objective; `nil` where it is not known.
  public var lead: Double?
  /// The Monte Carlo error of the lead.
  public var leadMCSE: Double?
  /// The mean objective of every arm of the run there, `nil` for one without a value; empty where they were not kept.
  public var means: [Double?]

  /// The parts, unchanged.
  public init(
    scenario: Int, model: String, winner: Int, outcome: String, best: Int, lead: Double?, leadMCSE: Double?,
    means: [Double?] = []
  ) {
    self.scenario = scenario
    self.model = model
    self.winner = winner
    self.outcome = outcome
    self.best = best
    self.lead = lead
    self.leadMCSE = leadMCSE
    self.means = means
  }

  /// All that has to be finite.
  var numbers: [Double?] { [lead, leadMCSE] + means }
}
