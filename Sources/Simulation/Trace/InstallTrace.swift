package import ExperimentDesign
package import PromptFlow

/// One install's life under every arm, as the simulation plays it.
///
/// Every arm meets the same person, the same undisturbed life and the same uniforms. That is a device
/// to reduce the variance of differences between arms. It says nothing of what one person would have
/// done under another arm.
package struct InstallTrace: Hashable, Sendable {
  /// 0-based number of the trial.
  package var trial: Int
  /// 0-based number of the install in its trial.
  package var install: Int
  /// Position of the scenario in the experiment.
  package var scenario: Int
  /// Who it is.
  package var person: TracedPerson
  /// Days from the install to each session of the life that no prompt disturbs.
  package var undisturbedDays: [Double]
  /// Lives under the arms asked for, in the order of the experiment.
  package var arms: [ArmTrace]
}

/// What is drawn of an install before anything happens.
package struct TracedPerson: Hashable, Sendable {
  /// Position of the segment in the scenario.
  package var segment: Int
  /// What of the device decides about tracking.
  package var device: TrackingDevice
  /// The system's version class.
  package var version: SystemVersion
  /// Factor on the events per session; 1 is average.
  package var activity: Double
  /// Standard normal between people: how willing this one is to go along with requests.
  package var willingness: Double
  /// Probability of leaving for good after each session, before any annoyance.
  package var leavingProbability: Double
  /// The one uniform that every answer to the alert is decided by: allows iff it is below the probability.
  package var answerUniform: Double
}

/// An install's life under one arm.
package struct ArmTrace: Hashable, Sendable {
  /// Position of the arm in the experiment.
  package var arm: Int
  /// The sessions lived; a prefix of the undisturbed ones.
  package var sessions: [TracedSession]
  /// How the install stands at the horizon.
  package var standing: FinalState
  /// Whether ads can be personalised at the horizon.
  package var isPersonalizable: Bool
  /// Whether the install event went out; `nil` where attribution is not modelled.
  package var isReported: Bool?

  /// Whether two arms' lives are the same, moment by moment.
  package func isSameLife(as other: ArmTrace) -> Bool {
    sessions == other.sessions && standing == other.standing
      && isPersonalizable == other.isPersonalizable && isReported == other.isReported
  }

  /// All moments of the life, session by session.
  package var events: [TraceEvent] { sessions.flatMap(\.moments).map(\.event) }
}
