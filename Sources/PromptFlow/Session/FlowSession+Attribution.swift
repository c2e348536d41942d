extension FlowSession {
  /// The SDK starts, once in a process, and its gate with it, unless the install event is out.
  private mutating func startGate(_ turn: inout Turn) {
    guard let gate else { return }
    updateTracking(&turn)  // an SDK learns what it may do before it does anything (R94)
    if !hasStartedAttribution {
      hasStartedAttribution = true
      emit(.startAttribution(waitSeconds: gate.isSent ? 0 : gate.secondsLeft), "R117", &turn)  // R117
    }
    guard !gate.isSent, gateStartedAt == nil else { return }
    gateStartedAt = turn.moment.seconds
    gateSecondsKept = 0
    carryOut(driver.sdkStarted(view(turn)), &turn)
  }

  /// The SDK starts when what it waits for has come, in a session and not behind the person's back.
  mutating func startGateIfDue(_ turn: inout Turn) {
    guard inSession, backgroundedAt == nil, !driver.isRejecting, let start = setup.attributionStart else {
      return
    }
    let isDue =
      switch start {
      case .process: true
      case .afterAnswer: isStartOverdue || isSettled(turn)
      case .afterConsent: isStartOverdue || (consent?.isResolved ?? isSettled(turn))
      }
    if isDue { startGate(&turn) }
  }

  /// At an activation: how long an SDK that has not started, and a layer that is up, are waited for from now on.
  mutating func startWaits(_ turn: inout Turn) {
    if awaitsPlatform { waitForConsent(&turn) }
    guard let seconds = setup.attribution?.startsAfterSeconds, setup.attributionStart != .process,
      !hasStartedAttribution, latest(.start).number == 0
    else { return }
    start(.start, seconds: seconds, waitRule, &turn)
  }

  /// Whether the permission is decided, or nothing is left that could decide it.
  private func isSettled(_ turn: Turn) -> Bool {
    flow.believedStatus(turn.moment.status) != .notDetermined || (flow.hasFinishedAsking && !holdsBack)
  }

  /// The process is suspended or gone; what was waited of it is known up to the last event.
  mutating func stopGate(_ moment: Moment) {
    guard gateStartedAt != nil || gateSecondsKept > 0 || gate.map({ $0.state != .idle }) == true else {
      return
    }
    _ = driver.gate.handle(.sessionEnded(secondsSinceStart: gateSecondsKept))
    gateStartedAt = nil
    gateSecondsKept = 0
    cancel(.attribution)
  }

  mutating func secondsSinceGateStart(_ moment: Moment) -> Double {
    max(gateSecondsKept, gateStartedAt.map { Self.seconds(from: $0, to: moment.seconds) } ?? 0)
  }

  mutating func sendInstall(_ turn: inout Turn) {
    cancel(.attribution)
    updateTracking(&turn)
    emit(.sendInstall(withIdentifier: isTrackingAllowed), waitRule, &turn)
  }

  var waitRule: String {
    switch setup.attribution?.kind {
    case .timer: "R119"
    case .foreground: "R123"
    case .documented, .some(.none), nil: "R118"
    }
  }
}
