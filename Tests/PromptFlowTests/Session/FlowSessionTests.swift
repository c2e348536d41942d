import FlowRehearsal
import PromptFlow
import Testing

@Suite("A whole flow in an app")
struct FlowSessionTests {
  private func rules(_ life: Rehearsal, _ action: FlowSession.Action) -> [String] {
    life.records.filter { $0.action == action }.compactMap(\.rule)
  }

  @Test(
    "R100, R140: at launch the request follows the first activation, and nothing tracks before the answer")
  func launch() {
    var life = Rehearsal.launched(.make(delay: 1))
    #expect(rules(life, .request).isEmpty && !life.session.isTrackingAllowed)
    life.wait(1)
    #expect(rules(life, .request) == ["R140"] && life.system.presented == .tracking)
    life.answer(.allow)
    #expect(
      life.session.status == .authorized && life.session.isTrackingAllowed && life.session.hasFinishedAsking)
  }

  @Test("R101, R103, R104: the consent layer comes after the answer, and asks only where it may")
  func consentAfter() {
    for (answer, asks) in [(AlertAnswer.allow, true), (.deny, false)] {
      var life = Rehearsal.launched(.make(consent: FlowSetup.ConsentSetup()))
      #expect(life.session.screen == .none)
      life.answer(answer)
      #expect(life.session.screen == .consent)
      #expect(life.actions.contains(.showConsent(asksToTrack: asks)))
      #expect(life.actions.contains(.rejectAdPurposes) == !asks)
      life.send(.consentEnded(isAccepted: true))
      #expect(life.session.isTrackingAllowed == asks)
      #expect(ConsentOrderProof.firstViolation(in: life.records) == nil)
    }
  }

  @Test("R102: an SDK that starts after consent starts when the layer is resolved")
  func attributionAfterConsent() {
    let waits = FlowSetup.AttributionSetup(kind: .documented, waitSeconds: 20, start: .afterConsent)
    var life = Rehearsal.launched(
      .make(consent: FlowSetup.ConsentSetup(), attribution: waits), answering: .allow)
    #expect(!life.actions.contains(.startAttribution(waitSeconds: 20)))
    life.send(.consentEnded(isAccepted: true))
    #expect(life.actions.contains(.startAttribution(waitSeconds: 20)))
    #expect(life.actions.contains(.sendInstall(withIdentifier: true)))
  }

  @Test(
    "R121: a timer's install event carries the identifier as the status is when the timer fires",
    arguments: [true, false])
  func identifierAtTheInstant(answersBefore: Bool) {
    var life = Rehearsal.launched(
      .make(attribution: .init(kind: .timer, waitSeconds: 20)), answering: answersBefore ? .allow : nil)
    life.wait(20)
    life.answer(.allow)
    #expect(life.actions.contains(.sendInstall(withIdentifier: answersBefore)))
    #expect(!life.actions.contains(.sendInstall(withIdentifier: !answersBefore)))
  }

  @Test(
    "R117: the wait is handed over with the start, what is left of it in a later process, and none once sent")
  func waitBeforeStart() {
    var life = Rehearsal.launched(
      .make(.onboarding, attribution: .init(kind: .foreground, waitSeconds: 20)), waiting: 5)
    life.send(.statusRead)  // known up to here
    life.launch()
    life.wait(20)
    life.launch()
    let waits = life.actions.compactMap { action in
      if case .startAttribution(let seconds) = action { seconds } else { nil }
    }
    #expect(waits == [20, 15, 0])
  }

  @Test("R94: without a layer, after consent means after the answer: nothing starts before the alert's end")
  func attributionAfterAnswer() {
    typealias Start = FlowSetup.AttributionSetup.Start
    func life(_ start: Start, device: TrackingDevice = TrackingDevice(), version: SystemVersion = .modern)
      -> Rehearsal
    {
      let waits = FlowSetup.AttributionSetup(kind: .documented, waitSeconds: 20, start: start)
      return Rehearsal.launched(
        .make(.onboarding, version: version, attribution: waits), device: device, waiting: 60)
    }
    let started = FlowSession.Action.startAttribution(waitSeconds: 20)
    for start in [Start.afterAnswer, .afterConsent] {
      for answer in [AlertAnswer.allow, .deny] {
        var asked = life(start)
        asked.settle(.onboardingCompleted)
        #expect(asked.system.presented == .tracking && !asked.actions.contains(started))
        asked.answer(answer)
        #expect(asked.actions.contains(started))
        #expect(asked.actions.contains(.sendInstall(withIdentifier: answer == .allow)))
      }
      // Devices that nobody can ask, and systems that the app does not ask on, have nothing to wait for.
      #expect(life(start, device: TrackingDevice(restriction: .profile)).actions.contains(started))
      #expect(life(start, device: TrackingDevice(allowsRequests: false)).actions.contains(started))
      #expect(life(start, version: .before14).actions.contains(started))
      #expect(life(start, version: .iOS14_0).actions.contains(started))
    }
  }

  @Test("R94: who can never be asked any more is not waited for")
  func attributionAfterTheLastShowing() {
    let last = PrePromptPolicy(isDismissible: true, cooldownSessions: 1, maximumShows: 1)
    let waits = FlowSetup.AttributionSetup(kind: .none, waitSeconds: 0, start: .afterAnswer)
    var life = Rehearsal.launched(.make(prePrompt: last, attribution: waits))
    #expect(!life.actions.contains(.startAttribution(waitSeconds: 0)))
    life.send(.prePromptEnded(.dismissed))
    #expect(
      life.actions.suffix(2) == [.startAttribution(waitSeconds: 0), .sendInstall(withIdentifier: false)])
  }

  @Test("R78: a year after an answer there is one more request, where the region allows it")
  func yearly() {
    for (region, asks) in [("it", true), ("NO", false)] {
      var setup = FlowSetup.make(delay: 1)
      setup.region = RegionalRules(device: region, account: region, release: .from27_2)
      var life = Rehearsal.launched(setup, waiting: 1)
      life.answer(.deny)
      life.leave(for: 364 * 86_400)
      life.wait(1)
      #expect(rules(life, .request) == ["R140"])
      life.launch()
      life.leave(for: 2 * 86_400)
      life.wait(1)
      #expect(rules(life, .request) == (asks ? ["R140", "R78"] : ["R140"]))
      #expect((life.system.presented == .tracking) == asks)
      guard asks else { continue }
      life.answer(.allow)
      #expect(life.session.status == .authorized && life.session.isTrackingAllowed)
      life.leave(for: 2 * 86_400)
      life.wait(1)
      #expect(rules(life, .request).count == 2)
    }
  }

  @Test("R19, R140: a process that nobody sees is no session, counts none and starts nothing")
  func background() {
    let waits = FlowSetup.AttributionSetup(kind: .documented, waitSeconds: 20)
    for hook in AskHook.allCases {
      var life = Rehearsal(.make(.session(2), hook: hook, attribution: waits))
      for _ in 1...5 {
        life.launchInBackground()
        life.send(.viewAppeared)
        life.wait(60)
      }
      #expect(life.session.state.flow.memory.sessions == 0)
      #expect(!life.actions.contains(.startAttribution(waitSeconds: 20)))
      life.activate()
      life.launchInBackground()
      life.activate()
      life.wait(0)
      #expect(life.session.state.flow.memory.sessions == 2)
      #expect(life.system.presented == .tracking && life.actions.contains(.startAttribution(waitSeconds: 20)))
    }
  }

  @Test("R143: a moment that comes in the background asks in the next session")
  func momentInBackground() {
    var life = Rehearsal(.make(.onboarding))
    life.launchInBackground()
    life.send(.onboardingCompleted)
    life.wait(60)
    #expect(life.session.stage == .none && !life.actions.contains(.request))
    life.activate()
    life.wait(0)
    #expect(life.system.presented == .tracking)
  }

  @Test("R35, R42, R38: a change made in Settings is reported at the next activation")
  func recheck() {
    var life = Rehearsal.launched(.make(), answering: .allow)
    life.changeInSettings(isOn: false)
    #expect(life.session.status == .denied && !life.session.isTrackingAllowed)
    #expect(life.actions.suffix(2) == [.tellStatus(.denied), .setTracking(.forbidden)])
  }

  @Test("R54, R55: the early callback of iOS 17.4 counts for nothing; the answer does")
  func earlyCallback() {
    var life = Rehearsal.launched(.make(version: .iOS17_4, consent: FlowSetup.ConsentSetup()))
    #expect(life.session.status == .notDetermined && life.session.screen == .none)
    #expect(life.session.stage == .inFlight, "the request goes on until the status says how it ended")
    life.answer(.allow)
    #expect(life.session.status == .authorized)
    #expect(ConsentOrderProof.firstViolation(in: life.records) == nil)
    #expect(life.actions.contains(.showConsent(asksToTrack: true)))
  }

  @Test(
    "R54: an app that trusts the early callback sends its install event then, or later, as denied",
    arguments: [GateKind.documented, .foreground, .timer])
  func trustedCallback(kind: GateKind) {
    var life = Rehearsal.launched(
      .make(
        trustsCallback: true, version: .iOS17_4,
        attribution: FlowSetup.AttributionSetup(kind: kind, waitSeconds: 60, start: .process)))
    #expect(life.actions.contains(.sendInstall(withIdentifier: false)) == (kind != .timer))
    life.answer(.allow)
    life.wait(60)
    #expect(life.actions.filter { $0 == .sendInstall(withIdentifier: false) }.count == 1)
    #expect(!life.actions.contains(.sendInstall(withIdentifier: true)) && !life.session.isTrackingAllowed)
    life.launch()
    #expect(life.session.isTrackingAllowed)
  }

  @Test("a return within the gap goes on with the session, one after it begins another")
  func sessionGap() {
    var life = Rehearsal.launched(.make(.onboarding))
    life.leave(for: 1799)
    #expect(life.session.state.flow.memory.sessions == 1)
    life.leave(for: 1800)
    #expect(life.session.state.flow.memory.sessions == 2)
  }

  @Test("a clock that steps back, or shows no number, ends no wait and no session")
  func clocks() {
    let waits = FlowSetup.AttributionSetup(kind: .foreground, waitSeconds: 100)
    var session = FlowSession(.make(.onboarding, attribution: waits))
    func at(_ seconds: Double) -> FlowSession.Moment {
      FlowSession.Moment(status: .notDetermined, seconds: seconds)
    }
    func lengths(_ records: [FlowRecord]) -> [Double] {
      records.compactMap { record in
        guard case .startTimer(_, let seconds)? = record.action else { return nil }
        return seconds
      }
    }
    _ = session.handle(.processStarted, at: at(1000))
    _ = session.handle(.activated, at: at(1000))
    _ = session.handle(.statusRead, at: at(1030))
    _ = session.handle(.backgrounded, at: at(.nan))
    var records = session.handle(.activated, at: at(-5000))
    #expect(session.state.flow.memory.sessions == 1 && lengths(records) == [70])
    _ = session.handle(.backgrounded, at: at(-4990))
    records = session.handle(.activated, at: at(1e15))
    #expect(session.state.flow.memory.sessions == 2 && lengths(records).contains(60))
  }

  @Test("R7, R101: a layer that waits when the question opens anew lets the alert go first")
  func questionOpensAnew() {
    var session = FlowSession(.make(consent: FlowSetup.ConsentSetup()))
    func at(_ status: AuthorizationStatus) -> FlowSession.Moment {
      FlowSession.Moment(status: status, seconds: 0)
    }
    var records = session.handle(.processStarted, at: at(.denied))
    #expect(session.state.consent == .due(.usual))
    records += session.handle(.activated, at: at(.notDetermined))
    for timer in records.timers { records += session.handle(.timerFired(timer), at: at(.notDetermined)) }
    #expect(records.actions.contains(.request) && session.screen == .none)
    records += session.handle(.requestCompleted(.authorized), at: at(.authorized))
    #expect(session.screen == .consent && ConsentOrderProof.firstViolation(in: records) == nil)
  }
}
