import ExperimentDesign
import PlatformChecks
public import ResultStore
public import Studies

extension RunOutline {
  /// The outline of a stored run.
  public init(_ record: RunRecord) throws(UnreadableRun) {
    let description = record.inputs.description
    guard let objective = Objective(named: description.objectiveName) else {
      throw UnreadableRun(run: record.id, objective: description.objectiveName)
    }
    let stored = StoredExperiment(record: record)
    self.init(
      run: record.id, name: record.name, description: description, objective: objective,
      platform: record.platform.map { PlatformDescription($0, as: stored.platform) },
      context: stored.context, settings: record.inputs.overrides)
  }
}

/// A stored run that this version cannot make sense of.
public struct UnreadableRun: Error, Hashable {
  /// The stored run.
  public var run: RunRecord.ID
  /// What its arms are ranked by, which this version does not know.
  public var objective: String

  package init(run: RunRecord.ID, objective: String) {
    self.run = run
    self.objective = objective
  }
}
