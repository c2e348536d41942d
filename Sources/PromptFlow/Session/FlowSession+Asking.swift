extension FlowSession {
  /// What the app sees at a moment.
  func view(_ turn: Turn) -> FlowDriver.View {
    let status = turn.moment.status
    return FlowDriver.View(
      // R66, R106: where the system has no such permission, nothing of it is lacking.
      status: status, identifierIsReadable: status == nil || status == .authorized,
      isUncovered: isActive && !isCovered && !driver.isConsentReopened && !driver.isRejecting
        && !prePromptIsLeaving && request == nil,
      isForbidden: status.forbidsTracking)
  }

  /// Does what the driver decided, in order, as far as it goes at once.
  mutating func carryOut(_ tasks: FlowDriver.Tasks, _ turn: inout Turn) {
    guard !tasks.isEmpty else { return }
    updateTracking(&turn)  // before an SDK starts or sends
    for task in tasks { carryOut(task, &turn) }
  }

  private mutating func carryOut(_ task: FlowDriver.Task, _ turn: inout Turn) {
    switch task {
    case .startDelay:
      guard inSession else {  // its moment came where nobody sees the app: the next session asks
        driver.sessionEnded()
        return
      }
      start(.ask, seconds: setup.delaySeconds, askRule, &turn)
    case .showPrePrompt: emit(.showPrePrompt, "R89", &turn)
    case .request:
      guard turn.moment.status == .notDetermined else {  // R10, R16, R17, R18: nothing to ask
        _ = flow.handle(.requestEnded(turn.moment.status ?? .notDetermined))
        return
      }
      request = OpenRequest()
      emit(.request, turn.event == .prePromptEnded(.continued) ? "R81" : askRule, &turn)
    case .rejectAdPurposes: if !driver.isRejecting { reject(&turn) }
    case .showConsent(let asks): showConsent(asksToTrack: asks, &turn)
    case .waitForSDK(let seconds): start(.attribution, seconds: seconds, waitRule, &turn)
    case .sendInstall: sendInstall(&turn)
    }
  }

  /// The rule that made the app want to ask.
  private var askRule: String {
    if flow.memory.retriesAtActivation { return "R145" }
    // The start of a later session asks as the launch does.
    return setup.strategy.trigger.kind.row.pattern ?? "R140"
  }

  /// Starts a timer; an earlier one of its purpose counts for nothing any more.
  mutating func start(_ purpose: Timer.Purpose, seconds: Double, _ rule: String, _ turn: inout Turn) {
    cancel(purpose)
    emit(.startTimer(latest(purpose), seconds: seconds), rule, &turn)
  }

  mutating func cancel(_ purpose: Timer.Purpose) { timers[Int(purpose.rawValue)] += 1 }

  func latest(_ purpose: Timer.Purpose) -> Timer {
    Timer(purpose: purpose, number: timers[Int(purpose.rawValue)])
  }

  mutating func fire(_ timer: Timer, _ turn: inout Turn) {
    notice(&turn)
    guard timer == latest(timer.purpose) else { return }
    switch timer.purpose {
    case .ask:
      if flow.stage == .delaying {
        carryOut(driver.askDue(view(turn)), &turn)
      } else {
        requestAfterAYear(&turn)
      }
    case .attribution: carryOut(driver.sdkWaitEnded(), &turn)
    case .start: isStartOverdue = true
    case .consent: giveUpConsent(&turn)
    case .dismissal:
      guard prePromptIsLeaving else { return }
      prePromptIsLeaving = false
      screenBecameFree(&turn)
    }
  }

  /// The handler was called: what it was handed counts only where the status read agrees (R55).
  mutating func completeRequest(_ handed: AuthorizationStatus, _ turn: inout Turn) {
    guard let request, let read = turn.moment.status else { return notice(&turn) }
    guard !request.isYearly else { return endYearlyRequest(handed, &turn) }
    guard handed == .denied, read == .notDetermined else { return endRequest(read, &turn) }  // R55
    self.request?.wasContradicted = true
    carryOut(driver.calledBackEarly(view(turn)), &turn)  // R54
  }

  /// The activation after a callback that came too early tells the truth (R55).
  mutating func settleContradictedRequest(_ turn: inout Turn) {
    guard request?.wasContradicted == true, let read = turn.moment.status else { return }
    endRequest(read, &turn)
  }

  private mutating func endRequest(_ read: AuthorizationStatus, _ turn: inout Turn) {
    request = nil
    let tasks = concludeRequest(read, view(turn))
    notice(&turn)
    carryOut(tasks, &turn)
    carryOut(driver.screenFree(view(turn)), &turn)
  }

  /// The session ended under a request; the status read now is what came of it.
  ///
  /// The alert goes with the process or with a long absence, and no handler says so any more (R26, R31).
  mutating func concludeCutOffRequest(_ turn: Turn) {
    guard flow.stage == .inFlight, let read = turn.moment.status else { return }
    var view = view(turn)
    view.isUncovered = false
    request = nil
    _ = concludeRequest(read, view)
  }

  /// R18, R147: only what could be asked is requested, so an answer is the person's.
  private mutating func concludeRequest(_ read: AuthorizationStatus, _ view: FlowDriver.View)
    -> FlowDriver.Tasks
  {
    switch read {
    case .denied, .authorized: driver.answered(read, view)
    case .notDetermined, .restricted, .unknown: driver.requestEnded(read, view)
    }
  }
}
