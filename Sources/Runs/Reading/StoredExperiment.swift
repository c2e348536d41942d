public import ExperimentDesign
public import ExperimentFiles
public import ResultStore
public import Studies

/// The experiment of a stored run, read again from the text it was made from.
public struct StoredExperiment: Sendable {
  /// `nil` where this version does not read the very same experiment out of it.
  public private(set) var experiment: Experiment?
  /// The platform checks of the arms; `nil` where there is no experiment.
  private(set) var platform: PlatformDescription?
  /// What an answer needs of the file; `nil` where there is no experiment.
  public private(set) var context: AnswerContext?
  /// What is doubtful in the file, one line each.
  public private(set) var warnings: [String] = []

  /// Reads the text and compares what it says with the key of what was run.
  public init(record: RunRecord) {
    let inputs = record.inputs
    guard let file = try? storedExperiment(of: record) else { return }
    guard let plan = try? SimulationPlan(of: record, as: file), plan.inputs.contentKey == inputs.contentKey
    else { return }
    experiment = plan.experiment
    platform = plan.platform
    context = plan.context
    warnings = plan.warnings
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
      populationText: inputs.populationText.map { Array($0.utf8) })
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

  package init(run: RunRecord.ID, problems: FileProblems) {
    self.run = run
    self.problems = problems
  }
}
