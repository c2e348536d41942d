import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("What the doubles play")
struct DoublesTests {
  private let device = RehearsedDevice()

  @Test("a wait that begins while time passes is over at its own time")
  func chainOfWaits() async {
    let sdk = StandInSDK()
    let waits = FlowSetup.AttributionSetup(waitSeconds: 60, start: .afterAnswer, startsAfterSeconds: 10)
    await device.launch(
      device.makeFlow(FlowSetup(asking: .onboarding, attribution: waits), attribution: [sdk]))
    await device.wait(69)
    #expect(sdk.calls.last == .start(waitSeconds: 60))
    await device.wait(1)
    #expect(sdk.calls.last == .install(withIdentifier: false))
  }

  @Test("the layer of a platform that has an answer shows nothing, except where it is opened again")
  func storedAnswer() async {
    let consent = StandInConsent()
    Task { await consent.open(asksToTrack: true) }
    await HeldCall.settle()
    await consent.close(accepts: true)
    let later = StandInConsent(after: consent)
    await later.open(asksToTrack: true)
    #expect(later.acceptsAdPurposes && !later.isUp)
    Task { await later.reopen(asksToTrack: true) }
    await HeldCall.settle()
    #expect(later.isUp)
    await later.close(accepts: false)
  }

  @Test("a process that has ended tells its platform nothing and keeps nothing", arguments: [true, false])
  func endedProcess(rejects: Bool) async {
    let consent = StandInConsent()
    let flow = await device.launched(FlowSetup(asking: .launch), consent: consent)
    await device.answer(.allow)
    if rejects {
      await consent.close(accepts: true)
      device.system.turnAppSwitch(on: false)
      flow.applicationDidBecomeActive()
    }
    device.endProcess()
    let kept = device.store.kept
    await consent.close(accepts: true)
    #expect(!consent.calls.contains(.reject) && device.store.kept == kept)
  }
}

@MainActor
@Suite("A device that a test plays")
struct RehearsedDeviceTests {
  @Test("R22: an alert makes the app inactive, and its end active again, each reported once")
  func lifeCycle() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .launch))
    var told: [RehearsedDevice.LifeCycle] = []
    await device.launch {
      told.append($0)
      RehearsedDevice.tell(flow, $0)
    }
    await device.answer(.allow)
    #expect(told == [.processStarted, .foregrounded, .viewAppeared, .activated, .deactivated, .activated])
  }

  @Test("a process that starts in the background is not active, and one that ended receives nothing")
  func background() async {
    let device = RehearsedDevice()
    var told: [RehearsedDevice.LifeCycle] = []
    await device.launchInBackground { told.append($0) }
    #expect(told == [.processStarted] && !device.system.isActive)
    device.endProcess()
    await device.activate()
    #expect(told == [.processStarted])
  }
}
