import ExperimentDesign
import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// The consent layer appears.
  mutating func showConsent(_ life: inout Life, _ arm: TrialArm) {
    layerEnds = now + life.seconds(arm.consentSeconds, DrawPurpose.consentSeconds, consentShows)
    note(.consentShown(asks: consent.asksToTrack))
    updateCover()
  }

  /// The layer on screen is through.
  @inline(__always)
  mutating func endLayer(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    layerEnds = .infinity
    switch layer {
    case .none: break
    case .consent: endConsent(&life, arm, people)
    case .prePrompt: endPrePrompt(&life, arm, people)
    }
  }

  @inline(never)
  mutating func endConsent(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let u = life.stream.uniform(purpose: DrawPurpose.consentAccepts, index: consentShows)
    consentShows += 1
    let asked = consent.asksToTrack
    uncover()
    let tasks = driver.consentPassed(after: .ended(wouldAccept: u < arm.consentAccept), view)
    note(
      .consentEnded(
        consent.purposes, asked ? Chance(probability: arm.consentAccept, uniform: u) : nil))
    startGateIfResolved()
    carryOut(tasks, &life, arm, people)
  }

  @inline(never)
  private mutating func endPrePrompt(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let end = arm.prePromptEnd(continues: willContinue)
    note(.prePromptEnded(end))
    if end == .continued { outcome.prePromptContinues += 1 }
    uncover()
    carryOut(driver.prePromptEnded(end, view), &life, arm, people)
    if end == .left { leaveNow(&life, arm, people) }
  }

  /// The person opens the layer again and reverses the answer (R115).
  @inline(__always)
  mutating func reopenConsent(in session: Int, _ life: inout Life, _ arm: TrialArm) {
    guard arm.reopen > 0, consent.personHasAnswered else { return }
    let uniform = life.reopenUniform(of: session)
    if uniform < arm.reopen {
      note(.consentReversed(Chance(probability: arm.reopen, uniform: uniform)))
      reverseConsent()
    }
  }

  mutating func reverseConsent() {
    driver.consent.handle(.changed(accepts: !consent.isAccepted, mayAsk: false))
  }

  // MARK: - Attribution

  /// An SDK that waits for the consent layer starts when that is through, last of what falls on this instant.
  @inline(__always)
  mutating func startGateIfResolved() {
    guard gateAwaitsConsent, consent.isResolved else { return }
    gateAwaitsConsent = false
    gateDue = now
  }

  /// The SDK starts in this session, or its wait is over.
  @inline(never)
  mutating func wakeGate(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    gateDue = .infinity
    if gateStarted { return carryOut(driver.sdkWaitEnded(), &life, arm, people) }
    gateStarted = true
    gateStartedAt = now
    let tasks = driver.sdkStarted(view)
    note(.sdkStarted(gate.kind, waits: gate.isWaiting ? gate.secondsLeft : nil))
    carryOut(tasks, &life, arm, people)
  }

  /// The one install event is sent.
  mutating func sendInstall() {
    gateDue = .infinity
    let mayIdentify = !hasConsent || consent.isAccepted
    outcome.attributed = identifierIsReadable && !flow.believesDenied && mayIdentify
    outcome.trackedBeforePermission =
      status == .notDetermined || (hasConsent && !consent.isResolved)
    if log != nil { noteInstall() }
  }
}
