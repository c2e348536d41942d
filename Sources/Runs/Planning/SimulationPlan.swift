public import ExperimentDesign
public import ExperimentFiles
public import ResultStore
public import Studies
import TextFormats

/// Everything a simulation needs to know, checked and with the seed settled.
public struct SimulationPlan: Sendable {
  /// The version of the engine: it changes whenever the same experiment and seed would give other numbers, and only
  /// then.
  public static let engineVersion = "8"

  /// What is simulated.
  public var experiment: Experiment
  /// The seed that is used.
  public var seed: UInt64
  /// Whether neither file nor command line gave a seed.
  public var isSeedDrawn: Bool
  /// Whether neither file nor command line says how many installs a trial has.
  public var choosesInstalls: Bool
  /// What the run is stored with.
  public var inputs: RunInputs
  /// What is doubtful in the file, one line each.
  public var warnings: [String]
  /// What the answer needs of the file beside the experiment.
  public var context: AnswerContext
  /// The platform checks of the arms.
  public var platform: PlatformDescription

  /// The plan of a file with what is set in it from outside.
  ///
  /// - Parameter path: how the file was named; `-` is standard input, and `nil` no file at all.
  public init(_ file: ExperimentFile, overrides: [Setting], path: String? = nil) {
    experiment = file.experiment
    isSeedDrawn = file.experiment.seed == nil
    choosesInstalls = !file.hasInstalls
    seed = file.experiment.seed ?? Self.drawSeed()
    warnings = file.warnings.map(\.description)
    context = AnswerContext(
      file.experiment, guardrails: file.guardrails, volume: file.volume,
      cautions: Caution.all(of: file.warnings))
    inputs = RunInputs(
      of: experiment, seed: seed, engine: SimulationPlan.engineVersion,
      RunTexts(
        source: path == "-" ? nil : path, fileText: file.text, populationText: file.population?.text,
        overrides: overrides.map(\.text)))
    platform = PlatformDescription(file, path: inputs.source ?? "\(experiment.name).yaml")
  }

  /// The plan that a stored run was made by, read again from the texts beside it.
  ///
  /// Nothing outside the store is looked at: neither the file, nor a population it names.
  /// - Throws: ``UnreadableExperiment``.
  public init(of record: RunRecord) throws {
    let inputs = record.inputs
    let overrides = inputs.overrides.compactMap(Setting.init)
    var file: ExperimentFile
    do throws(FileProblems) {
      file = try loadExperiment(
        text: Array(inputs.fileText.utf8), path: inputs.source ?? "\(inputs.experiment).yaml",
        overrides: overrides, population: inputs.populationText.map { (name: nil, text: $0) })
    } catch {
      throw UnreadableExperiment(run: record.id, problems: error)
    }
    file.experiment.seed = inputs.seed
    // What the text left to the version that read it then: other versions have other defaults.
    file.experiment.trials = inputs.trials
    file.experiment.installs = inputs.installs
    file.experiment.sampling = inputs.sampling
    self.init(file, overrides: overrides, path: inputs.source)
  }

  /// The plan with the installs that a pilot chooses, where nobody says how many a trial has.
  public func sized(threads: Int) async throws -> SimulationPlan {
    guard choosesInstalls else { return self }
    let installs = try await experiment.installsByPilot(
      guardrails: context.guardrails.map(\.metric), seed: seed, threads: threads)
    return resized(installs: installs)
  }

  /// The plan with another number of trials or installs, as `--trials` and `--installs` would have made it.
  public func resized(trials: Int? = nil, installs: Int? = nil) -> SimulationPlan {
    var plan = self
    plan.experiment.trials = trials ?? plan.experiment.trials
    plan.experiment.installs = installs ?? plan.experiment.installs
    let sizes = [trials.map { "trials=\($0)" }, installs.map { "installs=\($0)" }].compactMap { $0 }
    plan.inputs = RunInputs(
      of: plan.experiment, seed: seed, engine: SimulationPlan.engineVersion, inputs.texts)
    plan.inputs.overrides += sizes
    return plan
  }

  /// Short enough to be typed again, and the only random number that is not addressed.
  public static func drawSeed() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next() % 1_000_000_000
  }
}
