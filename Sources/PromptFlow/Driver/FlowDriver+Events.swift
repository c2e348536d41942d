extension FlowDriver {
  // MARK: - Sessions

  /// A process starts: it shows nothing, and a layer that the last one's end took away comes again.
  @inlinable
  @inline(__always)
  package mutating func processStarted() {
    screen = .none
    if hasConsent { consent.handle(.processStarted) }
  }

  /// The app re-checks the status, at the first activation of a session (R42, R55).
  @inlinable
  @inline(__always)
  package mutating func statusRechecked() { _ = flow.handle(.statusRechecked) }

  /// The first activation of a session.
  ///
  /// - Returns: whether the app shows the way to Settings now, once after a denial (R39).
  @inlinable
  @inline(__always)
  package mutating func settingsLinkDue() -> Bool { flow.handle(.settingsLinkDue) == .showSettingsLink }

  /// A session begins, and whole days since the first one began; 0 where nobody knows.
  @inlinable
  @inline(__always)
  package mutating func sessionStarted(day: Int) { _ = flow.handle(.sessionStarted(day: day)) }

  /// The session ends, and with it every ask that is pending.
  @inlinable
  @inline(__always)
  package mutating func sessionEnded() { _ = flow.handle(.sessionEnded) }

  /// The app's code at a hook runs, before the app is active.
  @inlinable
  @inline(__always)
  package mutating func hookReached(_ hook: AskHook) -> Tasks { begin(flow.handle(.hookReached(hook))) }

  /// The app is active.
  ///
  /// - Parameters:
  ///   - hook: the hook that is reached with it: at a session's first activation; `nil` at later ones (R32).
  ///   - view: what can be seen; looked at only where something waits.
  @inlinable
  @inline(__always)
  package mutating func activated(reaching hook: AskHook?, _ view: @autoclosure () -> View) -> Tasks {
    var tasks = Tasks()
    if hasConsent || flow.stage == .waitingToShowPrePrompt { showWhatWaits(view(), &tasks) }
    if flow.state == .idle { beginToAsk(reaching: hook, &tasks) }
    return tasks
  }

  /// Nothing covers the app any more.
  @inlinable
  package mutating func screenFree(_ view: View) -> Tasks {
    var tasks = Tasks()
    showConsentIfDue(view, &tasks)
    take(flow.handle(.screenFree(situation(view))), view, &tasks)
    return tasks
  }

  /// Onboarding completes (R141).
  @inlinable
  @inline(__always)
  package mutating func onboardingCompleted() -> Tasks { begin(flow.handle(.onboardingCompleted)) }

  /// Something that the strategy may count ends (R143).
  @inlinable
  @inline(__always)
  package mutating func eventEnded(_ kind: EventKind) -> Tasks { begin(flow.handle(.eventEnded(kind))) }

  // MARK: - Asking

  /// The delay is over.
  @inlinable
  @inline(__always)
  package mutating func askDue(_ view: View) -> Tasks {
    var tasks = Tasks()
    take(flow.handle(.askDue(situation(view))), view, &tasks)
    return tasks
  }

  /// The pre-prompt is no longer up.
  @inlinable
  @inline(__always)
  package mutating func prePromptEnded(_ end: PrePromptEnd, _ view: View) -> Tasks {
    var tasks = Tasks()
    screen = .none
    take(flow.handle(.prePromptEnded(end)), view, &tasks)
    if end == .dismissed { showConsentIfDue(view, &tasks) }
    return tasks
  }

  /// The person has answered the alert, once and for good (R27–R29), or a status that can be read says so.
  @inlinable
  @inline(__always)
  package mutating func answered(_ status: AuthorizationStatus, _ view: View) -> Tasks {
    _ = flow.handle(.answeredByPerson)
    _ = flow.handle(.requestEnded(status))
    return determined(view)
  }

  /// A request ended without the person's answer: lost, left, or of a device that may not be asked.
  @inlinable
  @inline(__always)
  package mutating func requestEnded(_ status: AuthorizationStatus, _ view: View) -> Tasks {
    var tasks = Tasks()
    _ = flow.handle(.requestEnded(status))
    if status == .notDetermined {
      tellConsent(.requestUndetermined, view, &tasks)  // R107
      showConsentIfDue(view, &tasks)
    }
    return tasks
  }

  /// The callback came while the alert is still up (R54).
  @inlinable
  package mutating func calledBackEarly(_ view: View) -> Tasks {
    var tasks = Tasks()
    _ = flow.handle(.calledBackEarly)
    guard flow.believesDenied else { return tasks }
    tellConsent(.determined(consentView(view)), view, &tasks)
    tellGate(.believedDenied, &tasks)
    return tasks
  }

  /// The permission is determined, as far as the app sees it: the layer is notified, then the gate.
  @inlinable
  @inline(__always)
  package mutating func determined(_ view: View) -> Tasks {
    var tasks = Tasks()
    tellConsent(.determined(consentView(view)), view, &tasks)
    tellGate(.determined, &tasks)
    showConsentIfDue(view, &tasks)
    return tasks
  }

  // MARK: - Consent

  /// The person is through with the layer, the one that is up or one that they opened, or it is given up: the ask that
  /// waited for it goes on, then the SDK that has both answers now.
  @inlinable
  @inline(__always)
  package mutating func consentPassed(after event: ConsentLayer.Event, _ view: View) -> Tasks {
    var tasks = Tasks()
    answer(event)
    if screen == .consent, !consent.isUp { screen = .none }
    showConsentIfDue(view, &tasks)
    take(flow.handle(.consentEnded(situation(view))), view, &tasks)
    if gateAwaitsConsent, flow.believedStatus(view.status) != .notDetermined { tellGate(.determined, &tasks) }
    return tasks
  }

  /// Tells the layer what the person left in it, and the asks whether a refusal ends them or is taken back.
  @inlinable
  mutating func answer(_ event: ConsentLayer.Event) {
    guard hasConsent else { return }
    let hadRefused = consent.refusedFirst
    consent.handle(event)
    if consent.refusedFirst {
      _ = flow.handle(.consentRefused)  // R108, R109
    } else if hadRefused {
      _ = flow.handle(.consentReversed)  // R115
    }
  }

  // MARK: - Attribution

  /// The SDK starts in this session.
  @inlinable
  @inline(__always)
  package mutating func sdkStarted(_ view: View) -> Tasks {
    var tasks = Tasks()
    let isDetermined = flow.believedStatus(view.status) != .notDetermined
    take(gate.handle(.started(isDetermined: isDetermined && !consentHoldsGate)), &tasks)
    return tasks
  }

  /// The SDK's wait is over.
  @inlinable
  @inline(__always)
  package mutating func sdkWaitEnded() -> Tasks {
    var tasks = Tasks()
    take(gate.handle(.deadline), &tasks)
    return tasks
  }

  /// Whether an SDK that has started, and was to start after consent, still waits for that (R94, R102), or any for what
  /// the platform is storing.
  @inlinable
  @inline(__always)
  var consentHoldsGate: Bool { isRejecting || (gateAwaitsConsent && hasConsent && !consent.isResolved) }

  /// Whether the platform stores a rejection of the app's.
  @inlinable
  @inline(__always)
  var isRejecting: Bool { if case .pending = rejection { true } else { false } }

  @inlinable
  @inline(__always)
  mutating func tellGate(_ event: AttributionGate.Event, _ tasks: inout Tasks) {
    if hasGate, !consentHoldsGate { take(gate.handle(event), &tasks) }
  }

  // MARK: - Parts

  /// What the flow of asks can see.
  @inlinable
  @inline(__always)
  package func situation(_ view: View) -> AppFlow.Situation {
    AppFlow.Situation(
      status: flow.believedStatus(view.status), canShowScreen: view.isUncovered && screen == .none,
      consentHoldsBack: hasConsent && consent.holdsBackAsks || isConsentReopened)
  }

  /// What the consent layer learns of the permission: as the app sees it (R55).
  @inlinable
  @inline(__always)
  package func consentView(_ view: View) -> ConsentLayer.View {
    ConsentLayer.View(
      status: flow.believedStatus(view.status), appAsks: flow.asksOnThisSystem || holdsBack)
  }

  /// The app is active: the consent layer hears of it and comes if it is due, then the pre-prompt that waits.
  @inlinable @inline(__always)
  mutating func showWhatWaits(_ view: View, _ tasks: inout Tasks) {
    tellConsent(.activated(consentView(view)), view, &tasks)
    showConsentIfDue(view, &tasks)
    if flow.stage == .waitingToShowPrePrompt { take(flow.handle(.screenFree(situation(view))), view, &tasks) }
  }

  /// The hook is reached, then the activation: an ask may begin, or come again.
  @inlinable @inline(__always)
  mutating func beginToAsk(reaching hook: AskHook?, _ tasks: inout Tasks) {
    if let hook, flow.handle(.hookReached(hook)) == .startDelay { tasks.append(.startDelay) }
    if flow.handle(.activated) == .startDelay { tasks.append(.startDelay) }
  }

  /// What may begin an ask: its delay starts, even one of no seconds (R142), and nothing else comes at once.
  @inlinable
  @inline(__always)
  func begin(_ action: AppFlow.Action) -> Tasks {
    var tasks = Tasks()
    if action == .startDelay { tasks.append(.startDelay) }
    return tasks
  }

  @inlinable
  @inline(__always)
  mutating func take(_ action: AppFlow.Action, _ view: View, _ tasks: inout Tasks) {
    switch action {
    case .none, .showSettingsLink: break  // the link is due at its own event alone
    case .startDelay: tasks.append(.startDelay)
    case .askNow: proceed(view, &tasks)
    case .showPrePrompt:
      screen = .prePrompt
      tasks.append(.showPrePrompt)
    case .request: tasks.append(.request)
    }
  }

  /// An ask that waited for the consent layer goes on at once (R101).
  @inlinable
  mutating func proceed(_ view: View, _ tasks: inout Tasks) {
    let action = flow.handle(.askDue(situation(view)))
    if action != .askNow { take(action, view, &tasks) }
  }

  @inlinable
  @inline(__always)
  mutating func take(_ action: AttributionGate.Action, _ tasks: inout Tasks) {
    switch action {
    case .none: break
    case .wait(let seconds): tasks.append(.waitForSDK(seconds: seconds))
    case .send: tasks.append(.sendInstall)
    }
  }

  @inlinable
  @inline(__always)
  mutating func tellConsent(_ event: ConsentLayer.Event, _ view: View, _ tasks: inout Tasks) {
    if hasConsent, consent.handle(event) { dropOccasion(view, &tasks) }
  }

  /// Shows the consent layer where it is due and the app is active and uncovered.
  @inlinable
  @inline(__always)
  mutating func showConsentIfDue(_ view: View, _ tasks: inout Tasks) {
    if hasConsent, consent.isDue { showDueConsent(view, &tasks) }
  }

  @inlinable
  mutating func showDueConsent(_ view: View, _ tasks: inout Tasks) {
    if isOccasionGone(view) { dropOccasion(view, &tasks) }
    guard consent.isDue, view.isUncovered, screen == .none else { return }
    let isReadable = view.identifierIsReadable && !flow.believesDenied
    var shown = consent
    shown.handle(.shown(identifierIsReadable: isReadable, isForbidden: view.isForbidden))
    guard shown.asksToTrack || rejection == .stored else { return tasks.append(.rejectAdPurposes) }
    consent = shown
    screen = .consent
    tasks.append(.showConsent(asksToTrack: consent.asksToTrack))
  }

  /// A layer is due no more, and the ask that waited for it goes on.
  @inlinable
  mutating func dropOccasion(_ view: View, _ tasks: inout Tasks) {
    consent.handle(.occasionGone)
    take(flow.handle(.consentEnded(situation(view))), view, &tasks)
  }

  /// Whether a layer that waits to be shown has to wait again for the permission.
  ///
  /// The device's switch has been turned on meanwhile (R7), or a callback that was believed is taken back (R55): shown
  /// now, the layer would come before the alert (R101). One that comes again goes with the permission it came with.
  @inlinable @inline(__always)
  func isOccasionGone(_ view: View) -> Bool {
    let status = flow.believedStatus(view.status)
    if consent.state == .due(.again) { return status != .authorized }
    return consent.state == .due(.usual) && consent.order == .afterATT && flow.asksOnThisSystem
      && status == .notDetermined
  }
}
