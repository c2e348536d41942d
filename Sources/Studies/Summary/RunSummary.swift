public import ExperimentDesign
public import Inference
public import TextFormats

/// What a run found: every quantity of every arm, estimated over its trials.
public struct RunSummary: Equatable, Sendable {
  package var outline: RunOutline
  /// The segment that was summarised; `nil` for everybody.
  public var segment: String?
  /// Trials that it rests on; fewer than the outline's while the run is incomplete.
  public var trials: Int
  /// How the run came to its size; `nil` where that was given.
  public var stopping: StoppingOutcome?
  /// In the order of the outline.
  public var scenarios: [ScenarioSummary]
  /// By path, the ends of the middle 90% of every uncertain input whose draws vary.
  package var inputRanges: [String: [Double]] = [:]
}

extension RunSummary {
  /// What a complete run found, as it was worked out before.
  package init(
    _ scenarios: [ScenarioSummary], stopping: StoppingOutcome?, inputRanges: [String: [Double]],
    of outline: RunOutline
  ) {
    self.init(outline: outline, trials: outline.trials, stopping: stopping, scenarios: scenarios)
    self.inputRanges = inputRanges
    for (place, scenario) in zip(self.scenarios.indices, outline.scenarios) {
      self.scenarios[place].name = scenario.name
    }
  }
}

/// What a run found under one scenario.
public struct ScenarioSummary: Codable, Equatable, Sendable {
  package var name = ""
  /// In the order of the outline's arms.
  @PerOption public var arms: [ArmSummary]
  /// Which arm is best, judged among those that Apple's rules allow; `nil` when
  /// no arm can be judged.
  public var verdict: ArmRanking?
  /// How sure that choice is over what is not known, and what it would be worth to know it, among
  /// the arms that Apple's rules allow; `nil` with fewer than two of them or a single trial.
  public var decision: Decision?
  /// What becomes of the winner under alternative models (``AlternativeStudy``): empty where no
  /// alternative model changes anything, `nil` where nobody asked.
  public var alternatives: [AlternativeVerdict]?
  /// Single numbers without measured evidence at both ends of what they stand in place of (``AlternativeStudy``); `nil`
  /// where nobody asked.
  ///
  /// See ``exactInputs``.
  public var triedNumbers: [TriedNumber]?
  /// What the difference that the verdict rests on is most sensitive to; `nil` unless it was asked for, and with
  /// fewer trials than shares need.
  public var sensitivity: SensitivityRanking?
  /// Which arm is best for other goals than the objective, among the arms that may win; the objective's own
  /// ranking is ``decision``.
  public var goals: [GoalSummary] = []
  /// The same as ``goals`` among the arms whose choice gives up no more than the margin, of which a goal may choose one.
  public var goalsOfEquals: [GoalSummary] = []
  /// Whether the arms keep the team's own limits: by arm in the run's order, in the order of the context.
  @PerOption public var guardrails: [[GuardrailReading]] = []
  /// What may not be recommended, and why.
  public var blockers: [Blocker] = []
  /// What arms report before permission, where nothing holds it back.
  public var earlyReports: [EarlyReport] = []
  /// What pairs of arms that differ in one thing alone differ by, in the order of the context.
  public var contrasts: [ContrastSummary] = []
  /// The test of the first option against its rival; `nil` where no size of it is known.
  var proposedTest: ProposedTest?

  private enum CodingKeys: String, CodingKey {
    case verdict, decision
    case alternatives = "alternativeModels"
    case triedNumbers, sensitivity, goals, goalsOfEquals
    case guardrails, blockers, earlyReports, contrasts, proposedTest
    case arms
  }
}

/// What the thing does that two arms alone differ in.
public struct ContrastSummary: Codable, Equatable, Sendable {
  /// The arms, and what they differ in.
  public var contrast: Contrast
  /// The objective of the arm that has it less that of the one without.
  public var difference: Estimate
}

/// What a run found for one arm under one scenario.
public struct ArmSummary: Codable, Equatable, Sendable {
  /// What the arms are ranked by; `nil` when no trial has a value.
  public var objective: Estimate?
  /// The objective less the baseline's, trial by trial; `nil` for the baseline.
  public var objectiveDifference: Estimate?
  /// The objective less the best arm's, trial by trial; `nil` for the best arm and those that may not win.
  public var behindBest: Estimate?
  /// In the order of the arm's metrics.
  public var metrics: [MetricSummary]
  /// Totals over all trials.
  public var finalStates: FinalStates
  /// The mean share of installs that can be asked and reach the moment; `nil` where it was not counted.
  public var reachedOfAskable: Double?
  private enum CodingKeys: String, CodingKey {
    case objective, differenceToBaseline, vsBest, metrics, finalStates, reachedOfAskable
  }

  /// With a key for each metric.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(objective, forKey: .objective)
    try members.encodeIfPresent(objectiveDifference, forKey: .differenceToBaseline)
    try members.encodeIfPresent(behindBest, forKey: .vsBest)
    try members.encode(ByName(metrics.map { (name: $0.metric.rawValue, value: $0) }), forKey: .metrics)
    try members.encode(finalStates, forKey: .finalStates)
    try members.encodeIfPresent(reachedOfAskable, forKey: .reachedOfAskable)
  }

  /// The summary of a metric; `nil` where it is not modelled.
  public subscript(metric: Metric) -> MetricSummary? { metrics.first { $0.metric == metric } }
}

extension ArmSummary {
  /// From a key for each metric.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    objective = try members.decodeIfPresent(Estimate.self, forKey: .objective)
    objectiveDifference = try members.decodeIfPresent(Estimate.self, forKey: .differenceToBaseline)
    behindBest = try members.decodeIfPresent(Estimate.self, forKey: .vsBest)
    finalStates = try members.decode(FinalStates.self, forKey: .finalStates)
    reachedOfAskable = try members.decodeIfPresent(Double.self, forKey: .reachedOfAskable)
    let byName = try members.nestedContainer(keyedBy: NameKey.self, forKey: .metrics)
    metrics = try Metric.allCases.compactMap { metric in
      let key = NameKey(stringValue: metric.rawValue)
      guard byName.contains(key) else { return nil }
      return try MetricSummary(metric, from: byName.superDecoder(forKey: key))
    }
  }
}

/// One metric of one arm.
public struct MetricSummary: Encodable, Equatable, Sendable {
  package var metric: Metric
  /// `nil` when the denominator was empty in every trial.
  public var estimate: Estimate?
  /// The metric less the baseline's, trial by trial; `nil` for the baseline, and
  /// where either has no value or the baseline does not model it.
  public var difference: Estimate?

  private enum CodingKeys: String, CodingKey { case differenceToBaseline }

  /// The estimate, where there is one, and the difference.
  public func encode(to encoder: any Encoder) throws {
    try estimate?.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(difference, forKey: .differenceToBaseline)
  }

  /// What is known of a metric.
  init(metric: Metric, estimate: Estimate?, difference: Estimate?) {
    (self.metric, self.estimate, self.difference) = (metric, estimate, difference)
  }

  /// The same again.
  fileprivate init(_ metric: Metric, from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let isEstimated = try decoder.container(keyedBy: NameKey.self).contains(NameKey(stringValue: "mean"))
    self.init(
      metric: metric, estimate: isEstimated ? try Estimate(from: decoder) : nil,
      difference: try members.decodeIfPresent(Estimate.self, forKey: .differenceToBaseline))
  }
}

extension Tally {
  /// The share of installs that can be asked and reach the moment; `nil` without installs.
  ///
  /// The moment is counted whatever the device. A segment's devices are drawn apart from its lives, so that its reached
  /// share is that of the devices that can be asked.
  func reachedOfAskable(_ segments: [Tally]) -> Double? {
    guard self[.installs] > 0 else { return nil }
    let reached = segments.reduce(0.0) { sum, segment in
      guard segment[.installs] > 0 else { return sum }
      let askable =
        segment[.installs] - segment[.finalRestricted] - segment[.finalDeniedByDevice] - segment[.finalNoATT]
      return sum + Double(segment[.triggerReached]) * Double(askable) / Double(segment[.installs])
    }
    return reached / Double(self[.installs])
  }
}
