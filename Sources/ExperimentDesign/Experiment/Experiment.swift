/// A named overlay on the population; every arm is simulated under every scenario.
public struct Scenario: Hashable, Sendable {
  /// As the file names it; `base` where it has none.
  public let name: String
  /// Everything merged, in document order; never empty, with different names and shares that sum to 1.
  public let segments: [Segment]

  /// - Throws: ``ExperimentFault`` where there are no segments, two have one name, or their shares do not sum to 1.
  package init(name: String, segments: [Segment]) throws(ExperimentFault) {
    guard !segments.isEmpty else { throw .noSegments(scenario: name) }
    if let repeated = firstRepeated(segments.map(\.name)) { throw .repeatedSegment(repeated, scenario: name) }
    guard areSharesOfOne(segments.map(\.share)) else { throw .segmentShares(scenario: name) }
    self.name = name
    self.segments = segments
  }
}

/// How the uncertain inputs of the trials are drawn.
public enum InputSampling: String, CaseIterable, Hashable, Sendable, Codable {
  /// Each trial apart from the others.
  case independent
  /// Spread evenly over the trials of a block of 50, one input apart from the other: a randomised Latin hypercube.
  case stratified

  /// Trials that are drawn together: their spread says nothing of the error of a mean, that between such blocks does.
  public var trialsOfABlock: Int {
    switch self {
    case .stratified: 50
    case .independent: 1
    }
  }
}

/// What the arms are ranked by: a weighted sum of metrics, more is better.
public struct Objective: Hashable, Sendable {
  /// One metric and its weight.
  public struct Term: Hashable, Sendable {
    /// What is weighed.
    public let metric: Metric
    /// How much; negative where less is better.
    public let weight: Double

    package init(metric: Metric, weight: Double) {
      self.metric = metric
      self.weight = weight
    }
  }
  /// In document order; never empty.
  public let terms: [Term]

  /// One metric, as it is.
  public init(_ metric: Metric) { self.init(Term(metric: metric, weight: 1)) }

  /// A weighted sum.
  public init(_ first: Term, _ others: Term...) { terms = [first] + others }

  /// A weighted sum of terms that are counted only now.
  ///
  /// - Throws: ``ExperimentFault/noTerms`` for none.
  public init(terms: [Term]) throws(ExperimentFault) {
    guard !terms.isEmpty else { throw .noTerms }
    self.terms = terms
  }

  /// The one metric it is, where it is a single one with weight 1.
  public var singleMetric: Metric? {
    terms.count == 1 && terms[0].weight == 1 ? terms[0].metric : nil
  }

  /// Whether the smallest value wins: a bare metric that counts a loss.
  ///
  /// A weighted sum says itself what is good by the signs of its weights.
  public var lessIsBetter: Bool { singleMetric?.isLoss ?? false }

  /// A name for headings: the metric's, or the weighted sum written out in full.
  public var name: String {
    if let singleMetric { return singleMetric.rawValue }
    return terms.map { "\($0.weight)*\($0.metric.rawValue)" }.joined(separator: " + ")
  }
}

/// A whole experiment: population, arms, design and size.
///
/// An experiment is checked where it is created and cannot be changed: another one is created of its parts, by
/// ``replacing(name:question:seed:trials:installs:horizonDays:sampling:baseline:eventKinds:scenarios:arms:joints:evidence:)``,
/// and checked again. ``ExperimentFault`` has the rules.
public struct Experiment: Hashable, Sendable {
  /// As the file names it.
  public let name: String
  /// What the team wants to know.
  public let question: String?
  /// `nil` when the file leaves it to be drawn.
  public let seed: UInt64?
  /// Simulated cohorts; at least 1.
  public let trials: Int
  /// Installs per trial, each of which lives once under every arm; at least 1.
  public let installs: Int
  /// How long a life is followed, days; above 0.
  public let horizonDays: Double
  /// How the uncertain inputs are drawn.
  public let sampling: InputSampling
  /// The position among the arms of the one that the others are compared with.
  public let baselineIndex: Int
  /// What the arms are ranked by.
  public let objective: Objective
  /// Names of event kinds; an ``PromptFlow/EventKind`` is an index into it.
  public let eventKinds: [String]
  /// In document order; never empty.
  public let scenarios: [Scenario]
  /// In document order, sweeps expanded; never empty.
  public let arms: [Arm]
  /// Parameters that are drawn together.
  public let joints: [JointDistribution]
  /// Evidence by the path of the parameter; what is missing counts as assumed.
  public let evidence: [String: Evidence]
  /// Paths of the numbers that the file gives itself, where a population has another value or none.
  ///
  /// They are no part of what the experiment is: the answer counts them apart.
  public package(set) var ownNumbers: Set<String> = []
  /// What the file leaves open, or fixes without evidence; no part of what the experiment is.
  public package(set) var openInputs = OpenInputs()

  /// Trials where a file does not say: enough for the sensitivity of an answer to some 40 inputs.
  public static let standardTrials = 1_000
  /// Installs per trial where a file does not say.
  ///
  /// Most of what moves a difference is the inputs, not the installs.
  public static let standardInstalls = 2_000

  /// - Throws: ``ExperimentFault`` where the parts make no experiment.
  package init(
    name: String, question: String?, seed: UInt64?, trials: Int, installs: Int, horizonDays: Double,
    sampling: InputSampling, baseline: String, objective: Objective,
    eventKinds: [String],
    scenarios: [Scenario], arms: [Arm], joints: [JointDistribution], evidence: [String: Evidence]
  ) throws(ExperimentFault) {
    self.name = name
    self.question = question
    self.seed = seed
    self.trials = trials
    self.installs = installs
    self.horizonDays = horizonDays
    self.sampling = sampling
    self.objective = objective
    self.eventKinds = eventKinds
    self.scenarios = scenarios
    self.arms = arms
    self.joints = joints
    self.evidence = evidence
    baselineIndex = try Self.position(of: baseline, in: arms)
    try check()
  }

  /// The name of the arm that the others are compared with.
  public var baseline: String { arms[baselineIndex].name }

  private static func position(of baseline: String, in arms: [Arm]) throws(ExperimentFault) -> Int {
    guard !arms.isEmpty else { throw .noArms }
    guard let position = arms.firstIndex(where: { $0.name == baseline }) else {
      throw .unknownBaseline(baseline, arms: arms.map(\.name))
    }
    return position
  }
}

extension Objective {
  /// The objective that ``name`` spells out.
  ///
  /// - Returns: `nil` when the text is no such name.
  public init?(named name: String) {
    if let metric = Metric(rawValue: name) {
      self.init(metric)
      return
    }
    var terms: [Term] = []
    var words = name[...]
    while true {
      let word = words.prefix { $0 != " " }
      let parts = word.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count == 2, let weight = Double(parts[0]), let metric = Metric(rawValue: String(parts[1]))
      else { return nil }
      terms.append(Term(metric: metric, weight: weight))
      words = words.dropFirst(word.count)
      if words.isEmpty { break }
      guard words.hasPrefix(" + ") else { return nil }
      words = words.dropFirst(3)
    }
    guard let objective = try? Objective(terms: terms) else { return nil }
    self = objective
  }
}

/// An objective is written as its name.
extension Objective: Codable {
  /// - Throws: `DecodingError` where the text names none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let objective = Objective(named: name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(name)' is no objective")
    }
    self = objective
  }

  /// Writes its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
