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
    /// The app is active again after an alert; its first view appears; it is active for the first time in the session;
    /// onboarding, or what the trigger counts, ends.
    case activation, appearance, start, content
    /// An alert is answered; the app's own screen is through; another alert of the app is due, by its position; the app's
    /// delay is over.
    case answer, screen, alert(Int), ask
  }

  private let arm: Arm
  private let segment: Segment
  private let surroundings: Surroundings
  private var system = SystemPermission(rules: SystemRules(.modern), device: TrackingDevice())
  private var driver: FlowDriver
  private(set) var session = 0
  /// Seconds from the first process's start to the alert; `nil` where it has not come yet.
  private(set) var seen: Double?
  private(set) var hasAsked = false
  /// Why the last request ended at once without an alert.
  private(set) var lastLoss: SystemPermission.LossCause?
  /// Whether a request was lost before the app was active.
  private(set) var isTooEarly = false
  /// Other alerts that a request was lost behind, or while the app was not active again after them.
  private(set) var inTheWay: [CompetingAlert] = []
  /// The other alert that is up, or after which the app is not active again.
  private var current: CompetingAlert?
  private var now = 0.0
  /// When each is due that is still to come in this session.
  private var dues: [Due: Double] = [:]
  private var isOnboarded = false
  /// Events of the trigger's kind that have ended, in all sessions, and that this session still has.
  private var (eventsDone, eventsLeft) = (0, 0)

  /// Sessions that somebody goes through to see the alert, and events in one of them.
  static let (mostSessions, mostEvents) = (10, 1_000)

  init(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings) {
    self.arm = arm
    self.segment = segment
    self.surroundings = surroundings
    driver = FlowDriver(
      flow: AppFlow(strategy: arm.strategy, version: .modern),
      consent: surroundings.consent.map {
        ConsentLayer(order: $0.order, onUndetermined: $0.onUndetermined, preGrant: false)
      }, gate: nil)
  }

  /// Plays sessions until the alert is seen, or the reviewer gives up.
  init(sittingWith arm: Arm, _ segment: Segment, _ surroundings: Surroundings) {
    self.init(arm, segment, surroundings)
    let wanted = if case .session(let first) = arm.strategy.trigger { first } else { 1 }
    // A request lost in the session it is meant for may come again in the next one.
    while seen == nil, session < min(wanted, Self.mostSessions) + 1 { play() }
  }

  /// Opens the app, and uses it until the alert is seen or nothing is left to do.
  mutating func play() {
    if session > 0 { driver.sessionEnded() }
    session += 1
    let activation = segment[.activationMedian].centre
    dues = [.start: now + activation, .appearance: now + Segment.viewAppears(beforeActivation: activation)]
    if case .event(_, let count) = arm.strategy.trigger { eventsLeft = min(max(1, count), Self.mostEvents) }
    _ = system.handle(.processStarted)
    driver.processStarted()
    driver.sessionStarted()
    carryOut(driver.hookReached(.didFinishLaunching))
    schedule(at: session == 1 ? [.launch, .session(1)] : [.session(session)], after: activation)
    var steps = 0
    while seen == nil, steps < 8 * Self.mostEvents, passNext() { steps += 1 }
  }

  private mutating func schedule(at moments: [AskTrigger], after seconds: Double = 0) {
    for (index, alert) in surroundings.alerts.enumerated()
    where moments.contains(alert.moment) && alert[.alertShare].centre > 0 {
      dues[.alert(index)] = now + seconds + alert[.alertOffset].centre
    }
  }

  /// Lets the next thing happen, or sees the alert; `false` where there is nothing.
  private mutating func passNext() -> Bool {
    let (since, alert) = (now, system.presented)
    if alert == .tracking { seen = now }
    // The app's clock stands still under what covers it, and nobody reads on under an alert.
    let isCovered = alert != nil || driver.screen != .none
    let possible = dues.filter { !(isCovered && $0.key == .content || alert != nil && $0.key == .screen) }
    guard seen == nil, let (next, due) = possible.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      return false
    }
    dues[next] = nil
    now = max(now, due)
    if isCovered { dues[.content]? += now - since }
    if alert != nil { dues[.screen]? += now - since }
    switch next {
    case .activation: activate(reaching: nil)
    case .appearance: carryOut(driver.hookReached(.viewAppeared))
    case .start:
      driver.statusRechecked()
      activate(reaching: .didBecomeActive)
      if !isOnboarded, let onboarding = segment.onboarding {
        dues[.content] = now + onboarding[.onboardingMedian].centre
      } else {
        expectEvent(after: segment[.browseSeconds].centre)
      }
    case .content: endContent()
    case .answer:
      if system.handle(.otherAlertClosed) == .settle {
        dues[.activation] = now + segment[.settleSeconds].centre
      } else {
        noteAlert()
      }
    case .screen:
      carryOut(
        driver.screen == .prePrompt
          ? driver.prePromptEnded(.continued, view)
          : driver.consentPassed(after: .ended(wouldAccept: true), view))
    case .alert(let index):
      if case .present = system.handle(.otherAlertDue(UInt8(truncatingIfNeeded: index))) { noteAlert() }
    case .ask: carryOut(driver.askDue(view))
    }
    return true
  }

  private mutating func expectEvent(after seconds: Double = 0) {
    guard case .event(let kind, _) = arm.strategy.trigger, eventsLeft > 0,
      let stream = segment.events.first(where: { $0.kind == kind })
    else { return }
    eventsLeft -= 1
    dues[.content] = now + seconds + stream[.eventSeconds].centre
  }

  private mutating func endContent() {
    if !isOnboarded, segment.onboarding != nil {
      isOnboarded = true
      schedule(at: [.onboarding])
      carryOut(driver.onboardingCompleted())
      expectEvent(after: segment[.browseSeconds].centre)
    } else if case .event(let kind, _) = arm.strategy.trigger {
      eventsDone += 1
      schedule(at: [.event(kind, count: eventsDone)])
      carryOut(driver.eventEnded(kind))
      expectEvent()
    }
  }

  /// An alert is up: the app is not activated under it, and the reviewer answers it.
  private mutating func noteAlert() {
    dues[.activation] = nil
    guard case .other(let number)? = system.presented else { return }
    let alert = surroundings.alerts[Int(number)]
    current = alert
    dues[.answer] = now + alert[.alertMedian].centre
  }

  private var view: FlowDriver.View {
    FlowDriver.View(
      status: system.status, identifierIsReadable: system.identifierIsReadable, isUncovered: system.isActive)
  }

  private mutating func activate(reaching hook: AskHook?) {
    _ = system.handle(.activated)
    guard system.isActive else { return }
    current = nil
    let view = view
    carryOut(driver.activated(reaching: hook, view))
  }

  /// Does what the app decided; its screens are the driver's, and it has no SDK.
  private mutating func carryOut(_ tasks: FlowDriver.Tasks) {
    for task in tasks {
      switch task {
      case .startDelay: dues[.ask] = now + arm[.delaySeconds].centre
      case .showPrePrompt: dues[.screen] = now + (arm.prePrompt?[.readMedian].centre ?? 0)
      case .showConsent: dues[.screen] = now + (surroundings.consent?[.consentMedian].centre ?? 0)
      case .request: request()
      case .rejectAdPurposes, .waitForSDK, .sendInstall: break
      }
    }
  }

  private mutating func request() {
    hasAsked = true
    guard case .complete(let status, let loss) = system.handle(.requested) else { return }
    lastLoss = loss
    if loss != nil, let current {
      (lastLoss, inTheWay) = (.behindAlert, inTheWay + [current])
    } else if loss == .notActive {
      isTooEarly = true
    }
    carryOut(driver.requestEnded(status, view))
  }
}
