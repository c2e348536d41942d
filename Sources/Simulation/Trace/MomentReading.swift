import ExperimentDesign
import PromptFlow
import RandomStreams

/// Reads off a player what happened between two instants of its life.
///
/// The trace compares players instead of being notified by one: the loop that millions of installs go
/// through carries nothing for the one that is looked at.
struct MomentReading {
  /// The player's bits at the earlier instant.
  private let kept: UnsafePointer<ArmPlayer>
  let arm: TrialArm
  let people: TrialSegment
  private(set) var found: [TraceEvent] = []

  init(before: UnsafePointer<ArmPlayer>, arm: TrialArm, people: TrialSegment) {
    kept = before
    self.arm = arm
    self.people = people
  }

  /// The player as it was.
  private var before: ArmPlayer { _read { yield kept.pointee } }

  /// What one step of the player did, causes before consequences.
  mutating func readStep(_ after: borrowing ArmPlayer, _ life: inout Life) {
    readCause(after, &life)
    if !before.flow.hasTriggered, after.flow.hasTriggered {
      found.append(.triggerReached(arm.strategy.trigger))
    }
    readAsk(after)
    if after.outcome.prePromptShows > before.outcome.prePromptShows { readPrePrompt(after, &life) }
    if after.outcome.requests > before.outcome.requests { readRequest() }
    if after.alertShows > before.alertShows { readAlert(after, &life) }
    readAttribution(after)
    readConsent(after)
  }

  // MARK: - Causes

  /// What the player's next step was about.
  private enum Cause {
    case activation
    case settled
    case onboardingCompleted
    case eventEnded
    case alertClosed
    case otherAlertDue(Int)
    case layerEnded
    /// The hook, an ask, the attribution SDK, or the end of the session.
    case other
  }

  /// What the step to a later instant was about, by the order that the player keeps at one instant.
  private func cause(of after: borrowing ArmPlayer) -> Cause {
    let now = after.now
    if before.activationDue == now { return .activation }
    if before.hookDue == now { return .other }
    if before.settlingEnds == now { return .settled }
    if before.completesOnboarding, !after.completesOnboarding { return .onboardingCompleted }
    if after.nextEvent > before.nextEvent { return .eventEnded }
    if before.alertEnds == now { return .alertClosed }
    if before.nextAlertDue == now {
      let dues = before.alertDues
      for position in 0..<dues.scalarCount where dues[position] == now { return .otherAlertDue(position) }
    }
    return before.layerEnds == now ? .layerEnded : .other
  }

  private mutating func readCause(_ after: borrowing ArmPlayer, _ life: inout Life) {
    switch cause(of: after) {
    case .activation:
      if after.session > 0 { readReturn(after, &life) }
      found.append(.activated(again: false))
    case .settled: found.append(.activated(again: true))
    case .onboardingCompleted: found.append(.onboardingCompleted)
    case .eventEnded:
      let event = people.events[life.events[before.nextEvent].kind]
      found.append(.eventEnded(event.kind, valueSoFar: after.valueExperienced))
      if after.outcome.eventsDropped > before.outcome.eventsDropped { found.append(.eventDropped) }
    case .alertClosed: readClosedAlert(after)
    case .otherAlertDue(let position):
      let isShown = before.system.presented == nil
      found.append(isShown ? .otherAlertShown(position) : .otherAlertQueued(position))
    case .layerEnded: readEndedLayer(after, &life)
    case .other: break
    }
  }

  /// What a later session's first activation finds changed.
  private mutating func readReturn(_ after: borrowing ArmPlayer, _ life: inout Life) {
    let showsLink = before.flow.owesSettingsLink
    if showsLink { found.append(.settingsLinkShown) }
    let number = UInt32(truncatingIfNeeded: after.session)
    if after.system.recordedAnswer != before.system.recordedAnswer {
      let uniform = life.settingsUniform(of: after.session, people)
      if before.system.recordedAnswer == .granted {
        found.append(
          .changedInSettings(.deny, Chance(probability: people.revoke, uniform: uniform)))
      } else {
        let probability = arm.reenable(people, showsLink: showsLink)
        found.append(
          .changedInSettings(.allow, Chance(probability: probability, uniform: uniform)))
      }
    }
    let isReversed =
      switch (before.consent.purposes, after.consent.purposes) {
      case (.accepted, .refused), (.refused, .accepted): true
      case _: false
      }
    if isReversed {
      let uniform = life.stream.uniform(purpose: DrawPurpose.reopen, index: number)
      found.append(.consentReversed(Chance(probability: arm.reopen, uniform: uniform)))
    }
  }

  private mutating func readClosedAlert(_ after: borrowing ArmPlayer) {
    switch before.system.presented {
    case .tracking: found.append(.answered(after.willAllow ? .allow : .deny))
    case .other(let position): found.append(.otherAlertClosed(Int(position)))
    case nil: break
    }
    if case .other(let position) = after.system.presented {
      found.append(.otherAlertShown(Int(position)))
    }
  }

  private mutating func readEndedLayer(_ after: borrowing ArmPlayer, _ life: inout Life) {
    switch before.layer {
    case .none: break
    case .consent:
      var chance: Chance?
      if before.consent.asksToTrack {
        chance = Chance(
          probability: arm.consentAccept,
          uniform: life.stream.uniform(purpose: DrawPurpose.consentAccepts, index: before.consentShows))
      }
      found.append(.consentEnded(after.consent.purposes, chance))
    case .prePrompt:
      found.append(.prePromptEnded(arm.prePromptEnd(continues: after.willContinue)))
    }
  }

  // MARK: - Asking

  private mutating func readAsk(_ after: borrowing ArmPlayer) {
    guard after.flow.stage != before.flow.stage else { return }
    switch after.flow.stage {
    case .none, .showingPrePrompt, .inFlight: break
    case .delaying: found.append(.askPlanned(delay: arm.delaySeconds))
    case .waitingForConsent: found.append(.askHeldBack)
    case .waitingToShowPrePrompt: found.append(.prePromptWaits)
    }
  }

  private mutating func readPrePrompt(_ after: borrowing ArmPlayer, _ life: inout Life) {
    let showing = UInt32(before.outcome.prePromptShows)
    let odds = ContinueOdds(people, arm)
    let (uniform, isOwn) = odds.uniform(life.stream, showing: showing)
    let logOdds = odds.logOdds(
      willingness: life.willingness(people), logValue: after.logValue, showing: showing)
    found.append(
      .prePromptShown(
        showing: Int(showing) + 1,
        chance: Chance(probability: ElementaryFunctions.logistic(logOdds), uniform: uniform),
        isOwnUniform: isOwn))
  }

  private mutating func readRequest() {
    let ruling = before.system.requestRuling
    let returned: AuthorizationStatus? =
      switch ruling {
      case .shown, .queued, .noPermission, .withoutUsageString: nil
      case .lockedByProfile, .settingNotChangeable, .appClip, .alreadyAuthorized, .alreadyDenied,
        .switchedOff, .switchedOffForGood, .inExtension, .withoutWindow, .behindAlert, .behindItself,
        .notActive:
        before.system.status
      }
    found.append(.requested(ruling, returns: returned))
  }

  private mutating func readAlert(_ after: borrowing ArmPlayer, _ life: inout Life) {
    let uniform = life.stream.uniform(purpose: DrawPurpose.answer)
    found.append(
      .alertShown(
        chance: Chance(probability: after.allowsWithProbability, uniform: uniform),
        isCold: after.isCold,
        isPrimed: after.flow.hasContinuedPrePrompt))
    if after.system.rules.callsBackEarly {
      found.append(.calledBackEarly(isBelieved: after.flow.believesDenied))
    }
    if after.outcome.unansweredAlerts > before.outcome.unansweredAlerts {
      let uniform = life.stream.uniform(purpose: DrawPurpose.unanswered, index: before.alertShows)
      found.append(.leftUnanswered(Chance(probability: people.unanswered, uniform: uniform)))
    }
  }

  // MARK: - Attribution and consent

  private mutating func readAttribution(_ after: borrowing ArmPlayer) {
    guard after.hasGate else { return }
    let kind = after.gate.kind
    if !before.gateStarted, after.gateStarted {
      found.append(.sdkStarted(kind, waits: after.gate.isWaiting ? after.gate.secondsLeft : nil))
    }
    if !before.gate.isSent, after.gate.isSent {
      found.append(
        .installSent(
          kind, isIdentified: after.outcome.attributed,
          before: after.outcome.trackedBeforePermission ? prerequisite(after) : nil))
    }
  }

  /// What the install event that has just been sent came before.
  private func prerequisite(_ after: borrowing ArmPlayer) -> Prerequisite {
    guard after.system.status == .notDetermined else { return .consent }
    return after.hasConsent && !after.consent.isResolved ? .permissionAndConsent : .permission
  }

  private mutating func readConsent(_ after: borrowing ArmPlayer) {
    guard after.hasConsent else { return }
    if before.layer != .consent || after.consentShows > before.consentShows, after.layer == .consent {
      found.append(.consentShown(asks: after.consent.asksToTrack))
    } else if !before.consent.isDue, after.consent.isDue {
      found.append(.consentWaits)
    }
    if before.layer != .consent, before.consent.purposes != .accepted,
      after.consent.purposes == .accepted, before.consent.purposes != .refused
    {
      found.append(.consentPreGranted)
    }
  }

  /// What the end of a session cuts off, read before the machines are notified of it.
  mutating func readCutOff(_ player: borrowing ArmPlayer) {
    if player.flow.stage != .none { found.append(.askCutOff(player.flow.stage)) }
    if player.gateStarted, player.gate.isWaiting { found.append(.sdkWaitCutOff(player.gate.kind)) }
  }
}
