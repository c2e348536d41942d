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
  private let eventKinds: [String]
  private var life: Rehearsal
  private var session = 0
  private var seen: Double?

  /// How the session ends.
  struct End: Hashable {
    var outcome: PromptVisibility.Outcome
    /// Seconds from the start to the alert.
    var seconds: Double?
    /// Why it does not appear.
    var cause: PromptVisibility.Cause?
    /// Why, or what it takes, in a few words.
    var what = ""
    /// What App Review has to do for it.
    var steps = ""
  }

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

  /// Sessions a reviewer opens at most, and events lived through in each.
  private static let mostSessions = 10
  private static let mostEvents = 1_000

  /// A session with the durations of one segment.
  init(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings, eventKinds: [String] = []) {
    self.arm = arm
    self.segment = segment
    self.surroundings = surroundings
    self.eventKinds = eventKinds
    let consent = surroundings.consent.map {
      FlowSetup.ConsentSetup(order: $0.order, onUndetermined: $0.onUndetermined)
    }
    life = Rehearsal(
      FlowSetup(strategy: arm.strategy, delaySeconds: arm.delaySeconds.centre, consent: consent))
    life.settleSeconds = segment.settleSeconds.centre
  }

  /// Plays until the alert is seen, or the reviewer gives up.
  mutating func play() -> End {
    var wanted = 1
    if case .session(let first) = arm.strategy.trigger { wanted = first }
    if wanted > Self.mostSessions { return hidden("the app would have to be opened \(wanted) times") }
    if case .event(_, let count) = arm.strategy.trigger, count > Self.mostEvents {
      return hidden("nobody does something \(count) times to see it")
    }
    // A request lost in the session it is meant for may come again in the next one.
    while seen == nil, session < wanted + 1 { playSession() }
    if let seen {
      return way.map { End(outcome: .needsSteps, seconds: seen, what: $0.what, steps: $0.steps) }
        ?? End(outcome: .visible, seconds: seen)
    }
    switch (life.actions.contains(.request), life.lastLoss) {
    case (true, .notActive):
      return hidden("the request is made before the app is active, and is not made again in time", .notActive)
    case (true, .behindAlert):
      return hidden(
        "the request is made while another alert is up, and is not made again in time", .behindAlert)
    case (true, nil): return hidden("the request ends without an alert")
    case (false, _):
      let lacks = arm.strategy.trigger == .onboarding && segment.onboarding == nil
      return hidden(lacks ? "there is no onboarding to complete" : "the request is never made")
    }
  }

  private func hidden(_ reason: String, _ cause: PromptVisibility.Cause = .unreached) -> End {
    End(outcome: .notVisible, cause: cause, what: reason)
  }

  /// Seconds from the first process's start to the alert; `nil` where it does not come in that session.
  mutating func secondsToAlertInFirstSession() -> Double? {
    playSession()
    return seen
  }

  /// What has to be done for the alert, in a few words and in words for the reviewer; `nil` where it comes by
  /// itself.
  private var way: (what: String, steps: String)? {
    let reopen = "close the app and open it again"
    switch arm.strategy.trigger {
    case .launch, .session(1): return session > 1 ? ("the app opened again", reopen) : nil
    case .onboarding:
      return session > 1 ? ("the app opened again", "complete the introduction, \(reopen)") : nil
    case .session(let first):
      let times = max(first, session)
      return ("the app opened \(times) times", "open the app \(times) times")
    case .event(let kind, let count):
      let counted = CountedWord(count: count, of: kind, eventKinds)
      return (counted.words, counted.command + (session > 1 ? ", \(reopen)" : ""))
    }
  }

  // MARK: - One session

  private mutating func playSession() {
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

  // MARK: - What comes next

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
