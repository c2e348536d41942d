/// A named overlay on the population; every arm is simulated under every scenario.
public struct Scenario: Encodable, Hashable, Sendable {
  /// As the file names it; `base` where it has none.
  public var name: String
  /// Everything merged, in document order; never empty, with different names and shares that sum to 1.
  public var segments: [Segment]

  package init(name: String, segments: [Segment]) {
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
  /// What options may differ by and count as equally good, in its units; `nil` for what is usual.
  ///
  /// It changes what is said of the trials, and no trial.
  public var margin: Double?

  /// One metric, as it is.
  public init(_ metric: Metric) { terms = [Term(metric: metric, weight: 1)] }

  /// A weighted sum of at least one term.
  public init(terms: [Term]) {
    precondition(!terms.isEmpty, "an objective weighs something")
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
/// As JSON it is what it means: everything that a run of it computes or shows, in one form however its file is written.
/// The seed is left out, since the run that is made of it has one of its own. Whose a number is changes no trial.
///
/// The reader of files checks what it makes, and says what is wrong with it at its place. Who makes another one of its
/// parts keeps what they say of each other: names differ, shares sum to 1, and an arm knows what surrounds it in every
/// segment of every scenario.
public struct Experiment: Encodable, Hashable, Sendable {
  private enum CodingKeys: CodingKey {
    case name, question, trials, installs, horizonDays, sampling, baseline, objective, eventKinds, scenarios
    case arms, joints, evidence
  }

  /// As the file names it.
  public var name: String
  /// What the team wants to know.
  public var question: String?
  /// `nil` when the file leaves it to be drawn.
  public var seed: UInt64?
  /// Simulated cohorts; at least 1.
  public var trials = standardTrials
  /// Installs per trial, each of which lives once under every arm; at least 1.
  public var installs = standardInstalls
  /// How long a life is followed, days; above 0.
  public var horizonDays = 30.0
  /// How the uncertain inputs are drawn.
  public var sampling = InputSampling.stratified
  /// The name of the arm that the others are compared with.
  public var baseline: String
  /// What the arms are ranked by.
  public var objective = Objective(.optInPerInstall)
  /// Names of event kinds; an ``PromptFlow/EventKind`` is an index into it.
  public var eventKinds: [String] = []
  /// In document order; never empty.
  public var scenarios: [Scenario]
  /// In document order, sweeps expanded; never empty.
  public var arms: [Arm]
  /// Parameters that are drawn together.
  public var joints: [JointDistribution] = []
  /// Evidence by the path of the parameter; what is missing counts as assumed.
  public var evidence: [String: Evidence] = [:]
  /// Paths of the numbers that the file gives itself, where a population has another value or none.
  ///
  /// They are no part of what the experiment is: the answer counts them apart.
  public var ownNumbers: Set<String> = []
  /// What the file leaves open, or fixes without evidence; no part of what the experiment is.
  public var openInputs = OpenInputs()

  /// Trials where a file does not say: enough for the sensitivity of an answer to some 40 inputs.
  public static let standardTrials = 1_000
  /// Installs per trial where a file does not say.
  ///
  /// Most of what moves a difference is the inputs, not the installs.
  public static let standardInstalls = 2_000

  /// An experiment that compares all arms with the first, unless said otherwise.
  package init(name: String, scenarios: [Scenario], arms: [Arm]) {
    self.name = name
    self.scenarios = scenarios
    self.arms = arms
    baseline = arms.first?.name ?? ""
  }

  /// The position among the arms of the one that the others are compared with.
  public var baselineIndex: Int { arms.firstIndex { $0.name == baseline } ?? 0 }

  /// The experiment with something changed.
  package func changed<Failure>(
    _ change: (inout Experiment) throws(Failure) -> Void
  ) throws(Failure) -> Experiment {
    var result = self
    try change(&result)
    return result
  }

  /// The experiment with its first scenario alone.
  package var underFirstScenario: Experiment {
    var result = self
    result.scenarios = Array(scenarios.prefix(1))
    for arm in arms.indices { result.arms[arm].surroundings = Array(arms[arm].surroundings.prefix(1)) }
    return result
  }

  /// Changes every segment of every scenario.
  package mutating func changeSegments<Failure>(
    _ change: (inout Segment) throws(Failure) -> Void
  ) throws(Failure) {
    for scenario in scenarios.indices {
      for segment in scenarios[scenario].segments.indices {
        try change(&scenarios[scenario].segments[segment])
      }
    }
  }

  /// Changes every arm.
  package mutating func changeArms<Failure>(
    _ change: (inout Arm) throws(Failure) -> Void
  ) throws(Failure) {
    for arm in arms.indices { try change(&arms[arm]) }
  }

  /// Visits every parameter, known or not, those of segments first; shared ones more than once.
  public func forEachParameter(_ visit: (Parameter) -> Void) {
    var copy = self
    copy.changeParameters { visit($0) }
  }

  /// The parameters that are not known, each path once, sorted by path: the draws of a trial stand in this order.
  public var uncertain: [Parameter] {
    var found: [String: Parameter] = [:]
    forEachParameter { if $0.constant == nil { found[$0.path] = $0 } }
    return found.values.sorted { $0.path < $1.path }
  }

  /// Changes every parameter, known or not; shared ones more than once.
  package mutating func changeParameters(_ change: (inout Parameter) -> Void) {
    changeSegments { $0.change(change) }
    changeArms { $0.change(change) }
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
    for word in name.split(separator: " + ", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count == 2, let weight = Double(parts[0]), let metric = Metric(rawValue: String(parts[1]))
      else { return nil }
      terms.append(Term(metric: metric, weight: weight))
    }
    self.init(terms: terms)
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
