import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// What the consent layer is told of the permission: as the app sees it (R55).
  @inline(__always)
  var consentView: ConsentLayer.View {
    ConsentLayer.View(status: flow.believedStatus(system.status), appAsks: flow.asksOnThisSystem)
  }

  /// Tells the consent layer, and starts an SDK that waited for it to be resolved.
  mutating func tellConsent(_ event: ConsentLayer.Event, _ arm: ArmNumbers) {
    guard hasConsent else { return }
    consent.handle(event)
    startGateIfResolved(arm)
  }

  /// Shows the consent layer where it is due and the app is active and uncovered.
  mutating func showConsentIfDue(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    guard hasConsent, consent.isDue, canShowScreen else { return }
    consent.handle(
      .shown(identifierIsReadable: system.identifierIsReadable && !flow.believesDenied))
    layer = .consent
    layerEnds = now + (arm.consentSeconds?.draw(life.stream, Purpose.consentSeconds, consentShows) ?? 0)
    updateCover()
  }

  /// The layer on screen is through.
  mutating func endLayer(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    layerEnds = .infinity
    let ended = layer
    layer = .none
    updateCover()
    switch ended {
    case .none: break
    case .consent: endConsent(&life, arm, people)
    case .prePrompt: endPrePrompt(&life, arm, people)
    }
  }

  mutating func endConsent(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    let u = life.stream.uniform(purpose: Purpose.consentAccepts, index: consentShows)
    consentShows += 1
    let hadAnswered = consent.personHasAnswered
    tellConsent(.ended(wouldAccept: u < arm.consentAccept), arm)
    if consent.personHasAnswered, !hadAnswered { consentAnsweredIn = session }
    if consent.refusedFirst { _ = flow.handle(.consentRefused) }
    take(flow.handle(.consentEnded(situation)), &life, arm, people)
  }

  private mutating func endPrePrompt(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    if willContinue {
      outcome.prePromptContinues += 1
      take(flow.handle(.prePromptEnded(.continued)), &life, arm, people)
    } else if arm.strategy.prePrompt?.isDismissible == true {
      _ = flow.handle(.prePromptEnded(.dismissed))
      showConsentIfDue(&life, arm, people)
    } else {
      _ = flow.handle(.prePromptEnded(.left))
      leaveNow(arm)
    }
  }

  /// The person opens the layer again and reverses the answer (R115).
  mutating func reopenConsent(_ life: inout Life, _ arm: ArmNumbers) {
    guard hasConsent, arm.reopen > 0, consent.personHasAnswered, session > consentAnsweredIn
    else { return }
    let number = UInt32(truncatingIfNeeded: session)
    if life.stream.uniform(purpose: Purpose.reopen, index: number) < arm.reopen {
      tellConsent(.reversed, arm)
    }
  }

  // MARK: - Attribution

  private mutating func startGateIfResolved(_ arm: ArmNumbers) {
    guard hasGate, arm.gateStartsAfterConsent, !gateStarted, !gate.isSent, gateDue == .infinity,
      consent.isResolved
    else { return }
    gateDue = now
  }

  /// The SDK starts in this session, or its wait is over.
  mutating func wakeGate(_ arm: ArmNumbers) {
    gateDue = .infinity
    let action: AttributionGate.Action
    if gateStarted {
      action = gate.handle(.deadline)
    } else {
      gateStarted = true
      gateStartedAt = now
      action = gate.handle(.started(isDetermined: flow.believedStatus(system.status) != .notDetermined))
    }
    switch action {
    case .none: break
    case .wait(let seconds): gateDue = now + seconds
    case .send: sendInstall()
    }
  }

  /// The one install event goes out.
  mutating func sendInstall() {
    gateDue = .infinity
    let mayIdentify = !hasConsent || consent.isAccepted
    outcome.attributed = system.identifierIsReadable && !flow.believesDenied && mayIdentify
    outcome.trackedBeforePermission =
      system.status == .notDetermined || (hasConsent && !consent.isResolved)
  }
}
