package import PromptFlow

/// An install lived through in a test or a preview: an app's flow and the system, both machines.
///
/// It does what an app does with each action and what the system does with each request, so that a
/// test reads as a story:
///
///     var life = Rehearsal(FlowSetup(strategy: PromptStrategy(trigger: .launch)))
///     life.launch()
///     life.wait(0)
///     life.answer(.allow)
///     life.session.status      // .authorized
///
/// Its clock goes forward in ``wait(_:)`` and ``leave(for:)`` alone.
package struct Rehearsal: Hashable, Sendable {
  /// The app's flow.
  package private(set) var session: FlowSession
  /// The system.
  package private(set) var system: SystemPermission
  /// Every record since the last launch and all before it.
  package private(set) var records: [FlowRecord] = []
  /// The clock, seconds.
  package private(set) var seconds = 0.0
  /// What the calendar shows when the clock is at zero, seconds.
  private var zero = 0.0
  /// Whether the system ended the process: no usage string (R24).
  package private(set) var hasCrashed = false
  /// When the person last answered the alert, by the clock (R78).
  private var answeredAt: Double?
  private var timers: [Due] = []
  private var wasCalledBackEarly = false
  /// Whether the pre-prompt has been asked to leave, which it does after the actions that came with it.
  private var isLeaving = false
  /// Whether the consent platform stores a rejection, which it has done after the actions that came with it.
  private var isRejecting = false

  /// Why the last request ended at once without an alert.
  package private(set) var lastLoss: SystemPermission.LossCause?
  /// Seconds between an alert's end and the activation that follows it (R32, R65).
  package var settleSeconds = 0.0
  /// When that activation is due, by the clock; `nil` where none is.
  package private(set) var settlesAt: Double?

  private struct Due: Hashable, Sendable {
    var timer: FlowSession.Timer
    var at: Double
  }

  /// A new install, before its first launch.
  package init(_ setup: FlowSetup, device: TrackingDevice = TrackingDevice()) {
    session = FlowSession(setup)
    system = SystemPermission(rules: SystemRules(setup.version), device: device)
  }

  /// Whether the tracking alert is on screen.
  package var isAlertUp: Bool { system.presented == .tracking }

  /// The number of the other permission's alert that is up; `nil` where none is.
  package var otherAlert: UInt8? {
    if case .other(let number)? = system.presented { number } else { nil }
  }

  /// Whether the advertising identifier can be read now (R66).
  package var identifierIsReadable: Bool { system.identifierIsReadable }

  /// Every action so far, in order.
  package var actions: [FlowSession.Action] { records.compactMap(\.action) }

  /// Starts the process and makes it active; whatever ran before has ended.
  ///
  /// - Parameter setup: another version of the app; `nil` for the same.
  package mutating func launch(_ setup: FlowSetup? = nil) {
    start(setup)
    send(.viewAppeared)
    activate()
  }

  /// Starts the process with the clock at zero, so many days after the install, and goes no further.
  package mutating func begin(day: Double) {
    (seconds, zero) = (0, day * 86_400)
    start()
  }

  /// Starts the process for a person, and goes no further: the first view and the activation come later.
  package mutating func start(_ setup: FlowSetup? = nil) {
    startProcess(setup)
    send(.processStarted)
  }

  /// Starts the process where nobody sees it: a silent push, a refresh.
  package mutating func launchInBackground(_ setup: FlowSetup? = nil) {
    startProcess(setup)
    send(.processStartedInBackground)
  }

  private mutating func startProcess(_ setup: FlowSetup?) {
    session = FlowSession(setup ?? session.setup, state: records.isEmpty ? nil : session.state)
    timers = []
    settlesAt = nil
    hasCrashed = false
    wasCalledBackEarly = false
    _ = system.handle(.processStarted)
  }

  /// The app becomes active.
  package mutating func activate() {
    _ = system.handle(.activated)
    if system.isActive { send(.activated) }
  }

  /// The person leaves the app for some time and comes back, unless it has been ended meanwhile.
  ///
  /// An alert that is up goes away without a decision (R26).
  package mutating func leave(for away: Double) {
    goToBackground()
    comeBack(after: away)
  }

  /// The person leaves the app; an alert that is up goes away without a decision (R26).
  package mutating func goToBackground() {
    if system.presented == .tracking {
      _ = system.handle(.endedUndecided)
      completeRequest()
    }
    send(.deactivated)
    send(.backgrounded)
  }

  private mutating func comeBack(after away: Double) {
    seconds += max(0, away)
    timers = []  // a suspended process has none
    settlesAt = nil
    activate()
  }

  /// Lets time pass in the app, and every timer due in it fire in order.
  package mutating func wait(_ duration: Double) {
    let end = seconds + max(0, duration)
    while let due = nextDue, due <= end { passNextDue() }
    seconds = end
  }

  /// Moves the clock forward; the caller has let everything happen that was due before.
  package mutating func advance(to moment: Double) { seconds = max(seconds, moment) }

  /// When the next timer of the app's fires or its activation after an alert comes, by the clock.
  package var nextDue: Double? {
    let timer = timers.map(\.at).min()
    guard let settlesAt else { return timer }
    return timer.map { min($0, settlesAt) } ?? settlesAt
  }

  /// Lets that one thing happen; at the same instant the activation comes before a timer.
  package mutating func passNextDue() {
    guard let due = nextDue else { return }
    seconds = max(seconds, due)
    if settlesAt == due {
      settlesAt = nil
      activate()
    } else if let first = timers.firstIndex(where: { $0.at == due }) {
      send(.timerFired(timers.remove(at: first).timer))
    }
  }

  /// The person answers the tracking alert, or it goes away without (R26).
  package mutating func answer(_ answer: AlertAnswer?) {
    guard system.presented == .tracking else { return }
    if answer != nil { answeredAt = seconds }
    after(system.handle(answer.map { .answered($0) } ?? .endedUndecided), isTracking: true)
  }

  /// Another permission's alert is due.
  package mutating func showOtherAlert() { showOtherAlert(number: 0) }

  /// One of several other permissions' alerts is due.
  package mutating func showOtherAlert(number: UInt8) {
    guard case .present = system.handle(.otherAlertDue(number)) else { return }
    settlesAt = nil  // the app is not activated under it
    send(.deactivated)
  }

  /// The person closes the other permission's alert.
  package mutating func closeOtherAlert() {
    guard let presented = system.presented, presented != .tracking else { return }
    after(system.handle(.otherAlertClosed), isTracking: false)
  }

  /// The person changes the app's own switch in Settings and comes back (R37, R38).
  package mutating func changeInSettings(isOn: Bool) {
    goToBackground()
    _ = system.handle(.appSwitch(isOn: isOn))
    comeBack(after: 10)
  }

  /// The app's own switch in Settings is changed while the app does not notice (R37, R38).
  package mutating func turnSwitch(isOn: Bool) { _ = system.handle(.appSwitch(isOn: isOn)) }

  /// Something that a strategy can count ends in the app (R143).
  package mutating func record(_ event: CountedEvent) { send(.eventEnded(event)) }

  /// The person completes onboarding (R141).
  package mutating func completeOnboarding() { send(.onboardingCompleted) }

  /// The person taps the one button of the pre-prompt (R81).
  package mutating func continuePrePrompt() { send(.prePromptEnded(.continued)) }

  /// Anything that happens in the app itself; the first event is a launch.
  package mutating func send(_ event: FlowSession.Event) {
    guard !hasCrashed else { return }
    let moment = FlowSession.Moment(status: system.status, seconds: seconds, secondsSince1970: zero + seconds)
    let answered = session.handle(event, at: moment)
    records += answered
    for action in answered.compactMap(\.action) {
      switch action {
      case .hidePrePrompt: isLeaving = true
      case .rejectAdPurposes: isRejecting = true
      case .startTimer(let timer, let duration): timers.append(Due(timer: timer, at: seconds + duration))
      case .request: request()
      case .showPrePrompt, .showConsent, .startAttribution, .sendInstall, .tellStatus,
        .giveUpConsent, .setTracking, .showSettingsLink:
        break  // somebody's screen or SDK: the test looks at `session` and `records`
      }
    }
    if isLeaving {
      isLeaving = false
      send(.prePromptDisappeared)
    }
    if isRejecting {
      isRejecting = false
      send(.adPurposesRejected)
    }
  }

  private mutating func request() {
    if let answeredAt, let region = session.setup.region {
      system.mayAskAgain = region.mayAskAgain(daysSinceAnswer: (seconds - answeredAt) / 86_400)  // R78
    }
    switch system.handle(.requested) {
    case .complete(let status, let loss):
      lastLoss = loss
      send(.requestCompleted(status))
    case .present: appeared()
    case .crash: hasCrashed = true
    case .none, .queued, .settle: break
    }
  }

  /// The tracking alert is up, on iOS 17.4 with a callback that comes too early (R54).
  private mutating func appeared() {
    settlesAt = nil
    send(.deactivated)
    guard let early = system.earlyCompletion else { return }
    wasCalledBackEarly = true
    send(.requestCompleted(early))
  }

  private mutating func completeRequest() {
    if wasCalledBackEarly {
      wasCalledBackEarly = false
    } else if let status = system.status {
      send(.requestCompleted(status))
    }
  }

  /// An alert went away: the next one comes, or the app is active again (R32).
  private mutating func after(_ action: SystemPermission.Action, isTracking: Bool) {
    if isTracking { completeRequest() }
    switch action {
    case .present(.tracking): appeared()
    case .settle:
      if settleSeconds > 0 { settlesAt = seconds + settleSeconds } else { activate() }
    case .crash: hasCrashed = true
    case .none, .complete, .present, .queued: break
    }
  }
}
