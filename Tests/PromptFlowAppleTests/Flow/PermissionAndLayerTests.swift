import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

/// A platform that stores a rejection when the test says so.
@MainActor
private final class SlowToReject: ConsentPlatform {
  private let layer = StandInConsent()
  private let storing = HeldCall()
  var acceptsAdPurposes: Bool { layer.acceptsAdPurposes }
  var calls: [StandInConsent.Call] { layer.calls }
  var isUp: Bool { layer.isUp }
  var isRejecting: Bool { storing.isHeld }

  func rejectAdPurposes() async {
    await storing.hold()
    await layer.rejectAdPurposes()
  }
  func open(asksToTrack: Bool) async { await layer.open(asksToTrack: asksToTrack) }
  func reopen(asksToTrack: Bool) async { await layer.reopen(asksToTrack: asksToTrack) }
  func close(accepts: Bool) async { await layer.close(accepts: accepts) }

  func store() async {
    storing.end()
    await HeldCall.settle()
  }
}

/// A platform that can be in two calls, each with an end of its own.
@MainActor
private final class TwoLayers: ConsentPlatform {
  let calls = [HeldCall(), HeldCall()]
  private var begun = 0
  var acceptsAdPurposes = false

  func rejectAdPurposes() async {}
  func open(asksToTrack: Bool) async { await hold() }
  func reopen(asksToTrack: Bool) async { await hold() }

  private func hold() async {
    begun += 1
    await calls[begun - 1].hold()
  }
}

@MainActor
@Suite("A permission that comes and goes beside a consent layer")
struct PermissionAndLayerTests {
  private let device = RehearsedDevice()
  private let consent = StandInConsent()

  /// Launched and answered; the layer is up.
  private func answered(
    _ answer: AlertAnswer, _ consent: some ConsentPlatform, _ sdk: StandInSDK = StandInSDK()
  ) async -> TrackingFlow {
    let flow = await device.launched(FlowSetup(asking: .launch), consent: consent, attribution: [sdk])
    await device.answer(answer)
    return flow
  }

  @Test("R42, R103: a permission given under the layer for the others has its own come when that closes")
  func givenUnderTheOthers() async {
    let flow = await answered(.deny, consent)
    await device.changeInSettings(isOn: true)
    await consent.close(accepts: false)
    #expect(consent.calls.last == .reopen(asksToTrack: true))
    await consent.close(accepts: true)
    #expect(flow.shown.tracksPerson && !consent.isUp)
  }

  @Test("R101, R112: the person cannot open the layer while a request waits for its turn")
  func requestWaitsForItsTurn() async {
    let flow = device.makeFlow(FlowSetup(asking: .launch), consent: consent)
    let notifications = HeldCall()
    Task { await flow.turns.run { await notifications.hold() } }
    await device.launch(flow)
    #expect(!device.isAlertUp)
    #expect(await !flow.reopenConsent())
    notifications.end()
    await device.settle()
    #expect(device.isAlertUp && !consent.isUp)
  }

  @Test("R112: a rejection that is stored late opens no layer over another screen")
  func lateRejectionUnderACover() async {
    let consent = SlowToReject()
    let flow = await answered(.deny, consent)
    #expect(consent.isRejecting)
    flow.coverDidAppear(in: device)
    await consent.store()
    #expect(!consent.isUp)
    flow.coverDidDisappear(from: device)
    await device.settle()
    #expect(consent.calls == [.reject, .open(asksToTrack: false)])
  }

  @Test("R102, R112: nor over the layer that the person has opened since it was given up")
  func lateRejectionAfterGivingUp() async {
    let consent = SlowToReject()
    let flow = await answered(.deny, consent)
    await device.wait(601)
    #expect(flow.shown.hasGivenUpConsent)
    let opened = await device.reopen(flow)
    await consent.store()
    #expect(consent.calls == [.reopen(asksToTrack: false), .reject])
    await consent.close(accepts: false)
    _ = await opened.value
  }

  @Test(
    "R102, R115: a layer can be opened again when it has been given up, and one answer is both openings'",
    arguments: [true, false])
  func openedTwice(accepts: Bool) async {
    let flow = await answered(.allow, consent)
    await device.wait(601)
    let opened = await device.reopen(flow)
    await consent.close(accepts: accepts)
    _ = await opened.value
    #expect(flow.shown.tracksPerson == accepts && !consent.isUp)
  }

  @Test(
    "R102, R112, R115: the late end of a layer that was given up says nothing under one opened since",
    arguments: [true, false])
  func lateEnd(isReopened: Bool) async {
    let consent = TwoLayers()
    let order = isReopened ? ConsentOrder.afterATT : .beforeATT
    let flow = await device.launched(
      FlowSetup(asking: .event("a", count: 1), consent: .init(order: order)), consent: consent)
    let first = isReopened ? await device.reopen(flow) : nil
    await device.wait(601)
    let second = await device.reopen(flow)
    consent.calls[0].end()  // the vendor's time-out
    _ = await first?.value
    await device.settle()
    flow.record("a")
    await device.settle()
    #expect(!flow.controller.session.hasFinishedAsking && !device.isAlertUp)
    consent.acceptsAdPurposes = true
    consent.calls[1].end()
    _ = await second.value
    await device.settle()
    #expect(device.isAlertUp)
  }

  @Test("R99, R103, R115: a no that the platform has stored counts, whether or not a call returned with it")
  func storedNo() async {
    for processEnds in [true, false] {
      let life = PermissionAndLayerTests()
      let consent = StandInConsent()
      var (flow, sdk) = (await life.answered(.allow, consent), StandInSDK())
      await consent.close(accepts: true)
      if processEnds {
        _ = await life.device.reopen(flow)
        consent.acceptsAdPurposes = false  // and the process ends before the call returns
        flow = await life.device.launched(
          FlowSetup(asking: .launch), consent: StandInConsent(after: consent), attribution: [sdk])
      } else {
        consent.acceptsAdPurposes = false  // withdrawn on a screen of the vendor's, or expired
        await life.device.leave(for: 5)
      }
      #expect(!flow.shown.tracksPerson && !sdk.calls.contains(.tracking(true)))
      for isOn in [false, true] { await life.device.changeInSettings(isOn: isOn) }
      #expect(!consent.calls.contains(.reject), "a refusal is not asked over (R108)")
    }
  }

  @Test("R66, R99: the identifier is handed out with both answers alone")
  func identifier() async {
    let flow = await answered(.allow, consent)
    #expect(flow.advertisingIdentifier == nil)
    await consent.close(accepts: true)
    #expect(flow.advertisingIdentifier == device.system.ownIdentifier)
    let opened = await device.reopen(flow)
    await consent.close(accepts: false)
    _ = await opened.value
    #expect(flow.advertisingIdentifier == nil)
  }

  @Test("R64: a first view in the background asks when the person comes")
  func viewInBackground() async {
    let flow = device.makeFlow(FlowSetup(asking: .launch, hook: .viewAppeared))
    await device.launchInBackground(flow)
    flow.viewAppeared()
    await device.activate()
    #expect(device.isAlertUp)
  }
}
