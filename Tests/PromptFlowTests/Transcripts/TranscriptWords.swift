import PromptFlow

/// A machine whose events and actions have words in `Data/transcripts` (`Data/README.md`).
protocol Transcribed {
  /// What a transcript can tell it.
  associatedtype Word
  /// Every event that a transcript may hold, by its words.
  static var events: [(words: String, event: Word)] { get }
  /// The events that lead somewhere, which a drawn transcript takes more often.
  static var usual: [String] { get }
  /// Handles an event and returns the action's words.
  mutating func respond(to word: Word) -> String
  /// How the machine stands, as others can compare it.
  var standing: [String: String] { get }
}

/// The name of a case as the files spell it: `did_become_active`.
func spelled(_ name: Any) -> String {
  "\(name)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
}

private func word(_ status: AuthorizationStatus?) -> String {
  guard let status else { return "no_status" }
  if case .unknown(let raw) = status { return "unknown_\(raw)" }
  return spelled(status)
}

private let statuses: [AuthorizationStatus?] = [
  nil, .notDetermined, .restricted, .denied, .authorized, .unknown(9),
]

private func yes(_ value: Bool) -> String { value ? "yes" : "no" }

/// What happens to the system's machine: an event, or the region's leave to ask once more (R78).
enum SystemWord {
  case event(SystemPermission.Event)
  case mayAskAgain
}

extension SystemPermission: Transcribed {
  static let events: [(words: String, event: SystemWord)] =
    plain.map { ($0.words, .event($0.event)) } + [("may_ask_again", .mayAskAgain)]

  private static let plain: [(words: String, event: Event)] = [
    ("process_started", .processStarted), ("activated", .activated), ("requested", .requested),
    ("other_alert_due", .otherAlertDue(0)), ("answered allow", .answered(.allow)),
    ("answered deny", .answered(.deny)), ("ended_undecided", .endedUndecided),
    ("other_alert_closed", .otherAlertClosed), ("app_switch on", .appSwitch(isOn: true)),
    ("app_switch off", .appSwitch(isOn: false)), ("global_switch on", .globalSwitch(.on)),
    ("global_switch off_keeping_grants", .globalSwitch(.offKeepingGrants)),
    ("global_switch off_stopping_tracking", .globalSwitch(.offStoppingTracking)),
    ("status_read", .statusRead), ("reinstalled", .reinstalled),
  ]

  static let usual = [
    "process_started", "activated", "activated", "requested", "requested", "answered allow", "answered deny",
    "other_alert_closed", "ended_undecided",
  ]

  private func word(_ alert: SystemAlert) -> String { alert == .tracking ? "tracking" : "other" }

  mutating func respond(to word: SystemWord) -> String {
    guard case .event(let event) = word else {
      mayAskAgain = true
      return "none"
    }
    return words(handle(event))
  }

  private func words(_ action: Action) -> String {
    switch action {
    case .complete(let status, nil): "complete \(PromptFlowTests.word(status))"
    case .complete(let status, let loss?): "complete \(PromptFlowTests.word(status)) \(spelled(loss))"
    case .present(let alert): "present \(word(alert))"
    case .none, .queued, .crash, .settle: spelled(action)
    }
  }

  var standing: [String: String] {
    [
      "status": PromptFlowTests.word(status), "is_active": yes(isActive),
      "presented": presented.map(word) ?? "none", "identifier_is_readable": yes(identifierIsReadable),
      "early_completion": earlyCompletion.map { PromptFlowTests.word($0) } ?? "none",
    ]
  }
}

extension AppFlow: Transcribed {
  static let events: [(words: String, event: Event)] = {
    var events: [(words: String, event: Event)] = [
      ("session_started", .sessionStarted(day: 0)), ("activated", .activated),
      ("hook did_finish_launching", .hookReached(.didFinishLaunching)),
      ("hook view_appeared", .hookReached(.viewAppeared)),
      ("hook did_become_active", .hookReached(.didBecomeActive)),
      ("onboarding_completed", .onboardingCompleted), ("event_ended 0", .eventEnded(EventKind(rawValue: 0))),
      ("event_ended 1", .eventEnded(EventKind(rawValue: 1))),
      ("pre_prompt_ended continued", .prePromptEnded(.continued)),
      ("pre_prompt_ended dismissed", .prePromptEnded(.dismissed)),
      ("pre_prompt_ended left", .prePromptEnded(.left)), ("called_back_early", .calledBackEarly),
      ("consent_refused", .consentRefused), ("session_ended", .sessionEnded),
    ]
    for status in statuses {
      if let status { events.append(("request_ended \(word(status))", .requestEnded(status))) }
      for canShow in [true, false] {
        for holds in [false, true] {
          let seen = Situation(status: status, canShowScreen: canShow, consentHoldsBack: holds)
          let words = "\(word(status)) \(canShow ? "free" : "covered") \(holds ? "held_back" : "let_go")"
          events += [
            ("ask_due \(words)", .askDue(seen)), ("screen_free \(words)", .screenFree(seen)),
            ("consent_ended \(words)", .consentEnded(seen)),
          ]
        }
      }
    }
    return events + [
      ("answered_by_person", .answeredByPerson), ("recheck_status", .statusRechecked),
      ("take_settings_link", .settingsLinkDue), ("question_open", .questionOpen),
    ]
  }()

  static let usual = [
    "session_started", "hook did_become_active", "activated", "event_ended 0", "onboarding_completed",
    "ask_due not_determined free let_go", "ask_due not_determined free let_go",
    "screen_free not_determined free let_go", "consent_ended not_determined free let_go",
    "request_ended not_determined", "pre_prompt_ended continued", "pre_prompt_ended dismissed",
    "pre_prompt_ended left", "session_ended",
  ]

  mutating func respond(to event: Event) -> String {
    let action = handle(event)
    return action == .showSettingsLink ? "settings_link" : spelled(action)
  }

  var standing: [String: String] {
    [
      "stage": spelled(stage), "is_done": yes(hasFinishedAsking), "pre_prompt_shows": "\(prePromptShows)",
      "has_triggered": yes(hasTriggered), "is_onboarded": yes(isOnboarded),
      "has_continued_pre_prompt": yes(hasContinuedPrePrompt), "believes_denied": yes(believesDenied),
      "owes_settings_link": yes(owesSettingsLink),
    ]
  }
}

extension AttributionGate: Transcribed {
  static let events: [(words: String, event: Event)] = [
    ("started undetermined", .started(isDetermined: false)),
    ("started determined", .started(isDetermined: true)), ("determined", .determined),
    ("believed_denied", .believedDenied), ("deadline", .deadline),
    ("session_ended 5", .sessionEnded(secondsSinceStart: 5)),
    ("session_ended 400", .sessionEnded(secondsSinceStart: 400)),
  ]

  static let usual = ["started undetermined", "session_ended 5"]

  mutating func respond(to event: Event) -> String {
    switch handle(event) {
    case .none: "none"
    case .wait(let seconds): "wait \(Int(seconds))"
    case .send: "send"
    }
  }

  var standing: [String: String] {
    [
      "is_sent": yes(isSent), "is_waiting": yes(isWaiting), "drops_events": yes(dropsEvents),
      "seconds_left": "\(Int(secondsLeft))",
    ]
  }
}

extension ConsentLayer: Transcribed {
  static let events: [(words: String, event: Event)] = {
    var events: [(words: String, event: Event)] = [
      ("process_started", .processStarted), ("request_undetermined", .requestUndetermined),
      ("shown readable", .shown(identifierIsReadable: true)),
      ("shown unreadable", .shown(identifierIsReadable: false)), ("ended yes", .ended(wouldAccept: true)),
      ("shown forbidden", .shown(identifierIsReadable: false, isForbidden: true)),
      ("ended no", .ended(wouldAccept: false)), ("given_up", .givenUp), ("rejected_by_app", .rejectedByApp),
      ("occasion_gone", .occasionGone),
    ]
    for accepts in [true, false] {
      for mayAsk in [true, false] {
        let words = "\(accepts ? "yes" : "no") \(mayAsk ? "readable" : "unreadable")"
        events.append(("changed \(words)", .changed(accepts: accepts, mayAsk: mayAsk)))
      }
    }
    for status in statuses {
      for asks in [true, false] {
        let view = View(status: status, appAsks: asks)
        let words = "\(word(status)) \(asks ? "asks" : "never_asks")"
        events += [("activated \(words)", .activated(view)), ("determined \(words)", .determined(view))]
      }
    }
    return events
  }()

  static let usual = [
    "activated not_determined asks", "determined authorized asks", "determined denied asks", "shown readable",
    "shown unreadable", "ended yes", "ended no",
  ]

  mutating func respond(to event: Event) -> String {
    handle(event)
    return "none"
  }

  var standing: [String: String] {
    [
      "purposes": spelled(purposes), "is_due": yes(isDue), "is_up": yes(isUp),
      "asks_to_track": yes(asksToTrack),
      "holds_back_asks": yes(holdsBackAsks), "is_resolved": yes(isResolved),
      "refused_first": yes(refusedFirst),
      "is_accepted_unasked": yes(state == .acceptedUnasked),
    ]
  }
}
