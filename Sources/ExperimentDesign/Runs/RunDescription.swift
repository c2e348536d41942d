public import TextFormats

/// What a run is: everything that an answer names, apart from its numbers.
///
/// It is the same whether the run is planned, has just been made or comes from a store, so that the store and
/// every review are written against this alone.
public struct RunDescription: Codable, Hashable, Sendable {
  /// The experiment's name.
  public var experiment: String
  /// What the experiment asks, in words.
  public var question: String?
  /// The seed that was used, drawn or given: with the file and the engine, enough to repeat the run.
  public var seed: UInt64
  /// Trials that make the run complete.
  public var trials: Int
  /// Installs per trial, each under every arm.
  public var installs: Int
  /// How long installs are followed.
  public var horizonDays: Double
  /// The engine's version.
  public var engine: String
  /// How the uncertain inputs are drawn.
  public var sampling: InputSampling
  /// Position of the arm that the others are compared with.
  @OptionNames public var baseline: Int
  /// What the arms are ranked by.
  public var objective: Objective
  /// Every parameter once, sorted by path; the draws of a trial belong to the drawn ones in this order.
  public var parameters: [Parameter]
  /// In document order; never empty.
  public var scenarios: [Scenario]
  /// In document order; never empty.
  public var arms: [Arm]

  package init(
    experiment: String, question: String?, seed: UInt64, trials: Int, installs: Int, horizonDays: Double,
    engine: String, sampling: InputSampling, baseline: Int, objective: Objective,
    parameters: [Parameter], scenarios: [Scenario], arms: [Arm]
  ) {
    self.experiment = experiment
    self.question = question
    self.seed = seed
    self.trials = trials
    self.installs = installs
    self.horizonDays = horizonDays
    self.engine = engine
    self.sampling = sampling
    self.baseline = baseline
    self.objective = objective
    self.parameters = parameters
    self.scenarios = scenarios
    self.arms = arms
  }

  /// The drawn parameters, in the order of a trial's draws.
  public var drawn: [Parameter] { parameters.filter(\.isDrawn) }

  /// Whether any parameter is uncertain.
  public var parametersVary: Bool { parameters.contains(where: \.isDrawn) }

  /// Trials that are drawn together; 1 where each stands alone, which it does where nothing is drawn.
  public var trialsOfABlock: Int { parametersVary ? sampling.trialsOfABlock : 1 }
}

extension RunDescription {
  /// A parameter as the run used it, and what stands behind it.
  public struct Parameter: Codable, Hashable, Sendable {
    /// Where it is written: a path of keys.
    public var path: String
    /// What is known of it.
    public var knowledge: Knowledge
    /// The number itself where it is constant; `nil` where it is drawn.
    public var value: Double?
    /// Where the number comes from; what has no evidence is assumed.
    public var evidence: Evidence

    /// What is known of a parameter.
    public enum Knowledge: Codable, Hashable, Sendable {
      /// A distribution, spelled as in an experiment file: `0.31`, `{normal: [0.3, 0.02]}`.
      case distribution(String)
      /// It is drawn together with others: the path of the joint distribution, and which of its members it is,
      /// from 0.
      case joint(path: String, member: Int)

      private enum DistributionCodingKeys: String, CodingKey { case _0 = "spelled" }
    }

    /// What is known of it, in one line: the distribution as an experiment file spells it, or which joint distribution
    /// it is a member of.
    public var distribution: String {
      switch knowledge {
      case .distribution(let text): text
      case .joint(let path, let member): "joint \(path), member \(member + 1)"
      }
    }

    package init(path: String, knowledge: Knowledge, value: Double?, evidence: Evidence) {
      self.path = path
      self.knowledge = knowledge
      self.value = value
      self.evidence = evidence
    }

    /// Whether it is uncertain: drawn once per trial.
    public var isDrawn: Bool { value == nil }
  }

  /// A scenario of a run and the kinds of people in it.
  public struct Scenario: Codable, Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// In document order; never empty.
    public var segments: [Segment]

    package init(name: String, segments: [Segment]) {
      self.name = name
      self.segments = segments
    }

    /// Position of the segment with a name.
    public func position(ofSegment name: String) -> Int? { segments.firstIndex { $0.name == name } }
  }

  /// A kind of people and its share of installs.
  public struct Segment: Codable, Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// From 0 to 1.
    public var share: Double

    package init(name: String, share: Double) {
      self.name = name
      self.share = share
    }
  }

  /// An arm of a run, as tables name it.
  public struct Arm: Codable, Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// When it first wants to ask.
    public var ask: AskMoment
    /// The name of its pre-prompt; `nil` without one.
    public var prePrompt: String?
    /// The name of its usage string.
    public var usageString: String
    /// The rules of Apple's that it breaks; empty where it is allowed.
    public var findings: [BrokenRule]
    /// The metrics modelled for it, by scenario.
    public var metrics: [[Metric]]

    package init(
      name: String, ask: AskMoment, prePrompt: String?, usageString: String,
      findings: [BrokenRule], metrics: [[Metric]]
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
}
