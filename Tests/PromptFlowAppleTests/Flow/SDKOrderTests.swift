import Observation
import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Synchronization
import Testing

@MainActor
@Suite("What SDKs and views receive, and when")
struct SDKOrderTests {
  /// Notes the identifiers that it is given.
  private final class WatchfulSDK: AttributionSDK {
    private(set) var identifiers: [AdvertisingIdentifier?] = []

    func start(waitingUpTo seconds: Double) {}
    func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?) { identifiers.append(identifier) }
  }

  @Test(
    "R66, R94, R99: an SDK learns that it may not track before it starts, and has the identifier with the yes"
  )
  func flagsBeforeStart() async {
    let app = await App(consent: nil).launched()
    #expect(app.sdk.calls == [.tracking(false), .start(waitSeconds: 60)])
    await app.device.answer(.allow)
    #expect(app.sdk.calls.suffix(2) == [.tracking(true), .install(withIdentifier: true)])
    let (device, sdk) = (RehearsedDevice(), WatchfulSDK())
    await device.launch(device.makeFlow(FlowSetup(asking: .launch), attribution: [sdk]))
    await device.answer(.allow)
    #expect(sdk.identifiers == [nil, device.system.ownIdentifier])
  }

  @Test("a second start, and a second activity to follow, change nothing")
  func startsOnce() async {
    let policy = PrePromptPolicy(isDismissible: false, cooldownSessions: 2, maximumShows: nil)
    let app = await App(prePrompt: policy, consent: nil).launched()
    app.flow.start()
    await app.device.settle()
    #expect(app.flow.shown.prePrompt && app.flow.controller.session.screen == .prePrompt)
    #expect(app.sdk.calls.count { $0 == .start(waitSeconds: 60) } == 1)
  }

  @Test("R70: a conversion value waits for the SDK's start and for no permission")
  func conversion() async throws {
    let app = App(consent: nil, start: .afterAnswer)
    let early = try #require(ConversionValue(fine: 3))
    let later = try #require(ConversionValue(fine: 63, coarse: .high))
    app.flow.updateConversion(early)
    app.flow.updateConversion(later)
    await app.device.launch(app.flow)
    #expect(app.sdk.calls == [.tracking(false)])
    await app.device.answer(.deny)
    #expect(
      app.sdk.calls.suffix(3) == [
        .start(waitSeconds: 60), .conversion(later), .install(withIdentifier: false),
      ])
    app.flow.updateConversion(early)
    #expect(app.sdk.calls.last == .conversion(early))
    #expect(ConversionValue(fine: 64) == nil && ConversionValue(fine: -1) == nil)
  }

  @Test("R42: a denial is published by the flow too, to views and to callbacks")
  func publishesStatus() async {
    let app = await App(consent: nil).launched()
    let changes = Atomic(0)
    withObservationTracking {
      _ = app.flow.shown
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    var told: [AuthorizationStatus?] = []
    let observation = app.flow.observe { told.append($0.status) }
    await app.device.answer(.deny)
    observation.cancel()
    #expect(app.flow.shown.status == .denied && told.contains(.denied))
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  @Test("R90, R92: the pre-prompt can be left, closed and covered")
  func otherEnds() async {
    let policy = PrePromptPolicy(isDismissible: true, cooldownSessions: 1, maximumShows: nil)
    for leaves in [true, false] {
      let app = await App(.onboarding, prePrompt: policy, consent: nil).launched()
      app.flow.coverDidAppear(in: app.system)
      app.flow.completeOnboarding()
      await app.device.settle()
      #expect(!app.flow.shown.prePrompt && app.flow.shown.isOnboarded)
      app.flow.coverDidDisappear(from: app.system)
      await app.device.settle()
      #expect(app.flow.shown.prePrompt)
      if leaves { app.flow.leavePrePrompt() } else { app.flow.dismissPrePrompt() }
      await app.device.settle()
      #expect(!app.flow.shown.prePrompt && app.system.requests == 0)
    }
  }

  @Test("R78: a year after the answer the app asks once more, where the region allows it")
  func yearly() async {
    let rules = RegionalRules(device: "FR", account: "FR", release: .from27_2)
    let app = await App(consent: nil, region: rules).launched(answering: .deny)
    for days in [1.0, 200, 165] {
      #expect(app.system.requests == 1)
      app.system.mayAskAgain = true
      await app.device.leave(for: days * 86_400)
    }
    #expect(app.system.requests == 2 && app.device.isAlertUp)
    await app.device.answer(.allow)
    #expect(app.flow.shown.status == .authorized && app.sdk.calls.last == .tracking(true))
    app.system.mayAskAgain = true
    await app.device.activate()
    #expect(app.system.requests == 2, "the year begins anew")
  }
}
