import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("What a device, an SDK and a consent platform do that nobody wants")
struct FaultTests {
  private let givesUp = FlowSetup.ConsentSetup(givesUpAfterSeconds: 120)

  @Test("a wait that was asked for just now is over when its time has passed")
  func waitsAfterWhatJustHappened() async {
    let app = await App(.event(EventKind(rawValue: 0), count: 1), delaySeconds: 1).launched()
    app.flow.record(App.article)
    await app.device.wait(1)
    #expect(app.device.isAlertUp)
  }

  @Test("R94: an SDK that waits for the answer or some seconds starts after them, and may not track")
  func startsAfterSeconds() async {
    for start in [FlowSetup.AttributionSetup.Start.afterAnswer, .afterConsent] {
      let app = await App(.onboarding, waitSeconds: 0, start: start, startsAfterSeconds: 10).launched()
      await app.device.wait(9)
      #expect(app.sdk.calls == [.tracking(false)])
      await app.device.wait(1)
      #expect(
        app.sdk.calls == [.tracking(false), .start(waitSeconds: 0), .install(withIdentifier: false)])
    }
  }

  @Test("R94: nor does it start twice, or in the background")
  func startsOnce() async {
    let app = await App(consent: nil, start: .afterAnswer, startsAfterSeconds: 10).launched(answering: .deny)
    await app.device.wait(60)
    #expect(app.sdk.calls.count { $0 == .start(waitSeconds: 60) } == 1)

    let away = await App(.onboarding, consent: nil, start: .afterAnswer, startsAfterSeconds: 10).launched()
    away.flow.applicationDidEnterBackground()
    await away.device.wait(60)
    #expect(away.sdk.calls == [.tracking(false)])
    await away.device.activate()
    #expect(away.sdk.calls.last == .start(waitSeconds: 60))
  }

  @Test(
    "R102, R112: a platform that never calls back is given up, said so, and asked again by the next process")
  func neverCallsBack() async {
    let first = FlowSetup.ConsentSetup(order: .beforeATT, givesUpAfterSeconds: 120)
    let app = await App(consent: first, start: .afterConsent).launched()
    await app.device.wait(119)
    #expect(app.consent.isUp && app.system.requests == 0 && !app.flow.shown.hasGivenUpConsent)
    await app.device.wait(1)
    #expect(app.flow.shown.hasGivenUpConsent && app.device.isAlertUp)
    #expect(app.sdk.calls == [.tracking(false), .start(waitSeconds: 60)])
    await app.device.answer(.allow)
    #expect(!app.flow.shown.tracksPerson, "nobody has agreed")
    await app.consent.close(accepts: true)
    #expect(app.flow.shown.tracksPerson, "late, and still the person's answer")

    let other = await App(consent: givesUp).launched(answering: .allow)
    await other.device.wait(120)
    #expect(other.flow.shown.hasGivenUpConsent)
    #expect(await App(after: other).launched().consent.isUp)
  }

  @Test("R101: a layer that was opened again and never comes back holds nothing up for ever")
  func neverCallsBackAgain() async {
    let app = await App(
      .onboarding, prePrompt: PrePromptPolicy(), consent: .init(order: .beforeATT, givesUpAfterSeconds: 120)
    ).launched()
    await app.consent.close(accepts: true)
    let reopened = await app.reopen()
    app.flow.completeOnboarding()
    #expect(!app.flow.shown.prePrompt && !app.flow.shown.hasGivenUpConsent)
    await app.device.wait(120)
    #expect(app.flow.shown.prePrompt && app.flow.shown.hasGivenUpConsent)
    _ = await reopened.value  // before the platform comes back, which it may never do
    await app.consent.close(accepts: false)
    #expect(app.flow.controller.session.state.consent == .answered(accepts: false, refusedFirst: true))
    #expect(!app.flow.shown.prePrompt, "no alert can follow (R89, R109)")
  }

  @Test("R98, R115: opened again after a denial, the layer does not ask to track")
  func reopenedAfterDenial() async {
    let app = await App().launched(answering: .deny)
    await app.consent.close(accepts: false)
    let reopened = await app.reopen()
    #expect(app.consent.calls.last == .reopen(asksToTrack: false))
    await app.consent.close(accepts: true)
    _ = await reopened.value
    #expect(!app.flow.shown.tracksPerson && !app.consent.acceptsAdPurposes)
  }
}

@MainActor
@Suite("An app with scenes")
struct SceneTests {
  @Test(
    "R64, R94: the process of an ordinary launch starts in the background and is seen when its scene comes")
  func ordinaryLaunch() async {
    for hook in AskHook.allCases {
      let device = RehearsedDevice()
      let sdk = StandInSDK()
      let flow = device.makeFlow(
        FlowSetup(asking: .session(1), hook: hook, attribution: .init(waitSeconds: 20)), attribution: [sdk])
      device.system.launch()
      flow.start()
      #expect(sdk.calls == [.tracking(false)], "nobody knows yet whether a person sees it")
      device.system.enterForeground()
      flow.applicationWillEnterForeground()
      #expect(sdk.calls.last == .start(waitSeconds: 20), "before the activation, as without scenes")
      flow.viewAppeared()
      device.system.activate()
      flow.applicationDidBecomeActive()
      await device.settle()
      #expect(device.system.requests == 1)
      #expect(flow.controller.session.state.flow.memory.sessions == 1)
    }
  }

  @Test("a silent push is no session, with scenes or without, and coming to the foreground makes it one")
  func silentPush() async {
    for hasScenes in [true, false] {
      let device = RehearsedDevice()
      device.system.hasScenes = hasScenes
      let sdk = StandInSDK()
      let setup = FlowSetup(asking: .session(2), attribution: .init(waitSeconds: 20))
      for _ in 1...3 {
        await device.launchInBackground(device.makeFlow(setup, attribution: [sdk]))
        await device.wait(60)
      }
      #expect(sdk.calls.allSatisfy { $0 == .tracking(false) } && device.system.requests == 0)
      await device.launch(device.makeFlow(setup, attribution: [sdk]))
      #expect(device.system.requests == 0 && sdk.calls.last == .start(waitSeconds: 20))
      let flow = device.makeFlow(setup, attribution: [sdk])
      await device.launchInBackground(flow)
      await device.activate()
      #expect(device.isAlertUp)
    }
  }

  @Test("R60: where the state is not active yet when the activation is announced, the flow asks when it is")
  func activeLate() async {
    for hasScenes in [true, false] {
      let device = RehearsedDevice()
      device.system.hasScenes = hasScenes
      device.system.becomesActiveLate = true
      _ = await device.launched(FlowSetup(asking: .launch))
      #expect(device.system.requests == 0)
      await device.wait(0.1)
      #expect(device.isAlertUp)
    }
  }

  private let article: CountedEvent = "article"

  /// A window, as far as the flow knows one.
  private final class Window {}
  private let windows = [Window(), Window()]

  /// The third article has been read, and each of the windows shows the pre-prompt.
  private func showing(in windows: [Window]) async -> (RehearsedDevice, TrackingFlow) {
    let device = RehearsedDevice()
    let flow = await device.launched(
      FlowSetup(asking: .event(article, count: 3), prePrompt: PrePromptPolicy()))
    flow.viewAppeared()  // the second window
    flow.applicationDidBecomeActive()
    for _ in 1...3 { flow.record(article) }
    await device.settle()
    #expect(flow.shown.prePrompt)
    for window in windows { flow.prePromptDidAppear(in: window) }
    return (device, flow)
  }

  @Test("R143: two windows are one flow: three articles are counted, and one pre-prompt comes")
  func twoWindows() async {
    let (device, flow) = await showing(in: windows)
    #expect(device.store.kept?.count(of: article) == 3)
    flow.continuePrePrompt()
    for window in windows { flow.prePromptDidDisappear(from: window) }
    await device.answer(.allow)
    #expect(device.system.requests == 1 && flow.shown.status == .authorized)
  }

  @Test("R90: the second window that dismisses the screen, or says so late, does not take the next one away")
  func twoWindowsComeBack() async {
    for isLate in [false, true] {
      let (device, flow) = await showing(in: windows)
      await device.leave(for: 1860)
      #expect(!flow.shown.prePrompt)
      flow.prePromptDidDisappear(from: windows[0])
      #expect(!flow.shown.prePrompt, "the other window's is still leaving")
      if isLate { await device.wait(2) } else { flow.prePromptDidDisappear(from: windows[1]) }
      #expect(flow.shown.prePrompt, "the next session shows it")
      flow.prePromptDidDisappear(from: windows[1])
      flow.prePromptDidAppear(in: windows[0])
      flow.prePromptDidDisappear(from: windows[1])
      #expect(flow.shown.prePrompt)
      flow.continuePrePrompt()
      await device.settle()
      #expect(device.isAlertUp)
    }
  }

  @Test("R90: a window that closes takes the pre-prompt from no other; the last one that does leaves it")
  func windowCloses() async {
    let (_, flow) = await showing(in: windows)
    flow.prePromptDidDisappear(from: windows[1])
    #expect(flow.shown.prePrompt)
    flow.prePromptDidDisappear(from: windows[0])
    #expect(!flow.shown.prePrompt)
  }

  @Test("R90: a window that is gone without a word does not count as one that has it")
  func windowIsGone() async {
    var windows = [Window(), Window()]
    let (_, flow) = await showing(in: windows)
    windows.removeLast()
    flow.prePromptDidDisappear(from: windows[0])
    #expect(!flow.shown.prePrompt)
  }
}
