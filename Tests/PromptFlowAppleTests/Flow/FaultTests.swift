import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("What a device, an SDK and a consent platform do that nobody wants")
struct FaultTests {
  private let article: CountedEvent = "article"

  @Test("a wait that was asked for just now is over when its time has passed")
  func waitsAfterWhatJustHappened() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .event(article, count: 1), delaySeconds: 1))
    await device.launch(flow)
    flow.record(article)
    await device.wait(1)
    #expect(device.isAlertUp)
  }

  @Test("R39, R40: the row leads to Settings after an answer, and not where the device's switch is off")
  func settingsRow() async {
    let setup = FlowSetup(asking: .launch, settingsLink: .inPreferences)
    let device = RehearsedDevice()
    let flow = device.makeFlow(setup)
    await device.launch(flow)
    await device.answer(.deny)
    #expect(flow.shown.settingsRow && flow.shown.settingsRecovery == .appPage)
    let again = device.makeFlow(setup)
    await device.launch(again)
    #expect(again.shown.settingsRow, "a relaunch remembers the answer")

    let other = RehearsedDevice()
    let undecided = other.makeFlow(FlowSetup(asking: .onboarding, settingsLink: .inPreferences))
    await other.launch(undecided)
    other.system.turnDeviceSwitch(on: false)
    await other.activate()
    #expect(!undecided.shown.settingsRow && undecided.shown.settingsRecovery == .trackingPage)
  }

  @Test(
    "R36, R40: denied at the first reading, an earlier version may have asked, as far as the app does not say",
    arguments: [(.unknown, .eitherPage), (.yes, .appPage), (.no, .trackingPage)]
      as [(FlowSetup.AskedBefore, SettingsRecovery)])
  func deniedBeforeTheLibrary(askedBefore: FlowSetup.AskedBefore, recovery: SettingsRecovery) async {
    let device = RehearsedDevice()
    device.system.recorded = .denied
    for _ in 1...2 {  // a relaunch says the same
      let flow = device.makeFlow(FlowSetup(asking: .launch, askedBefore: askedBefore))
      await device.launch(flow)
      #expect(flow.shown.settingsRecovery == recovery)
    }
  }

  @Test("R36, R40: taken back in Settings is recoverable, and restricted is a dead end")
  func otherDenials() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .onboarding))
    await device.launch(flow)
    device.system.recorded = .granted
    await device.activate()
    device.system.recorded = .denied
    await device.activate()
    #expect(flow.shown.settingsRecovery == .appPage)
    device.system.profileLocksTracking = true
    await device.activate()
    #expect(flow.shown.settingsRecovery == .nowhere)
  }

  @Test("R94: an SDK that waits for the answer or some seconds starts after them, and may not track")
  func startsAfterSeconds() async {
    for start in [FlowSetup.AttributionSetup.Start.afterAnswer, .afterConsent] {
      let app = FlowUnderTest(
        PromptStrategy(trigger: .onboarding), waitSeconds: 0, start: start, startsAfterSeconds: 10)
      await app.launch()
      app.clock.advance(by: 9)
      await HeldCall.settle()
      #expect(app.sdk.notes == ["does not track"])
      app.clock.advance(by: 1)
      await HeldCall.settle()
      #expect(app.sdk.notes == ["does not track", "start, wait 0", "install without"])
    }
  }

  @Test("R94: nor does it start twice, or in the background")
  func startsOnce() async {
    let app = FlowUnderTest(
      PromptStrategy(trigger: .launch), consent: nil, start: .afterAnswer, startsAfterSeconds: 10)
    await app.launch()
    await app.answer(.deny)
    app.clock.advance(by: 60)
    await HeldCall.settle()
    #expect(app.sdk.notes.filter { $0.hasPrefix("start") }.count == 1)

    let away = FlowUnderTest(
      PromptStrategy(trigger: .onboarding), consent: nil, start: .afterAnswer, startsAfterSeconds: 10)
    await away.launch()
    away.flow.applicationDidEnterBackground()
    away.clock.advance(by: 60)
    await HeldCall.settle()
    #expect(away.sdk.notes == ["does not track"])
    await away.activate()
    #expect(away.sdk.notes.last == "start, wait 60")
  }

  @Test(
    "R42, R104: the app's own rejection is no refusal of the person's: the layer comes again with the permission"
  )
  func ownRejection() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch))
    await app.launch()
    await app.answer(.allow)
    await app.close(accepts: true)
    app.system.turnAppSwitch(on: false)
    await app.activate()
    #expect(!app.platform.acceptsAdPurposes && !app.flow.shown.tracksPerson)
    app.system.turnAppSwitch(on: true)
    await app.activate()
    #expect(app.platform.isUp)
    await app.close(accepts: true)
    #expect(app.flow.shown.tracksPerson)
  }

  @Test("R108: a refusal of the person's stands when the permission comes back")
  func ownRefusal() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch))
    await app.launch()
    await app.answer(.allow)
    await app.close(accepts: false)
    for isOn in [false, true] {
      app.system.turnAppSwitch(on: isOn)
      await app.activate()
    }
    #expect(app.platform.notes == ["open"])
  }

  @Test(
    "R102, R112: a platform that never calls back is given up, said so, and asked again by the next process")
  func neverCallsBack() async {
    let app = FlowUnderTest(
      PromptStrategy(trigger: .launch), consent: .init(order: .beforeATT, givesUpAfterSeconds: 120),
      start: .afterConsent)
    await app.launch()
    app.clock.advance(by: 119)
    await HeldCall.settle()
    #expect(app.platform.isUp && app.system.requests == 0 && !app.flow.shown.hasGivenUpConsent)
    app.clock.advance(by: 1)
    await HeldCall.settle()
    #expect(app.flow.shown.hasGivenUpConsent && app.system.screen == .tracking)
    #expect(app.sdk.notes == ["does not track", "start, wait 60"])
    await app.answer(.allow)
    #expect(!app.flow.shown.tracksPerson, "nobody has agreed")
    await app.close(accepts: true)
    #expect(app.flow.shown.tracksPerson, "late, and still the person's answer")

    let other = FlowUnderTest(PromptStrategy(trigger: .launch), consent: .init(givesUpAfterSeconds: 120))
    await other.launch()
    await other.answer(.allow)
    other.clock.advance(by: 120)
    await HeldCall.settle()
    #expect(other.flow.shown.hasGivenUpConsent)
    let next = FlowUnderTest(PromptStrategy(trigger: .launch), continuing: other)
    await next.launch()
    #expect(next.platform.isUp)
  }

  @Test("R112: whoever comes back to the layer has the whole time again")
  func comesBackToTheLayer() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch), consent: .init(givesUpAfterSeconds: 120))
    await app.launch()
    await app.answer(.allow)
    app.flow.applicationDidEnterBackground()
    app.clock.advance(by: 3600)
    await HeldCall.settle()
    await app.activate()
    #expect(app.platform.isUp && !app.flow.shown.hasGivenUpConsent)
  }

  @Test("R101: a layer that was opened again and never comes back holds nothing up for ever")
  func neverCallsBackAgain() async {
    let app = FlowUnderTest(
      PromptStrategy(trigger: .onboarding, prePrompt: PrePromptPolicy()),
      consent: .init(order: .beforeATT, givesUpAfterSeconds: 120))
    await app.launch()
    await app.close(accepts: true)
    let reopened = Task { await app.flow.reopenConsent() }
    await HeldCall.settle()
    app.flow.completeOnboarding()
    #expect(!app.flow.shown.prePrompt && !app.flow.shown.hasGivenUpConsent)
    app.clock.advance(by: 120)
    await HeldCall.settle()
    #expect(app.flow.shown.prePrompt && app.flow.shown.hasGivenUpConsent)
    _ = await reopened.value  // before the platform comes back, which it may never do
    await app.close(accepts: false)
    #expect(app.flow.controller.session.state.consent == .answered(accepts: false, refusedFirst: true))
    #expect(!app.flow.shown.prePrompt, "no alert can follow (R89, R109)")
  }

  @Test("R112: whoever comes back to the layer that they opened again has the whole time again")
  func comesBackToTheReopened() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch), consent: .init(givesUpAfterSeconds: 120))
    await app.launch()
    await app.answer(.allow)
    await app.close(accepts: true)
    let reopened = Task { await app.flow.reopenConsent() }
    await HeldCall.settle()
    app.flow.applicationDidEnterBackground()
    app.clock.advance(by: 3600)
    await HeldCall.settle()
    await app.activate()
    #expect(!app.flow.shown.hasGivenUpConsent)
    await app.close(accepts: false)
    _ = await reopened.value
    #expect(!app.flow.shown.tracksPerson)
  }

  @Test("R98, R115: opened again after a denial, the layer does not ask to track")
  func reopenedAfterDenial() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch))
    await app.launch()
    await app.answer(.deny)
    await app.close(accepts: false)
    let reopened = Task { await app.flow.reopenConsent() }
    await HeldCall.settle()
    #expect(app.platform.notes.last == "reopened for other purposes")
    await app.close(accepts: true)
    _ = await reopened.value
    #expect(!app.flow.shown.tracksPerson && !app.platform.acceptsAdPurposes)
  }

  @Test("R115: an answer in the layer that the person opens after it was given up is their first one")
  func answersAfterAll() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch), consent: .init(givesUpAfterSeconds: 120))
    await app.launch()
    await app.answer(.allow)
    app.clock.advance(by: 120)
    await HeldCall.settle()
    await app.close(accepts: false)  // the first opening is over now, and its late end counts
    let other = FlowUnderTest(PromptStrategy(trigger: .launch), consent: .init(givesUpAfterSeconds: 120))
    await other.launch()
    await other.answer(.allow)
    other.clock.advance(by: 120)
    await HeldCall.settle()
    other.flow.controller.send(.consentReopened)
    other.flow.controller.send(.consentChanged(isAccepted: true))
    #expect(other.flow.shown.tracksPerson && !app.flow.shown.tracksPerson)
  }

  @Test("R94, R102: an SDK that started before the layer was through waits for that with its install event")
  func startedEarly() async {
    func app(accepting: Bool?, waitSeconds: Double = 60) async -> FlowUnderTest {
      let app = FlowUnderTest(
        PromptStrategy(trigger: .onboarding), waitSeconds: waitSeconds, start: nil, startsAfterSeconds: 10)
      await app.launch()
      app.clock.advance(by: 10)
      await HeldCall.settle()
      app.flow.completeOnboarding()
      await HeldCall.settle()
      await app.answer(.allow)
      #expect(app.sdk.notes == ["does not track", "start, wait \(Int(waitSeconds))"] && app.platform.isUp)
      if let accepting { await app.close(accepts: accepting) }
      return app
    }
    #expect(await app(accepting: true).sdk.notes.suffix(2) == ["tracks with", "install with"])
    #expect(await app(accepting: false).sdk.notes.last == "install without")
    let late = await app(accepting: nil)
    late.clock.advance(by: 60)
    await HeldCall.settle()
    #expect(late.sdk.notes.last == "install without", "the wait is over, and nobody has agreed")
  }

  @Test("R94, R102: where the setup does not say so, an SDK beside a consent layer starts after it")
  func startsAfterConsentByDefault() async {
    let app = FlowUnderTest(PromptStrategy(trigger: .launch), start: nil)
    await app.launch()
    await app.answer(.allow)
    #expect(app.sdk.notes == ["does not track"])
    await app.close(accepts: true)
    #expect(app.sdk.notes == ["does not track", "tracks with", "start, wait 60", "install with"])

    let alone = FlowUnderTest(PromptStrategy(trigger: .launch), consent: nil, start: nil)
    await alone.launch()
    #expect(alone.sdk.notes == ["does not track", "start, wait 60"])
  }

  /// Each opening ends when a test says so.
  private final class SlowPlatform: ConsentPlatform {
    let openings = [HeldCall(), HeldCall()]
    private var opened = 0
    var acceptsAdPurposes: Bool { true }
    func rejectAdPurposes() async {}
    func open(asksToTrack: Bool) async {}
    func reopen(asksToTrack: Bool) async {
      opened += 1
      await openings[opened - 1].hold()
    }
  }

  @Test("R112: the late end of a layer that was given up uncovers nothing under the next one")
  func lateEnd() async {
    let platform = SlowPlatform()
    let device = RehearsedDevice()
    let flow = device.makeFlow(
      FlowSetup(asking: .event("article_read", count: 1), prePrompt: PrePromptPolicy()), consent: platform)
    await device.launch(flow)
    let first = Task { await flow.reopenConsent() }
    await device.wait(601)
    let second = Task { await flow.reopenConsent() }
    await device.settle()
    platform.openings[0].end()
    _ = await first.value
    flow.record("article_read")
    await device.settle()
    #expect(!flow.shown.prePrompt)
    platform.openings[1].end()
    _ = await second.value
    await device.settle()
    #expect(flow.shown.prePrompt)
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
      let sdk = NotedSDK()
      let flow = device.makeFlow(
        FlowSetup(asking: .session(1), hook: hook, attribution: .init(waitSeconds: 20)), attribution: [sdk])
      device.system.launch()
      flow.start()
      #expect(sdk.notes == ["does not track"], "nobody knows yet whether a person sees it")
      device.system.enterForeground()
      flow.applicationWillEnterForeground()
      #expect(sdk.notes == ["does not track", "start, wait 20"], "before the activation, as without scenes")
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
      let sdk = NotedSDK()
      let setup = FlowSetup(asking: .session(2), attribution: .init(waitSeconds: 20))
      for _ in 1...3 {
        await device.launchInBackground(device.makeFlow(setup, attribution: [sdk]))
        await device.wait(60)
      }
      #expect(sdk.notes.allSatisfy { $0 == "does not track" } && device.system.requests == 0)
      await device.launch(device.makeFlow(setup, attribution: [sdk]))
      #expect(device.system.requests == 0 && sdk.notes.last == "start, wait 20")
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
      let flow = device.makeFlow(FlowSetup(asking: .launch))
      await device.launch(flow)
      #expect(device.system.requests == 0)
      await device.wait(0.1)
      #expect(device.isAlertUp)
    }
  }

  private let article: CountedEvent = "article"

  /// A window, as far as the flow knows one.
  private final class Window {}

  /// The third article has been read, and each of the windows shows the pre-prompt.
  private func showing(in windows: [Window]) async -> (RehearsedDevice, TrackingFlow) {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .event(article, count: 3), prePrompt: PrePromptPolicy()))
    await device.launch(flow)
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
    let windows = [Window(), Window()]
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
      let windows = [Window(), Window()]
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
    let windows = [Window(), Window()]
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

  @Test("R60, R145: a second window's first view is not another moment to ask")
  func secondFirstView() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .session(1), hook: .viewAppeared, retry: .nextSession))
    await device.launch(flow)
    await device.answer(nil)
    flow.viewAppeared()
    await device.settle()
    #expect(device.system.alertsShown == 1)
  }
}
