import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("The whole flow on a device")
struct TrackingFlowTests {
  private let atLaunch = PromptStrategy(trigger: .launch)
  private let thirdArticle = PromptStrategy(
    trigger: .event(EventKind(rawValue: 0), count: 3),
    prePrompt: PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil))

  @Test("R81, R89, R143: the third article brings the pre-prompt, its button the alert, the answer the layer")
  func thirdArticleAllowed() async {
    let app = FlowUnderTest(thirdArticle)
    await app.launch()
    await app.read()
    await app.read()
    #expect(!app.flow.shown.prePrompt)
    await app.read()
    #expect(app.flow.shown.prePrompt)
    #expect(app.system.requests == 0)
    app.flow.continuePrePrompt()
    #expect(app.system.screen == .tracking)
    #expect(!app.platform.isUp)
    await app.answer(.allow)
    #expect(!app.flow.shown.prePrompt)
    #expect(app.platform.notes == ["open"])
    #expect(!app.flow.shown.tracksPerson)
    await app.close(accepts: true)
    #expect(app.flow.shown.tracksPerson)
    #expect(app.sdk.notes == ["does not track", "start, wait 60", "install without", "tracks with"])
  }

  @Test("R104, R108, R111: after a denial the ad purposes are rejected, and then the layer opens")
  func deniedRejectsThenOpens() async {
    let app = FlowUnderTest(atLaunch)
    await app.launch()
    await app.answer(.deny)
    #expect(app.platform.notes == ["rejected", "open for other purposes"])
    await app.close(accepts: false)
    #expect(!app.flow.shown.tracksPerson)
    #expect(app.sdk.notes == ["does not track", "start, wait 60", "install without"])
  }

  @Test("R115: a layer that says yes after a denial does not raise tracking and is rejected again")
  func layerCannotOutrank() async {
    let app = FlowUnderTest(atLaunch)
    await app.launch()
    await app.answer(.deny)
    await app.close(accepts: true)
    #expect(app.platform.notes == ["rejected", "open for other purposes", "rejected"])
    #expect(!app.flow.shown.tracksPerson)
  }

  @Test("R101, R112: the layer never opens before the answer is readable, on iOS 17.4 neither")
  func consentOnlyAfterTheAnswer() async {
    let app = FlowUnderTest(atLaunch, version: .iOS17_4)
    await app.launch()
    #expect(app.system.screen == .tracking)
    #expect(app.platform.notes.isEmpty)
    await app.answer(.allow)
    #expect(app.platform.notes == ["open"])
  }

  @Test("R42, R104: permission taken away in Settings rejects the ad purposes and stops the trackers")
  func revoked() async {
    let app = FlowUnderTest(atLaunch)
    await app.launch()
    await app.answer(.allow)
    await app.close(accepts: true)
    app.system.turnAppSwitch(on: false)
    await app.activate()
    #expect(app.platform.notes == ["open", "rejected"])
    #expect(!app.platform.acceptsAdPurposes)
    #expect(app.sdk.notes.last == "does not track")
    app.system.turnAppSwitch(on: true)
    await app.activate()
    #expect(!app.flow.shown.tracksPerson, "the person's yes went with the permission")
    #expect(
      app.platform.notes == ["open", "rejected", "reopened"], "and was no refusal: the layer comes again")
    await app.close(accepts: true)
    #expect(app.flow.shown.tracksPerson)
  }

  @Test("R115: the layer can be reopened, and its outcome counts")
  func reopened() async {
    let app = FlowUnderTest(atLaunch)
    await app.launch()
    await app.answer(.allow)
    await app.close(accepts: true)
    let reopened = Task { await app.flow.reopenConsent() }
    await HeldCall.settle()
    #expect(app.platform.notes.last == "reopened")
    await app.close(accepts: false)
    _ = await reopened.value
    #expect(!app.flow.shown.tracksPerson)
  }

  @Test("R112: nothing reopens the layer under the alert, under the pre-prompt or twice")
  func notReopenedUnderAQuestion() async {
    let app = FlowUnderTest(atLaunch)
    await app.launch()
    await app.flow.reopenConsent()
    #expect(app.platform.notes.isEmpty)
    await app.answer(.allow)
    await app.flow.reopenConsent()
    #expect(app.platform.notes == ["open"])
  }

  @Test("R101: an ask that comes while the layer is open again waits for it")
  func reopenedHoldsBack() async {
    let app = FlowUnderTest(thirdArticle, consent: FlowSetup.ConsentSetup(order: .beforeATT))
    await app.launch()
    await app.close(accepts: true)
    let reopened = Task { await app.flow.reopenConsent() }
    await HeldCall.settle()
    for _ in 0..<3 { await app.read() }
    #expect(!app.flow.shown.prePrompt)
    await app.close(accepts: true)
    _ = await reopened.value
    #expect(app.flow.shown.prePrompt)
  }

  @Test("R109: consent first and refused: the alert never comes")
  func refusedFirst() async {
    let app = FlowUnderTest(atLaunch, consent: FlowSetup.ConsentSetup(order: .beforeATT))
    await app.launch()
    #expect(app.platform.isUp)
    #expect(app.system.requests == 0)
    await app.close(accepts: false)
    await app.activate()
    #expect(app.system.requests == 0)
    #expect(!app.flow.shown.tracksPerson)
  }

  @Test("R118, R117: an answer lets the install go at once, the wait without one does")
  func attributionWaits() async {
    let app = FlowUnderTest(thirdArticle, consent: nil, waitSeconds: 20)
    await app.launch()
    #expect(app.sdk.notes == ["does not track", "start, wait 20"])
    app.clock.advance(by: 19)
    await HeldCall.settle()
    #expect(app.sdk.notes.count == 2)
    app.clock.advance(by: 1)
    await HeldCall.settle()
    #expect(app.sdk.notes.last == "install without")

    let other = FlowUnderTest(atLaunch, consent: nil)
    await other.launch()
    await other.answer(.allow)
    #expect(other.sdk.notes == ["does not track", "start, wait 60", "tracks with", "install with"])
  }

  @Test("R142: a delay is waited for, and the ask comes after it")
  func delay() async {
    let app = FlowUnderTest(atLaunch, delaySeconds: 1.5)
    await app.launch()
    #expect(app.system.requests == 0)
    app.clock.advance(by: 1.5)
    await HeldCall.settle()
    #expect(app.system.screen == .tracking)
  }

  @Test("R21, R65: another permission of the app goes first and is not talked over")
  func serialised() async {
    let app = FlowUnderTest(atLaunch)
    let push = app.turns.newTicket()
    app.turns.enqueue(push) {}
    await app.launch()
    #expect(app.system.requests == 0)
    app.system.showOther()
    app.flow.applicationWillResignActive()
    app.system.closeOther()
    app.turns.release(push)
    await app.activate()
    #expect(app.system.screen == .tracking)
  }

  @Test("R22, R60: activations that a second scene reports under the alert open nothing")
  func resumeDuringAlert() async {
    let app = FlowUnderTest(atLaunch)
    await app.launch()
    for _ in 0..<5 {
      app.flow.applicationDidBecomeActive()
      await HeldCall.settle()
    }
    #expect(app.system.requests == 1)
    #expect(app.platform.notes.isEmpty)
  }

  @Test("R22, R112: an activation reported under another permission's alert opens no layer over it")
  func resumeUnderAnotherAlert() async {
    let app = FlowUnderTest(atLaunch, consent: FlowSetup.ConsentSetup(order: .beforeATT))
    app.system.launch()
    app.flow.start()
    app.system.showOther()
    app.flow.applicationDidBecomeActive()
    await HeldCall.settle()
    #expect(app.platform.notes.isEmpty)
    app.system.closeOther()
    await app.activate()
    #expect(app.platform.notes == ["open"])
  }

  @Test("R29, R31: a relaunch in any state goes on", arguments: 0..<6)
  func relaunch(steps: Int) async {
    let first = FlowUnderTest(thirdArticle)
    await first.launch()
    let life: [() async -> Void] = [
      { await first.read() }, { await first.read() }, { await first.read() },
      { first.flow.continuePrePrompt() }, { await first.answer(.deny) },
      { await first.close(accepts: false) },
    ]
    for step in life.prefix(steps) { await step() }

    let second = FlowUnderTest(thirdArticle, continuing: first)
    await second.launch()
    for _ in 0..<3 where !second.flow.shown.prePrompt && second.flow.shown.status == .notDetermined {
      await second.read()
    }
    if second.flow.shown.prePrompt { second.flow.continuePrePrompt() }
    if second.system.screen == .tracking { await second.answer(.deny) }
    if second.platform.isUp { await second.close(accepts: false) }
    #expect(second.flow.shown.status == .denied)
    #expect(second.flow.shown.settingsRecovery == .appPage)
    #expect(!second.platform.isUp && !second.flow.shown.prePrompt)
    #expect(first.system.answersRecorded + second.system.answersRecorded == 1)
  }

  @Test("R39, R40: the way to Settings is shown once after a denial, in the next session")
  func settingsLink() async {
    var strategy = atLaunch
    strategy.settingsLink = .afterDenial
    let first = FlowUnderTest(strategy)
    await first.launch()
    await first.answer(.deny)
    await first.close(accepts: false)
    #expect(!first.flow.shown.settingsLink)
    let second = FlowUnderTest(strategy, continuing: first)
    await second.launch()
    #expect(second.flow.shown.settingsLink)
    second.flow.dismissSettingsLink()
    let third = FlowUnderTest(strategy, continuing: second)
    await third.launch()
    #expect(!third.flow.shown.settingsLink)
  }
}
