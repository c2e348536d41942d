import ExperimentDesign
import PromptFlow

/// One reviewer with a fresh install on the newest class of systems, who uses the flow that ships.
///
/// As in the simulation the system and the app are the machines that ship; this is the person and the clock. The
/// reviewer is shown every other alert of the app and answers it, completes onboarding, continues pre-prompts, accepts
/// the consent layer, and then uses the app: what the trigger waits for, one after the other, and where it waits for
/// a later session, opens the app again. Every duration is the middle one of a segment under a scenario.
struct ReviewerSession {
  /// What comes by the clock, in the order of one instant.
  private enum Due: Hashable, Comparable {
    /// The app is active again after an alert; another alert of the app, by its position; the app's delay is over.
    case activation, alert(Int), ask
  }

  private let arm: Arm
  private let segment: Segment
  private let surroundings: Surroundings
  private var system = SystemPermission(rules: SystemRules(.modern), device: TrackingDevice())
  private var driver: FlowDriver
  private(set) var session = 0
  /// Seconds from the first process's start to the alert; `nil` where it has not come yet.
  private(set) var seen: Double?
  /// Why the last request ended at once without an alert.
  private(set) var lastLoss: SystemPermission.LossCause?
  private var now = 0.0
  /// When each is due that is still to come in this session.
  private var dues: [Due: Double] = [:]
  /// Events of the trigger's kind that have ended, in all sessions.
  private var eventsDone = 0
  private var steps = 0

  /// Events lived through in one session at most.
  static let mostEvents = 1_000

  init(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings) {
    (self.arm, self.segment, self.surroundings) = (arm, segment, surroundings)
    let consent = surroundings.consent.map {
      ConsentLayer(order: $0.order, onUndetermined: $0.onUndetermined, preGrant: false)
    }
    driver = FlowDriver(flow: AppFlow(strategy: arm.strategy, version: .modern), consent: consent, gate: nil)
  }

  /// Opens the app, and uses it until the alert is seen or nothing is left to do.
  mutating func play() {
    if session > 0 { driver.sessionEnded() }
    session += 1
    (dues, steps) = ([:], 0)
    let start = now
    let activation = segment[.activationMedian].centre
    _ = system.handle(.processStarted)
    driver.processStarted()
    driver.sessionStarted(day: 0)  // a review is over in one
    carryOut(driver.hookReached(.didFinishLaunching))
    schedule(at: .session(session), after: activation)
    live(until: start + Segment.viewAppears(beforeActivation: activation))
    carryOut(driver.hookReached(.viewAppeared))
    live(until: start + activation)
    driver.statusRechecked()
    activate(reaching: .didBecomeActive)
    if session == 1, let onboarding = segment.onboarding {
      live(until: start + activation + onboarding[.onboardingMedian].centre)
      schedule(at: .onboarding)
      carryOut(driver.onboardingCompleted())
    }
    let trigger = arm.strategy.trigger
    if let kind = trigger.event, let stream = segment.events.first(where: { $0.kind == kind }) {
      var end = now + segment[.browseSeconds].centre
      for _ in 0..<min(trigger.count, Self.mostEvents) {
        end = live(until: end + stream[.eventSeconds].centre)
        guard seen == nil else { return }
        eventsDone += 1
        schedule(at: .event(kind, count: eventsDone))
        carryOut(driver.eventEnded(kind))
      }
    }
    live(until: .infinity)
  }

  private mutating func schedule(at moment: AskTrigger, after seconds: Double = 0) {
    for (index, alert) in surroundings.alerts.enumerated()
    where alert.moment == moment && alert[.alertShare].centre > 0 {
      dues[.alert(index)] = now + seconds + alert[.alertOffset].centre
    }
  }

  /// Uses the app, or reads a screen of it, until a moment, which it returns put off by what covered the app meanwhile.
  @discardableResult
  private mutating func live(until moment: Double, reading screen: FlowSession.Screen = .none) -> Double {
    var end = moment
    while seen == nil, steps < 8 * Self.mostEvents {
      let since = now
      steps += 1
      if case .other(let number) = system.presented {
        let closes = since + surroundings.alerts[Int(number)][.alertMedian].centre
        while steps < 8 * Self.mostEvents, passNext(before: closes) { steps += 1 }
        if system.handle(.otherAlertClosed) == .settle {
          dues[.activation] = now + segment[.settleSeconds].centre
        }
      } else if system.presented == .tracking {
        seen = since
      } else if driver.screen == screen {
        guard passNext(before: end) else { return end }
        continue
      } else {
        guard driver.screen != .none else { return end }
        read(driver.screen)
      }
      end += now - since
    }
    return end
  }

  private mutating func read(_ screen: FlowSession.Screen) {
    let seconds = screen == .prePrompt ? arm.prePrompt?[.readMedian] : surroundings.consent?[.consentMedian]
    live(until: now + (seconds?.centre ?? 0), reading: screen)
    guard driver.screen == screen else { return }
    carryOut(
      screen == .prePrompt
        ? driver.prePromptEnded(.continued, system.view)
        : driver.consentPassed(after: .ended(wouldAccept: true), system.view))
  }

  /// Lets the next thing happen that is due before a moment, or an activation due at it; else goes on to the moment.
  private mutating func passNext(before end: Double) -> Bool {
    guard let (next, due) = dues.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
      due < end || due == end && next == .activation
    else {
      if end < .infinity { now = max(now, end) }
      return false
    }
    now = max(now, due)
    dues[next] = nil
    switch next {
    case .activation: activate(reaching: nil)
    case .ask: carryOut(driver.askDue(system.view))
    case .alert(let index):
      // The app is not activated under it.
      if case .present = system.handle(.otherAlertDue(UInt8(index))) { dues[.activation] = nil }
    }
    return true
  }

  private mutating func activate(reaching hook: AskHook?) {
    _ = system.handle(.activated)
    if system.isActive { carryOut(driver.activated(reaching: hook, system.view)) }
  }

  /// Does what the app decided; its screens are the driver's, and it has no SDK.
  private mutating func carryOut(_ tasks: FlowDriver.Tasks) {
    for task in tasks {
      switch task {
      case .startDelay: dues[.ask] = now + arm[.delaySeconds].centre
      case .request:
        guard case .complete(let status, let loss) = system.handle(.requested) else { continue }
        lastLoss = loss
        carryOut(driver.requestEnded(status, system.view))
      case _: break
      }
    }
  }
}

extension SystemPermission {
  fileprivate var view: FlowDriver.View {
    FlowDriver.View(status: status, identifierIsReadable: identifierIsReadable, isUncovered: isActive)
  }
}
