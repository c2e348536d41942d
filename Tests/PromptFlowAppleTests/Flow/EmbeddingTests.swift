import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("What an engineer meets who embeds the library")
struct EmbeddingTests {
  private let article: CountedEvent = "article_read"
  private var thirdArticle: FlowSetup {
    FlowSetup(asking: .event(article, count: 3), prePrompt: PrePromptPolicy())
  }

  private func launch(_ device: RehearsedDevice) async -> TrackingFlow {
    let flow = device.makeFlow(thirdArticle)
    await device.launch(flow)
    return flow
  }

  @Test("R7, R13, R18: a switch or a profile that forbids the alert at the third article does not end asking")
  func switchOffThenOn() async {
    for isProfile in [true, false] {
      let device = RehearsedDevice()
      device.system.profileLocksTracking = isProfile
      device.system.switchForAllApps = isProfile
      let flow = await launch(device)
      for _ in 1...3 { flow.record(article) }
      await device.settle()
      #expect(!flow.shown.prePrompt && device.system.requests == 0)
      device.system.profileLocksTracking = false
      device.system.switchForAllApps = true
      await device.leave(for: 60)
      #expect(flow.shown.status == .notDetermined)
      await device.leave(for: 3600)
      #expect(flow.shown.prePrompt)
    }
  }

  @Test("R30, R92: after \"Reset Location & Privacy\" the app asks again, and says why again")
  func reset() async {
    for answer in [AlertAnswer.allow, .deny] {
      let device = RehearsedDevice()
      let flow = await launch(device)
      for _ in 1...3 { flow.record(article) }
      await device.settle()
      flow.continuePrePrompt()
      await device.answer(answer)
      device.system.recorded = .unknown
      let next = await launch(device)
      #expect(next.shown.prePrompt && next.shown.settingsRecovery == .nowhere)
      next.continuePrePrompt()
      await device.settle()
      #expect(device.isAlertUp)
      await device.answer(.deny)
      #expect(next.shown.settingsRecovery == .appPage)
    }
  }

  /// A vendor's platform: `open` shows the layer where an answer is missing, and a rejection by the app is one.
  private final class AnsweredPlatform: ConsentPlatform {
    private(set) var acceptsAdPurposes = false
    private var isAnswered = false
    private let layer = HeldCall()
    var isUp: Bool { layer.isHeld }

    func rejectAdPurposes() async { (acceptsAdPurposes, isAnswered) = (false, true) }
    func open(asksToTrack: Bool) async { if !isAnswered { await layer.hold() } }
    func reopen(asksToTrack: Bool) async { await layer.hold() }

    func close(accepts: Bool) async {
      (acceptsAdPurposes, isAnswered) = (accepts, true)
      layer.end()
      await HeldCall.settle()
    }
  }

  @Test("R42: with the permission back the layer comes, even where the platform has nothing to ask")
  func offAndOnAgain() async {
    for answer in [AlertAnswer.allow, .deny] {
      let device = RehearsedDevice()
      let platform = AnsweredPlatform()
      let flow = device.makeFlow(FlowSetup(asking: .launch), consent: platform)
      await device.launch(flow)
      await device.answer(answer)
      if platform.isUp { await platform.close(accepts: true) }
      await device.changeInSettings(isOn: false)
      await device.changeInSettings(isOn: true)
      #expect(platform.isUp)
      await platform.close(accepts: true)
      #expect(flow.shown.tracksPerson)
    }
  }

  @Test("R118: SDKs of which the setup says nothing start with the process and wait, or after consent")
  func sdkWithoutSetup() async {
    let device = RehearsedDevice()
    let sdk = StandInSDK()
    await device.launch(device.makeFlow(FlowSetup(asking: .launch), attribution: [sdk]))
    await device.answer(.allow)
    #expect(
      sdk.calls == [
        .tracking(false), .start(waitSeconds: 120), .tracking(true), .install(withIdentifier: true),
      ])
    let (other, consent, later) = (RehearsedDevice(), StandInConsent(), StandInSDK())
    await other.launch(other.makeFlow(FlowSetup(asking: .launch), consent: consent, attribution: [later]))
    await other.answer(.allow)
    #expect(later.calls == [.tracking(false)])
    await consent.close(accepts: true)
    #expect(later.calls.last == .install(withIdentifier: true))
  }

  /// A vendor that reads the identifier by itself as soon as it runs, and an adapter around it as the README has one.
  private final class SelfReadingSDK: AttributionSDK {
    private let system: StandInSystem
    private var isAllowed = false
    private(set) var sent: AdvertisingIdentifier?
    private(set) var isStopped = false
    private var reads = false

    init(_ system: StandInSystem) { self.system = system }

    func start(waitingUpTo seconds: Double) {
      reads = isAllowed
      if system.status != .notDetermined { sent = reads ? system.advertisingIdentifier : .zeros }
    }

    func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?) {
      self.isAllowed = isAllowed
      if reads { isStopped = !isAllowed }
    }
  }

  @Test(
    "R103: an SDK that reads the identifier by itself has it after two yes alone, and stops at a later no")
  func selfReadingSDK() async {
    for (answer, accepts) in [(AlertAnswer.allow, true), (.allow, false), (.deny, true)] {
      let (device, consent) = (RehearsedDevice(), StandInConsent())
      let sdk = SelfReadingSDK(device.system)
      let flow = device.makeFlow(FlowSetup(asking: .launch), consent: consent, attribution: [sdk])
      await device.launch(flow)
      await device.answer(answer)
      await consent.close(accepts: accepts)
      let isAllowed = answer == .allow && accepts
      #expect(sdk.sent == (isAllowed ? device.system.ownIdentifier : .zeros) && !sdk.isStopped)
      for isOn in [false, true] {
        await device.changeInSettings(isOn: isOn)
        #expect(sdk.isStopped == isAllowed)
      }
      if consent.isUp { await consent.close(accepts: true) }
      #expect(!sdk.isStopped)
    }
  }

  @Test("R60: an app is covered until the last window is uncovered, as often as it was covered")
  func twoCovers() async {
    let device = RehearsedDevice()
    var windows = [StandInSDK(), StandInSDK()]  // any objects
    let flow = await launch(device)
    for window in windows + windows.suffix(1) { flow.coverDidAppear(in: window) }
    for _ in 1...3 { flow.record(article) }
    await device.settle()
    for window in windows {
      flow.coverDidDisappear(from: window)
      #expect(!flow.shown.prePrompt)
    }
    flow.coverDidDisappear(from: windows[1])
    #expect(flow.shown.prePrompt)

    await device.leave(for: 3600)
    flow.leavePrePrompt()
    flow.coverDidAppear(in: windows[0])
    windows = []
    await device.leave(for: 3600)
    #expect(flow.shown.prePrompt, "a window that is gone covers nothing")
  }

  @Test("R22: another permission's alert brings no process to the front, neither as it comes nor as it goes")
  func alertOverBackground() async {
    let device = RehearsedDevice()
    var told: [RehearsedDevice.LifeCycle] = []
    await device.launchInBackground { told.append($0) }
    await device.showOtherAlert()
    #expect(device.system.appState == .background)
    await device.closeOtherAlert()
    #expect(device.system.appState == .background && told == [.processStarted])
  }

  @Test("R22: an app launched under an alert is in front of the person, and active when that is gone")
  func alertAtLaunch() async {
    for hasScenes in [true, false] {
      let device = RehearsedDevice()
      device.system.hasScenes = hasScenes
      await device.launch { if $0 == .processStarted { device.system.showOther() } }
      #expect(device.system.appState == .inactive)
      await device.closeOtherAlert()
      #expect(device.system.isActive)
    }
  }
}
