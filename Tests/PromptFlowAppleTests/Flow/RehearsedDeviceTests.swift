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
    let flow = device.makeFlow(FlowSetup(asking: .launch), consent: consent)
    await device.launch(flow)
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

/// Glue as an app might write it: the driver, and a system and a clock that it is given.
@MainActor
private final class Glue {
  private let system: any TrackingAuthorization
  private let clock: any FlowClock
  private(set) var controller: FlowController?
  /// A mistake to make: the completion is not passed on.
  var forgetsCompletion = false

  init(_ device: RehearsedDevice, _ setup: FlowSetup) {
    system = device.system
    clock = device.clock
    controller = FlowController(setup, store: device.store) { [system, clock] in
      FlowSession.Moment(
        status: system.status,
        seconds: clock.seconds)
    } perform: { [weak self] in
      self?.carryOut($0)
    }
  }

  var session: FlowSession? { controller?.session }

  func lifeCycle(_ event: RehearsedDevice.LifeCycle) {
    switch event {
    case .processStarted:
      controller?.send(system.isInForeground ? .processStarted : .processStartedInBackground)
    case .foregrounded: controller?.send(.foregrounded)
    case .viewAppeared: controller?.send(.viewAppeared)
    case .activated: controller?.send(.activated)
    case .deactivated: controller?.send(.deactivated)
    case .backgrounded: controller?.send(.backgrounded)
    }
  }

  private func carryOut(_ action: FlowSession.Action) {
    switch action {
    case .startTimer(let timer, let seconds):
      Task {
        await clock.wait(seconds: seconds)
        controller?.send(.timerFired(timer))
      }
    case .request:
      system.request { status in
        Task { @MainActor in
          guard !self.forgetsCompletion else { return }
          self.controller?.send(.requestCompleted(status))
        }
      }
    default: break
    }
  }
}

@MainActor
@Suite("A device that a test plays")
struct RehearsedDeviceTests {
  @Test("R143, R81: a flow asks after the third article, over two processes, behind its pre-prompt")
  func wholeFlow() async {
    let device = RehearsedDevice()
    let setup = FlowSetup(asking: .event("article", count: 3), prePrompt: PrePromptPolicy())
    let first = device.makeFlow(setup)
    await device.launch(first)
    for _ in 0..<2 { first.record("article") }
    let second = device.makeFlow(setup)
    await device.launch(second)
    second.record("article")
    await device.settle()
    #expect(second.shown.prePrompt && device.system.screen == .nothing)
    second.continuePrePrompt()
    await device.settle()
    #expect(device.system.screen == .tracking)
    await device.answer(.allow)
    #expect(second.shown.status == .authorized && !second.shown.prePrompt)
  }

  @Test("R140, R142: glue of an app's own is driven like the library's, timers and all")
  func ownGlue() async {
    let device = RehearsedDevice()
    let glue = Glue(device, FlowSetup(asking: .launch, delaySeconds: 1))
    await device.launch { glue.lifeCycle($0) }
    #expect(device.system.screen == .nothing)
    await device.wait(1)
    #expect(device.system.screen == .tracking)
    await device.answer(.deny)
    #expect(glue.session?.status == .denied && glue.session?.stage == AskStage.none)
  }

  @Test("a completion that the glue forgets is found: the flow waits for it")
  func forgotten() async {
    let device = RehearsedDevice()
    let glue = Glue(device, FlowSetup(asking: .launch))
    glue.forgetsCompletion = true
    await device.launch { glue.lifeCycle($0) }
    await device.wait(0)
    await device.answer(nil)
    #expect(glue.session?.stage == .inFlight)
  }

  @Test("R22: an alert makes the app inactive, and its end active again, each reported once")
  func lifeCycle() async {
    let device = RehearsedDevice()
    let glue = Glue(device, FlowSetup(asking: .launch))
    var told: [RehearsedDevice.LifeCycle] = []
    await device.launch {
      told.append($0)
      glue.lifeCycle($0)
    }
    await device.wait(0)
    await device.answer(.allow)
    #expect(told == [.processStarted, .foregrounded, .viewAppeared, .activated, .deactivated, .activated])
  }

  @Test("R26, R145: leaving under the alert loses the request, and coming back asks again")
  func leave() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .launch))
    await device.launch(flow)
    #expect(device.system.alertsShown == 1)
    await device.leave(for: 60)
    #expect(device.system.alertsShown == 2 && device.system.screen == .tracking)
  }

  @Test("R21: behind another permission's alert a request is lost, and made again when that is gone")
  func otherAlert() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .launch, delaySeconds: 1))
    await device.launch(flow)
    await device.showOtherAlert()
    await device.wait(1)
    #expect(device.system.alertsShown == 0)
    await device.closeOtherAlert()
    await device.wait(1)
    #expect(device.system.screen == .tracking)
  }

  @Test("R37, R38, R42: the app's switch in Settings is read on the way back")
  func settings() async {
    let device = RehearsedDevice()
    let flow = device.makeFlow(FlowSetup(asking: .launch))
    await device.launch(flow)
    await device.answer(.allow)
    await device.changeInSettings(isOn: false)
    #expect(flow.shown.status == .denied)
    await device.changeInSettings(isOn: true)
    #expect(flow.shown.status == .authorized)
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
