public import ExperimentDesign

/// Everything a run depends on: what it is, and the texts that make it so; enough to repeat it.
///
/// What it is can be read and changed here directly: `inputs.trials` is that of the description.
@dynamicMemberLookup
public struct RunInputs: Hashable, Sendable {
  /// What the run is.
  public var description: RunDescription
  /// The texts that make it so.
  public var texts: RunTexts
  /// What finds an identical run again; see ``ContentKey``.
  public var contentKey: String

  package init(description: RunDescription, texts: RunTexts, contentKey: String) {
    self.description = description
    self.texts = texts
    self.contentKey = contentKey
  }

  /// The inputs of a run of an experiment whose overrides are already applied.
  ///
  /// - Parameters:
  ///   - seed: The seed that is used, where the experiment leaves it to be drawn.
  ///   - engine: The engine's version.
  public init(of experiment: Experiment, seed: UInt64, engine: String, _ texts: RunTexts) {
    self.init(
      description: RunDescription(of: experiment, seed: seed, engine: engine), texts: texts,
      contentKey: ContentKey.of(experiment, seed: seed, engine: engine))
  }

  /// A part of the description.
  public subscript<Value>(dynamicMember part: WritableKeyPath<RunDescription, Value>) -> Value {
    get { description[keyPath: part] }
    set { description[keyPath: part] = newValue }
  }

  /// A part of the texts.
  public subscript<Value>(dynamicMember part: WritableKeyPath<RunTexts, Value>) -> Value {
    get { texts[keyPath: part] }
    set { texts[keyPath: part] = newValue }
  }

  /// The id of the first run of this content in any store.
  public var firstID: RunRecord.ID { ContentKey.runID(of: contentKey, attempt: 0) }
}

/// The texts that ask for a run: a file, the population it names, and what is set in it from outside.
///
/// Texts that mean the same experiment ask for the same run. They may differ in comments, and in what changes the
/// answer and not the trials: guardrails, how many install the app, what is stated of it.
public struct RunTexts: Hashable, Sendable {
  /// The path of the experiment file, as it was named; `nil` for what came from no file.
  public var source: String?
  /// The whole text of the experiment file, as it was read.
  public var fileText: String
  /// The whole text of the population file that the experiment names, where it names a file and not a preset.
  public var populationText: String?
  /// The `--set path=value` overrides, in the order given.
  public var overrides: [String]

  /// The texts, as they were read.
  public init(
    source: String? = nil, fileText: String, populationText: String? = nil, overrides: [String] = []
  ) {
    self.source = source
    self.fileText = fileText
    self.populationText = populationText
    self.overrides = overrides
  }

  /// The last override of each key, without those of a run's size and its seed: what makes the run a what-if.
  public var assumedOtherwise: [String] {
    let sizes = ["trials", "installs", "seed"]
    func key(_ setting: String) -> String { String(setting.prefix { $0 != "=" }) }
    return overrides.enumerated().filter { position, setting in
      !sizes.contains(key(setting)) && !overrides[(position + 1)...].contains { key($0) == key(setting) }
    }.map(\.element)
  }
}
