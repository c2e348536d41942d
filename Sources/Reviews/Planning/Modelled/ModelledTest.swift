public import Studies

/// A test planned by the experiment's own model, with what a reader needs beside its sizes.
public struct ModelledTest: Sendable {
  /// Sizes, chances and calendar.
  public var plan: ExperimentTestPlan
  /// What the analysis finds in simulated tests; `nil` with looks, and where nobody asks.
  public var rehearsal: TestRehearsal?
  /// What tests are worth to the choice; `nil` where it is not known.
  public var worth: TestWorth?
  /// What the worth is counted in: `opt-ins`, `USD`.
  public var unit: String

  /// A test for the people who read it.
  public init(
    _ plan: ExperimentTestPlan, rehearsal: TestRehearsal? = nil, worth: TestWorth? = nil,
    unit: String = "opt-ins"
  ) {
    self.plan = plan
    self.rehearsal = rehearsal
    self.worth = worth
    self.unit = unit
  }
}
