import ExperimentDesign
import PlatformChecks
public import ResultStore
public import Studies

extension RunOutline {
  /// The outline of a stored run.
  public init(_ record: RunRecord) {
    let description = record.inputs.description
    let stored = StoredExperiment(record: record)
    self.init(
      run: record.id, name: record.name, description: description, objective: description.objective,
      platform: record.platform.map { PlatformDescription($0, as: stored.platform) },
      context: stored.context, settings: record.inputs.overrides)
  }
}
