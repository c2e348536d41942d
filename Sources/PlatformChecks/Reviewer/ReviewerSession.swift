import ExperimentDesign
import FlowRehearsal
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
  /// Other alerts that are still to come in this session, by the clock.
  private var alerts: [(index: Int, at: Double)] = []
  /// Events of the trigger's kind that have ended, in all sessions.
  private var eventsDone = 0
  private var steps = 0

  /// Events lived through in one session at most.
  static let mostEvents = 1_000

  init(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings) {
    self.arm = arm
    self.segment = segment
    self.surroundings = surroundings
    let consent = surroundings.consent.map {
      FlowSetup.ConsentSetup(
        order: $0.order, onUndetermined: $0.onUndetermined, givesUpAfterSeconds: nil)
    }
    life = Rehearsal(
      FlowSetup(strategy: arm.strategy, delaySeconds: arm.delaySeconds.centre, consent: consent))
    life.settleSeconds = segment.settleSeconds.centre
  }

  /// Opens the app, and uses it until the alert is seen or nothing is left to do.
  mutating func play() {
    session += 1
    life.start()
    (alerts, steps) = ([], 0)
    let start = life.seconds
    let activation = segment.activation.median.centre
    schedule(at: session == 1 ? [.launch, .session(1)] : [.session(session)], after: activation)
    live(until: start + Segment.viewAppears(beforeActivation: activation))
    life.send(.viewAppeared)
    live(until: start + activation)
    life.activate()
    if session == 1, let onboarding = segment.onboarding {
      live(until: start + activation + onboarding.seconds.median.centre)
      guard seen == nil else { return }
      schedule(at: [.onboarding])
      life.completeOnboarding()
    }
    useUntilAsked()
    live(until: .infinity)
  }

  /// Does what the trigger waits for, one after the other.
  private mutating func useUntilAsked() {
    guard case .event(let kind, let count) = arm.strategy.trigger,
      let stream = segment.events.first(where: { $0.kind == kind })
    else { return }
    var end = life.seconds + segment.browseSeconds.centre
    for _ in 0..<min(max(1, count), Self.mostEvents) {
      end = live(until: end + stream.seconds.centre)
      guard seen == nil else { return }
      eventsDone += 1
      schedule(at: [.event(kind, count: eventsDone)])
      life.record(CountedEvent(kind))
    }
  }

  private mutating func schedule(at moments: [AskTrigger], after seconds: Double = 0) {
    for (index, alert) in surroundings.alerts.enumerated()
    where moments.contains(alert.moment) && alert.share.centre > 0 {
      alerts.append((index, life.seconds + seconds + alert.offset.centre))
    }
  }

  /// Uses the app, or reads a screen of it, until a moment; what covers it meanwhile is dealt with first, and puts the
  /// moment off for as long.
  ///
  /// - Returns: the moment as it was put off.
  @discardableResult
  private mutating func live(until moment: Double, reading screen: FlowSession.Screen = .none) -> Double {
    var end = moment
    while seen == nil, steps < 8 * Self.mostEvents {
      let since = life.seconds
      steps += 1
      if life.isAlertUp {
        seen = since
      } else if let alert = life.otherAlert {
        let known = surroundings.alerts.indices.contains(Int(alert)) ? surroundings.alerts[Int(alert)] : nil
        let closes = since + (known?.seconds.median.centre ?? 0)
        while steps < 8 * Self.mostEvents, passNext(before: closes) { steps += 1 }
        life.closeOtherAlert()
        end += life.seconds - since
      } else if life.session.screen != screen {
        guard life.session.screen != .none else { break }
        read(life.session.screen)
        end += life.seconds - since
      } else if !passNext(before: end) {
        break
      }
    }
    return end
  }

  private mutating func read(_ screen: FlowSession.Screen) {
    switch screen {
    case .none: break
    case .prePrompt:
      live(until: life.seconds + (arm.prePrompt?.readSeconds.median.centre ?? 0), reading: screen)
      if life.session.screen == screen { life.continuePrePrompt() }
    case .consent:
      live(until: life.seconds + (surroundings.consent?.seconds.median.centre ?? 0), reading: screen)
      if life.session.screen == screen { life.send(.consentEnded(isAccepted: true)) }
    }
  }

  /// Lets the next thing happen that is due before a moment: another alert, the app's own timer, and at that moment
  /// the activation after an alert; without any the clock goes on to the moment.
  private mutating func passNext(before end: Double) -> Bool {
    let due = life.nextDue ?? .infinity
    let isActivation = life.settlesAt == due
    let next = alerts.indices.min { alerts[$0].at < alerts[$1].at }
    if let next, alerts[next].at < end, isActivation ? alerts[next].at < due : alerts[next].at <= due {
      let alert = alerts.remove(at: next)
      life.advance(to: alert.at)
      life.showOtherAlert(number: UInt8(truncatingIfNeeded: alert.index))
      return true
    }
    guard due < end || due == end && isActivation && end < .infinity else {
      if end < .infinity { life.advance(to: end) }
      return false
    }
    life.passNextDue()
    return true
  }
}
