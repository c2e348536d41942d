import FlowRehearsal
import Testing

@testable import PromptFlow

/// An app that draws what it is asked to, and nothing else.
private struct DrawnScreens: Hashable {
  var prePrompt = false
  /// Told to leave, and its dismissal is not over.
  var isLeaving = false
  var consent = false
  /// The layer that the person has opened again.
  var isReopened = false
  /// The platform stores a rejection.
  var isRejecting = false

  /// Carries the actions out; returns what is wrong with one, if anything.
  ///
  /// - Parameter isGone: whether the pre-prompt has gone by itself, so that nothing is left to take away.
  mutating func carryOut(_ actions: [FlowSession.Action], isGone: Bool) -> String? {
    for action in actions {
      switch action {
      case .showPrePrompt:
        if prePrompt || isLeaving || consent || isReopened { return "a pre-prompt over another screen" }
        prePrompt = true
      case .hidePrePrompt:
        if prePrompt == isGone { return "a pre-prompt taken away that is not there" }
        (prePrompt, isLeaving) = (false, !isGone)
      case .showConsent:
        if prePrompt || isLeaving || consent || isReopened || isRejecting {
          return "a layer over another screen, or one that is leaving, or before the rejection is stored"
        }
        consent = true
      case .rejectAdPurposes: isRejecting = true
      case .giveUpConsent:
        if !consent { return "a layer given up that is not there" }
        consent = false
      case .startTimer, .request, .startAttribution, .sendInstall, .tellStatus,
        .setTracking, .showSettingsLink:
        break
      }
    }
    return nil
  }
}

/// A flow, what it has drawn, and what the system says.
private struct DrawnLife: Hashable {
  var session: FlowSession
  var drawn = DrawnScreens()
  var status: AuthorizationStatus? = .notDetermined

  /// Something that can happen at any point.
  enum Step: Hashable, CaseIterable {
    case relaunch, relaunchUnseen, viewAppeared, activated, activatedLater, deactivated, backgrounded
    case covered, uncovered, onboarded, askTimer, dismissalTimer, disappeared, disappearedUntold
    case continued, dismissed, left, completed, consentAccepted, consentRefused, consentReopened,
      consentReversed, rejected
    case readUndetermined, readDenied, readAuthorized, readRestricted
  }

  /// Lives through a step; returns what is wrong after it, if anything.
  mutating func live(_ step: Step) -> String? {
    switch step {
    case .relaunch, .relaunchUnseen:
      session = FlowSession(session.setup, state: session.state)
      drawn = DrawnScreens()
      return send(step == .relaunch ? .processStarted : .processStartedInBackground)
    case .viewAppeared: return send(.viewAppeared)
    case .activated, .activatedLater:
      return send(.activated, at: step == .activated ? 0 : 31 * 60)
    case .deactivated: return send(.deactivated)
    case .backgrounded:
      drawn.isLeaving = false
      return send(.backgrounded)
    case .covered: return send(.covered(true))
    case .uncovered: return send(.covered(false))
    case .onboarded: return send(.onboardingCompleted)
    case .askTimer: return send(.timerFired(session.latest(.ask)))
    case .dismissalTimer:
      drawn.isLeaving = false
      return send(.timerFired(session.latest(.dismissal)))
    case .disappeared:
      guard drawn.isLeaving else { return nil }
      drawn.isLeaving = false
      return send(.prePromptDisappeared)
    case .disappearedUntold:  // a window closes, and its sheet with it
      guard drawn.prePrompt else { return nil }
      drawn.prePrompt = false
      return send(.prePromptDisappeared, isGone: true)
    case .continued: return send(.prePromptEnded(.continued))
    case .dismissed: return send(.prePromptEnded(.dismissed))
    case .left: return send(.prePromptEnded(.left))
    case .completed: return send(.requestCompleted(status ?? .notDetermined))
    case .consentAccepted, .consentRefused:
      drawn.consent = false
      return send(.consentEnded(isAccepted: step == .consentAccepted))
    case .consentReopened:  // a person finds the way to it where nothing else is up
      guard session.isScreenFree else { return nil }
      drawn.isReopened = true
      return send(.consentReopened)
    case .consentReversed:
      drawn.isReopened = false
      return send(.consentChanged(isAccepted: true))
    case .rejected:
      guard drawn.isRejecting else { return nil }
      drawn.isRejecting = false
      return send(.adPurposesRejected)
    case .readUndetermined: return read(.notDetermined)
    case .readDenied: return read(.denied)
    case .readAuthorized: return read(.authorized)
    case .readRestricted: return read(.restricted)
    }
  }

  private mutating func read(_ status: AuthorizationStatus) -> String? {
    self.status = status
    return send(.statusRead)
  }

  private mutating func send(
    _ event: FlowSession.Event, at seconds: Double = 0, isGone: Bool = false
  ) -> String? {
    let records = session.handle(event, at: FlowSession.Moment(status: status, seconds: seconds))
    session.recordsWritten = 0  // a number that grows would make every state a new one
    if let wrong = drawn.carryOut(records.actions, isGone: isGone) { return wrong }
    if drawn.prePrompt != (session.screen == .prePrompt) { return "a pre-prompt the machine does not know" }
    if drawn.consent != (session.screen == .consent) { return "a layer the machine does not know" }
    if drawn.isLeaving == session.isScreenFree, !drawn.prePrompt, !drawn.consent, !drawn.isReopened,
      !drawn.isRejecting
    {
      return "a dismissal the machine does not know"
    }
    return wayOut
  }

  /// Whether what is up can be ended by the person.
  private var wayOut: String? {
    let moment = FlowSession.Moment(status: status, seconds: 0)
    switch session.screen {
    case .none: return nil
    case .consent:
      var after = session
      for _ in 1...2 where after.screen == .consent {  // R42: one that asks can follow one for the others
        _ = after.handle(.consentEnded(isAccepted: false), at: moment)
      }
      return after.screen == .consent ? "a layer that does not end" : nil
    case .prePrompt:
      for end in [PrePromptEnd.continued, .dismissed, .left] {
        var after = session
        let actions = after.handle(.prePromptEnded(end), at: moment).actions
        if after.screen == .prePrompt || !actions.contains(.hidePrePrompt) {
          return "a pre-prompt that \(end) does not end"
        }
        if end == .continued, !actions.contains(.request) {
          return "a button that does not lead to the alert"
        }
      }
      return nil
    }
  }
}

/// A setup whose every state is walked through.
struct WalkedSetup: CustomTestStringConvertible, Sendable {
  var policy: PrePromptPolicy?
  var consent: FlowSetup.ConsentSetup?

  var testDescription: String {
    let shows = policy.map {
      "\($0.isDismissible ? "dismissible" : "fixed"), cooldown \($0.cooldownSessions), "
        + "shows \($0.maximumShows.map(String.init) ?? "any")"
    }
    return
      "\(shows ?? "no pre-prompt"), consent \(consent.map { "\($0.order) \($0.onUndetermined)" } ?? "none")"
  }

  static let all: [WalkedSetup] = {
    var policies: [PrePromptPolicy?] = [nil]
    for isDismissible in [false, true] {
      for cooldown in [1, 2] {
        for shows in [nil, 1, 2] {
          policies.append(
            PrePromptPolicy(
              isDismissible: isDismissible, cooldownSessions: cooldown, maximumShows: shows))
        }
      }
    }
    let layers: [FlowSetup.ConsentSetup?] = [
      nil, .init(), .init(order: .afterATT, onUndetermined: .open), .init(order: .beforeATT),
    ]
    return policies.flatMap { policy in layers.map { WalkedSetup(policy: policy, consent: $0) } }
  }()
}

@Suite("No screen is up that the machine does not know")
struct ScreenLaws {
  /// Every order of steps from a launch, and from one with its first screen up, to this depth.
  private static let depth = 5

  private func walk(_ first: DrawnLife) -> (wrong: String?, states: Int) {
    var seen: Set<DrawnLife> = [first]
    var edge: [(life: DrawnLife, path: [DrawnLife.Step])] = [(first, [])]
    for _ in 0..<Self.depth {
      var next: [(life: DrawnLife, path: [DrawnLife.Step])] = []
      for (life, path) in edge {
        for step in DrawnLife.Step.allCases {
          var after = life
          if let wrong = after.live(step) { return ("\(wrong), after \(path + [step])", seen.count) }
          if seen.insert(after).inserted { next.append((after, path + [step])) }
        }
      }
      edge = next
    }
    return (nil, seen.count)
  }

  @Test(
    "R81, R83, R90, R112: every order of events shows and hides what the machine knows, and ends",
    arguments: WalkedSetup.all)
  func known(setup: WalkedSetup) {
    let fresh = DrawnLife(
      session: FlowSession(.make(prePrompt: setup.policy, consent: setup.consent)))
    var up = fresh
    for step in [DrawnLife.Step.relaunch, .activated, .consentAccepted, .askTimer] {
      #expect(up.live(step) == nil)
    }
    for first in [fresh, up] {
      let (wrong, states) = walk(first)
      #expect(wrong == nil)
      #expect(states > 500)
    }
  }

  @Test("R83, R90: away for half an hour with the pre-prompt up, and the person comes back to no dead button")
  func comesBack() {
    for (cooldown, shows) in [(2, nil), (1, 1), (1, 3), (1, nil)] as [(Int, Int?)] {
      let policy = PrePromptPolicy(isDismissible: false, cooldownSessions: cooldown, maximumShows: shows)
      var life = Rehearsal.launched(.make(prePrompt: policy))
      for _ in 1...4 where life.session.screen == .prePrompt {
        let before = life.actions.count
        life.leave(for: 31 * 60)
        #expect(life.actions[before...].contains(.hidePrePrompt))
        life.wait(0)
      }
      if life.session.screen == .prePrompt {
        life.send(.prePromptEnded(.continued))
        #expect(life.system.presented == .tracking)
      }
      #expect(life.session.screen == .none)
    }
  }

  @Test("R89, R112: a pre-prompt that the return to the app takes away keeps the layer back until it is gone")
  func withdrawn() {
    var life = DrawnLife(session: FlowSession(.make(prePrompt: PrePromptPolicy(), consent: .init())))
    for step in [DrawnLife.Step.relaunch, .activated, .askTimer] { #expect(life.live(step) == nil) }
    #expect(life.drawn.prePrompt)
    for step in [DrawnLife.Step.backgrounded, .readDenied, .activated] { #expect(life.live(step) == nil) }
    #expect(!life.drawn.prePrompt && life.drawn.isLeaving && !life.drawn.isRejecting)
    #expect(life.live(.disappeared) == nil)
    #expect(!life.drawn.consent && life.drawn.isRejecting)
    #expect(life.live(.rejected) == nil)
    #expect(life.drawn.consent)
  }

  @Test("R112: the layer waits for the pre-prompt's dismissal, and two seconds where nobody tells of it")
  func waitsForDismissal() {
    for end in [DrawnLife.Step.disappeared, .dismissalTimer] {
      var life = DrawnLife(session: FlowSession(.make(prePrompt: PrePromptPolicy(), consent: .init())))
      for step in [DrawnLife.Step.relaunch, .activated, .askTimer, .continued] {
        #expect(life.live(step) == nil)
      }
      life.status = .authorized
      #expect(life.live(.completed) == nil)
      #expect(!life.drawn.consent && life.drawn.isLeaving)
      #expect(life.live(end) == nil)
      #expect(life.drawn.consent)
    }
  }
}
