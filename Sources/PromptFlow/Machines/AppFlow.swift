/// When the app asks: trigger, hook, delay, pre-prompt, retry.
///
/// It receives what happens in the app and answers with what the app does next.
/// Whatever takes time (a delay, a screen, the alert) is somebody else's clock:
/// the machine is notified when it is over.
///
/// The page *StateMachines* has every edge. At most one ask is pending at any time. Pre-prompts not continued,
/// and asks that the end of a session cut off, are not requests: they come again in the
/// next session whatever the retry policy says (R145).
@frozen
@usableFromInline
package struct AppFlow: Hashable, Sendable {
  /// The strategy this app follows.
  @usableFromInline package let strategy: PromptStrategy
  /// Whether the app asks at all on this system version (R10, `asksFrom`).
  @usableFromInline package let asksOnThisSystem: Bool

  /// Where the ask stands; ``handle(_:)`` alone changes it.
  @usableFromInline var state = State.idle
  /// What has happened so far.
  @usableFromInline var memory = Memory()

  /// The app of a new install, on a version of the system.
  @inlinable
  @inline(__always)
  package init(strategy: PromptStrategy, version: SystemVersion) {
    self.strategy = strategy
    asksOnThisSystem = version != .before14 && version.rawValue >= strategy.asksFrom.rawValue  // R10
    if memory.has(strategy.trigger) { memory.trigger = .metThisSession }
  }

  /// Where the one ask stands.
  @frozen
  @usableFromInline
  package enum State: Hashable, Sendable, Codable {
    /// No ask is pending, and one may come.
    case idle
    /// The strategy's delay runs.
    case delaying
    /// The ask is due, and the consent layer is or comes first.
    case waitingForConsent
    /// The pre-prompt is due, and something covers the app.
    case waitingToShowPrePrompt
    case showingPrePrompt
    /// A request is out.
    case requesting
    /// The permission is determined: no ask can come for as long as it is.
    case determined
    /// No ask can come again.
    case finished
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
    /// A session begins, and whole days since the first one began; 0 where nobody knows.
    case sessionStarted(day: Int)
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
    /// The status reads not determined: no answer stands, and no device forbids the question (R7, R30).
    case questionOpen
    /// The person refused in the consent layer before being asked (R109).
    case consentRefused
    /// They took that back.
    case consentReversed
    case sessionEnded
    /// The answer now read came from the person, not from the device (R147).
    case answeredByPerson
    /// The app re-checks the status at the first activation of a session (R42, R55).
    case statusRechecked
    /// The first activation of a session, at which a way to Settings may be shown (R39).
    case settingsLinkDue
  }

  /// What the app does next.
  @frozen
  @usableFromInline
  package enum Action: UInt8, Hashable, Sendable, MachineAction {
    case none
    /// Start the delay; the ask is due when it is over.
    case startDelay
    /// The ask is due again now.
    case askNow
    case showPrePrompt
    case request
    /// Show the way to Settings, once after a denial (R39).
    case showSettingsLink
  }

  /// Where the one pending ask stands.
  @inlinable
  @inline(__always)
  package var stage: AskStage {
    switch state {
    case .idle, .determined, .finished: .none
    case .delaying: .delaying
    case .waitingForConsent: .waitingForConsent
    case .waitingToShowPrePrompt: .waitingToShowPrePrompt
    case .showingPrePrompt: .showingPrePrompt
    case .requesting: .inFlight
    }
  }
  /// Whether the trigger has come true, whatever the device (R146).
  @inlinable @inline(__always) package var hasTriggered: Bool { memory.trigger.isMet }
  /// Whether onboarding has been completed.
  @inlinable @inline(__always) package var isOnboarded: Bool { memory.isOnboarded }
  /// Pre-prompt showings so far.
  @inlinable @inline(__always) package var prePromptShows: Int { memory.shows }
  /// Whether a pre-prompt was continued, so that none comes again (R92).
  @inlinable @inline(__always) package var hasContinuedPrePrompt: Bool { memory.hasContinued }
  /// Whether the app treats the install as denied although it was only called back early (R54, R55).
  @inlinable @inline(__always) package var believesDenied: Bool { memory.believesDenied }
  /// Whether no ask can come again, or none for as long as the permission stays determined.
  @inlinable
  @inline(__always)
  package var hasFinishedAsking: Bool { !asksOnThisSystem || isOver || state == .determined }
  /// Whether no ask can come, whatever the status: the person refused, or was shown enough (R109).
  @inlinable @inline(__always) var isOver: Bool { state == .finished || memory.hasRefused }
  /// Whether the answer that a determined status stands for is the person's (R147).
  package var isAnsweredByPerson: Bool { memory.answer != .notByPerson }
  /// Whether the way to Settings is still to be shown.
  @inlinable @inline(__always) package var owesSettingsLink: Bool { memory.answer.owesLink }

  /// The status as this app sees it: read from the system, unless it trusts its callback (R55).
  @inlinable
  @inline(__always)
  package func believedStatus(_ status: AuthorizationStatus?) -> AuthorizationStatus? {
    memory.believesDenied ? .denied : status
  }

  /// Records an event and returns what the app does next.
  @inlinable
  @inline(__always)
  package mutating func handle(_ event: Event) -> Action {
    let step = step(on: event)
    state = step.state
    return step.action
  }

  @usableFromInline typealias Step = MachineStep<State, Action>

  /// The one transition, from the state and the event to the next state.
  @inlinable
  @inline(__always)
  mutating func step(on event: Event) -> Step {
    switch (state, event) {
    case (_, .sessionStarted(let day)):
      memory.beginSession(strategy.trigger, day: day)
      return Step(state)
    case (_, .hookReached(let hook)):
      guard hook == strategy.hook, case .metBefore = memory.trigger else { return Step(state) }
      return ask()  // R64, R140, R144
    case (_, .activated):
      return memory.retriesAtActivation ? ask() : Step(state)  // R145
    case (_, .onboardingCompleted):
      memory.isOnboarded = true
      return askIfMet()  // R141
    case (_, .eventEnded(let kind)):
      guard strategy.trigger.event == kind else { return Step(state) }
      if case .awaited(let seen) = memory.trigger { memory.trigger = .awaited(eventsSeen: seen + 1) }
      return askIfMet()  // R143

    case (.delaying, .askDue(let situation)), (.waitingForConsent, .askDue(let situation)),
      (.waitingToShowPrePrompt, .screenFree(let situation)),
      (.waitingToShowPrePrompt, .consentEnded(let situation)):
      return proceed(situation)
    case (.waitingForConsent, .consentEnded): return Step(state, .askNow)  // R101
    case (.requesting, .consentEnded) where memory.hasRefused: return Step(.idle)

    case (.showingPrePrompt, .prePromptEnded(.continued)):
      memory.hasContinued = true
      return Step(.requesting, .request)  // R81: the button always leads to the alert
    case (.showingPrePrompt, .prePromptEnded), (.showingPrePrompt, .sessionEnded): return leavePrePrompt()

    case (_, .requestEnded(let status)) where status.isDetermined:
      memory.determined(denied: status == .denied, strategy.settingsLink)
      return Step(state == .finished ? .finished : .determined)  // R29: there is one answer
    case (_, .questionOpen):
      memory.answer = .notByPerson
      guard case .determined = state else { return Step(state) }
      (memory.hasContinued, memory.shows) = (false, 0)  // R92: the button led to an answer that is gone
      return Step(.idle)  // R7, R30: a later session asks
    case (.requesting, .requestEnded):
      switch strategy.retry {  // R26, R145
      case .eachActivation:
        memory.retriesAtActivation = true
        return Step(.idle)
      case .nextSession: return Step(.idle)
      case .never: return Step(.finished)
      }

    case (_, .consentRefused):
      memory.hasRefused = true
      if stage == .none || stage == .inFlight { return Step(state) }
      return Step(hasShownEnough ? .finished : .idle)  // R109: what was about to ask does not
    case (_, .consentReversed):
      memory.hasRefused = false
      return Step(state)
    case (.determined, .sessionEnded), (.finished, .sessionEnded): return Step(state)
    case (_, .sessionEnded): return Step(.idle)

    case (_, .calledBackEarly):
      if strategy.trustsCallback { memory.believesDenied = true }  // R54; otherwise R55: read the status
      return Step(state)
    case (_, .statusRechecked):
      memory.believesDenied = false  // R42, R55
      return Step(state)
    case (_, .answeredByPerson):
      if case .notByPerson = memory.answer { memory.answer = .byPerson(owesLink: false) }  // R147
      return Step(state)
    case (_, .settingsLinkDue):
      guard memory.answer.owesLink else { return Step(state) }
      memory.answer = .byPerson(owesLink: false)
      return Step(state, .showSettingsLink)  // R39

    // Too late or too early: another party's lost request, a delay of an ask that was cut off.
    case (_, .askDue), (_, .screenFree), (_, .consentEnded), (_, .prePromptEnded), (_, .requestEnded):
      return Step(state)
    }
  }

  /// The pre-prompt on screen was not continued: it comes again later, or never (R90).
  @inlinable
  mutating func leavePrePrompt() -> Step {
    memory.eligibleFrom = memory.sessions + (strategy.prePrompt?.cooldownSessions ?? 1)
    return Step(hasShownEnough ? .finished : .idle)
  }

  /// Whether the pre-prompt has come as often as it may, and was not continued.
  @inlinable var hasShownEnough: Bool {
    !memory.hasContinued && memory.shows >= strategy.prePrompt?.maximumShows ?? .max
  }

  /// Starts an ask where the trigger has come true with what has just happened.
  @inlinable
  @inline(__always)
  mutating func askIfMet() -> Step {
    guard case .awaited(let seen) = memory.trigger, memory.has(strategy.trigger, events: seen) else {
      return Step(state)
    }
    memory.trigger = .metThisSession
    return ask()
  }

  /// Starts an ask, unless one is pending or none may come.
  @inlinable
  @inline(__always)
  func ask() -> Step {
    guard asksOnThisSystem, state == .idle, !memory.hasRefused, !memory.believesDenied,
      memory.sessions >= memory.eligibleFrom
    else { return Step(state) }
    return Step(.delaying, .startDelay)  // R142: even a delay of zero seconds
  }

  /// Takes a due ask as far as it can go now.
  @inlinable
  @inline(__always)
  mutating func proceed(_ situation: Situation) -> Step {
    if situation.consentHoldsBack {
      if case .waitingToShowPrePrompt = state { return Step(state) }
      return Step(.waitingForConsent)  // R101, R112
    }
    // R89: no pre-prompt where no alert can follow. R92: continued once, later asks are requests.
    let mayLead = situation.status == .notDetermined
    guard strategy.prePrompt != nil, !memory.hasContinued, mayLead else {
      return Step(.requesting, .request)
    }
    guard situation.canShowScreen else { return Step(.waitingToShowPrePrompt) }
    memory.shows += 1
    return Step(.showingPrePrompt, .showPrePrompt)  // R90: the app's own screen costs nothing
  }
}
