public import ExperimentDesign

/// Everything a run depends on: enough to repeat it.
public struct RunInputs: Hashable, Sendable {
  /// The experiment's name.
  public var experiment: String
  /// What the experiment asks, in words.
  public var question: String?
  /// The whole text of the experiment file, as it was read.
  public var fileText: String
  /// The whole text of the population file that the experiment names, where it
  /// names a file and not a preset.
  public var populationText: String?
  /// The `--set path=value` overrides, in the order given.
  public var overrides: [String]
  /// The seed that was used, drawn or given.
  public var seed: UInt64
  /// Trials that make the run complete.
  public var trials: Int
  /// Installs per trial.
  public var installs: Int
  /// How long installs are followed.
  public var horizonDays: Double
  /// How installs meet arms.
  public var design: Design
  /// The name of the arm that the others are compared with.
  public var baseline: String
  /// The objective by its name (``ExperimentDesign/Objective/name``).
  public var objective: String
  /// The engine's version.
  public var engine: String
  /// What finds an identical run again; see ``ContentKey``.
  public var contentKey: String
  /// Every parameter once, sorted by place.
  ///
  /// The draws of a trial belong, in this
  /// order, to those that are not constant.
  public var parameters: [StoredParameter]
  /// In document order.
  public var scenarios: [StoredScenario]
  /// In document order.
  public var arms: [StoredArm]

  /// Inputs spelled out; ``init(of:seed:engine:fileText:populationText:overrides:asks:)``
  /// takes them from an experiment.
  public init(
    experiment: String, question: String?, fileText: String, populationText: String?,
    overrides: [String], seed: UInt64, trials: Int, installs: Int, horizonDays: Double, design: Design,
    baseline: String, objective: String, engine: String, contentKey: String,
    parameters: [StoredParameter], scenarios: [StoredScenario], arms: [StoredArm]
  ) {
    self.experiment = experiment
    self.question = question
    self.fileText = fileText
    self.populationText = populationText
    self.overrides = overrides
    self.seed = seed
    self.trials = trials
    self.installs = installs
    self.horizonDays = horizonDays
    self.design = design
    self.baseline = baseline
    self.objective = objective
    self.engine = engine
    self.contentKey = contentKey
    self.parameters = parameters
    self.scenarios = scenarios
    self.arms = arms
  }

  /// The places of the parameters that are drawn, in the order of a trial's draws.
  public var drawnPlaces: [String] { parameters.filter { $0.value == nil }.map(\.place) }
}

/// A parameter as the run used it.
public struct StoredParameter: Hashable, Sendable {
  /// Where it is written: a path of keys.
  public var place: String
  /// What is known of it, spelled as in an experiment file: `0.31`, `{normal: [0.3, 0.02]}`.
  public var law: String
  /// The number itself where it is constant; `nil` where it is drawn.
  public var value: Double?
  /// Where the number comes from; what has no evidence is assumed.
  public var evidence: Evidence

  /// A parameter spelled out.
  public init(place: String, law: String, value: Double?, evidence: Evidence) {
    self.place = place
    self.law = law
    self.value = value
    self.evidence = evidence
  }
}

/// A scenario of a run and the kinds of people in it.
public struct StoredScenario: Hashable, Sendable {
  /// Its name in the file.
  public var name: String
  /// In document order; never empty.
  public var segments: [StoredSegment]

  /// A scenario spelled out.
  public init(name: String, segments: [StoredSegment]) {
    self.name = name
    self.segments = segments
  }
}

/// A kind of people and its share of installs.
public struct StoredSegment: Hashable, Sendable {
  /// Its name in the file.
  public var name: String
  /// From 0 to 1.
  public var share: Double

  /// A segment spelled out.
  public init(name: String, share: Double) {
    self.name = name
    self.share = share
  }
}

/// An arm of a run, as tables name it.
public struct StoredArm: Hashable, Sendable {
  /// Its name in the file.
  public var name: String
  /// When it asks, in words.
  public var ask: String
  /// The name of its pre-prompt; `nil` without one.
  public var prePrompt: String?
  /// The name of its usage string.
  public var usageString: String
  /// Its weight in the randomisation of a split design.
  public var weight: Double
  /// The rules of Apple's that it breaks; empty where it is allowed.
  public var findings: [BrokenRule]
  /// The metrics that are modelled for it, by scenario.
  public var metrics: [[Metric]]

  /// An arm spelled out.
  public init(
    name: String, ask: String, prePrompt: String?, usageString: String, weight: Double,
    findings: [BrokenRule], metrics: [[Metric]]
  ) {
    self.name = name
    self.ask = ask
    self.prePrompt = prePrompt
    self.usageString = usageString
    self.weight = weight
    self.findings = findings
    self.metrics = metrics
  }

  /// Whether Apple's rules leave the arm a way into the store.
  public var isAllowedByApple: Bool { findings.isEmpty }
}
