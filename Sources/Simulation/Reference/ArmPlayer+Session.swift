import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Plays one session from process start to its end, event by event.
  mutating func playSession(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    beginSession(&life, arm, people)
    while !sessionIsOver { step(&life, arm, people) }
    endSession()
  }

  /// What kind of session it is, before any second of it is worked out.
  @inline(__always)
  mutating func draftSession(_ life: inout Life, _ people: TrialSegment) {
    content = life.content(of: session, people)
    nextEvent = 0
    completesOnboarding = false
    hasContent = true
    if people.hasOnboarding, !flow.isOnboarded {
      let number = UInt32(truncatingIfNeeded: session)
      let completes = session == 0 ? people.onboardingFirst : people.onboardingLater
      completesOnboarding =
        life.stream.uniform(purpose: Purpose.onboardingCompletes, index: number) < completes
      hasContent = completesOnboarding
    }
  }

  mutating func beginSession(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    draftSession(&life, people)
    let opening = life.opening(of: session, people)
    let timing = hasContent ? life.timing(of: session, people) : Life.Timing()
    now = 0
    shift = 0
    isCovered = false
    stayProbability = 1
    sessionIsOver = false
    activationDue = opening.activation
    settlingEnds = .infinity
    alertEnds = .infinity
    layerEnds = .infinity
    askDue = .infinity
    nextAlertDue = .infinity
    layOutSession(opening, timing, people)

    _ = system.handle(.processStarted)
    driver.processStarted()
    driver.sessionStarted()
    hookDue =
      switch arm.strategy.hook {
      case .didFinishLaunching: 0
      case .viewAppeared: opening.activation / 2
      case .didBecomeActive: .infinity  // part of the activation itself
      }
    gateStarted = false
    gateDue = .infinity
    if hasGate, !gate.isSent, !arm.gateStartsAfterConsent || driver.isConsentResolved { gateDue = 0 }
  }

  /// Where onboarding, content and the session's end lie on the app clock.
  private mutating func layOutSession(
    _ opening: Life.Opening, _ timing: Life.Timing, _ people: TrialSegment
  ) {
    firstEnd = timing.firstEnd
    contentBegins = opening.activation
    if people.hasOnboarding, !flow.isOnboarded {
      onboardingEnds = opening.activation + opening.onboardingSeconds
      contentBegins = onboardingEnds
    }
    // Left before the end of onboarding: no content, and nothing but the session ends.
    endsAt = hasContent ? contentBegins + timing.contentSeconds : onboardingEnds
  }

  /// Lets the earliest thing happen; the order of the tests is the order at one instant.
  mutating func step(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    var appMoment = Double.infinity
    var end = Double.infinity
    if !isCovered {
      if completesOnboarding {
        appMoment = onboardingEnds + shift
      } else if hasContent, nextEvent < content.eventCount {
        appMoment = contentBegins + life.eventEnd(firstEnd + nextEvent) + shift
      }
      end = endsAt + shift
    }
    let next = min(
      min(min(activationDue, hookDue), min(settlingEnds, appMoment)),
      min(min(alertEnds, nextAlertDue), min(layerEnds, askDue)), min(gateDue, end))
    now = next
    if activationDue == next {
      activate(&life, arm, people)
    } else if hookDue == next {
      hookDue = .infinity
      carryOut(driver.hookReached(arm.strategy.hook), &life, arm, people)
    } else if settlingEnds == next {
      settlingEnds = .infinity
      becomeActive(&life, arm, people, isFirst: false)
    } else if appMoment == next {
      passAppMoment(&life, arm, people)
    } else if alertEnds == next {
      endAlert(&life, arm, people)
    } else if nextAlertDue == next {
      showOtherAlert(&life, arm, people)
    } else if layerEnds == next {
      endLayer(&life, arm, people)
    } else if askDue == next {
      askDue = .infinity
      carryOut(driver.askDue(view), &life, arm, people)
    } else if gateDue == next {
      wakeGate(&life, arm, people)
    } else {
      sessionIsOver = true
    }
  }

  /// Onboarding completes, or an app event ends.
  private mutating func passAppMoment(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    if completesOnboarding {
      completesOnboarding = false
      scheduleAlerts(&life, arm, atOnboarding: true)
      carryOut(driver.onboardingCompleted(), &life, arm, people)
      return
    }
    let event = people.events[life.eventKind(content, nextEvent)]
    nextEvent += 1
    anyEventEnded = true
    valueExperienced += event.value
    if hasGate, gate.dropsEvents { outcome.eventsDropped += 1 }  // R120
    carryOut(driver.eventEnded(event.kind), &life, arm, people)
  }

  /// The person goes away at this very instant.
  mutating func leaveNow(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    // A gate due at or before the session's end fires; an SDK that would start now does not.
    if gateStarted, gateDue <= now { wakeGate(&life, arm, people) }
    sessionIsOver = true
  }

  mutating func endSession() {
    if gateStarted { _ = gate.handle(.sessionEnded(secondsSinceStart: now - gateStartedAt)) }
    driver.sessionEnded()
  }

  /// The app's own screen is gone; another can come at the same instant.
  @inline(__always)
  mutating func uncover() {
    guard isCovered, system.presented == nil else { return }
    shift += now - coveredSince
    isCovered = false
  }

  /// Stops or restarts the app clock after anything came or went that covers the app.
  mutating func updateCover() {
    let covered = system.presented != nil || layer != .none
    if covered, !isCovered {
      coveredSince = now
    } else if !covered, isCovered {
      shift += now - coveredSince
    }
    isCovered = covered
  }
}

@inline(__always)
private func min(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

@inline(__always)
private func min(_ a: Double, _ b: Double, _ c: Double) -> Double { min(min(a, b), c) }
