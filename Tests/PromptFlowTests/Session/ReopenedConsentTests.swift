import FlowRehearsal
import PromptFlow
import Testing

@Suite("A consent layer that the person opens again, and an SDK that has not waited for the first one")
struct ReopenedConsentTests {
  private let consent = FlowSetup.ConsentSetup(order: .beforeATT, givesUpAfterSeconds: 120)

  /// Through with the layer that comes first, and with the layer open again.
  private func life(prePrompt: PrePromptPolicy?) -> Rehearsal {
    var life = Rehearsal.launched(.make(.onboarding, prePrompt: prePrompt, consent: consent))
    life.send(.consentEnded(isAccepted: true))
    life.send(.consentReopened)
    life.settle(.onboardingCompleted)
    return life
  }

  @Test("R101, R112: neither the alert nor the pre-prompt comes over it, and what waited comes at its end")
  func nothingOver() {
    var alert = life(prePrompt: nil)
    #expect(!alert.isAlertUp && !alert.session.isScreenFree)
    alert.send(.consentChanged(isAccepted: true))
    #expect(alert.isAlertUp)
    var screen = life(prePrompt: PrePromptPolicy())
    #expect(screen.session.screen == .none)
    screen.send(.consentChanged(isAccepted: true))
    #expect(screen.session.screen == .prePrompt)
  }

  @Test(
    "R108, R109, R114, R115: a no in it before the alert ends the asks, under any strategy, until a yes",
    arguments: ConsentOrder.allCases, [nil, PrePromptPolicy(maximumShows: 1)])
  func refusedBeforeTheAlert(order: ConsentOrder, prePrompt: PrePromptPolicy?) throws {
    var life = Rehearsal.launched(.make(.onboarding, prePrompt: prePrompt, consent: .init(order: order)))
    if order == .beforeATT { life.send(.consentEnded(isAccepted: true)) }
    for accepts in [false, true, false] { life.reopenConsent(accepts: accepts) }
    life.settle(.onboardingCompleted)
    life.launch()
    #expect(!life.isAlertUp && life.session.screen == .none)
    var updated = FlowSession(.make(consent: .init(order: order)), state: try throughJSON(life.session.state))
    let open = FlowSession.Moment(status: .notDetermined, seconds: 0)
    for event: FlowSession.Event in [.processStarted, .activated] {
      #expect(updated.handle(event, at: open).timers.isEmpty)
    }
    life.reopenConsent(accepts: true)
    life.relaunch()
    #expect(prePrompt == nil ? life.isAlertUp : life.session.screen == .prePrompt)
  }

  @Test("R103, R109: so does a no that the platform has stored, told by any event")
  func storedBeforeTheAlert() {
    let accepted = FlowSession.Moment(status: .notDetermined, seconds: 0, acceptsAdPurposes: true)
    let refused = FlowSession.Moment(status: .notDetermined, seconds: 0, acceptsAdPurposes: false)
    var session = FlowSession(.make(.onboarding, consent: .init(order: .beforeATT)))
    for event: FlowSession.Event in [.processStarted, .activated, .consentEnded(isAccepted: true)] {
      _ = session.handle(event, at: accepted)
    }
    #expect(!session.hasFinishedAsking)
    _ = session.handle(.statusRead, at: refused)
    #expect(session.hasFinishedAsking)
  }

  @Test("R109, R115: who refused in a layer that came first and accepts later is asked")
  func acceptedAfterARefusal() {
    var life = Rehearsal.launched(.make(consent: .init(order: .beforeATT)))
    life.settle(.consentEnded(isAccepted: false))
    #expect(!life.isAlertUp)
    life.reopenConsent(accepts: true)
    life.relaunch()
    #expect(life.isAlertUp)
    life.answer(.allow)
    #expect(life.session.isTrackingAllowed)
  }

  @Test("R26, R115: a no that is taken back opens nothing that ended before it", arguments: [true, false])
  func endedBefore(isBehindAlert: Bool) {
    var life = Rehearsal.launched(.make(.onboarding, retry: .never, consent: consent))
    life.send(.consentEnded(isAccepted: true))
    if isBehindAlert { life.showOtherAlert() }
    life.settle(.onboardingCompleted)
    if isBehindAlert { life.closeOtherAlert() } else { life.answer(nil) }
    for accepts in [false, true] { life.reopenConsent(accepts: accepts) }
    life.relaunch()
    #expect(life.actions.count { $0 == .request } == 1 && !life.isAlertUp)
  }

  @Test("R102, R112: it is given up in its time, which begins anew where the person comes back to it")
  func givenUp() {
    var life = life(prePrompt: nil)
    life.wait(100)
    life.leave(for: 60)
    life.wait(119)
    #expect(!life.actions.contains(.giveUpConsent) && !life.isAlertUp)
    life.wait(1)
    #expect(life.actions.contains(.giveUpConsent) && life.isAlertUp)
  }

  @Test("R103, R115: an answer in it is the first one where the layer's own turn was given up")
  func answersAfterAll() {
    for accepts in [true, false] {
      var life = Rehearsal.launched(
        .make(consent: FlowSetup.ConsentSetup(givesUpAfterSeconds: 120)), answering: .allow)
      life.wait(120)
      #expect(life.actions.contains(.giveUpConsent) && !life.session.isTrackingAllowed)
      life.reopenConsent(accepts: accepts)
      #expect(life.session.isTrackingAllowed == accepts)
      life.launch()
      #expect(life.session.screen == .none, "the next process has nothing to ask")
    }
  }

  @Test(
    "R102, R118: an SDK that has been started before its time waits for both answers with its install event")
  func installWaitsForBoth() {
    func life(_ end: (inout Rehearsal) -> Void) -> [FlowSession.Action] {
      let waits = FlowSetup.AttributionSetup(waitSeconds: 60, startsAfterSeconds: 10)
      var life = Rehearsal.launched(
        .make(.onboarding, consent: FlowSetup.ConsentSetup(), attribution: waits), waiting: 10)
      #expect(life.actions.last == .startTimer(.init(purpose: .attribution, number: 1), seconds: 60))
      life.settle(.onboardingCompleted)
      life.answer(.allow)
      #expect(life.session.screen == .consent)
      end(&life)
      return life.actions
    }
    let accepted = life { $0.send(.consentEnded(isAccepted: true)) }
    #expect(accepted.suffix(2) == [.setTracking(.allowed), .sendInstall(withIdentifier: true)])
    #expect(life { $0.send(.consentEnded(isAccepted: false)) }.last == .sendInstall(withIdentifier: false))
    #expect(!life { $0.wait(59) }.contains(.sendInstall(withIdentifier: false)))
    #expect(life { $0.wait(60) }.last == .sendInstall(withIdentifier: false))
  }

  @Test("R118: one that starts with the process does not wait for the layer, as it would not by itself")
  func installOfTheProcess() {
    let waits = FlowSetup.AttributionSetup(waitSeconds: 60, start: .process)
    let life = Rehearsal.launched(
      .make(consent: FlowSetup.ConsentSetup(), attribution: waits), answering: .allow)
    #expect(life.session.screen == .consent && life.actions.contains(.sendInstall(withIdentifier: false)))
  }

  @Test("R60, R145: the first view of a second window is not another moment to ask")
  func secondFirstView() {
    var life = Rehearsal.launched(.make(.session(1), hook: .viewAppeared, retry: .nextSession))
    #expect(life.actions.filter { $0 == .request }.count == 1)
    life.answer(nil)
    life.settle(.viewAppeared)
    #expect(life.actions.filter { $0 == .request }.count == 1)
    life.relaunch()
    #expect(life.actions.filter { $0 == .request }.count == 2)
  }
}
