public import ExperimentDesign
public import Inference

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

  fileprivate var counter: Counter {
    switch self {
    case .notActive: .lostNotActive
    case .behindAlert: .lostBehindAlert
    case .queued: .queuedRequests
    case .unanswered: .unansweredAlerts
    }
  }
}

/// What became of the requests of a run.
public struct Funnel: Sendable {
  /// One arm under one scenario: means per install.
  public struct Arm: Sendable {
    /// All requests; `nil` where no trial has installs.
    public var requests: MonteCarloMean?
    /// Those without an answer of their own.
    public var lost: [LostRequestCause: MonteCarloMean] = [:]
  }

  /// By scenario and arm.
  public var scenarios: [[Arm]]
}

/// Collects a ``Funnel`` trial by trial.
public struct FunnelBuilder: Sendable {
  private let trialsOfABlock: Int
  /// By scenario, arm and counter: per install, trial by trial.
  private var logs: [[[Counter: [Double?]]]]

  /// No trial yet.
  public init(_ outline: RunOutline) {
    trialsOfABlock = outline.description.trialsOfABlock
    logs = outline.scenarios.map { _ in outline.arms.map { _ in [:] } }
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in logs.indices {
      for arm in logs[scenario].indices {
        let whole = result.wholes[scenario][arm]
        let installs = Double(whole[.installs])
        for counter in [.requests] + LostRequestCause.allCases.map(\.counter) {
          logs[scenario][arm][counter, default: []].append(
            installs > 0 ? Double(whole[counter]) / installs : nil)
        }
      }
    }
  }

  /// The funnel of the trials handed in so far.
  public func funnel() throws -> Funnel {
    func arm(_ log: [Counter: [Double?]]) throws -> Funnel.Arm {
      func mean(_ counter: Counter) throws -> MonteCarloMean? {
        try MonteCarloMean(log[counter] ?? [], trialsOfABlock: trialsOfABlock)
      }
      var arm = Funnel.Arm(requests: try mean(.requests))
      for cause in LostRequestCause.allCases { arm.lost[cause] = try mean(cause.counter) }
      return arm
    }
    return Funnel(scenarios: try logs.map { try $0.map(arm) })
  }
}
