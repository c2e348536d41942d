public import ExperimentDesign
public import Inference
public import TextFormats

/// What a run found: every quantity of every arm, estimated over its trials.
public struct RunSummary: Equatable, Sendable {
  package var outline: RunOutline
  /// Trials that it rests on; fewer than the outline's while the run is incomplete.
  public var trials: Int
  /// How the run came to its size; `nil` where that was given.
  public var stopping: StoppingOutcome?
  /// In the order of the outline.
  public var scenarios: [ScenarioSummary]
}

extension RunSummary {
  /// What a complete run found, as it was worked out before.
  package init(_ scenarios: [ScenarioSummary], stopping: StoppingOutcome?, of outline: RunOutline) {
    self.init(outline: outline, trials: outline.trials, stopping: stopping, scenarios: scenarios)
  }
}

/// What a run found under one scenario.
public struct ScenarioSummary: Codable, Equatable, Sendable {
  package var name: String
  /// Which arm is best, judged among those that Apple's rules allow; `nil` when
  /// no arm can be judged.
  public var verdict: ArmRanking?
  /// How sure that choice is over what is not known, and what it would be worth to know it, among
  /// the arms that Apple's rules allow; `nil` with fewer than two of them or a single trial.
  public var decision: Decision?
  /// What becomes of the winner under alternative models, and where single numbers without measured evidence are at the
  /// ends of what they stand in place of (``RunSummaryBuilder/judged(_:onStep:)``): empty where none changes anything, `nil`
  /// where they were not simulated, as before there are trials enough.
  public var alternatives: [AlternativeVerdict]?
  /// What the difference that the verdict rests on is most sensitive to; `nil` unless it was asked for, and with
  /// fewer trials than shares need.
  public var sensitivity: SensitivityRanking?
  /// The input that it is most sensitive to; `nil` where nothing stands out.
  public var decidedBy: DecidingInput?
  /// Which arm is best for other goals than the objective, among the arms that may win; the objective's own
  /// ranking is ``decision``.
  public var goals: [GoalSummary] = []
  /// The same as ``goals`` among the arms whose choice gives up no more than the margin, of which a goal may choose one.
  public var goalsOfEquals: [GoalSummary] = []
  /// Whether the arms keep the team's own limits: by arm in the run's order, in the order of the context.
  @PerOption public var guardrails: [[GuardrailReading]] = []
  /// What may not be recommended, and why.
  public var blockers: [Blocker] = []
  /// What pairs of arms that differ in one thing alone differ by, in the order of the context.
  public var contrasts: [Contrast] = []
  /// The test of the first option against its rival; `nil` where no size of it is known.
  var proposedTest: ProposedTest?
  /// In the order of the outline's arms.
  @PerOption public var arms: [ArmSummary]
}

extension ScenarioSummary {
  /// Positions of the arms that may not be recommended.
  public var blocked: Set<Int> { Set(blockers.flatMap(\.options)) }

  /// Arms that have the best arm's value in every one of several trials, so that more trials would hardly tell them apart.
  var level: [Int] {
    arms.indices.filter { arms[$0].vsBest?.overTrials.mean == 0 && arms[$0].vsBest?.overTrials.mcse == 0 }
  }

  /// The mean of a metric of an arm; `nil` where it has none.
  func mean(_ metric: Metric, _ arm: Int) -> Double? { arms[arm][metric]?.estimate?.overTrials.mean }

  /// Those of some arms that have an objective, or something else, the best first.
  func ranked(
    _ candidates: some Sequence<Int>, lessIsBetter: Bool, by level: (ArmSummary) -> Estimate? = \.objective
  ) -> [Int] {
    candidates.compactMap { arm -> (arm: Int, merit: Double)? in
      (level(arms[arm])?.overTrials.mean).map { (arm, lessIsBetter ? -$0 : $0) }
    }
    .sorted { ($1.merit, $0.arm) < ($0.merit, $1.arm) }.map(\.arm)
  }
}

/// Which arm of a scenario has the best objective, and how sure the simulation is of it.
///
/// Sure here means Monte Carlo error alone: what more trials would settle. The uncertainty of the inputs is in the
/// parameter interval of the difference.
public struct ArmRanking: Codable, Equatable, Sendable {
  /// Position of the arm with the best mean objective among those judged.
  @OptionNames public var best: Int
  /// What two arms may differ by and still count as equally good, in units of the objective.
  public let margin: Double
  /// Position of the runner-up: of the arms judged that neither equal the best nor are its near-twins the one that is
  /// most often best, or the next best mean where all are; `nil` when there is only one.
  ///
  /// The baseline has no part in it: it decides which differences the tables show.
  @OptionNames public var runnerUp: Int?
  /// The best arm's objective less the runner-up's, trial by trial.
  public var lead: Estimate?
}

/// The input that decides most about the lead.
public struct DecidingInput: Codable, Equatable, Sendable {
  package var path: String
  /// What is known of it, in a word.
  public var evidence: String
  /// The ends of its central 90%; `nil` where it is one number.
  public var range90: Interval?
  /// The share of the lead's variance that it drives, with those drawn together with it.
  public var share: Double
  /// Where the lead is 0; `nil` where that is nowhere in its range.
  public var breakEven: FlipPoint?
  /// The option that is best beyond it.
  public var option: String?
}

/// What a run found for one arm under one scenario.
public struct ArmSummary: Codable, Equatable, Sendable {
  /// What the arms are ranked by; `nil` when no trial has a value.
  public var objective: Estimate?
  /// The objective less the baseline's, trial by trial; `nil` for the baseline.
  public var differenceToBaseline: Estimate?
  /// The objective less the best arm's, trial by trial; `nil` for the best arm and those that may not win.
  public var vsBest: Estimate?
  /// Those that are modelled.
  @ByMetric public var metrics: [Metric: MetricSummary]
  /// How installs ended, over all trials.
  package var finalStates: FinalStates
  /// Of installs that can be asked and reach the moment, the mean over trials; `nil` without installs.
  package var reachedOfAskable: Double?

  /// The summary of a metric; `nil` where it is not modelled.
  public subscript(metric: Metric) -> MetricSummary? { metrics[metric] }
}

/// Totals of installs by how they ended, which other implementations of the model are compared by.
package struct FinalStates: Codable, Equatable, Sendable {
  package var authorized, deniedByAnswer, deniedByDevice, restricted, undetermined, noAtt: Int64
}

/// A key for each metric, in the order of the metrics.
@propertyWrapper
public struct ByMetric: Codable, Equatable, Sendable {
  /// By the metric.
  public var wrappedValue: [Metric: MetricSummary]

  /// Of these.
  public init(wrappedValue: [Metric: MetricSummary]) { self.wrappedValue = wrappedValue }

  /// From an object with a key for each metric.
  public init(from decoder: any Decoder) throws {
    let named = try [String: MetricSummary](from: decoder)
    wrappedValue = [:]
    for (name, found) in named { if let metric = Metric(rawValue: name) { wrappedValue[metric] = found } }
  }

  /// To the same.
  public func encode(to encoder: any Encoder) throws {
    try ByName(
      Metric.allCases.compactMap { metric in wrappedValue[metric].map { (metric.rawValue, $0) } }
    ).encode(to: encoder)
  }
}

/// One metric of one arm.
public struct MetricSummary: Equatable, Sendable {
  /// `nil` when the denominator was empty in every trial.
  public var estimate: Estimate?
  /// The metric less the baseline's, trial by trial; `nil` for the baseline, and
  /// where either has no value or the baseline does not model it.
  public var difference: Estimate?

  /// - Parameter range: what the metric cannot leave.
  init(
    _ own: TrialSeries, baseline: TrialSeries?, parametersVary: Bool,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws {
    estimate = try Estimate(own, parametersVary: parametersVary, range: range)
    difference = try baseline.flatMap {
      try Estimate(own.difference(from: $0), parametersVary: parametersVary)
    }
  }
}

/// In data the members of the estimate, where there is one, and the difference beside them.
extension MetricSummary: Codable {
  private struct Beside: Codable { var differenceToBaseline: Estimate? }

  /// See ``MetricSummary``.
  public func encode(to encoder: any Encoder) throws {
    try estimate?.encode(to: encoder)
    try Beside(differenceToBaseline: difference).encode(to: encoder)
  }

  /// The same again.
  public init(from decoder: any Decoder) throws {
    estimate = try? Estimate(from: decoder)
    difference = try Beside(from: decoder).differenceToBaseline
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
