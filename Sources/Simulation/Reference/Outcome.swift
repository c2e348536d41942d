import ExperimentDesign
import PromptFlow

/// What became of one install under one arm: the integers that are counted.
///
/// Not copyable, so that the inner loop cannot copy it by accident.
struct Outcome: ~Copyable {
  var triggerReached = false
  var promptedFirstSession = false
  var alertsShown: Int32 = 0
  var answer: AlertAnswer?
  /// Day of the session of the first answer.
  var decisionDay = 0.0
  var requests: Int32 = 0
  var lostNotActive: Int32 = 0
  var lostBehindAlert: Int32 = 0
  var queuedRequests: Int32 = 0
  var unansweredAlerts: Int32 = 0
  var prePromptShows: Int32 = 0
  var prePromptContinues: Int32 = 0
  var sessions: Int32 = 0
  var sessionsUndisturbed: Int32 = 0
  var authorizedSessions: Int32 = 0
  var final = FinalState.undetermined
  var attributed = false
  var unreported = false
  var trackedBeforePermission = false
  var eventsDropped: Int32 = 0
  var personalizable = false
  /// Sessions at whose end the advertising identifier was readable.
  var identifiedSessions: Int32 = 0
  // What the score of an answered alert is worked out from.
  /// The probability of allowing at the answered alert.
  var allows = 0.0
  var answeredIn = 0
  var identifiedBeforeAnswer: Int32 = 0
  var attributedBeforeAnswer = false
  /// Whether the install event went out at the answer, so that it tells what was answered.
  var sentAtAnswer = false
}

extension FinalState {
  @inline(__always)
  init(_ system: borrowing SystemPermission) {
    self =
      switch system.status {
      case nil: .noATT
      case .restricted: .restricted
      case .authorized: .authorized
      case .denied: system.device.allowsRequests ? .deniedByAnswer : .deniedByDevice  // R147
      case .notDetermined, .unknown: .undetermined
      }
  }
}
