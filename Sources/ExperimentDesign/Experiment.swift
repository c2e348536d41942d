public import PromptFlow

/// The text an alert carries, and what it does to the odds of allowing.
public struct UsageString: Hashable, Sendable {
  public var name: String
  /// As it would stand in `NSUserTrackingUsageDescription`.
  public var text: String
  public var oddsRatio: Parameter

  public init(name: String, text: String, oddsRatio: Parameter) {
    self.name = name
    self.text = text
    self.oddsRatio = oddsRatio
  }
}

/// The app's own screen before the alert: its text, its behaviour, its effects.
public struct PrePrompt: Hashable, Sendable {
  public var name: String
  public var title: String
  public var body: String
  public var button: String
  public var policy: PrePromptPolicy
  public var readSeconds: LogNormalSeconds
  public var continueOddsRatio: Parameter
  public var allowOddsRatio: Parameter

  public init(
    name: String, title: String, body: String, button: String, policy: PrePromptPolicy,
    readSeconds: LogNormalSeconds, continueOddsRatio: Parameter, allowOddsRatio: Parameter
  ) {
    self.name = name
    self.title = title
    self.body = body
    self.button = button
    self.policy = policy
    self.readSeconds = readSeconds
    self.continueOddsRatio = continueOddsRatio
    self.allowOddsRatio = allowOddsRatio
  }
}

/// One prompt strategy under comparison.
public struct Arm: Hashable, Sendable {
  public var name: String
  public var strategy: PromptStrategy
  /// Seconds before every ask as a whole.
  public var delaySeconds: Parameter
  public var usageString: UsageString
  public var prePrompt: PrePrompt?
  /// Relative weight in the randomisation of a split design.
  public var weight: Double
  /// Values of the sweeps that made this arm, in document order: (path, value as written).
  public var swept: [SweptValue]
  /// The arm's alerts, gate and consent layer by scenario and segment, in the
  /// order of ``Experiment/scenarios`` and of their segments.
  public var surroundings: [[Surroundings]]
  /// Findings of Apple's rules, empty where the arm is allowed.
  public var findings: [RuleFinding]

  public init(
    name: String, strategy: PromptStrategy, delaySeconds: Parameter, usageString: UsageString,
    prePrompt: PrePrompt?, weight: Double, swept: [SweptValue], surroundings: [[Surroundings]],
    findings: [RuleFinding]
  ) {
    self.name = name
    self.strategy = strategy
    self.delaySeconds = delaySeconds
    self.usageString = usageString
    self.prePrompt = prePrompt
    self.weight = weight
    self.swept = swept
    self.surroundings = surroundings
    self.findings = findings
  }

  /// Whether Apple's rules leave the arm a way into the store.
  public var isAllowedByApple: Bool { findings.isEmpty }
}

/// One value of a sweep that an arm stands for.
public struct SweptValue: Hashable, Sendable {
  public var path: String
  public var value: String

  public init(path: String, value: String) {
    self.path = path
    self.value = value
  }
}

/// A rule of Apple's that an arm breaks, and how.
public struct RuleFinding: Hashable, Sendable, Codable {
  /// The rule's tag, such as `R83`.
  public var rule: String
  /// Why, in one sentence.
  public var reason: String

  public init(rule: String, reason: String) {
    self.rule = rule
    self.reason = reason
  }
}

/// A named overlay on the population; every arm is simulated under every scenario.
public struct Scenario: Hashable, Sendable {
  public var name: String
  public var segments: [Segment]

  public init(name: String, segments: [Segment]) {
    self.name = name
    self.segments = segments
  }
}

/// How installs meet arms.
public enum Design: String, CaseIterable, Hashable, Sendable, Codable {
  /// Every install lives once under every arm, with common random numbers.
  case paired
  /// Each install is randomised to one arm by weight, as a real test would.
  case split
}

/// What the arms are ranked by: a weighted sum of metrics, more is better.
public struct Objective: Hashable, Sendable {
  public struct Term: Hashable, Sendable {
    public var metric: Metric
    public var weight: Double

    public init(metric: Metric, weight: Double) {
      self.metric = metric
      self.weight = weight
    }
  }
  /// In document order; never empty.
  public var terms: [Term]

  public init(terms: [Term]) { self.terms = terms }

  /// The one metric it is, where it is a single one with weight 1.
  public var singleMetric: Metric? {
    terms.count == 1 && terms[0].weight == 1 ? terms[0].metric : nil
  }

  /// A name for headings: the metric's, or the weighted sum spelled out.
  public var name: String {
    if let singleMetric { return singleMetric.rawValue }
    return terms.map { "\($0.weight)*\($0.metric.rawValue)" }.joined(separator: " + ")
  }
}

/// A whole experiment: population, arms, design and size.
public struct Experiment: Hashable, Sendable {
  public var name: String
  public var question: String?
  /// `nil` when the file leaves it to be drawn.
  public var seed: UInt64?
  public var trials: Int
  /// Installs per trial; under a split design over all arms together.
  public var installs: Int
  public var horizonDays: Double
  public var design: Design
  /// The arm the others are compared with.
  public var baseline: String
  public var objective: Objective
  /// Names of event kinds; an ``PromptFlow/EventKind`` is an index into it.
  public var eventKinds: [String]
  public var scenarios: [Scenario]
  public var arms: [Arm]
  public var joints: [JointLaw]
  /// Evidence by the place of the parameter; what is missing counts as assumed.
  public var evidence: [String: Evidence]

  public init(
    name: String, question: String?, seed: UInt64?, trials: Int, installs: Int, horizonDays: Double,
    design: Design, baseline: String, objective: Objective, eventKinds: [String],
    scenarios: [Scenario], arms: [Arm], joints: [JointLaw], evidence: [String: Evidence]
  ) {
    self.name = name
    self.question = question
    self.seed = seed
    self.trials = trials
    self.installs = installs
    self.horizonDays = horizonDays
    self.design = design
    self.baseline = baseline
    self.objective = objective
    self.eventKinds = eventKinds
    self.scenarios = scenarios
    self.arms = arms
    self.joints = joints
    self.evidence = evidence
  }

  /// The baseline's position among the arms.
  public var baselineIndex: Int { arms.firstIndex { $0.name == baseline } ?? 0 }
}
