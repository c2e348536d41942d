extension FlowSession {
  /// Records an event and returns what the app does about it, in order.
  ///
  /// There is always at least one record. Keep ``state`` afterwards, and before the actions are
  /// carried out: an action may end the process.
  public mutating func handle(_ event: Event, at moment: Moment) -> [FlowRecord] {
    var turn = Turn(event: event, moment: moment)
    if !event.isStart {
      gateSecondsKept = secondsSinceGateStart(moment)
      takeBackWhatIsForbidden(&turn)
    }
    switch event {
    case .processStarted:
      startProcess(&turn)
      becomeSeen(&turn)
    case .processStartedInBackground: startProcess(&turn)
    case .foregrounded:
      notice(&turn)
      becomeSeen(&turn)
    case .viewAppeared:
      notice(&turn)
      guard !isUnseen else { break }  // the activation makes up for it
      beginSessionIfNone(turn)
      reach(.viewAppeared, &turn)
    case .activated: activate(&turn)
    case .deactivated: isActive = false
    case .backgrounded: background(&turn)
    case .covered(let covers):
      isCovered = covers
      if !covers { screenBecameFree(&turn) }
    case .onboardingCompleted:
      notice(&turn)
      carryOut(driver.onboardingCompleted(), &turn)
    case .eventEnded(let event):
      notice(&turn)
      count(event)
      if let kind = setup.kind(of: event) { carryOut(driver.eventEnded(kind), &turn) }
    case .timerFired(let timer): fire(timer, &turn)
    case .prePromptEnded(let end): endPrePrompt(end, &turn)
    case .prePromptDisappeared: prePromptDisappeared(&turn)
    case .requestCompleted(let handed): completeRequest(handed, &turn)
    case .consentEnded(let isAccepted):
      leaveConsent(isAccepted, after: .ended(wouldAccept: isAccepted), &turn)
    case .consentReopened:
      notice(&turn)
      driver.isConsentReopened = true
      waitForConsent(&turn)
    case .consentChanged(let isAccepted): changeConsent(isAccepted, &turn)
    case .adPurposesRejected: endRejection(&turn)
    case .statusRead: notice(&turn)
    }
    updateTracking(&turn)
    withdrawPrePrompt(&turn)
    startGateIfDue(&turn)  // at one instant the ask comes before the SDK's start, as in the simulation
    if turn.records.isEmpty { turn.records.append(record(turn, nil, nil)) }
    return turn.records
  }

  /// One event on its way through the machines.
  struct Turn {
    let event: Event
    let moment: Moment
    var records: [FlowRecord] = []
  }

  mutating func emit(_ action: Action, _ rule: String, _ turn: inout Turn) {
    turn.records.append(record(turn, action, rule))
  }

  private mutating func record(_ turn: Turn, _ action: Action?, _ rule: String?) -> FlowRecord {
    recordsWritten += 1
    return FlowRecord(
      number: recordsWritten, event: turn.event,
      state: FlowRecord.State(
        status: turn.moment.status, asksOnThisSystem: flow.asksOnThisSystem, stage: flow.stage,
        purposes: consent?.purposes, isInstallSent: gate?.isSent, screen: screen),
      action: action, rule: rule)
  }

  // MARK: - Sessions

  private mutating func startProcess(_ turn: inout Turn) {
    driver.screen = .none  // a new process shows nothing
    prePromptIsLeaving = false
    endSession(&turn)  // the last process's
    if let keptLayer { driver.consent.state = keptLayer }
    driver.processStarted()
    if driver.consent.refusedFirst { _ = driver.flow.handle(.consentRefused) }  // under any strategy (R109)
    driver.rejection = .owed
    isActive = false
    isCovered = false
    driver.isConsentReopened = false
    isUnseen = true
    request = nil
    tracking = nil
    hasStartedAttribution = false
    isStartOverdue = false
    backgroundedAt = nil
    cancel(.ask)
    status = turn.moment.status
    rememberAnswer(turn)
    emit(.tellStatus(turn.moment.status), "R42", &turn)  // a new process knows nothing
    takeBackWhatIsForbidden(&turn)
    updateTracking(&turn)  // before any SDK starts (R94)
    tellDependants(&turn)
  }

  /// The process is one that a person sees: its session begins, and the code at its first hook runs.
  private mutating func becomeSeen(_ turn: inout Turn) {
    guard isUnseen else { return }
    isUnseen = false
    beginSessionIfNone(turn)
    reach(.didFinishLaunching, &turn)
  }

  /// The code at a hook runs; of the strategy's hook once in a session (R60).
  private mutating func reach(_ hook: AskHook, _ turn: inout Turn) {
    guard hook == setup.strategy.hook, !hasPassedHook else { return }
    hasPassedHook = true
    carryOut(driver.hookReached(hook), &turn)
  }

  private mutating func beginSessionIfNone(_ turn: Turn) {
    guard !inSession else { return }
    inSession = true
    hasBeenActive = false
    hasPassedHook = false
    yearly = .none
    driver.sessionStarted(day: wholeDays(turn.moment))
  }

  /// Whole days since the first session that the calendar has dated; 0 where it dates none, or not now.
  private mutating func wholeDays(_ moment: Moment) -> Int {
    guard let now = Self.date(moment) else { return 0 }
    let first = readings.firstSessionAt ?? now
    readings.firstSessionAt = first
    return Int(min(Self.seconds(from: first, to: now) / 86_400, Double(FlowState.largestCount)))
  }

  /// The session's end, once.
  private mutating func endSession(_ turn: inout Turn) {
    stopGate(turn.moment)
    guard inSession else { return }
    inSession = false
    concludeCutOffRequest(turn)
    driver.sessionEnded()
    request = nil
    hidePrePrompt("R90", &turn)
    cancel(.ask)
  }

  private mutating func background(_ turn: inout Turn) {
    isActive = false
    prePromptIsLeaving = false  // what is leaving is gone when the app comes back
    stopGate(turn.moment)
    if backgroundedAt == nil { backgroundedAt = turn.moment.seconds }
  }

  private mutating func activate(_ turn: inout Turn) {
    if let left = backgroundedAt {
      backgroundedAt = nil
      if Self.seconds(from: left, to: turn.moment.seconds) >= setup.sessionGapSeconds { endSession(&turn) }
    }
    beginSessionIfNone(turn)
    isActive = true
    settleContradictedRequest(&turn)
    startWaits(&turn)
    if !hasBeenActive { driver.statusRechecked() }  // R42, R55
    notice(&turn)
    let hook = hookOfActivation(&turn)
    let view = view(turn)
    carryOut(driver.activated(reaching: hook, view), &turn)
    askAfterAYear(&turn)
  }

  /// The hook that a session's first activation reaches: the strategy's, unless the session has passed it, which one that
  /// begins with a return has not.
  private mutating func hookOfActivation(_ turn: inout Turn) -> AskHook? {
    guard !hasBeenActive else { return nil }
    hasBeenActive = true
    isUnseen = false
    if driver.settingsLinkDue(), settingsRecovery == .appPage { emit(.showSettingsLink, "R39", &turn) }
    defer { hasPassedHook = true }
    return hasPassedHook ? nil : setup.strategy.hook
  }

  private mutating func count(_ event: CountedEvent) {
    counts[event.rawValue] = min((counts[event.rawValue] ?? 0) + 1, FlowState.largestCount)
  }

  /// Time since an earlier event; a clock that went back, or shows no number, has not moved.
  static func seconds(from start: Double, to end: Double) -> Double {
    let elapsed = end - start
    return elapsed > 0 && elapsed.isFinite ? elapsed : 0
  }
}
