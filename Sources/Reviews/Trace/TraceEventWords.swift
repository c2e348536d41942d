import ExperimentDesign
import PromptFlow
import Rendering
import Simulation

/// Says what happens in a life, with the names of an experiment.
struct TraceEventWords {
  let eventKinds: [String]
  /// Names of the arm's other alerts, by position.
  let alerts: [String]
  /// What they come after, by position; empty where that is the launch or the end of onboarding.
  private let moments: [String]

  init(_ experiment: Experiment, arm: Int, scenario: Int, segment: Int) {
    eventKinds = experiment.eventKinds
    let competing = experiment.arms[arm].surroundings[scenario][segment].alerts
    alerts = competing.map(\.name)
    moments = competing.map { alert in
      let due = alert.moment.words(eventKinds: experiment.eventKinds)
      return alert.moment.kind.row.isCounted ? ", due \(alert.moment.event == nil ? "at " : "")\(due)" : ""
    }
  }

  /// The event in a few words, with the rules that decide it and the chance it is decided by.
  func words(_ event: TraceEvent) -> String {
    let rules = event.rules.isEmpty ? "" : " [\(event.rules.joined(separator: ", "))]"
    return plain(event) + rules + (odds(event).map { ": \($0)" } ?? "")
  }

  /// The event without its rules and chances.
  func plain(_ event: TraceEvent) -> String {
    switch event {
    case .activated(let again): again ? "app active again" : "app active"
    case .onboardingCompleted: "onboarding completed"
    case .eventEnded(let kind, _): "\(name(of: kind)) ends"
    case .otherAlertShown(let position): "\(alert(position)) alert appears\(moment(position))"
    case .otherAlertQueued(let position):
      "\(alert(position)) alert waits behind the one on screen\(moment(position))"
    case .otherAlertClosed(let position): "\(alert(position)) alert closed"
    case .triggerReached: "moment of asking"
    case .askPlanned(let delay): delay == 0 ? "app asks" : "app will ask in \(seconds(delay))"
    case .askHeldBack: "ask waits for the consent layer"
    case .prePromptWaits: "pre-prompt waits until the app is active and uncovered"
    case .prePromptShown(let showing, _, _): "PRE-PROMPT\(showing > 1 ? ", showing \(showing)" : "")"
    case .prePromptEnded(let end): ended(end)
    case .requested(let ruling, _): ruled(ruling)
    case .alertShown(_, let isCold, let isPrimed):
      "ALERT\(isCold ? ", cold" : "")\(isPrimed ? ", after the pre-prompt" : "")"
    case .calledBackEarly(let isBelieved):
      "callback says denied too early, \(isBelieved ? "and is believed" : "and is not believed")"
    case .answered(let answer): answer == .allow ? "ALLOWS" : "DENIES"
    case .leftUnanswered: "leaves the app, alert unanswered"
    case .askCutOff: "session ends before the request is answered"
    case .sdkStarted(let gate, let waits): started(gate, waits)
    case .sdkWaitCutOff(let gate):
      gate == .foreground
        ? "SDK's wait goes on next session" : "SDK's wait is cut off, begins anew next session"
    case .installSent(_, let isIdentified, let missing):
      "install event sent \(isIdentified ? "with" : "without") identifier" + before(missing)
    case .eventDropped: "SDK drops the event"
    case .consentWaits: "consent layer waits until the app is active and uncovered"
    case .consentShown(let asks): asks ? "consent layer asks" : "consent layer, not for ad purposes"
    case .consentEnded(let purposes, _): consented(purposes)
    case .consentPreGranted: "ad purposes accepted without a screen"
    case .consentReversed: "opens the consent layer again and reverses the answer"
    case .settingsLinkShown: "link to Settings shown"
    case .changedInSettings(let answer, _):
      "turns tracking \(answer == .allow ? "ON" : "OFF") in Settings"
    }
  }

  private func before(_ missing: Prerequisite?) -> String {
    switch missing {
    case .permission: ", before permission"
    case .consent: ", before consent"
    case .permissionAndConsent: ", before permission and consent"
    case nil: ""
    }
  }

  func name(of kind: EventKind) -> String { kind.element(of: eventKinds) ?? "event" }

  private func alert(_ position: Int) -> String {
    alerts.indices.contains(position) ? alerts[position] : "other"
  }

  private func moment(_ position: Int) -> String {
    moments.indices.contains(position) ? moments[position] : ""
  }

  private func seconds(_ seconds: Double) -> String { "\(TraceNumbers.significant(seconds)) s" }

  /// The probability and the uniform that decide it.
  private func odds(_ event: TraceEvent) -> String? {
    guard let chance = event.chance else { return nil }
    switch event {
    case .prePromptShown(_, _, let isOwnUniform):
      return "P(continue) \(numbers(chance))\(isOwnUniform ? "" : ", drawn for this showing")"
    case .alertShown: return "P(allow) \(numbers(chance))"
    case .consentEnded: return "P(accept) \(numbers(chance))"
    case _: return "P \(numbers(chance))"
    }
  }

  private func numbers(_ chance: Chance) -> String {
    "\(TraceNumbers.share(chance.probability)), uniform \(TraceNumbers.share(chance.uniform))"
  }

  private func ended(_ end: PrePromptEnd) -> String {
    switch end {
    case .continued: "continues"
    case .dismissed: "closes it and stays"
    case .left: "leaves the app"
    }
  }

  private func ruled(_ ruling: RequestRuling) -> String {
    switch ruling {
    case .noPermission: "request: the system has no such permission"
    case .lockedByProfile: "request returns restricted, locked by a profile"
    case .settingNotChangeable: "request returns restricted, setting not changeable"
    case .appClip: "request returns restricted, an App Clip"
    case .alreadyAuthorized: "request returns authorized, answered before"
    case .alreadyDenied: "request returns denied, answered before"
    case .switchedOff, .switchedOffForGood: "request returns denied, switched off for all apps"
    case .inExtension: "request lost, from an extension"
    case .withoutWindow: "request lost, no window yet"
    case .queued: "request waits behind the alert on screen"
    case .behindAlert: "REQUEST LOST behind the alert on screen"
    case .behindItself: "REQUEST LOST, one is under way"
    case .notActive: "REQUEST LOST, app not active"
    case .withoutUsageString: "request ends the process, no usage string"
    case .shown: "request"
    }
  }

  private func started(_ gate: GateKind, _ waits: Double?) -> String {
    guard let waits else { return "SDK starts" }
    return gate == .timer
      ? "SDK starts, waits \(seconds(waits)) whatever comes" : "SDK starts, waits up to \(seconds(waits))"
  }

  private func consented(_ purposes: ConsentPurposes) -> String {
    switch purposes {
    case .accepted: "accepts ad purposes"
    case .refused: "refuses ad purposes"
    case .rejectedForLack: "ad purposes rejected by the app"
    case .open: "consent layer through, nothing decided"
    }
  }
}

/// Numbers of a single life, which have no Monte Carlo error to be rounded by.
enum TraceNumbers {
  /// A probability or a uniform: three decimals, more where it is smaller than that.
  static func share(_ number: Double) -> String {
    if number > 0, number < 0.001 { return significant(number) }
    return SupportedDigits.text(number, decimals: 3)
  }

  /// Three significant digits.
  static func significant(_ number: Double) -> String {
    guard number.isFinite else { return "\(number)" }
    let decimals = min(14, SupportedDigits.decimals(ofThreeDigits: number))
    return SupportedDigits.trimmed(SupportedDigits.text(number, decimals: decimals))
  }
}

/// The fixed words of traces.
enum TraceWords {
  /// A final state as people read it.
  static func standing(_ standing: FinalState) -> String {
    standing == .noATT ? "no ATT" : standing.name.replacing("_", with: " ")
  }

  /// How a session ends and what comes after it.
  static func end(_ session: TracedSession) -> String {
    let end =
      switch session.end {
      case .ranItsCourse, .leftPrePrompt, .leftAlert: "session ends"
      case .leftOnboarding: "session ends, onboarding not completed"
      }
    return end + departure(session)
  }

  private static func departure(_ session: TracedSession) -> String {
    let numbers =
      "P \(TraceNumbers.share(session.leaving.probability)), uniform \(TraceNumbers.share(session.leaving.uniform))"
    switch session.departure {
    case .stays: return ""
    case .leaves: return "; leaves for good: \(numbers)"
    case .drivenAway: return "; DRIVEN AWAY by what was shown: \(numbers)"
    case .horizon: return "; then the horizon"
    }
  }
}
