import ExperimentDesign
import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// The session's first activation: what the person changed meanwhile, what is due, the hook.
  @inline(__always)
  mutating func activate(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    activationDue = .infinity
    if session > 0 { returnToApp(&life, arm, people) }
    if arm.alerts.count > 0 { scheduleAlertsOfSession(&life, arm) }
    becomeActive(&life, arm, people, isFirst: true)
  }

  /// What a later session's first activation finds changed.
  @inline(__always)
  mutating func returnToApp(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let showsLink = driver.settingsLinkDue()  // R39
    if showsLink {
      note(.settingsLinkShown)
      stayProbability = people.stayChances.afterLink(stayProbability)
    }
    if system.recordedAnswer != .unknown, life.visitsSettings(people) {
      visitSettings(&life, arm, people, showsLink: showsLink)
    }
    driver.statusRechecked()
    if hasConsent { reopenConsent(in: session, &life, arm) }
  }

  /// The app is active, for the first time in the session or after an alert (R32).
  @inline(never)
  mutating func becomeActive(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment, isFirst: Bool) {
    _ = system.handle(.activated)
    note(.activated(again: !isFirst))
    let view = view
    let tasks = driver.activated(reaching: isFirst ? .didBecomeActive : nil, view)
    noteTrigger(arm)
    carryOut(tasks, &life, arm, people)
    startGateIfResolved()
  }

  /// At most one change of the answer in the Settings app, from session 2 on (R37, R38).
  private mutating func visitSettings(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment, showsLink: Bool
  ) {
    guard system.device.restriction == .none, system.device.allowsRequests else { return }
    let probability =
      system.recordedAnswer == .granted ? people.revoke : arm.reenable(people, showsLink: showsLink)
    guard probability > 0 else { return }
    let uniform = life.settings.uniform(inSession: session)
    guard uniform < probability else { return }
    let isOn = system.recordedAnswer == .denied
    note(.changedInSettings(isOn ? .allow : .deny, Chance(probability: probability, uniform: uniform)))
    _ = system.handle(.appSwitch(isOn: isOn))
    readPermission()
  }

  /// Makes the alerts due that wait for this session, for installs that are asked.
  @inline(__always)
  private mutating func scheduleAlertsOfSession(_ life: inout Life, _ arm: TrialArm) {
    for position in 0..<arm.alerts.count where comesNow(arm.alerts[position].moment, &life, arm) {
      scheduleAlert(position, &life, arm)
    }
  }

  /// Whether a moment comes with the start of this session: with the first one's, the launch alone.
  @inline(__always)
  private func comesNow(_ moment: AskTrigger, _ life: inout Life, _ arm: TrialArm) -> Bool {
    if session == 0 || moment.kind == .launch { return session == 0 && moment.kind == .launch }
    let last = AppFlow.Memory(sessions: session, days: life.wholeDays(to: session - 1, arm))
    let now = AppFlow.Memory(sessions: session + 1, days: life.wholeDays(to: session, arm))
    return now.has(moment) && !last.has(moment)
  }

  /// Makes the alerts due that wait for the end of onboarding, for installs that are asked.
  mutating func scheduleAlertsOfOnboarding(_ life: inout Life, _ arm: TrialArm) {
    for position in 0..<arm.alerts.count where arm.alerts[position].moment.kind == .onboarding {
      scheduleAlert(position, &life, arm)
    }
  }

  /// Counts an event that ends for the alerts that wait for it, and makes those due that it completes.
  mutating func scheduleAlerts(after kind: EventKind, _ life: inout Life, _ arm: TrialArm) {
    for position in 0..<arm.alerts.count where arm.alerts[position].moment.event == kind {
      alertEvents[position] += 1
      if alertEvents[position] == arm.alerts[position].moment.count { scheduleAlert(position, &life, arm) }
    }
  }

  private mutating func scheduleAlert(_ position: Int, _ life: inout Life, _ arm: TrialArm) {
    let alert = arm.alerts[position]
    guard life.stream.uniform(purpose: DrawPurpose.alertAsked, index: alert.id) < alert.share else { return }
    if nextAlertDue == .infinity { alertDues = SIMD8(repeating: .infinity) }
    alertDues[position] = now + alert.offset
    nextAlertDue = min(nextAlertDue, alertDues[position])
  }

  /// Another permission's alert appears, or waits behind the one on screen.
  @inline(never)
  mutating func showOtherAlert(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    var position = 0
    while alertDues[position] != nextAlertDue { position += 1 }
    alertDues[position] = .infinity
    nextAlertDue = arm.alerts.count > 1 ? alertDues.min() : .infinity
    if case .present = system.handle(.otherAlertDue(UInt8(position))) {
      note(.otherAlertShown(position))
      coverWithAlert(until: now + seconds(of: arm.alerts[position], &life))
    } else {
      note(.otherAlertQueued(position))
    }
  }

  /// How long another permission's alert is on screen.
  private mutating func seconds(of alert: TrialAlert, _ life: inout Life) -> Double {
    life.seconds(alert.seconds, DrawPurpose.alertSeconds, alert.id)
  }

  /// An alert is on screen: the app settles no more, and a layer stands still under it.
  @inline(__always)
  mutating func coverWithAlert(until end: Double) {
    alertEnds = end
    settlingEnds = .infinity
    if layerEnds < .infinity {
      layerLeft = layerEnds - now
      layerEnds = .infinity
    }
    updateCover()
  }

  /// The alert on screen closes; the next appears at once or the app settles.
  @inline(never)
  mutating func endAlert(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    guard case .other(let position) = system.presented else {
      noteAsAsked(&life, people)
      return answer(&life, arm, people)
    }
    let action = system.handle(.otherAlertClosed)
    note(.otherAlertClosed(Int(position)))
    if case .present(.other(let next)) = action { note(.otherAlertShown(Int(next))) }
    goOn(after: action, &life, arm, people)
  }

  /// The tracking alert on screen closes, answered.
  @inline(__always)
  mutating func answer(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let action = system.handle(.answered(willAllow ? .allow : .deny))
    readPermission()
    note(.answered(willAllow ? .allow : .deny))
    if case .present(.other(let next)) = action { note(.otherAlertShown(Int(next))) }
    noteAnswer(&life, arm, people)
    goOn(after: action, &life, arm, people)
  }

  @inline(__always)
  private mutating func goOn(
    after action: SystemPermission.Action, _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    alertEnds = .infinity
    if case .present(let next) = action {
      switch next {
      case .tracking: showTrackingAlert(&life, arm, people)
      case .other(let position):
        coverWithAlert(until: now + seconds(of: arm.alerts[Int(position)], &life))
      }
    } else {
      settlingEnds = now + people.settleSeconds
      if layer != .none { layerEnds = now + layerLeft }
      updateCover()
    }
  }
}
