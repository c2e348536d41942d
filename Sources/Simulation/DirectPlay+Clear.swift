import PromptFlow
import RandomStreams

/// Asks in which nothing can come between the trigger and the alert, told by a few uniforms.
extension ArmPlayer {
  /// Asks at the trigger, where the seconds of the session are seen not to matter.
  ///
  /// - Returns: the answer; `nil` where the clock is needed, and then nothing but the outcome has
  ///   been touched.
  @inline(__always)
  mutating func askClearly(
    _ firing: Landmarks.Firing, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Answer? {
    session = firing.session
    let onboardedIn = people.hasOnboarding ? life.onboardedIn(people) : -1
    let isOnboarding = session <= onboardedIn
    guard isClear(firing, onboardedIn, &life, arm, people) else { return nil }
    valueExperienced = firing.valueBefore
    anyEventEnded = firing.anyEventBefore
    if arm.firesByEvent {
      anyEventEnded = true
      let content = life.content(of: session, people)
      for event in 0...firing.event {
        valueExperienced += people.events[life.eventKind(content, event)].value
      }
    }
    alertShows = 0
    knownToSend = nil
    patience = 1
    if arm.strategy.prePrompt != nil {
      outcome.prePromptShows = 1
      outcome.prePromptContinues = 1
      patience *= 1 - people.annoyancePrePrompt
      guard continuesPrePrompt(showing: 0, logValue, &life, arm, people) else { return nil }
    }
    let isOnboarded = people.hasOnboarding && (!isOnboarding || !arm.asksAtActivation)
    guard let allows = showAlert(isOnboarded: isOnboarded, &life, arm, people) else { return nil }
    let isEarly = arm.hasGate && isSentBefore(firing, isOnboarding: isOnboarding, &life, arm, people)
    return answer(allows, isEarly: isEarly, &life, arm, people)
  }

  /// Whether the ask at the trigger finds the app active, uncovered and the session still going on.
  @inline(__always)
  private func isClear(
    _ firing: Landmarks.Firing, _ onboardedIn: Int, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> Bool {
    guard arm.clear.isPossible else { return false }
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
      return life.nextEventLasts(after: firing.event, in: firing.session, people)
    }
  }

  /// Whether the install event goes out before the answer to a clear ask.
  @inline(__always)
  private mutating func isSentBefore(
    _ firing: Landmarks.Firing, isOnboarding: Bool, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> Bool {
    guard arm.gateWaits else { return true }
    if session > 0, isSent(before: session, &life, arm, people) { return true }
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
    let content = content(of: session, people)
    for event in 0...last
    where eventUniform(session, event) < arm.eventOutlastsGate[eventKind(content, event)] {
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
}
