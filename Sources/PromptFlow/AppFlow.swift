/// When the app asks: trigger, hook, delay, pre-prompt, retry.
///
/// It is told what happens in the app and answers with what the app does next.
/// Whatever takes time (a delay, a screen, the alert) is somebody else's clock:
/// the machine is told when it is over.
///
///     idle ── trigger or hook ──► delaying ── ask due ──► waiting for the consent layer
///      ▲                             │                    │
///      │                             ├──► waiting to show ──► pre-prompt up
///      │ undetermined, retry         ▼                              │ continued
///      └──────────────────────── in flight ◄────────────────────────┘
///
/// At most one ask is pending at any time. Pre-prompts not continued, and asks
/// that the end of a session cut off, are not requests: they come again in the
/// next session whatever the retry policy says (R145).
@frozen
@usableFromInline
package struct AppFlow: Hashable, Sendable {
  /// The strategy this app follows.
  @usableFromInline package let strategy: PromptStrategy
  /// Whether the app asks at all on this system version (R10, `asksFrom`).
  @usableFromInline let asksHere: Bool

  @usableFromInline var pending: AskStage = .none
  @usableFromInline var session = 0
  @usableFromInline var triggered = false
  @usableFromInline var eventsSeen = 0
  @usableFromInline var onboarded = false
  @usableFromInline var retriesAtActivation = false
  @usableFromInline var isFinished = false
  @usableFromInline var hasContinued = false
  @usableFromInline var shows = 0
  @usableFromInline var eligibleFrom = 0
  @usableFromInline var believedDenied = false
  @usableFromInline var linkOwed = false

  /// - Parameters:
  ///   - strategy: the arm's strategy.
  ///   - version: the system the install lives on.
  @inlinable
  @inline(__always)
  package init(strategy: PromptStrategy, version: SystemVersion) {
    self.strategy = strategy
    asksHere = version != .before14 && version.rawValue >= strategy.asksFrom.rawValue  // R10
    triggered = strategy.trigger == .launch
  }

  /// What the app can see when an event reaches it.
  @frozen
  @usableFromInline
  package struct Situation: Hashable, Sendable {
    /// The status as read now; `nil` where the system has none.
    @usableFromInline package var status: AuthorizationStatus?
    /// Whether the app is active and nothing of its own or the system's covers it.
    @usableFromInline package var canShowScreen: Bool
    /// Whether a consent layer is up or due (R101, R112).
    @usableFromInline package var consentHoldsBack: Bool

    /// A situation.
    @inlinable
    package init(status: AuthorizationStatus?, canShowScreen: Bool, consentHoldsBack: Bool) {
      self.status = status
      self.canShowScreen = canShowScreen
      self.consentHoldsBack = consentHoldsBack
    }
  }

  /// Something that happened in the app.
  @frozen
  @usableFromInline
  package enum Event: Hashable, Sendable {
    case sessionStarted
    /// The code at this hook runs.
    case hookReached(AskHook)
    /// The app became active, for the first time in the session or again (R32).
    case activated
    case onboardingCompleted
    case eventEnded(EventKind)
    /// The delay is over.
    case askDue(Situation)
    /// An active, uncovered app: what waited for one may show.
    case screenFree(Situation)
    /// The consent layer went away.
    case consentEnded(Situation)
    case prePromptEnded(PrePromptEnd)
    /// The request returned or its alert ended, with the status read then (R55).
    case requestEnded(AuthorizationStatus)
    /// The callback says denied while the alert is still up (R54).
    case calledBackEarly
    /// The person refused in the consent layer before being asked (R109).
    case consentRefused
    case sessionEnded
  }

  /// What the app does next.
  @frozen
  @usableFromInline
  package enum Action: UInt8, Hashable, Sendable {
    case none
    /// Start the delay; the ask is due when it is over.
    case startDelay
    /// The ask is due again now.
    case askNow
    case showPrePrompt
    case request
  }

  /// Where the one pending ask stands.
  @inlinable @inline(__always) package var stage: AskStage { pending }
  /// Whether the trigger has come true, whatever the device (R146).
  @inlinable @inline(__always) package var hasTriggered: Bool { triggered }
  /// Events of the trigger's kind that have ended, until the trigger came true.
  @inlinable @inline(__always) package var triggerEventsSeen: Int { eventsSeen }
  /// Whether onboarding has been completed.
  @inlinable @inline(__always) package var isOnboarded: Bool { onboarded }
  /// Whether this app asks on this system version.
  @inlinable @inline(__always) package var asksOnThisSystem: Bool { asksHere }
  /// Pre-prompt showings so far.
  @inlinable @inline(__always) package var prePromptShows: Int { shows }
  /// Whether a pre-prompt was continued, so that none comes again (R92).
  @inlinable @inline(__always) package var hasContinuedPrePrompt: Bool { hasContinued }
  /// Whether the app treats the install as denied although it was only called back early (R54, R55).
  @inlinable @inline(__always) package var believesDenied: Bool { believedDenied }
  /// Whether no ask can ever come again.
  @inlinable @inline(__always) package var hasFinishedAsking: Bool { isFinished || !asksHere }

  /// The status as this app sees it: read from the system, unless it trusts its callback (R55).
  @inlinable
  @inline(__always)
  package func believedStatus(_ status: AuthorizationStatus?) -> AuthorizationStatus? {
    believedDenied ? .denied : status
  }

  /// Whether the way to Settings is still to be shown.
  @inlinable @inline(__always) package var owesSettingsLink: Bool { linkOwed }

  /// Whether this session's first activation shows the way to Settings after a denial (R39).
  ///
  /// Asking spends it: the link is shown once.
  @inlinable
  @inline(__always)
  package mutating func takeSettingsLink() -> Bool {
    guard linkOwed else { return false }
    linkOwed = false
    return true
  }

  /// Records an event and returns what the app does next.
  @inlinable
  @inline(__always)
  package mutating func handle(_ event: Event) -> Action {
    switch event {
    case .sessionStarted:
      session += 1
      if case .session(let first) = strategy.trigger, session >= first { triggered = true }
      triggeredAtStart = triggered
      return .none
    case .hookReached(let hook):
      return hook == strategy.hook && triggeredAtStart ? ask() : .none  // R64, R140, R144
    case .activated:
      return retriesAtActivation ? ask() : .none  // R145
    case .onboardingCompleted:
      onboarded = true
      guard strategy.trigger == .onboarding, !triggered else { return .none }
      triggered = true
      return ask()  // R141
    case .eventEnded(let kind):
      guard case .event(kind, let count) = strategy.trigger, !triggered else { return .none }
      eventsSeen += 1
      guard eventsSeen >= count else { return .none }
      triggered = true
      return ask()  // R143
    case .askDue(let situation):
      guard pending == .delaying || pending == .waitingForConsent else { return .none }
      return proceed(situation)
    case .screenFree(let situation):
      guard pending == .waitingToShowPrePrompt else { return .none }
      return proceed(situation)
    case .consentEnded(let situation):
      if isFinished {
        pending = .none
        return .none
      }
      switch pending {
      case .waitingForConsent: return .askNow  // R101
      case .waitingToShowPrePrompt: return proceed(situation)
      case .none, .delaying, .showingPrePrompt, .inFlight: return .none
      }
    case .prePromptEnded(let end):
      guard pending == .showingPrePrompt else { return .none }
      if end == .continued {
        hasContinued = true
        pending = .inFlight
        return .request  // R81: the button always leads to the alert
      }
      leavePrePrompt()
      return .none
    case .requestEnded(let status):
      if status.isDetermined {
        pending = .none
        isFinished = true  // R29: there is one answer
        linkOwed = strategy.settingsLink == .afterDenial && status == .denied && answeredByPerson
      } else if pending == .inFlight {  // another party's lost request is not the app's
        pending = .none
        switch strategy.retry {  // R26, R145
        case .eachActivation: retriesAtActivation = true
        case .nextSession: break
        case .never: isFinished = true
        }
      }
      return .none
    case .calledBackEarly:
      if strategy.trustsCallback { believedDenied = true }  // R54; otherwise R55: read the status
      return .none
    case .consentRefused:
      isFinished = true  // R109
      if pending != .inFlight { pending = .none }  // what was about to ask does not
      return .none
    case .sessionEnded:
      if pending == .showingPrePrompt { leavePrePrompt() }
      pending = .none
      return .none
    }
  }

  @usableFromInline var triggeredAtStart = false
  @usableFromInline var answeredByPerson = false

  /// Whether the answer now read came from the person, not from the device (R147).
  @inlinable
  @inline(__always)
  package mutating func noteAnswerByPerson() { answeredByPerson = true }

  /// The app re-checks the status at the first activation of a session (R42, R55).
  @inlinable
  @inline(__always)
  package mutating func recheckStatus() { believedDenied = false }

  /// The pre-prompt on screen was not continued: it comes again later, or never (R90).
  @inlinable
  mutating func leavePrePrompt() {
    pending = .none
    eligibleFrom = session + (strategy.prePrompt?.cooldownSessions ?? 1)
    if let limit = strategy.prePrompt?.maximumShows, shows >= limit { isFinished = true }
  }

  /// Starts an ask, unless one is pending or none may come.
  @inlinable
  @inline(__always)
  mutating func ask() -> Action {
    guard asksHere, !isFinished, !believedDenied, pending == .none, session >= eligibleFrom
    else { return .none }
    pending = .delaying
    return .startDelay  // R142: even a delay of zero seconds
  }

  /// Takes a due ask as far as it can go now.
  @inlinable
  @inline(__always)
  mutating func proceed(_ situation: Situation) -> Action {
    if situation.consentHoldsBack {
      if pending != .waitingToShowPrePrompt { pending = .waitingForConsent }  // R101, R112
      return .none
    }
    // R89: no pre-prompt where no alert can follow. R92: continued once, later asks are requests.
    let mayLead = situation.status == .notDetermined
    guard strategy.prePrompt != nil, !hasContinued, mayLead else {
      pending = .inFlight
      return .request
    }
    guard situation.canShowScreen else {
      pending = .waitingToShowPrePrompt
      return .none
    }
    pending = .showingPrePrompt
    shows += 1
    return .showPrePrompt  // R90: the app's own screen costs nothing
  }
}
