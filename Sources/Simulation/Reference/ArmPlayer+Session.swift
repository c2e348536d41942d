import ExperimentDesign
import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Plays one session from process start to its end, event by event.
  @inline(__always)
  mutating func playSession(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    beginSession(&life, arm, people)
    if activationDue < min(hookDue, gateDue) {  // nothing else is due at the start
      now = activationDue
      activate(&life, arm, people)
    }
    playOn(&life, arm, people)
  }

  /// Plays a session on to its end, or as far as anything can come of it.
  mutating func playOn(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    while !sessionIsOver {
      if !hasGate || gate.isSent, passes, activationDue == .infinity, isSettled(&life, people) { break }
      step(&life, arm, people)
    }
    endSession()
  }

  @inline(__always)
  mutating func beginSession(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let activation = life.activation(of: session, people)
    layOutSession(&life, activation, people)
    (now, shift) = (0, 0)
    isCovered = false
    stayProbability = 1
    sessionIsOver = false
    activationDue = activation
    settlingEnds = .infinity
    alertEnds = .infinity
    layerEnds = .infinity
    askDue = .infinity
    nextAlertDue = .infinity

    _ = system.handle(.processStarted)
    driver.processStarted()
    driver.sessionStarted(day: life.wholeDays(to: session, arm))
    hookDue =
      switch arm.strategy.hook {
      case .didFinishLaunching: 0
      case .viewAppeared: Segment.viewAppears(beforeActivation: activation)
      case .didBecomeActive: .infinity  // part of the activation itself
      }
    gateStarted = false
    gateDue = gateStarts(arm) ? 0 : .infinity
    gateAwaitsConsent = hasGate && !gate.isSent && hasConsent && gateDue > 0
  }

  /// Whether the attribution SDK starts with a session.
  @inline(__always)
  func gateStarts(_ arm: TrialArm) -> Bool {
    hasGate && !gate.isSent && (!arm.gateStartsAfterConsent || hasConsent && consent.isResolved)
  }

  /// Where onboarding, content and the session's end lie on the app clock.
  @inline(__always)
  private mutating func layOutSession(_ life: inout Life, _ activation: Double, _ people: TrialSegment) {
    contentBegins = activation
    completesOnboarding = false
    if people.hasOnboarding, !flow.isOnboarded {
      completesOnboarding = SessionDraws.completesOnboarding(life.stream, session, people)
      onboardingEnds = activation + life.onboardingSeconds(of: session, people)
      contentBegins = onboardingEnds
      guard completesOnboarding else {
        // Left before the end of onboarding: no content, and nothing but the session ends.
        hasContent = false
        (nextEvent, lastEvent) = (0, 0)
        endsAt = onboardingEnds
        return
      }
    }
    let content = life.content(of: session, people)
    hasContent = true
    (nextEvent, lastEvent) = (content.firstEvent, content.eventsEnd)
    endsAt = contentBegins + content.contentSeconds
  }

  /// Lets the earliest thing happen; the order of the tests is the order at one instant.
  @inline(__always)
  mutating func step(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    // At one instant these come before an app moment, and all others after it.
    let before = min(min(activationDue, hookDue), settlingEnds)
    let after = min(min(alertEnds, nextAlertDue), min(min(layerEnds, askDue), gateDue))
    var appMoment = Double.infinity
    var end = Double.infinity
    if !isCovered {
      end = endsAt + shift
      if completesOnboarding {
        appMoment = onboardingEnds + shift
      } else if nextEvent < lastEvent {
        appMoment = contentBegins + life.events[nextEvent].end + shift
      }
    }
    if before <= min(min(appMoment, after), end) {
      now = before
      beginAfresh(&life, arm, people)
    } else if appMoment <= min(after, end) {
      now = appMoment
      passAppMoment(&life, arm, people)
    } else if after <= end {
      now = after
      endWait(&life, arm, people)
    } else {
      now = end
      sessionIsOver = true
    }
  }

  /// The app's activation, its hook, or the end of settling is due.
  @inline(__always)
  private mutating func beginAfresh(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    if activationDue <= now {
      activateLate(&life, arm, people)
    } else if hookDue <= now {
      hookDue = .infinity
      let tasks = driver.hookReached(arm.strategy.hook)
      if flow.stage != .none { noteTrigger(arm) }
      carryOut(tasks, &life, arm, people)
    } else {
      settlingEnds = .infinity
      becomeActive(&life, arm, people, isFirst: false)
    }
  }

  /// Activates where something was due before; out of the loop, as that is seldom.
  @inline(never)
  private mutating func activateLate(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    activate(&life, arm, people)
  }

  /// An alert, a layer, a delay or the attribution SDK is due.
  @inline(__always)
  private mutating func endWait(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    if alertEnds <= now {
      endAlert(&life, arm, people)
    } else if nextAlertDue <= now {
      showOtherAlert(&life, arm, people)
    } else if layerEnds <= now {
      endLayer(&life, arm, people)
    } else if askDue <= now {
      endDelay(&life, arm, people)
    } else {
      wakeGate(&life, arm, people)
    }
  }

  /// The delay of an ask is over.
  @inline(never)
  private mutating func endDelay(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    askDue = .infinity
    carryOut(driver.askDue(view), &life, arm, people)
  }

  /// Onboarding completes, or an app event ends.
  @inline(never)
  private mutating func passAppMoment(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    if completesOnboarding {
      completesOnboarding = false
      note(.onboardingCompleted)
      scheduleAlertsOfOnboarding(&life, arm)
      let tasks = driver.onboardingCompleted()
      noteTrigger(arm)
      carryOut(tasks, &life, arm, people)
    } else {
      let event = life.events[nextEvent]
      let kind = people.events[event.kind].kind
      nextEvent += 1
      valueExperienced += event.value
      anyEventEnded = true
      note(.eventEnded(kind, valueSoFar: valueExperienced))
      scheduleAlerts(after: kind, &life, arm)
      if hasGate, gate.dropsEvents {
        outcome.eventsDropped += 1  // R120
        note(.eventDropped)
      }
      let tasks = driver.eventEnded(kind)
      noteTrigger(arm)
      carryOut(tasks, &life, arm, people)
    }
  }

  /// The person goes away at this very instant.
  mutating func leaveNow(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    // A gate due at or before the session's end fires; an SDK that would start now does not.
    if gateStarted, gateDue <= now { wakeGate(&life, arm, people) }
    sessionIsOver = true
  }

  @inline(__always)
  mutating func endSession() {
    if log != nil { noteCutOff() }
    if gateStarted { _ = driver.gate.handle(.sessionEnded(secondsSinceStart: now - gateStartedAt)) }
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
  @inline(__always)
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
