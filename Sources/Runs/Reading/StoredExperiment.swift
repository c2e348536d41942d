public import ResultStore
public import TextFormats

extension RunRecord {
  /// The plan that it was made by, read again from its texts; `nil` where this version does not read the very same
  /// experiment out of them.
  public var plan: SimulationPlan? {
    guard let plan = try? SimulationPlan(of: self), plan.inputs.contentKey == inputs.contentKey else {
      return nil
    }
    return plan
  }
}

/// A stored text that was an experiment to the version that ran it, and is none to this one.
public struct UnreadableExperiment: Error {
  /// The stored run.
  public var run: RunRecord.ID
  /// What this version objects to.
  public var problems: FileProblems
}
