import ExperimentDesign
import PromptFlow

/// One reviewer with a fresh install on the newest class of systems, who uses the flow that ships.
///
/// The order of things is the app's own (``Rehearsal``); this is the person and their clock. The reviewer is
/// shown every other alert of the app and answers it, completes onboarding, continues pre-prompts, accepts the
/// consent layer, and then uses the app: what the trigger waits for, one after the other, and where it waits for
/// a later session, opens the app again. Every duration is the middle one of a segment under a scenario.
struct ReviewerSession {
  private let arm: Arm
  private let segment: Segment
  private let surroundings: Surroundings
  private(set) var life: Rehearsal
  private(set) var session = 0
  /// Seconds from the first process's start to the alert; `nil` where it has not come yet.
  private(set) var seen: Double?

  /// When what is still to come in this session comes.
  ///
  /// Moments in the app (onboarding, events) wait while an alert or a screen covers it, as in the simulation.
  private var due: [Occasion: Double] = [:]
  private var coveredSince: Double?
  private var eventsLeft = 0
  /// Events of the trigger's kind that have ended, in all sessions.
  private var eventsDone = 0

  /// What can come next; at the same instant in this order (the simulation's).
  private enum Occasion: Hashable, Comparable {
    case viewAppears
    case activates
    /// The activation after another alert.
    case settles
    case appMoment
    case alertEnds
    case otherAlert(Int)
    case screenEnds
    /// The app's own timer.
    case timer
  }

  /// Events lived through in one session at most.
  static let mostEvents = 1_000

  /// A session with the durations of one segment.
  init(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings) {
    self.arm = arm
    self.segment = segment
    self.surroundings = surroundings
    let consent = surroundings.consent.map {
      FlowSetup.ConsentSetup(order: $0.order, onUndetermined: $0.onUndetermined)
    }
    life = Rehearsal(
      FlowSetup(strategy: arm.strategy, delaySeconds: arm.delaySeconds.centre, consent: consent))
    life.settleSeconds = segment.settleSeconds.centre
  }

  /// Opens the app, and uses it until the alert is seen or nothing is left to do.
  mutating func play() {
    session += 1
    life.start()
    let activation = segment.activation.median.centre
    due = [
      .viewAppears: life.seconds + Segment.viewAppears(beforeActivation: activation),
      .activates: life.seconds + activation,
    ]
    coveredSince = nil
    scheduleAlerts(at: session == 1 ? [.launch, .session(1)] : [.session(session)], after: activation)
    let onboarding = session == 1 ? segment.onboarding?.seconds.median.centre : nil
    let start = activation + (onboarding ?? 0)
    if completesOnboarding { due[.appMoment] = life.seconds + start } else { scheduleEvents(after: start) }
    var steps = 0
    while seen == nil, steps < 8 * Self.mostEvents, let next {
      steps += 1
      pass(next.key, at: next.value)
      lookAtScreen()
    }
  }

  private var completesOnboarding: Bool {
    session == 1 && segment.onboarding != nil && !life.session.isOnboarded
  }

  private mutating func scheduleAlerts(at moments: [AskTrigger], after seconds: Double) {
    for (index, alert) in surroundings.alerts.enumerated()
    where moments.contains(alert.moment) && alert.share.centre > 0 {
      due[.otherAlert(index)] = life.seconds + seconds + alert.offset.centre
    }
  }

  private mutating func scheduleEvents(after seconds: Double) {
    guard let stream = triggerEvents else { return }
    eventsLeft = min(max(1, stream.count), Self.mostEvents)
    due[.appMoment] = life.seconds + seconds + segment.browseSeconds.centre + stream.seconds
  }

  /// What the trigger waits for: how many of them, and how long one takes.
  private var triggerEvents: (kind: EventKind, count: Int, seconds: Double)? {
    guard case .event(let kind, let count) = arm.strategy.trigger,
      let stream = segment.events.first(where: { $0.kind == kind })
    else { return nil }
    return (kind, count, stream.seconds.centre)
  }

  private var next: (key: Occasion, value: Double)? {
    var all = due
    all[.settles] = life.settlesAt
    all[.timer] = life.nextDue
    if coveredSince != nil { all[.appMoment] = nil }
    // A screen stands still under an alert.
    if due[.alertEnds] != nil { all[.screenEnds] = nil }
    return all.filter { $0.value < .infinity }.min { ($0.value, $0.key) < ($1.value, $1.key) }
  }

  private mutating func pass(_ what: Occasion, at moment: Double) {
    if what != .settles, what != .timer { life.advance(to: moment) }
    due[what] = nil
    switch what {
    case .settles, .timer: life.passNextDue()
    case .viewAppears: life.send(.viewAppeared)
    case .activates: life.activate()
    case .appMoment: passAppMoment()
    case .alertEnds: life.closeOtherAlert()
    case .otherAlert(let index): life.showOtherAlert(number: UInt8(truncatingIfNeeded: index))
    case .screenEnds:
      switch life.session.screen {
      case .none: break
      case .prePrompt: life.continuePrePrompt()
      case .consent: life.send(.consentEnded(isAccepted: true))
      }
    }
  }

  /// Onboarding completes, or an event ends and the next begins as long as the trigger waits for more.
  private mutating func passAppMoment() {
    if completesOnboarding {
      scheduleAlerts(at: [.onboarding], after: 0)
      scheduleEvents(after: 0)
      return life.completeOnboarding()
    }
    guard let event = triggerEvents else { return }
    eventsLeft -= 1
    if eventsLeft > 0 { due[.appMoment] = life.seconds + event.seconds }
    eventsDone += 1
    scheduleAlerts(at: [.event(event.kind, count: eventsDone)], after: 0)
    life.record(CountedEvent(event.kind))
  }

  /// What the person sees now, and how long they will look at it.
  private mutating func lookAtScreen() {
    let now = life.seconds
    if life.isAlertUp { seen = seen ?? now }
    if due[.alertEnds] == nil, let alert = life.otherAlert {
      let known = surroundings.alerts.indices.contains(Int(alert)) ? surroundings.alerts[Int(alert)] : nil
      let seconds = known?.seconds.median.centre ?? 0
      due[.alertEnds] = now + seconds
      due[.screenEnds] = due[.screenEnds].map { $0 + seconds }
    }
    if due[.screenEnds] == nil {
      switch life.session.screen {
      case .none: break
      case .prePrompt: due[.screenEnds] = now + (arm.prePrompt?.readSeconds.median.centre ?? 0)
      case .consent: due[.screenEnds] = now + (surroundings.consent?.seconds.median.centre ?? 0)
      }
    }
    if life.isAlertUp || life.otherAlert != nil || life.session.screen != .none {
      coveredSince = coveredSince ?? now
    } else if let since = coveredSince {
      coveredSince = nil
      if let moment = due[.appMoment] { due[.appMoment] = moment + now - since }
    }
  }
}
