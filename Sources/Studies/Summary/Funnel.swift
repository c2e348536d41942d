public import ExperimentDesign
public import GSLNumerics
public import Inference

/// A stage on the way from an install to a permission.
public enum FunnelStage: String, CaseIterable, Hashable, Sendable {
  /// Everybody who installed.
  case installs
  /// Devices on which the alert can appear: neither restricted, nor switched off, nor on a system
  /// older than App Tracking Transparency.
  case askable
  /// Of those, the installs that reach the moment of asking.
  case triggerReached = "trigger_reached"
  /// Times that a pre-prompt was continued; absent without one.
  ///
  /// An install whose request came to nothing may continue more than once.
  case prePromptContinued = "pre_prompt_continued"
  /// Installs shown at least one alert.
  case alertShown = "alert_shown"
  /// Installs that answered.
  case answered
  /// Installs that allowed, in expectation over the answer.
  case allowed
  /// Installs authorized at the horizon, changes in Settings included, in expectation.
  case authorized
}

/// What kept a request from an answer.
public enum LostRequestCause: String, CaseIterable, Hashable, Sendable {
  /// The app was not active (R19).
  case notActive = "not_active"
  /// Another system alert was up (R21).
  case behindAlert = "behind_alert"
  /// It waited behind another alert and was shown then (R52): late, not lost.
  case queued
  /// The alert was shown and left unanswered (R31).
  case unanswered
}

/// Where the installs of a run go, stage by stage, and what became of their requests.
public struct Funnel: Equatable, Sendable {
  /// One arm under one scenario.
  public struct Arm: Equatable, Sendable {
    /// Shares of installs in the order of the stages; a stage that the arm does not have is absent.
    public var stages: [(stage: FunnelStage, share: MonteCarloMean)]
    /// Devices that are restricted, switched off, or on an older system: shares of installs.
    public var restricted: MonteCarloMean?
    /// See ``restricted``.
    public var switchedOff: MonteCarloMean?
    /// See ``restricted``.
    public var olderSystem: MonteCarloMean?
    /// Requests per install.
    public var requests: MonteCarloMean?
    /// Requests per install, by what became of them; a request that was answered is in none.
    public var lost: [(cause: LostRequestCause, perInstall: MonteCarloMean)]

    /// The share of a stage; `nil` where the arm does not have it.
    public subscript(stage: FunnelStage) -> MonteCarloMean? {
      stages.first { $0.stage == stage }?.share
    }

    /// Whether two arms went the same way.
    public static func == (first: Arm, second: Arm) -> Bool {
      first.stages.elementsEqual(second.stages, by: ==) && first.restricted == second.restricted
        && first.switchedOff == second.switchedOff && first.olderSystem == second.olderSystem
        && first.requests == second.requests && first.lost.elementsEqual(second.lost, by: ==)
    }
  }

  /// By scenario and arm.
  public var scenarios: [[Arm]]
}

/// Collects a ``Funnel`` trial by trial.
public struct FunnelBuilder: Sendable {
  private let outline: RunOutline
  /// By scenario and arm.
  private var logs: [[FunnelLog]]

  /// No trial yet.
  public init(_ outline: RunOutline) {
    self.outline = outline
    logs = outline.scenarios.map { _ in
      outline.arms.map { _ in FunnelLog(trialsOfABlock: outline.description.trialsOfABlock) }
    }
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in logs.indices {
      for arm in logs[scenario].indices {
        let (row, column) = (ScenarioIndex(scenario), ArmIndex(arm))
        logs[scenario][arm].add(result.wholes[row, column], segments: result.tallies[row, column])
      }
    }
  }

  /// The funnel of the trials handed in so far.
  ///
  /// - Throws: `NumericsError` never, for shares.
  public func funnel() throws(NumericsError) -> Funnel {
    var scenarios: [[Funnel.Arm]] = []
    for arms in logs {
      var found: [Funnel.Arm] = []
      for (position, log) in arms.enumerated() {
        found.append(try log.arm(hasPrePrompt: outline.arms[position].prePrompt != nil))
      }
      scenarios.append(found)
    }
    return Funnel(scenarios: scenarios)
  }
}

/// The shares of one arm, trial by trial.
struct FunnelLog: Sendable {
  let trialsOfABlock: Int
  private var stages: [FunnelStage: [Double?]] = [:]
  private var counters: [Counter: [Double?]] = [:]

  init(trialsOfABlock: Int) { self.trialsOfABlock = trialsOfABlock }

  private static let kept: [Counter] = [
    .finalRestricted, .finalDeniedByDevice, .finalNoATT, .requests, .lostNotActive, .lostBehindAlert,
    .queuedRequests, .unansweredAlerts,
  ]

  mutating func add(_ whole: Tally, segments: ArraySlice<Tally>) {
    for stage in FunnelStage.allCases {
      stages[stage, default: []].append(Self.share(stage, whole, segments))
    }
    for counter in Self.kept {
      counters[counter, default: []].append(Self.ratio(Double(whole[counter]), whole))
    }
  }

  private static func ratio(_ count: Double, _ whole: Tally) -> Double? {
    whole[.installs] > 0 ? count / Double(whole[.installs]) : nil
  }

  private static func askable(_ tally: Tally) -> Double {
    Double(
      tally[.installs] - tally[.finalRestricted] - tally[.finalDeniedByDevice] - tally[.finalNoATT])
  }

  /// The share of installs that can be asked and reach the moment.
  ///
  /// The moment is counted whatever the device. A segment's devices are drawn apart from its lives, so that its reached
  /// share is that of the devices that can be asked.
  static func reached(_ whole: Tally, _ segments: ArraySlice<Tally>) -> Double? {
    ratio(
      segments.reduce(0) { sum, segment in
        guard segment[.installs] > 0 else { return sum }
        return sum + Double(segment[.triggerReached]) * askable(segment) / Double(segment[.installs])
      }, whole)
  }

  private static func share(_ stage: FunnelStage, _ whole: Tally, _ segments: ArraySlice<Tally>) -> Double? {
    switch stage {
    case .installs: ratio(Double(whole[.installs]), whole)
    case .askable: ratio(askable(whole), whole)
    case .triggerReached: reached(whole, segments)
    case .prePromptContinued: ratio(Double(whole[.prePromptContinues]), whole)
    case .alertShown: ratio(Double(whole[.prompted]), whole)
    case .answered: ratio(Double(whole[.answeredAllow] + whole[.answeredDeny]), whole)
    case .allowed: ratio(Double(whole[.allowedScoreNano]) / 1e9, whole)
    case .authorized: ratio(Double(whole[.authorizedScoreNano]) / 1e9, whole)
    }
  }

  private func mean(_ counter: Counter) throws(NumericsError) -> MonteCarloMean? {
    try MonteCarloMean(counters[counter] ?? [], trialsOfABlock: trialsOfABlock)
  }

  func arm(hasPrePrompt: Bool) throws(NumericsError) -> Funnel.Arm {
    var found: [(stage: FunnelStage, share: MonteCarloMean)] = []
    for stage in FunnelStage.allCases where hasPrePrompt || stage != .prePromptContinued {
      guard let share = try MonteCarloMean(stages[stage] ?? [], trialsOfABlock: trialsOfABlock)
      else { continue }
      found.append((stage, share))
    }
    var lost: [(cause: LostRequestCause, perInstall: MonteCarloMean)] = []
    for cause in LostRequestCause.allCases {
      guard let mean = try mean(cause.counter) else { continue }
      lost.append((cause, mean))
    }
    return Funnel.Arm(
      stages: found, restricted: try mean(.finalRestricted), switchedOff: try mean(.finalDeniedByDevice),
      olderSystem: try mean(.finalNoATT), requests: try mean(.requests), lost: lost)
  }
}

extension LostRequestCause {
  fileprivate var counter: Counter {
    switch self {
    case .notActive: .lostNotActive
    case .behindAlert: .lostBehindAlert
    case .queued: .queuedRequests
    case .unanswered: .unansweredAlerts
    }
  }
}
