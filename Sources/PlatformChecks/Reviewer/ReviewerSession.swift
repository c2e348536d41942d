import ExperimentDesign
import PromptFlow
import RuleBook

/// One reviewer with a fresh install on the newest class of systems, played through the machines.
///
/// The reviewer is shown every other alert of the app and answers it, completes onboarding, continues
/// pre-prompts, accepts the consent layer, and then uses the app: what the trigger waits for, one after
/// the other, and where it waits for a later session, opens the app again. Every duration is the middle
/// one of a segment under a scenario.
struct ReviewerSession {
  private let arm: Arm
  private let segment: Segment
  private let surroundings: Surroundings
  private let eventKinds: [String]
  private var system: SystemPermission
  private var flow: AppFlow
  private var consent: ConsentLayer?
  private var agenda: [Entry] = []
  private var serial = 0
  private var now = 0.0
  private var session = 0
  private var screen = Screen.none
  private var seen: Double?
  private var lost: SystemPermission.LossCause?
  private var didRequest = false
  private var eventsLeft = 0

  private enum Screen {
    case none
    case prePrompt
    case consent
  }

  private enum Happening {
    case hook(AskHook)
    case activation
    case otherAlert(Int)
    case otherAlertAnswered
    case onboardingDone
    case askDue
    case screenEnds
    case eventEnded(EventKind)
  }

  private struct Entry {
    var at: Double
    var serial: Int
    var happening: Happening
  }

  /// Sessions a reviewer opens at most, and events lived through in each.
  private static let mostSessions = 10
  private static let mostEvents = 1_000

  /// A session of one segment under one scenario, both by their place in the file.
  init(_ arm: Arm, _ experiment: Experiment, scenario: Int, segment index: Int) {
    self.arm = arm
    segment = experiment.scenarios[scenario].segments[index]
    surroundings = arm.surroundings[scenario][index]
    eventKinds = experiment.eventKinds
    system = SystemPermission(rules: SystemRules(.modern), device: TrackingDevice())
    flow = AppFlow(strategy: arm.strategy, version: .modern)
    consent = surroundings.consent.map {
      ConsentLayer(order: $0.order, onUndetermined: $0.onUndetermined, preGrant: $0.preGrant)
    }
  }

  /// Plays until the alert is seen, or the reviewer gives up.
  mutating func sight() -> ReviewerVerdict.Sight {
    let wanted: Int
    if case .session(let first) = arm.strategy.trigger { wanted = first } else { wanted = 1 }
    guard wanted <= Self.mostSessions else {
      return .notVisible(reason: "the app would have to be opened \(wanted) times", tag: Self.unreached)
    }
    if case .event(_, let count) = arm.strategy.trigger, count > Self.mostEvents {
      return .notVisible(reason: "nobody does something \(count) times to see it", tag: Self.unreached)
    }
    // A request lost in the session it is meant for may come again in the next one.
    while seen == nil, session < wanted + 1 { playSession() }
    guard let seen else { return hidden }
    guard let way else { return .visible(afterSeconds: seen) }
    return .needs(what: way.what, steps: way.steps, afterSeconds: seen)
  }

  /// Where no numbered pitfall is the cause.
  private static let unreached = Pitfall.unseenInReview.tag

  private var hidden: ReviewerVerdict.Sight {
    switch (didRequest, lost) {
    case (true, .notActive):
      .notVisible(
        reason: "the request is made before the app is active, and is not made again in time", tag: "L11")
    case (true, .behindAlert):
      .notVisible(
        reason: "the request is made while another alert is up, and is not made again in time", tag: "L12")
    case (true, nil): .notVisible(reason: "the request ends without an alert", tag: Self.unreached)
    case (false, _):
      .notVisible(
        reason: arm.strategy.trigger == .onboarding && segment.onboarding == nil
          ? "there is no onboarding to complete" : "the request is never made", tag: Self.unreached)
    }
  }

  /// What has to be done for the alert, in a few words and as a reviewer is told; `nil` where it comes by
  /// itself.
  private var way: (what: String, steps: String)? {
    let again = session > 1 ? ", close the app and open it again" : ""
    switch arm.strategy.trigger {
    case .launch, .session(1):
      return session > 1 ? ("the app opened again", "close the app and open it again") : nil
    case .onboarding:
      return session > 1 ? ("the app opened again", "complete the introduction\(again)") : nil
    case .session(let first):
      let times = max(first, session)
      return ("the app opened \(times) times", "open the app \(times) times")
    case .event(let kind, let count):
      let name = eventKinds.indices.contains(kind.rawValue) ? eventKinds[kind.rawValue] : "event"
      let counted = CountedWord(count: count, word: name)
      return (counted.words, counted.command + again)
    }
  }

  private mutating func schedule(_ happening: Happening, after seconds: Double) {
    agenda.append(Entry(at: now + max(0, seconds), serial: serial, happening: happening))
    serial += 1
  }

  private mutating func playSession() {
    session += 1
    agenda = []
    screen = .none
    _ = system.handle(.processStarted)
    consent?.handle(.processStarted)
    _ = flow.handle(.sessionStarted)
    let activation = segment.activation.median.centre
    schedule(.hook(.didFinishLaunching), after: 0)
    schedule(.hook(.viewAppeared), after: activation / 2)
    schedule(.activation, after: activation)
    var start = activation
    if session == 1 {
      scheduleAlerts(.launch, after: activation)
      if let onboarding = segment.onboarding {
        start += onboarding.seconds.median.centre
        schedule(.onboardingDone, after: start)
      }
    }
    scheduleEvents(after: start)
    var steps = 0
    while seen == nil, steps < 4 * Self.mostEvents, let next = takeNext() {
      steps += 1
      now = max(now, next.at)
      handle(next.happening)
    }
    _ = flow.handle(.sessionEnded)
  }

  private mutating func takeNext() -> Entry? {
    let next = agenda.indices.min { (agenda[$0].at, agenda[$0].serial) < (agenda[$1].at, agenda[$1].serial) }
    return next.map { agenda.remove(at: $0) }
  }

  private mutating func scheduleAlerts(_ moment: CompetingAlert.Moment, after seconds: Double) {
    for (index, alert) in surroundings.alerts.enumerated()
    where alert.moment == moment && alert.share.centre > 0 {
      schedule(.otherAlert(index), after: seconds + alert.offset.centre)
    }
  }

  private mutating func scheduleEvents(after seconds: Double) {
    guard case .event(let kind, let count) = arm.strategy.trigger,
      let stream = segment.events.first(where: { $0.kind == kind })
    else { return }
    eventsLeft = min(max(1, count), Self.mostEvents)
    schedule(.eventEnded(kind), after: seconds + segment.browseSeconds.centre + stream.seconds.centre)
  }

  /// One event ends and the next begins, as long as the trigger waits for more.
  private mutating func endEvent(_ kind: EventKind) {
    eventsLeft -= 1
    if eventsLeft > 0, let stream = segment.events.first(where: { $0.kind == kind }) {
      schedule(.eventEnded(kind), after: stream.seconds.centre)
    }
    take(flow.handle(.eventEnded(kind)))
  }

  private mutating func handle(_ happening: Happening) {
    switch happening {
    case .hook(let hook): take(flow.handle(.hookReached(hook)))
    case .activation: activate()
    case .otherAlert(let index):
      if case .present = system.handle(.otherAlertDue(UInt8(index))) {
        schedule(.otherAlertAnswered, after: surroundings.alerts[index].seconds.median.centre)
      }
    case .otherAlertAnswered: answerOther()
    case .onboardingDone:
      scheduleAlerts(.onboarding, after: 0)
      take(flow.handle(.onboardingCompleted))
    case .askDue: take(flow.handle(.askDue(situation)))
    case .screenEnds: endScreen()
    case .eventEnded(let kind): endEvent(kind)
    }
  }

  private mutating func answerOther() {
    switch system.handle(.otherAlertClosed) {
    case .present(.tracking): seen = seen ?? now
    case .present(.other(let index)):
      let isKnown = surroundings.alerts.indices.contains(Int(index))
      schedule(
        .otherAlertAnswered, after: isKnown ? surroundings.alerts[Int(index)].seconds.median.centre : 3)
    case .settle: schedule(.activation, after: segment.settleSeconds.centre)
    case .none, .complete, .queued, .crash: break
    }
  }

  private var situation: AppFlow.Situation {
    AppFlow.Situation(
      status: flow.believedStatus(system.status), canShowScreen: system.isActive && screen == .none,
      consentHoldsBack: consent?.holdsBackAsks ?? false)
  }

  private mutating func activate() {
    guard system.presented == nil else { return }
    _ = system.handle(.activated)
    flow.recheckStatus()
    consent?.handle(
      .activated(.init(status: flow.believedStatus(system.status), appAsks: flow.asksOnThisSystem)))
    showConsentIfDue()
    take(flow.handle(.screenFree(situation)))
    take(flow.handle(.hookReached(.didBecomeActive)))
    take(flow.handle(.activated))
  }

  private mutating func showConsentIfDue() {
    guard let layer = consent, layer.isDue, system.isActive, screen == .none else { return }
    consent?.handle(.shown(identifierIsReadable: system.identifierIsReadable))
    screen = .consent
    schedule(.screenEnds, after: surroundings.consent?.seconds.median.centre ?? 0)
  }

  private mutating func endScreen() {
    let ended = screen
    screen = .none
    switch ended {
    case .none: break
    case .prePrompt: take(flow.handle(.prePromptEnded(.continued)))
    case .consent:
      consent?.handle(.ended(wouldAccept: true))
      take(flow.handle(.consentEnded(situation)))
    }
  }

  private mutating func take(_ action: AppFlow.Action) {
    switch action {
    case .none: break
    case .startDelay: schedule(.askDue, after: arm.delaySeconds.centre)
    case .askNow: schedule(.askDue, after: 0)
    case .showPrePrompt:
      screen = .prePrompt
      schedule(.screenEnds, after: arm.prePrompt?.readSeconds.median.centre ?? 0)
    case .request: request()
    }
  }

  private mutating func request() {
    didRequest = true
    switch system.handle(.requested) {
    case .present(.tracking): seen = seen ?? now
    case .complete(let status, let cause):
      lost = cause ?? lost
      _ = flow.handle(.requestEnded(status))
      if status == .notDetermined { consent?.handle(.requestUndetermined) }
      showConsentIfDue()
    case .none, .queued, .crash, .settle, .present(.other): break
    }
  }
}
