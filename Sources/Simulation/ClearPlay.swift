import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays an install under a plain arm where nothing can come between the trigger and the answer.
///
/// A few uniforms tell so for most lives, and what becomes of them follows without a clock and
/// without going through the states of a request. Everything else is left to ``DirectPlay`` or the
/// machines.
extension ArmPlayer {
  /// Plays the whole life and counts what came of it, if nothing out of the ordinary happens in it.
  ///
  /// - Returns: whether it did; nothing has been counted otherwise.
  @inline(__always)
  mutating func playsPlainly(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers, _ ledger: Ledger
  ) -> Bool {
    guard arm.isPlain, life.version == .modern else { return false }
    endsAuthorized = false
    authorizedScore = 0
    let firing = life.firing(arm, people)
    let isReached = firing.session < life.sessions.count
    guard life.device.restriction == .none, life.device.allowsRequests else {
      ledger.addEnd(
        triggerReached: isReached,
        final: life.device.restriction == .none ? .deniedByDevice : .restricted)  // R147
      if isReached, makesSingleRequest(firing, &life, arm, people) { ledger.addSingleRequest() }
      return true
    }
    guard isReached else {
      ledger.addEnd(triggerReached: false, final: .undetermined)
      if arm.hasGate {
        let isOut = life.isSentUnasked(before: life.sessions.count, arm, people)
        ledger.count(.trackedBeforePermission, if: isOut)
        ledger.count(.unreported, if: !isOut)
      }
      return true
    }
    return playsClearly(firing, &life, arm, people, ledger)
      || playsDirectly(firing, &life, arm, people, ledger)
  }

  /// Plays a life that is asked at the trigger and answers at once, as far as can be told so.
  @inline(__always)
  private mutating func playsClearly(
    _ firing: Landmarks.Firing, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers,
    _ ledger: Ledger
  ) -> Bool {
    guard arm.clear.isPossible else { return false }
    let session = firing.session
    let onboardedIn = people.hasOnboarding ? life.onboardedIn(people) : -1
    guard isClear(firing, onboardedIn, &life, arm, people) else { return false }
    if arm.isPrimed, !continuesPrePrompt(showing: 0, firing.logValue, &life, arm, people) { return false }
    if people.unanswered > 0, life.stream.uniform(purpose: Purpose.unanswered) < people.unanswered {
      return false
    }
    let isOnboarding = session <= onboardedIn
    let isOnboarded = people.hasOnboarding && (!isOnboarding || !arm.asksAtActivation)
    let isCold = !firing.anyEvent && !isOnboarded
    let allows = ElementaryFunctions.logistic(
      logOddsOfAllowing(firing.logValue, isCold: isCold, isPrimed: arm.isPrimed, &life, arm, people))
    let isAllowed = life.answerUniform < allows
    let isEarly = arm.hasGate && isSentBefore(firing, isOnboarding: isOnboarding, &life, arm, people)

    let count = life.sessions.count
    var lived = count
    patience = people.patience(isPrimed: arm.isPrimed, isCold: isCold)
    if session + 1 < count, leaves(after: life.leavingUniform(of: session), life.leavingProbability) {
      lived = session + 1
      ledger.addLoss(undisturbed: count, lived: lived)
    }
    let end = life.permission(from: session, isAllowed, lived: lived, arm, people)
    let score = AnswerScore(allows: allows, answeredIn: session, lived: lived, arm.settings)
    endsAuthorized = end.isAuthorized
    authorizedScore = score.authorized
    let day = life.day(of: session)
    ledger.addClearAsk(isFirstSession: session == 0, isPrimed: arm.isPrimed)
    ledger.addEnd(triggerReached: true, final: end.isAuthorized ? .authorized : .deniedByAnswer)
    ledger.addAnswer(isAllowed: isAllowed, day: day, allows: allows)
    ledger.addSessions(authorized: end.sessions, identified: end.sessions, lived: lived)
    if arm.hasGate {
      ledger.count(.trackedBeforePermission, if: isEarly)
      ledger.count(.attributed, if: !isEarly && isAllowed)  // R118
    }
    ledger.addScore(
      score, lived: lived, identifiedBefore: 0, isPersonalizable: true,
      isAttributed: arm.hasGate && !isEarly)
    ledger.count(.personalizable, if: end.isAuthorized)
    return true
  }

  /// Whether a device that answers by itself (R13–R18) gets to its one request, at the trigger.
  private mutating func makesSingleRequest(
    _ firing: Landmarks.Firing, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    // A moment of the session itself is never past its end.
    if arm.delaySeconds == 0 { return true }
    var session = firing.session
    while session < life.sessions.count {
      // Content comes after the trigger, unless an event fired it.
      if !arm.firesByEvent || session > firing.session, life.hasContent(session, people),
        arm.clear.isPossible, life.browsingUniform(session) < arm.clear.browsingOutlastsDelay
      {
        return true
      }
      let clock = SessionClock(session, of: &life, arm, people)
      let due = moment(session, firing, clock, &life, arm, people) + arm.delaySeconds
      if clock.goesOn(at: due, &life, people) || (due >= clock.alertBegins && due < clock.alertEnds) {
        return true
      }
      session += 1
    }
    return false
  }

  /// Whether the ask at the trigger finds the app active, uncovered and the session still going on.
  @inline(__always)
  private func isClear(
    _ firing: Landmarks.Firing, _ onboardedIn: Int, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> Bool {
    let isOnboarding = firing.session <= onboardedIn
    var meetsAlert = false
    if !arm.alerts.isEmpty {
      let alert = arm.alerts[0]
      if firing.session == (alert.atOnboarding ? onboardedIn : 0) {
        meetsAlert = life.stream.uniform(purpose: Purpose.alertAsked, index: alert.id) < alert.share
        if meetsAlert, alert.atOnboarding { return false }
      }
    }
    switch arm.strategy.trigger {
    case .launch, .session:
      // Over a pre-prompt the alert would appear at once.
      if meetsAlert, !arm.clear.alertComesLater || arm.strategy.prePrompt != nil { return false }
      guard isOnboarding else {
        return life.browsingUniform(firing.session) < arm.clear.browsingOutlastsDelay
      }
      return arm.clear.onboardingOutlastsDelay == 0
        || life.onboardingUniform(firing.session) > arm.clear.onboardingOutlastsDelay
    case .onboarding:
      if meetsAlert, life.onboardingUniform(firing.session) <= arm.clear.onboardingOutlastsAlert {
        return false
      }
      return life.browsingUniform(firing.session) < arm.clear.browsingOutlastsDelay
    case .event:
      if arm.delaySeconds > 0 { return false }
      if meetsAlert {
        let outlastsAlert =
          isOnboarding
          ? life.onboardingUniform(firing.session) > arm.clear.onboardingOutlastsAlert
          : life.browsingUniform(firing.session) < arm.clear.browsingOutlastsAlert
        guard outlastsAlert else { return false }
      }
      // An event that takes no time would end at the same instant, before the ask.
      return life.nextEventLasts(firing, people)
    }
  }

  /// Whether the install event goes out before the answer to a clear ask.
  @inline(__always)
  private mutating func isSentBefore(
    _ firing: Landmarks.Firing, isOnboarding: Bool, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> Bool {
    guard arm.gateWaits else { return true }
    let session = firing.session
    if session > 0, life.isSentUnasked(before: session, arm, people) { return true }
    if !arm.asksAtActivation {
      if life.outlastsGate(session, isOnboarding: isOnboarding, arm) { return true }
      if arm.firesByEvent, life.anEventOutlastsGate(upTo: firing.event, in: session, arm, people) {
        return true
      }
    } else if arm.readSeconds == nil,
      life.activationUniform(session) < arm.clear.activationIsQuick,
      life.answerUniform(0) < arm.clear.answerIsQuick
    {
      return false
    }
    let clock = SessionClock(session, of: &life, arm, people)
    let asked = moment(session, firing, clock, &life, arm, people) + arm.delaySeconds
    let shownAt = asked + (arm.readSeconds.map { life.readSeconds(0, $0) } ?? 0)
    return arm.gate.secondsLeft < shownAt + life.answerSeconds(0, people)
  }
}

extension Life {
  @inline(__always)
  fileprivate func activationUniform(_ session: Int) -> Double {
    stream.uniform(purpose: Purpose.activation, index: UInt32(truncatingIfNeeded: session))
  }

  @inline(__always)
  fileprivate func answerUniform(_ showing: UInt32) -> Double {
    stream.uniform(purpose: Purpose.answerSeconds, index: showing)
  }

  /// Whether onboarding or browsing alone surely takes longer than the install event waits.
  ///
  /// Not in a session that is asked in at once; alerts only make a session longer.
  @inline(__always)
  fileprivate func outlastsGate(_ session: Int, isOnboarding: Bool, _ arm: ArmNumbers) -> Bool {
    isOnboarding
      ? onboardingUniform(session) > arm.clear.onboardingOutlastsGate
      : browsingUniform(session) < arm.clear.browsingOutlastsGate
  }

  /// Whether one of a session's first events alone surely takes longer than the install event waits.
  @inline(__always)
  fileprivate mutating func anEventOutlastsGate(
    upTo last: Int, in session: Int, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    for event in 0...last
    where eventUniform(session, event) < arm.eventOutlastsGate[eventKind(event, of: session, people)] {
      return true
    }
    return false
  }

  /// Whether the install event surely goes out in one of the sessions before another.
  @inline(__always)
  mutating func surelySends(before session: Int, _ arm: ArmNumbers, _ people: SegmentNumbers) -> Bool {
    guard session > 0 else { return false }
    if !arm.gateWaits { return true }
    guard arm.clear.isPossible else { return false }
    let onboardedIn = people.hasOnboarding ? onboardedIn(people) : -1
    for other in 0..<session where outlastsGate(other, isOnboarding: other <= onboardedIn, arm) {
      return true
    }
    return false
  }

  /// Whether the install event goes out before a session, in a life in which nothing is asked.
  @inline(__always)
  mutating func isSentUnasked(before session: Int, _ arm: ArmNumbers, _ people: SegmentNumbers) -> Bool {
    surelySends(before: session, arm, people) || sendsUnasked(before: session, arm, people)
  }
}
