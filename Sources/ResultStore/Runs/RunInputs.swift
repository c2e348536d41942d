public import ExperimentDesign

/// Everything a run depends on: what it is, and the texts that make it so; enough to repeat it.
///
/// What it is can be read and changed here directly: `inputs.trials` is that of the description.
@dynamicMemberLookup
public struct RunInputs: Hashable, Sendable {
  /// What the run is.
  public var description: RunDescription
  /// The path of the experiment file, as it was named; `nil` for what came from no file.
  public var source: String?
  /// The whole text of the experiment file, as it was read.
  public var fileText: String
  /// The whole text of the population file that the experiment names, where it
  /// names a file and not a preset.
  public var populationText: String?
  /// The `--set path=value` overrides, in the order given.
  public var overrides: [String]
  /// What finds an identical run again; see ``ContentKey``.
  public var contentKey: String

  package init(
    description: RunDescription, fileText: String, populationText: String?, overrides: [String],
    contentKey: String
  ) {
    self.description = description
    self.fileText = fileText
    self.populationText = populationText
    self.overrides = overrides
    self.contentKey = contentKey
  }

  /// The inputs of a run of an experiment whose overrides are already applied.
  ///
  /// - Parameters:
  ///   - seed: The seed that is used, where the experiment leaves it to be drawn.
  ///   - engine: The engine's version.
  ///   - fileText: The whole text of the file.
  ///   - populationText: The text of the population file it names, if any.
  ///   - overrides: The `path=value` overrides as given.
  public init(
    of experiment: Experiment, seed: UInt64, engine: String, fileText: String,
    populationText: String? = nil, overrides: [String] = []
  ) {
    self.init(
      description: RunDescription(of: experiment, seed: seed, engine: engine),
      fileText: fileText, populationText: populationText, overrides: overrides,
      contentKey: ContentKey.of(experiment, seed: seed, engine: engine))
  }

  /// A part of the description.
  public subscript<Value>(dynamicMember part: WritableKeyPath<RunDescription, Value>) -> Value {
    get { description[keyPath: part] }
    set { description[keyPath: part] = newValue }
  }

  /// The texts that a run was asked for by, which more than one text may ask for.
  public var texts: RunTexts {
    var texts = RunTexts(fileText: fileText, populationText: populationText, overrides: overrides)
    texts.source = source
    return texts
  }

  /// The id of the first run of this content in any store.
  public var firstID: RunRecord.ID { ContentKey.runID(of: contentKey, attempt: 0) }
}

/// The texts that ask for a run: a file, the population it names, and what is set in it from outside.
///
/// Texts that mean the same experiment ask for the same run. They may differ in comments, and in what changes the
/// answer and not the trials: guardrails, how many install the app, what is stated of it.
public struct RunTexts: Hashable, Sendable {
  /// As ``RunInputs/source``.
  public var source: String?
  /// As ``RunInputs/fileText``.
  public var fileText: String
  /// As ``RunInputs/populationText``.
  public var populationText: String?
  /// As ``RunInputs/overrides``.
  public var overrides: [String]

  package init(fileText: String, populationText: String?, overrides: [String]) {
    self.fileText = fileText
    self.populationText = populationText
    self.overrides = overrides
  }
}
