extension FlowSession {
  func situation(_ turn: Turn) -> AppFlow.Situation {
    AppFlow.Situation(
      status: flow.believedStatus(turn.moment.status), canShowScreen: canShowScreen,
      consentHoldsBack: consent?.holdsBackAsks ?? false)
  }

  var canShowScreen: Bool {
    isActive && !isCovered && screenUp == .none && !prePromptIsLeaving && request == nil
  }

  /// Carries out what the flow decided, as far as it goes at once.
  mutating func take(_ action: AppFlow.Action, _ turn: inout Turn) {
    switch action {
    case .none: break
    case .startDelay:
      guard inSession else {  // its moment came where nobody sees the app: the next session asks
        _ = flow.handle(.sessionEnded)
        return
      }
      askTimer += 1
      let timer = Timer(purpose: .ask, number: askTimer)
      emit(.startTimer(timer, seconds: setup.delaySeconds), askRule, &turn)  // R142: even of zero seconds
    case .askNow:
      take(flow.handle(.askDue(situation(turn))), &turn)
    case .showPrePrompt:
      screenUp = .prePrompt
      emit(.showPrePrompt, "R89", &turn)
    case .request:
      guard turn.moment.status == .notDetermined else {  // R10, R16, R17, R18: nothing to ask
        _ = flow.handle(.requestEnded(turn.moment.status ?? .notDetermined))
        return
      }
      request = OpenRequest(before: turn.moment.status)
      emit(.request, turn.event == .prePromptEnded(.continued) ? "R81" : askRule, &turn)
    }
  }

  /// The rule that made the app want to ask.
  private var askRule: String {
    if flow.snapshot.retriesAtActivation { return "R145" }
    return switch setup.strategy.trigger {
    case .launch, .session: "R140"
    case .onboarding: "R141"
    case .event: "R143"
    }
  }

  mutating func fire(_ timer: Timer, _ turn: inout Turn) {
    notice(&turn)
    switch timer.purpose {
    case .ask:
      guard timer.number == askTimer else { return }
      if flow.stage == .delaying {
        take(flow.handle(.askDue(situation(turn))), &turn)
      } else {
        requestAfterAYear(&turn)
      }
    case .attribution:
      guard timer.number == gateTimer else { return }
      takeGate(gate?.handle(.deadline) ?? .none, &turn)
    case .dismissal:
      guard timer.number == dismissalTimer, prePromptIsLeaving else { return }
      prePromptIsLeaving = false
      screenBecameFree(&turn)
    }
  }

  /// The handler was called: what it was handed counts only where the status read agrees (R55).
  mutating func completeRequest(_ handed: AuthorizationStatus, _ turn: inout Turn) {
    guard let request, let read = turn.moment.status else { return notice(&turn) }
    guard !request.isYearly else { return endYearlyRequest(handed, &turn) }
    let completion = RequestCompletion(status: handed, wasPrompted: false, reason: .none)
    guard completion.isContradicted(by: read) else { return endRequest(read, &turn) }
    self.request?.wasContradicted = true
    _ = flow.handle(.calledBackEarly)  // R54
    guard flow.believesDenied else { return }
    takeGate(gate?.handle(.believedDenied) ?? .none, &turn)
    tellConsent({ .determined($0) }, in: &turn)
  }

  /// The activation after a callback that came too early tells the truth (R55).
  mutating func settleContradictedRequest(_ turn: inout Turn) {
    guard request?.wasContradicted == true, let read = turn.moment.status else { return }
    endRequest(read, &turn)
  }

  private mutating func endRequest(_ read: AuthorizationStatus, _ turn: inout Turn) {
    concludeRequest(read)
    notice(&turn)
    showConsentIfDue(&turn)
  }

  /// The session ended under a request; the status read now is what came of it.
  ///
  /// The alert goes with the process or with a long absence, and no handler says so any more (R26, R31).
  mutating func concludeCutOffRequest(_ turn: Turn) {
    guard flow.stage == .inFlight, let read = turn.moment.status else { return }
    concludeRequest(read)
  }

  private mutating func concludeRequest(_ read: AuthorizationStatus) {
    request = nil
    // R18, R147: only what could be asked is requested, so an answer is the person's.
    if read == .denied || read == .authorized { flow.noteAnswerByPerson() }
    _ = flow.handle(.requestEnded(read))
    if read == .notDetermined { consent?.handle(.requestUndetermined) }  // R107
  }
}
