import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("The whole flow on a device")
struct TrackingFlowTests {
  @Test("R81, R89, R143: the third article brings the pre-prompt, its button the alert, the answer the layer")
  func thirdArticleAllowed() async {
    let app = await App(App.thirdArticle, prePrompt: PrePromptPolicy()).launched()
    await app.read(2)
    #expect(!app.flow.shown.prePrompt)
    await app.read()
    #expect(app.flow.shown.prePrompt && app.system.requests == 0)
    app.flow.continuePrePrompt()
    #expect(app.device.isAlertUp && !app.consent.isUp)
    await app.device.answer(.allow)
    #expect(!app.flow.shown.prePrompt && app.consent.calls == [.open(asksToTrack: true)])
    #expect(!app.flow.shown.tracksPerson)
    await app.consent.close(accepts: true)
    #expect(app.flow.shown.tracksPerson)
    #expect(
      app.sdk.calls == [
        .tracking(false), .start(waitSeconds: 60), .install(withIdentifier: false), .tracking(true),
      ])
  }

  @Test("R104, R108, R111, R115: after a denial the ad purposes are rejected, whatever the layer then says")
  func deniedRejectsThenOpens() async {
    for accepts in [false, true] {
      let app = await App().launched(answering: .deny)
      #expect(app.consent.calls == [.reject, .open(asksToTrack: false)])
      await app.consent.close(accepts: accepts)
      #expect(app.consent.calls.dropFirst(2) == (accepts ? [.reject] : []))
      #expect(!app.flow.shown.tracksPerson)
      #expect(
        app.sdk.calls == [.tracking(false), .start(waitSeconds: 60), .install(withIdentifier: false)])
    }
  }

  @Test("R42, R104: permission taken away in Settings rejects the ad purposes and stops the trackers")
  func revoked() async {
    let app = await App().launched(answering: .allow)
    await app.consent.close(accepts: true)
    await app.device.changeInSettings(isOn: false)
    #expect(app.consent.calls == [.open(asksToTrack: true), .reject] && !app.consent.acceptsAdPurposes)
    #expect(app.sdk.calls.last == .tracking(false))
    await app.device.changeInSettings(isOn: true)
    #expect(!app.flow.shown.tracksPerson, "the person's yes went with the permission")
    #expect(
      app.consent.calls.last == .reopen(asksToTrack: true), "and was no refusal: the layer comes again")
    await app.consent.close(accepts: true)
    #expect(app.flow.shown.tracksPerson)
  }

  @Test("R112, R115: the layer can be reopened but under the alert or twice, and its outcome counts")
  func reopened() async {
    let app = await App().launched()
    #expect(await !app.flow.reopenConsent())
    await app.device.answer(.allow)
    #expect(await !app.flow.reopenConsent())
    await app.consent.close(accepts: true)
    let reopened = await app.reopen()
    #expect(app.consent.calls == [.open(asksToTrack: true), .reopen(asksToTrack: true)])
    await app.consent.close(accepts: false)
    #expect(await reopened.value)
    #expect(!app.flow.shown.tracksPerson)
  }

  @Test("R21, R65: another permission of the app goes first and is not talked over")
  func serialised() async {
    let app = App()
    let push = app.flow.turns.newTicket()
    app.flow.turns.enqueue(push) {}
    await app.device.launch(app.flow)
    #expect(app.system.requests == 0)
    await app.device.showOtherAlert()
    app.system.closeOther()
    app.flow.turns.release(push)
    await app.device.activate()
    #expect(app.device.isAlertUp)
  }

  @Test("R22, R60: activations that a second scene reports under the alert open and ask nothing")
  func resumeDuringAlert() async {
    let app = await App().launched()
    for _ in 0..<5 { app.flow.applicationDidBecomeActive() }
    await app.device.wait(5)
    #expect(app.system.requests == 1 && app.consent.calls.isEmpty)
    await app.device.answer(.allow)
    #expect(app.flow.shown.status == .authorized)
  }

  @Test("R22, R112: an activation reported under another permission's alert opens no layer over it")
  func resumeUnderAnotherAlert() async {
    let app = App(consent: .init(order: .beforeATT))
    app.system.launch()
    app.flow.start()
    app.system.showOther()
    app.flow.applicationDidBecomeActive()
    await app.device.settle()
    #expect(app.consent.calls.isEmpty)
    app.system.closeOther()
    app.system.activate()
    app.flow.applicationDidBecomeActive()
    await app.device.settle()
    #expect(app.consent.calls == [.open(asksToTrack: true)])
  }

  @Test("R39, R40: the way to Settings is shown once after a denial, in the next session")
  func settingsLink() async {
    let first = await App(settingsLink: .afterDenial).launched(answering: .deny)
    await first.consent.close(accepts: false)
    #expect(!first.flow.shown.settingsLink)
    let second = await App(settingsLink: .afterDenial, after: first).launched()
    #expect(second.flow.shown.settingsLink)
    second.flow.dismissSettingsLink()
    #expect(await !App(settingsLink: .afterDenial, after: second).launched().flow.shown.settingsLink)
  }
}
