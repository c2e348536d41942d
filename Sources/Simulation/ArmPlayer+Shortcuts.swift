import PromptFlow
import RandomStreams

/// Sessions, and ends of sessions, in which the clock can decide nothing.
///
/// The machines are told the same events in the same order; only the seconds
/// between them are not worked out. Played with and without shortcuts, an
/// install has the same outcome to the last integer; a test compares a million.
extension ArmPlayer {
  /// Whether neither an ask nor the install event can come any more.
  @inline(__always)
  var isSettled: Bool { flow.hasFinishedAsking && flow.hasTriggered && isGateQuiet }

  @inline(__always)
  private var isGateQuiet: Bool { !hasGate || gate.isSent }

  /// Counts all sessions that are left at once, where none of them can change anything.
  ///
  /// - Returns: whether they were counted.
  @inline(__always)
  mutating func passesRestOfLife(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    guard session > 0, isSettled, !flow.owesSettingsLink, !flow.believesDenied else { return false }
    if hasConsent {
      guard consent.isAtRest(driver.consentView(view)) else { return false }
      if arm.reopen > 0, consent.personHasAnswered, life.leastReopening() < arm.reopen { return false }
    }
    if system.device.restriction == .none, system.device.allowsRequests,
      system.recordedAnswer != .unknown
    {
      let probability =
        system.recordedAnswer == .granted
        ? people.revoke
        : people.reenable + (arm.strategy.settingsLink == .inPreferences ? people.linkInPreferences : 0)
      if probability > 0, life.visitsSettings(people) { return false }
    }
    countSessions(life.sessionCount - session, people)
    return true
  }

  /// Plays the session without a clock, where that cannot matter.
  ///
  /// - Returns: whether it was played.
  @inline(__always)
  mutating func playsWithoutClock(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    guard isGateQuiet else { return false }
    if flow.hasFinishedAsking && flow.hasTriggered {
      patience = 1
      if session > 0 { returnToApp(&life, arm, people) }
      meetConsent(&life, arm, people)
      return true
    }
    guard !flow.hasTriggered else { return false }
    if case .session(let first) = arm.strategy.trigger, session + 1 >= first { return false }
    draftSession(&life, people)
    guard !triggersInSession(&life, arm, people) || flow.hasFinishedAsking else { return false }
    patience = 1
    _ = flow.handle(.sessionStarted)
    if session > 0 { returnToApp(&life, arm, people) }
    meetConsent(&life, arm, people)
    passRestOfSession(&life, people)
    _ = flow.handle(.sessionEnded)
    return true
  }

  /// Ends the session once the rest of it can decide nothing.
  @inline(__always)
  mutating func finishesEarly(_ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers) {
    guard isGateQuiet, !sessionIsOver, activationDue == .infinity else { return }
    if flow.hasFinishedAsking, flow.hasTriggered {
      // A layer on screen ends in this session for certain; one that is due may not.
      if hasConsent {
        if consent.isDue { return }
        if layer == .consent { endLayer(&life, arm, people) }
      }
      sessionIsOver = true
    } else if !flow.hasTriggered, layer == .none, !firesInSession || flow.hasFinishedAsking,
      !(hasConsent && consent.isDue)
    {
      passRestOfSession(&life, people)
      sessionIsOver = true
    }
  }

  /// Passes a session in which nothing is asked and only the install event is still to go.
  ///
  /// Alerts of other permissions can only make the session longer: a gate that
  /// is due by its undisturbed end is due in any case, and its event finds the
  /// same status whenever it goes.
  ///
  /// - Returns: whether the session is over.
  @inline(__always)
  mutating func passesUnasked(_ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers) -> Bool {
    guard !flow.hasTriggered, !firesInSession || flow.hasFinishedAsking, !hasConsent, gateDue == 0,
      !gate.dropsEvents
    else { return false }
    let mayBeCovered = !arm.alerts.isEmpty && (session == 0 || completesOnboarding)
    guard !mayBeCovered || gate.secondsLeft <= endsAt else { return false }
    wakeGate(&life, arm, people)
    if session > 0 { returnToApp(&life, arm, people) }
    if gateDue <= endsAt { wakeGate(&life, arm, people) }
    passRestOfSession(&life, people)
    now = endsAt
    sessionIsOver = true
    return true
  }

  /// Whether the trigger would come true in this session, if it runs its course.
  @inline(__always)
  func triggersInSession(_ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers) -> Bool {
    switch arm.strategy.trigger {
    case .launch, .session: return false  // true from a session's start or not at all
    case .onboarding: return completesOnboarding
    case .event(let kind, let count):
      guard hasContent else { return false }
      var missing = count - flow.triggerEventsSeen
      for event in 0..<content.eventCount
      where people.events[life.eventKind(content, event)].kind == kind {
        missing -= 1
      }
      return missing <= 0
    }
  }

  /// Everything that is left of the session's app moments, with nothing in between.
  private mutating func passRestOfSession(_ life: inout Life, _ people: SegmentNumbers) {
    if completesOnboarding {
      completesOnboarding = false
      _ = flow.handle(.onboardingCompleted)
    }
    guard hasContent else { return }
    while nextEvent < content.eventCount {
      let event = people.events[life.eventKind(content, nextEvent)]
      nextEvent += 1
      anyEventEnded = true
      valueExperienced += event.value
      _ = flow.handle(.eventEnded(event.kind))
    }
  }

  /// The consent layer of an activation after which nothing else can happen in the session.
  private mutating func meetConsent(_ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers) {
    guard hasConsent else { return }
    consent.handle(.activated(driver.consentView(view)))
    guard consent.isDue else { return }
    consent.handle(
      .shown(identifierIsReadable: system.identifierIsReadable && !flow.believesDenied))
    endConsent(&life, arm, people)
  }
}
