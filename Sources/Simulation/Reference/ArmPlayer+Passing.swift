import PromptFlow

/// What is passed, not played: sessions, and ends of sessions, of which nothing comes but their number.
extension ArmPlayer {
  /// Counts sessions, from the next on, up to one that has to be played or to the end of the life.
  @inline(__always)
  mutating func passSessions(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    while session < life.sessionCount, isIdle(life, arm, people) {
      driver.sessionStarted(day: life.wholeDays(to: session, arm))
      passSessions(to: session + 1, &life, arm)
    }
    guard session < life.sessionCount, isSettled(&life, people) else { return }
    let visit = visitsSettings(&life, people) ? life.settings.next(from: session) : nil
    passSessions(to: visit ?? life.sessionCount, &life, arm)
  }

  @inline(__always)
  private mutating func passSessions(to next: Int, _ life: inout Life, _ arm: TrialArm) {
    countSessions(next - session)
    // What the layer says in the end matters only beside the identifier.
    if arm.reopen > 0, identifierIsReadable || next < life.sessionCount, consent.personHasAnswered {
      let reopened = life.sessionsReopened(in: session..<next, probability: arm.reopen)
      if reopened % 2 == 1 { reverseConsent() }
    }
    session = next
  }

  /// Whether the next session is left in onboarding, and holds no ask, no consent layer and no attribution SDK.
  @inline(__always)
  private mutating func isIdle(_ life: borrowing Life, _ arm: TrialArm, _ people: TrialSegment) -> Bool {
    people.hasOnboarding && !flow.isOnboarded && !flow.hasTriggered && !arm.asksAtActivation
      && !gateStarts(arm) && !SessionDraws.completesOnboarding(life.stream, session, people)
      && (!hasConsent || driver.consentStaysAway(view))
  }

  /// Whether the app will neither ask nor show the way to Settings again, its trigger is met, its install event out, and
  /// what its consent layer says stands or no longer counts, as long as nothing changes in Settings.
  @inline(__always)
  mutating func isSettled(_ life: inout Life, _ people: TrialSegment) -> Bool {
    driver.hasAskedAndSent()
      && (!hasConsent || consent.personHasAnswered || staysUnidentified(&life, people)
        || driver.consentStaysAway(view))
  }

  /// Whether the identifier cannot be read, nor ever again where nobody is asked, so that no ad is personalised.
  @inline(__always)
  func staysUnidentified(_ life: inout Life, _ people: TrialSegment) -> Bool {
    !identifierIsReadable && !visitsSettings(&life, people)
  }

  /// Whether the other answer is a denial that nothing changes in Settings, after which nobody is identified.
  @inline(__always)
  func wouldDenyForGood(_ life: inout Life, _ people: TrialSegment) -> Bool {
    passes && willAllow && !life.visitsSettings(people)
  }

  /// Whether the answer can change in Settings.
  @inline(__always)
  private func visitsSettings(_ life: inout Life, _ people: TrialSegment) -> Bool {
    system.recordedAnswer != .unknown && life.visitsSettings(people)
  }
}

// Mutating, as Swift 6.3 copies a whole driver that is only looked at.
extension FlowDriver {
  @inline(__always)
  fileprivate mutating func hasAskedAndSent() -> Bool {
    flow.hasFinishedAsking && (!hasGate || gate.isSent) && flow.stage == .none && flow.hasTriggered
      && !flow.believesDenied && !flow.owesSettingsLink
  }

  /// Whether the layer would neither come nor change at the activation of a new process, with what can be seen now.
  fileprivate mutating func consentStaysAway(_ view: View) -> Bool {
    if consent.personHasAnswered { return true }
    var later = consent
    later.handle(.processStarted)
    later.handle(.activated(consentView(view)))
    return later.state == consent.state && !consent.isDue
  }
}
