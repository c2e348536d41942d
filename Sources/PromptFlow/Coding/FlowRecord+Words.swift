extension FlowRecord: CustomStringConvertible {
  /// One line in plain words: number, event, state, action and rule.
  ///
  ///     4 app active [ask delayed, not determined] → start the ask timer, 1 s (R142)
  public var description: String {
    var parts = [state.stage.inWords, Self.words(state.status)]
    if let purposes = state.purposes { parts.append("ad purposes \(purposes.inWords)") }
    switch state.screen {
    case .none: break
    case .prePrompt: parts.append("pre-prompt up")
    case .consent: parts.append("consent layer up")
    }
    let decided = action.map { " → \($0.words)" } ?? ""
    return
      "\(number) \(event.words) [\(parts.joined(separator: ", "))]\(decided)\(rule.map { " (\($0))" } ?? "")"
  }

  static func words(_ status: AuthorizationStatus?) -> String {
    switch status {
    case nil: "no status"
    case .notDetermined: "not determined"
    case .restricted: "restricted"
    case .denied: "denied"
    case .authorized: "authorized"
    case .unknown(let raw): "unknown status \(raw)"
    }
  }

  static func seconds(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? "\(text.dropLast(2)) s" : "\(text) s"
  }
}

extension FlowSession.Event {
  var words: String {
    switch self {
    case .processStarted: "process started"
    case .processStartedInBackground: "process started in the background"
    case .viewAppeared: "first view appeared"
    case .activated: "app active"
    case .deactivated: "app inactive"
    case .backgrounded: "app in background"
    case .covered(let covers): covers ? "covered by another screen" : "no longer covered"
    case .onboardingCompleted: "onboarding completed"
    case .eventEnded(let event): "event \(event.rawValue)"
    case .timerFired(let timer): "\(timer.purpose.words) timer fired"
    case .prePromptEnded(let end): "pre-prompt \(end.words)"
    case .prePromptDisappeared: "pre-prompt gone"
    case .requestCompleted(let status): "request returned: \(FlowRecord.words(status))"
    case .consentEnded(let isAccepted): isAccepted ? "consent given" : "consent refused"
    case .consentChanged(let isAccepted): isAccepted ? "consent changed: given" : "consent changed: refused"
    case .statusRead: "status read"
    }
  }
}

extension FlowSession.Action {
  var words: String {
    switch self {
    case .startTimer(let timer, let duration):
      "start the \(timer.purpose.words) timer, \(FlowRecord.seconds(duration))"
    case .showPrePrompt: "show the pre-prompt"
    case .hidePrePrompt: "hide the pre-prompt"
    case .request: "request permission"
    case .rejectAdPurposes: "reject the ad purposes"
    case .showConsent(let asksToTrack):
      asksToTrack ? "open the consent layer" : "open the consent layer without ad purposes"
    case .startAttribution(let waitSeconds):
      "start the attribution SDK, wait \(FlowRecord.seconds(waitSeconds))"
    case .sendInstall(let withIdentifier):
      withIdentifier ? "send the install event with identifier" : "send the install event without identifier"
    case .tellStatus(let status): "tell the status: \(FlowRecord.words(status))"
    case .setTracking(let tracking): tracking == .allowed ? "allow tracking" : "forbid tracking"
    case .showSettingsLink: "show the link to Settings"
    }
  }
}

extension FlowSession.Timer.Purpose {
  var words: String {
    switch self {
    case .ask: "ask"
    case .attribution: "attribution"
    case .dismissal: "dismissal"
    }
  }
}

extension PrePromptEnd {
  var words: String {
    switch self {
    case .continued: "continued"
    case .dismissed: "dismissed"
    case .left: "left"
    }
  }
}

extension AskStage {
  fileprivate var inWords: String {
    switch self {
    case .none: "no ask pending"
    case .delaying: "ask delayed"
    case .waitingForConsent: "ask waits for the consent layer"
    case .waitingToShowPrePrompt: "pre-prompt waits for a free screen"
    case .showingPrePrompt: "pre-prompt not answered"
    case .inFlight: "request open"
    }
  }
}

extension ConsentPurposes {
  fileprivate var inWords: String {
    switch self {
    case .open: "open"
    case .accepted: "accepted"
    case .refused: "refused"
    case .rejectedForLack: "rejected for lack of permission"
    }
  }
}
