import ExperimentDesign
public import ExperimentFiles
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

/// The experiment that a stored run was made from, read again from the texts beside it.
///
/// Nothing outside the store is looked at: neither the file, nor a population it names.
/// - Throws: ``UnreadableExperiment``.
public func storedExperiment(of record: RunRecord) throws -> ExperimentFile {
  let inputs = record.inputs
  var file: ExperimentFile
  do throws(FileProblems) {
    file = try loadExperiment(
      text: Array(inputs.fileText.utf8), path: inputs.source ?? "\(inputs.experiment).yaml",
      overrides: inputs.overrides.compactMap(Setting.init),
      population: inputs.populationText.map { (name: nil, text: $0) })
  } catch {
    throw UnreadableExperiment(run: record.id, problems: error)
  }
  // What the text left to the version that read it then: other versions have other defaults.
  file.experiment.trials = inputs.trials
  file.experiment.installs = inputs.installs
  file.experiment.sampling = inputs.sampling
  return file
}

/// A stored text that was an experiment to the version that ran it, and is none to this one.
public struct UnreadableExperiment: Error {
  /// The stored run.
  public var run: RunRecord.ID
  /// What this version objects to.
  public var problems: FileProblems
}
