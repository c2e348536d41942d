public import ExperimentDesign

/// What a run is: everything that an answer names, apart from its numbers.
///
/// It is the same whether the run has just been made or comes from a store, so
/// that every review is written against this alone.
public struct RunOutline: Equatable, Sendable {
  /// The stored run's id.
  public var run: String
  /// The name somebody gave it.
  public var name: String?
  /// The experiment's name.
  public var experiment: String
  /// What the experiment asks, in words.
  public var question: String?
  /// With the file and the engine, enough to repeat the run.
  public var seed: UInt64
  /// Trials of a complete run.
  public var trials: Int
  /// Installs per trial; under `split` over all arms together.
  public var installs: Int
  /// How long installs are followed.
  public var horizonDays: Double
  /// The engine's version.
  public var engine: String
  /// How installs meet arms.
  public var design: Design
  /// Position of the arm that the others are compared with.
  public var baseline: Int
  /// What the arms are ranked by.
  public var objective: Objective
  /// In document order; never empty.
  public var scenarios: [ScenarioOutline]
  /// In document order; never empty.
  public var arms: [ArmOutline]
  /// Every parameter once, sorted by place; the draws of a trial belong to the
  /// drawn ones in this order.
  public var parameters: [ParameterOutline]
  /// What the platform's rules say of the arms; `nil` where the run was never held against them.
  public var platform: PlatformRecord?

  /// Spelled out.
  public init(
    run: String, name: String?, experiment: String, question: String?, seed: UInt64, trials: Int,
    installs: Int, horizonDays: Double, engine: String, design: Design, baseline: Int,
    objective: Objective, scenarios: [ScenarioOutline], arms: [ArmOutline],
    parameters: [ParameterOutline], platform: PlatformRecord? = nil
  ) {
    self.run = run
    self.name = name
    self.experiment = experiment
    self.question = question
    self.seed = seed
    self.trials = trials
    self.installs = installs
    self.horizonDays = horizonDays
    self.engine = engine
    self.design = design
    self.baseline = baseline
    self.objective = objective
    self.scenarios = scenarios
    self.arms = arms
    self.parameters = parameters
    self.platform = platform
  }

  /// The drawn parameters, in the order of a trial's draws.
  public var drawn: [ParameterOutline] { parameters.filter(\.isDrawn) }

  /// Whether any parameter is uncertain.
  public var parametersVary: Bool { parameters.contains(where: \.isDrawn) }
}

/// A scenario of a run, by its name and those of its segments.
public struct ScenarioOutline: Equatable, Sendable {
  /// Its name in the file.
  public var name: String
  /// In document order; never empty.
  public var segments: [String]

  /// Spelled out.
  public init(name: String, segments: [String]) {
    self.name = name
    self.segments = segments
  }
}

/// An arm of a run, as tables name it.
public struct ArmOutline: Equatable, Sendable {
  /// Its name in the file.
  public var name: String
  /// The moment of asking, in words.
  public var ask: String
  /// The name of its pre-prompt; `nil` without one.
  public var prePrompt: String?
  /// The name of its usage string.
  public var usageString: String
  /// The rules of Apple's that it breaks; empty where it is allowed.
  public var findings: [BrokenRule]
  /// The metrics modelled for it, by scenario.
  public var metrics: [[Metric]]

  /// Spelled out.
  public init(
    name: String, ask: String, prePrompt: String?, usageString: String, findings: [BrokenRule],
    metrics: [[Metric]]
  ) {
    self.name = name
    self.ask = ask
    self.prePrompt = prePrompt
    self.usageString = usageString
    self.findings = findings
    self.metrics = metrics
  }

  /// Whether Apple's rules leave the arm a way into the store.
  public var isAllowedByApple: Bool { findings.isEmpty }
}

/// A parameter of a run and what stands behind it.
public struct ParameterOutline: Equatable, Sendable {
  /// Where it is written: a path of keys.
  public var place: String
  /// What is known of it, spelled as in an experiment file.
  public var law: String
  /// Whether it is uncertain: drawn once per trial.
  public var isDrawn: Bool
  /// Where the number comes from; what has no evidence is assumed.
  public var evidence: Evidence

  /// Spelled out.
  public init(place: String, law: String, isDrawn: Bool, evidence: Evidence) {
    self.place = place
    self.law = law
    self.isDrawn = isDrawn
    self.evidence = evidence
  }
}
