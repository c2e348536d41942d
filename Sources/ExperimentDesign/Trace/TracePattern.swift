package import PromptFlow

/// A kind of life to look for among traces.
package enum TracePattern: String, CaseIterable, Hashable, Sendable {
  case allowed
  case denied
  case unanswered
  case lostRequest = "lost_request"
  case lostBehindAlert = "lost_behind_alert"
  case lostNotActive = "lost_not_active"
  case queued
  case askedAgain = "asked_again"
  case cutOff = "cut_off"
  case neverReached = "never_reached"
  case neverPrompted = "never_prompted"
  case calledBackEarly = "called_back_early"
  case prePromptContinued = "pre_prompt_continued"
  case prePromptLeft = "pre_prompt_left"
  case drivenAway = "driven_away"
  case restricted
  case switchedOff = "switched_off"
  case reenabled
  case revoked
  case identified
  case unidentified
  case tooLateForSDK = "too_late_for_sdk"
  case unreported
  case sentTooEarly = "sent_too_early"
  case eventDropped = "event_dropped"
  case consentAccepted = "consent_accepted"
  case consentRefused = "consent_refused"
  case consentReversed = "consent_reversed"
  case armsDiffer = "arms_differ"
  case answersDiffer = "answers_differ"
  case lengthsDiffer = "lengths_differ"

  /// What such a life has, in a few words.
  package var summary: String {
    switch self {
    case .allowed: "the alert is answered with Allow"
    case .denied: "the alert is answered with Ask App Not to Track"
    case .unanswered: "the person leaves at the alert"
    case .lostRequest: "a request ends without an alert and undecided"
    case .lostBehindAlert: "a request is lost behind another alert"
    case .lostNotActive: "a request is lost because the app is not active"
    case .queued: "a request waits behind another alert"
    case .askedAgain: "a second request is made"
    case .cutOff: "a session ends before a request is answered"
    case .neverReached: "the moment of asking never comes"
    case .neverPrompted: "the moment comes, and no alert is ever shown"
    case .calledBackEarly: "the callback says denied while the alert is up"
    case .prePromptContinued: "a pre-prompt is continued"
    case .prePromptLeft: "a pre-prompt is not continued"
    case .drivenAway: "the person leaves for good because of what was shown"
    case .restricted: "tracking is restricted on the device"
    case .switchedOff: "the device does not allow apps to request"
    case .reenabled: "a no becomes a yes in Settings"
    case .revoked: "a yes becomes a no in Settings"
    case .identified: "the install is reported with the identifier"
    case .unidentified: "the install is reported without the identifier"
    case .tooLateForSDK: "allowed, and yet reported without the identifier"
    case .unreported: "the install event is never sent"
    case .sentTooEarly: "the install event is sent before permission or consent"
    case .eventDropped: "the SDK drops an event while it waits"
    case .consentAccepted: "ad purposes are accepted in the consent layer"
    case .consentRefused: "ad purposes are refused in the consent layer"
    case .consentReversed: "the consent layer is opened again and reversed"
    case .armsDiffer: "under some options authorized in the end, under others not"
    case .answersDiffer: "the alert is allowed under one option and denied under another"
    case .lengthsDiffer: "some options lose sessions that others keep"
    }
  }

  /// Whether it is about several arms together.
  package var comparesArms: Bool {
    switch self {
    case .armsDiffer, .answersDiffer, .lengthsDiffer: true
    case .allowed, .denied, .unanswered, .lostRequest, .lostBehindAlert, .lostNotActive, .queued,
      .askedAgain, .cutOff, .neverReached, .neverPrompted, .calledBackEarly, .prePromptContinued,
      .prePromptLeft, .drivenAway, .restricted, .switchedOff, .reenabled, .revoked, .identified,
      .unidentified, .tooLateForSDK, .unreported, .sentTooEarly, .eventDropped, .consentAccepted,
      .consentRefused, .consentReversed:
      false
    }
  }

  /// Whether an install is an example of it, under any of its arms.
  package func fits(_ trace: InstallTrace) -> Bool {
    switch self {
    case .armsDiffer:
      let authorized = trace.arms.count { $0.standing == .authorized }
      return authorized > 0 && authorized < trace.arms.count
    case .answersDiffer:
      let answers = trace.arms.compactMap(\.answer)
      return answers.contains(.allow) && answers.contains(.deny)
    case .lengthsDiffer:
      return trace.arms.contains { $0.sessions.count != trace.arms[0].sessions.count }
    case .allowed, .denied, .unanswered, .lostRequest, .lostBehindAlert, .lostNotActive, .queued,
      .askedAgain, .cutOff, .neverReached, .neverPrompted, .calledBackEarly, .prePromptContinued,
      .prePromptLeft, .drivenAway, .restricted, .switchedOff, .reenabled, .revoked, .identified,
      .unidentified, .tooLateForSDK, .unreported, .sentTooEarly, .eventDropped, .consentAccepted,
      .consentRefused, .consentReversed:
      return trace.arms.contains { fits($0) }
    }
  }

  /// Whether one life is an example of it; none is of what compares arms.
  private func fits(_ life: ArmTrace) -> Bool {
    let events = life.events
    switch self {
    case .allowed: return life.answer == .allow
    case .denied: return life.answer == .deny
    case .unanswered: return events.contains { if case .leftUnanswered = $0 { true } else { false } }
    case .lostRequest: return life.rulings.contains { $0.loss != nil }
    case .lostBehindAlert: return life.rulings.contains { $0 == .behindAlert || $0 == .behindItself }
    case .lostNotActive: return life.rulings.contains(.notActive)
    case .queued: return life.rulings.contains(.queued)
    case .askedAgain: return life.rulings.count > 1
    case .cutOff: return events.contains { if case .askCutOff = $0 { true } else { false } }
    case .neverReached: return !life.isReached
    case .neverPrompted: return life.isReached && !life.isPrompted
    case .calledBackEarly:
      return events.contains { if case .calledBackEarly = $0 { true } else { false } }
    case .prePromptContinued: return events.contains(.prePromptEnded(.continued))
    case .prePromptLeft:
      return events.contains {
        if case .prePromptEnded(let end) = $0 { end != .continued } else { false }
      }
    case .drivenAway: return life.sessions.last?.departure == .drivenAway
    case .restricted: return life.standing == .restricted
    case .switchedOff: return life.standing == .deniedBySwitch
    case .reenabled, .revoked:
      let wanted = self == .reenabled ? AlertAnswer.allow : .deny
      return events.contains { if case .changedInSettings(wanted, _) = $0 { true } else { false } }
    case .identified: return life.isInstallIdentified == true
    case .unidentified: return life.isInstallIdentified == false
    case .tooLateForSDK: return life.isInstallIdentified == false && life.answer == .allow
    case .unreported: return life.isReported == false
    case .sentTooEarly:
      return events.contains { if case .installSent(_, _, .some) = $0 { true } else { false } }
    case .eventDropped: return events.contains(.eventDropped)
    case .consentAccepted, .consentRefused:
      let wanted = self == .consentAccepted ? ConsentPurposes.accepted : .refused
      return events.contains { if case .consentEnded(wanted, _) = $0 { true } else { false } }
    case .consentReversed:
      return events.contains { if case .consentReversed = $0 { true } else { false } }
    case .armsDiffer, .answersDiffer, .lengthsDiffer: return false
    }
  }
}

extension ArmTrace {
  /// The answer to the alert; `nil` where none was given.
  package var answer: AlertAnswer? {
    for case .answered(let answer) in events { return answer }
    return nil
  }

  /// Whether the moment of asking came.
  package var isReached: Bool {
    events.contains { if case .triggerReached = $0 { true } else { false } }
  }

  /// Whether the alert was ever shown.
  package var isPrompted: Bool {
    events.contains { if case .alertShown = $0 { true } else { false } }
  }

  /// Whether the install event carried the identifier; `nil` where none went out.
  package var isInstallIdentified: Bool? {
    for case .installSent(_, let isIdentified, _) in events { return isIdentified }
    return nil
  }

  /// What decided each request.
  package var rulings: [RequestRuling] {
    events.compactMap { if case .requested(let ruling, _) = $0 { ruling } else { nil } }
  }
}
