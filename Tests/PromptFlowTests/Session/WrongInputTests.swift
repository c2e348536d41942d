import FlowRehearsal
import PromptFlow
import Testing

/// The rows of the page "When things go wrong" that no other test is about.
@Suite("Input that nobody meant")
struct WrongInputTests {
  private func moment(_ status: AuthorizationStatus?, _ seconds: Double = 0) -> FlowSession.Moment {
    FlowSession.Moment(status: status, seconds: seconds)
  }

  @Test("R50, R51: on iOS 14.0 the identifier can be read unasked, and what ships does not")
  func stricter() {
    let attribution = FlowSetup.AttributionSetup(kind: .documented, waitSeconds: 5)
    let life = Rehearsal.launched(
      .make(.onboarding, version: .iOS14_0, attribution: attribution), waiting: 10)
    #expect(life.system.identifierIsReadable)
    #expect(!life.session.isTrackingAllowed)
    #expect(life.actions.contains(.sendInstall(withIdentifier: false)))
    #expect(!life.actions.contains(.setTracking(.allowed)))
  }

  @Test(
    "waits and delays that are no numbers, or below zero, are zero",
    arguments: [-1, Double.nan, Double.infinity, -Double.infinity])
  func setup(seconds: Double) {
    let setup = FlowSetup(
      strategy: PromptStrategy(trigger: .launch), delaySeconds: seconds,
      attribution: FlowSetup.AttributionSetup(kind: .foreground, waitSeconds: seconds),
      sessionGapSeconds: seconds)
    #expect(setup.delaySeconds == 0 && setup.attribution?.waitSeconds == 0 && setup.sessionGapSeconds == 0)
  }

  @Test("an activation before the process start begins a session, and asks as any first one does")
  func activationFirst() throws {
    var session = FlowSession(.make())
    let timers = session.handle(.activated, at: moment(.notDetermined)).timers
    #expect(timers.count == 1)
    let fired = session.handle(.timerFired(try #require(timers.first)), at: moment(.notDetermined))
    #expect(fired.actions == [.request])
  }

  @Test("R92: ends without a beginning lead to no ask and no screen; the status that came along is noted")
  func endsFirst() {
    let ends: [FlowSession.Event] = [
      .prePromptEnded(.continued), .requestCompleted(.authorized), .consentEnded(isAccepted: true),
      .consentChanged(isAccepted: true), .timerFired(FlowSession.Timer(purpose: .ask, number: 1)),
      .timerFired(FlowSession.Timer(purpose: .attribution, number: -4)),
    ]
    for end in ends {
      var session = FlowSession(.make(prePrompt: PrePromptPolicy(), consent: FlowSetup.ConsentSetup()))
      let records = session.handle(end, at: moment(.denied))
      let isQuiet = records.actions.allSatisfy { $0 != .request && $0 != .showPrePrompt }
      #expect(isQuiet && session.screen == .none && session.stage == .none)
      #expect(session.status == .denied || records.actions.isEmpty)
    }
  }

  @Test("R2, R42: a status unknown to one version, kept, and known to the next is reported as a change")
  func unknownBecomesKnown() throws {
    var old = FlowSession(.make())
    _ = old.launch(.unknown(4))
    #expect(!old.isTrackingAllowed && old.screen == .none)
    var new = FlowSession(.make(), state: try throughJSON(old.state))
    let records = new.handle(.processStarted, at: moment(.authorized))
    #expect(records.actions.contains(.tellStatus(.authorized)))
    #expect(new.isTrackingAllowed)
  }

  @Test("R33: a handler called twice counts once")
  func twice() {
    var life = Rehearsal.launched(.make(), answering: .allow)
    let before = life.actions
    life.send(.requestCompleted(.authorized))
    life.send(.requestCompleted(.denied))
    #expect(life.actions == before && life.session.status == .authorized)
  }
}
