import Observation
import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Synchronization
import Testing

@MainActor
@Suite("What SDKs and views receive, and when")
struct SDKOrderTests {
  private let atLaunch = PromptStrategy(trigger: .launch)

  @Test("R94, R99: an SDK learns that it may not track before it starts")
  func flagsBeforeStart() async {
    let app = FlowUnderTest(atLaunch, consent: nil)
    await app.launch()
    #expect(app.sdk.notes == ["does not track", "start, wait 60"])
    await app.answer(.allow)
    #expect(app.sdk.notes.suffix(2) == ["tracks with", "install with"])
  }

  @Test("R104: what was rejected because the permission is gone is stored before an SDK starts")
  func rejectedBeforeStart() async {
    let first = FlowUnderTest(atLaunch)
    await first.launch()
    await first.answer(.allow)
    await first.close(accepts: true)
    let second = FlowUnderTest(atLaunch, continuing: first)
    second.platform.acceptsAdPurposes = true
    second.system.recorded = .denied
    await second.launch()
    #expect(second.all.notes == ["does not track", "rejected", "start, wait 0"])
  }

  @Test("R112: the layer opens when the pre-prompt is gone, and two seconds later where nobody says so")
  func layerAfterDismissal() async {
    let policy = PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil)
    for tells in [true, false] {
      let app = FlowUnderTest(PromptStrategy(trigger: .launch, prePrompt: policy))
      app.screens.tellsOfDismissal = tells
      await app.launch()
      app.flow.continuePrePrompt()
      app.system.allow()
      #expect(!app.platform.isUp && !app.flow.shown.prePrompt)
      await HeldCall.settle()
      await app.activate()
      #expect(app.platform.isUp == tells)
      app.clock.advance(by: 2)
      await HeldCall.settle()
      #expect(app.platform.isUp)
    }
  }

  @Test("a second start, and a second activity to follow, change nothing")
  func startsOnce() async {
    let policy = PrePromptPolicy(isDismissible: false, cooldownSessions: 2, maximumShows: nil)
    let app = FlowUnderTest(PromptStrategy(trigger: .launch, prePrompt: policy), consent: nil)
    await app.launch()
    app.flow.start()
    await HeldCall.settle()
    #expect(app.flow.shown.prePrompt && app.flow.controller.session.screen == .prePrompt)
    #expect(app.sdk.notes.filter { $0.hasPrefix("start") }.count == 1)
  }

  @Test("R70: a conversion value waits for the SDK's start and for no permission")
  func conversion() async throws {
    let app = FlowUnderTest(atLaunch, consent: nil, start: .afterAnswer)
    let early = try #require(ConversionValue(fine: 3))
    let later = try #require(ConversionValue(fine: 63, coarse: .high))
    app.flow.updateConversion(early)
    app.flow.updateConversion(later)
    await app.launch()
    #expect(app.sdk.notes == ["does not track"])
    await app.answer(.deny)
    #expect(app.sdk.notes.suffix(3) == ["start, wait 60", "converts 63 high", "install without"])
    app.flow.updateConversion(early)
    #expect(app.sdk.notes.last == "converts 3 -")
    #expect(ConversionValue(fine: 64) == nil && ConversionValue(fine: -1) == nil)
  }

  @Test("R42: a denial is published by the flow too, to views and to callbacks")
  func publishesStatus() async {
    let app = FlowUnderTest(atLaunch, consent: nil)
    await app.launch()
    let changes = Atomic(0)
    withObservationTracking {
      _ = app.flow.shown
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    var told: [AuthorizationStatus?] = []
    let observation = app.flow.observe { told.append($0.status) }
    await app.answer(.deny)
    observation.cancel()
    #expect(app.flow.shown.status == .denied && told.contains(.denied))
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  @Test("R90, R92: the pre-prompt can be left, closed and covered")
  func otherEnds() async {
    let policy = PrePromptPolicy(isDismissible: true, cooldownSessions: 1, maximumShows: nil)
    let strategy = PromptStrategy(trigger: .onboarding, prePrompt: policy)
    for leaves in [true, false] {
      let app = FlowUnderTest(strategy, consent: nil)
      await app.launch()
      app.flow.coverDidAppear(in: app.system)
      app.flow.completeOnboarding()
      await HeldCall.settle()
      #expect(!app.flow.shown.prePrompt && app.flow.shown.isOnboarded)
      app.flow.coverDidDisappear(from: app.system)
      await HeldCall.settle()
      #expect(app.flow.shown.prePrompt)
      if leaves { app.flow.leavePrePrompt() } else { app.flow.dismissPrePrompt() }
      await HeldCall.settle()
      #expect(!app.flow.shown.prePrompt && app.system.requests == 0)
    }
  }

  @Test("R78: a year after the answer the app asks once more, where the region allows it")
  func yearly() async {
    let rules = RegionalRules(device: "FR", account: "FR", release: .from27_2)
    let app = FlowUnderTest(atLaunch, consent: nil, region: rules)
    await app.launch()
    await app.answer(.deny)
    for days in [1.0, 200, 165] {
      #expect(app.system.requests == 1)
      app.system.mayAskAgain = true
      app.flow.applicationWillResignActive()
      app.flow.applicationDidEnterBackground()
      app.clock.advance(by: days * 86_400)
      await app.activate()
    }
    #expect(app.system.requests == 2 && app.system.screen == .tracking)
    await app.answer(.allow)
    #expect(app.flow.shown.status == .authorized && app.sdk.notes.last == "tracks with")
    app.system.mayAskAgain = true
    await app.activate()
    #expect(app.system.requests == 2, "the year begins anew")
  }
}
