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

/// A platform that can be in both calls, each with an end of its own.
@MainActor
private final class TwoLayers: ConsentPlatform {
  let (first, second) = (HeldCall(), HeldCall())
  var acceptsAdPurposes = false

  func rejectAdPurposes() async {}
  func open(asksToTrack: Bool) async { await first.hold() }
  func reopen(asksToTrack: Bool) async { await second.hold() }
}

@MainActor
@Suite("A permission that comes and goes beside a consent layer")
struct PermissionAndLayerTests {
  private let device = RehearsedDevice()

  /// Launched and answered; the layer is up.
  private func answered(
    _ answer: AlertAnswer, _ consent: some ConsentPlatform, _ sdk: StandInSDK = StandInSDK()
  ) async -> TrackingFlow {
    let flow = device.makeFlow(FlowSetup(asking: .launch), consent: consent, attribution: [sdk])
    await device.launch(flow)
    await device.answer(answer)
    return flow
  }

  /// The person opens the layer from the preferences.
  private func reopen(_ flow: TrackingFlow) async -> Task<Bool, Never> {
    let opened = Task { await flow.reopenConsent() }
    await device.settle()
    return opened
  }

  @Test(
    "R41, R42: off again before the layer is answered, and the process ends: the layer still comes with the permission"
  )
  func offBeforeTheAnswer() async {
    let consent = StandInConsent()
    _ = await answered(.allow, consent)
    await consent.close(accepts: true)
    for isOn in [false, true] { await device.changeInSettings(isOn: isOn) }
    #expect(consent.isUp)
    device.endProcess()
    device.system.turnAppSwitch(on: false)
    let later = StandInConsent(after: consent)
    let flow = device.makeFlow(FlowSetup(asking: .launch), consent: later)
    await device.launch(flow)
    #expect(!later.isUp, "what it came for is gone")
    await device.changeInSettings(isOn: true)
    #expect(later.calls == [.reopen(asksToTrack: true)])
    await later.close(accepts: true)
    #expect(flow.shown.tracksPerson)
  }

  @Test(
    "R115: with the permission there, a layer that the person opens has their answer",
    arguments: [true, false])
  func answeredByOwnOpening(accepts: Bool) async {
    let consent = StandInConsent()
    let flow = await answered(.deny, consent)
    await device.changeInSettings(isOn: true)
    flow.coverDidAppear(in: device)
    await consent.close(accepts: false)  // the layer for the other purposes
    let opened = await reopen(flow)
    await consent.close(accepts: accepts)
    _ = await opened.value
    flow.coverDidDisappear(from: device)
    #expect(flow.shown.tracksPerson == accepts)
    await device.leave(for: 5)
    #expect(!consent.isUp)
  }

  @Test("R42, R103: a permission given under the layer for the others has its own come when that closes")
  func givenUnderTheOthers() async {
    let consent = StandInConsent()
    let flow = await answered(.deny, consent)
    await device.changeInSettings(isOn: true)
    await consent.close(accepts: false)
    #expect(consent.calls.last == .reopen(asksToTrack: true))
    await consent.close(accepts: true)
    #expect(flow.shown.tracksPerson && !consent.isUp)
  }

  @Test("R101, R112: the person cannot open the layer while a request waits for its turn")
  func requestWaitsForItsTurn() async {
    let consent = StandInConsent()
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

  @Test(
    "R7, R104, R111: a layer that comes first does not ask where the device's switch is off, and its yes is no refusal"
  )
  func layerFirstUnderTheSwitch() async {
    let setup = FlowSetup(asking: .launch, consent: .init(order: .beforeATT))
    let consent = StandInConsent()
    device.system.turnDeviceSwitch(on: false)
    await device.launch(device.makeFlow(setup, consent: consent))
    #expect(consent.calls == [.reject, .open(asksToTrack: false)])
    await consent.close(accepts: true)
    #expect(!consent.acceptsAdPurposes)
    device.system.turnDeviceSwitch(on: true)
    let later = StandInConsent(after: consent)
    let flow = device.makeFlow(setup, consent: later)
    await device.launch(flow)
    #expect(device.isAlertUp)
    await device.answer(.allow)
    #expect(later.calls == [.reopen(asksToTrack: true)])
  }

  @Test("R42: a yes in a layer that was given up, and under which the permission went, is no refusal")
  func offUnderTheLayer() async {
    let consent = StandInConsent()
    let flow = await answered(.allow, consent)
    await device.wait(601)
    await device.changeInSettings(isOn: false)
    await consent.close(accepts: true)
    #expect(!flow.shown.tracksPerson && !consent.acceptsAdPurposes)
    await device.changeInSettings(isOn: true)
    #expect(consent.calls.last == .reopen(asksToTrack: true) && consent.isUp)
    await consent.close(accepts: true)
    #expect(flow.shown.tracksPerson)
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
    let opened = await reopen(flow)
    await consent.store()
    #expect(consent.calls == [.reopen(asksToTrack: false), .reject])
    await consent.close(accepts: false)
    _ = await opened.value
  }

  @Test("R42, R104: off and on while the rejection is stored: nothing tracks, and the layer comes when it is")
  func slowRejection() async {
    let (consent, sdk) = (SlowToReject(), StandInSDK())
    let flow = await answered(.allow, consent, sdk)
    await consent.close(accepts: true)
    for isOn in [false, true] { await device.changeInSettings(isOn: isOn) }
    #expect(!flow.shown.tracksPerson && consent.isRejecting && !consent.isUp)
    await consent.store()
    #expect(sdk.calls.last == .tracking(false) && consent.calls.last == .reopen(asksToTrack: true))
  }

  @Test(
    "R102, R115: a layer can be opened again when it has been given up, and one answer is both openings'",
    arguments: [true, false])
  func openedTwice(accepts: Bool) async {
    let consent = StandInConsent()
    let flow = await answered(.allow, consent)
    await device.wait(601)
    let opened = await reopen(flow)
    await consent.close(accepts: accepts)
    _ = await opened.value
    #expect(flow.shown.tracksPerson == accepts && !consent.isUp)
  }

  @Test("R102, R115: the late end of a layer that was given up says nothing under one opened since")
  func lateEnd() async {
    let consent = TwoLayers()
    let setup = FlowSetup(asking: .event("a", count: 1), consent: .init(order: .beforeATT))
    let flow = device.makeFlow(setup, consent: consent)
    await device.launch(flow)
    await device.wait(600)
    let opened = await reopen(flow)
    consent.first.end()  // the vendor's time-out
    await HeldCall.settle()
    #expect(!flow.controller.session.hasFinishedAsking)
    consent.acceptsAdPurposes = true
    consent.second.end()
    _ = await opened.value
    flow.record("a")
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
        _ = await life.reopen(flow)
        consent.acceptsAdPurposes = false  // and the process ends before the call returns
        flow = life.device.makeFlow(
          FlowSetup(asking: .launch), consent: StandInConsent(after: consent), attribution: [sdk])
        await life.device.launch(flow)
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
    let consent = StandInConsent()
    let flow = await answered(.allow, consent)
    #expect(flow.advertisingIdentifier == nil)
    await consent.close(accepts: true)
    #expect(flow.advertisingIdentifier == device.system.ownIdentifier)
    let opened = await reopen(flow)
    await consent.close(accepts: false)
    _ = await opened.value
    #expect(flow.advertisingIdentifier == nil)
  }

  @Test("R94: a silent push hands no identifier to an SDK, and the person's coming does")
  func identifierInBackground() async {
    let setup = FlowSetup(asking: .launch)
    await device.launch(device.makeFlow(setup, attribution: [StandInSDK()]))
    await device.answer(.allow)
    let sdk = StandInSDK()
    await device.launchInBackground(device.makeFlow(setup, attribution: [sdk]))
    #expect(sdk.calls.isEmpty)
    await device.activate()
    #expect(sdk.calls.prefix(2) == [.tracking(true), .start(waitSeconds: 0)])
  }

  @Test("a process that has ended waits for nothing any more")
  func endedProcess() async {
    let setup = FlowSetup(asking: .launch)
    let (sdk, consent) = (StandInSDK(), StandInConsent())
    let ended = await answered(.allow, consent, sdk)
    let before = sdk.calls
    let later = StandInConsent(after: consent)
    let flow = device.makeFlow(setup, consent: later)
    await device.launch(flow)
    await later.close(accepts: true)
    await device.wait(601)
    #expect(sdk.calls == before && !ended.shown.hasGivenUpConsent)
    let last = StandInConsent(after: later)
    let next = device.makeFlow(setup, consent: last)
    await device.launch(next)
    #expect(next.shown.tracksPerson && last.calls.isEmpty)
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
