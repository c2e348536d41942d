import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("How the flow asks the system")
struct AskingTests {
  private func launched(
    retry: RetryPolicy = .eachActivation, _ change: (StandInSystem) -> Void = { _ in }
  ) async -> (RehearsedDevice, TrackingFlow) {
    let device = RehearsedDevice()
    change(device.system)
    let flow = await device.launched(FlowSetup(asking: .launch, retry: retry))
    return (device, flow)
  }

  @Test("R23, R27: one call, one alert, one answer", arguments: [AlertAnswer.allow, .deny])
  func asks(answer: AlertAnswer) async {
    let (device, flow) = await launched()
    #expect(device.isAlertUp)
    await device.answer(answer)
    #expect(flow.shown.status == (answer == .allow ? .authorized : .denied))
    #expect(device.system.requests == 1 && !flow.turns.isTaken)
  }

  @Test("R26, R145: a lost request is made again at the next activation, where the strategy says so")
  func asksAgain() async {
    for (retry, alerts) in [(RetryPolicy.eachActivation, 2), (.never, 1)] {
      let (device, _) = await launched(retry: retry)
      await device.answer(nil)
      #expect(device.system.alertsShown == alerts)
    }
  }

  @Test("R145: one lost request is all that `never` makes, whatever becomes of its handler")
  func asksNeverAgain() async {
    let quirks: [(StandInSystem) -> Void] = [
      { $0.callsBackEarly = true }, { $0.forgetsHandlers = true }, { _ in },
    ]
    for quirk in quirks {
      let (device, _) = await launched(retry: .never, quirk)
      for _ in 1...4 {
        await device.answer(nil)
        await device.leave(for: 10)
      }
      #expect(device.system.requests == 1)
    }
  }

  @Test("R92: without a window every activation asks once and never more")
  func doesNotLoop() async {
    let (device, _) = await launched { $0.hasWindow = false }
    for _ in 0..<3 { await device.activate() }
    #expect(device.system.requests == 4 && device.system.alertsShown == 0)
  }

  @Test(
    "R54, R55: iOS 17.4's early denial is not believed; the answer is", arguments: [AlertAnswer.allow, .deny])
  func survivesEarlyCallback(answer: AlertAnswer) async {
    let (device, flow) = await launched { $0.callsBackEarly = true }
    #expect(device.isAlertUp && flow.shown.status == .notDetermined)
    await device.answer(answer)
    #expect(flow.shown.status == (answer == .allow ? .authorized : .denied))
    #expect(device.system.requests == 1)
  }

  @Test("R55, R26: an early denial whose alert goes without a decision is asked again")
  func earlyCallbackThenDismissed() async {
    let (device, flow) = await launched { $0.callsBackEarly = true }
    await device.answer(nil)
    #expect(device.system.alertsShown == 2)
    await device.answer(.allow)
    #expect(flow.shown.status == .authorized)
  }

  @Test("R34, R33: a handler called on another thread, and three times, counts once", arguments: [1, 3])
  func otherThread(calls: Int) async {
    let system = ThreadedSystem(calls: calls)
    let flow = TrackingFlow(
      FlowSetup(asking: .launch), system: system, store: InMemoryStateStore(), clock: ManualClock())
    flow.applicationDidBecomeActive()
    for await record in flow.controller.log where record.event == .requestCompleted(.authorized) { break }
    await HeldCall.settle()
    #expect(flow.shown.status == .authorized && !flow.turns.isTaken && system.requests == 1)
  }

  @Test("R145: a handler that is never called does not end asking: the second activation asks again")
  func neverCalled() async {
    let system = ThreadedSystem(calls: 0)
    let flow = TrackingFlow(
      FlowSetup(asking: .launch), system: system, store: InMemoryStateStore(), clock: ManualClock())
    flow.applicationDidBecomeActive()
    flow.applicationDidBecomeActive()
    #expect(system.requests == 1, "the activation after an answer may come before its handler")
    flow.applicationDidBecomeActive()
    #expect(system.requests == 2)
    let (device, _) = await launched { $0.forgetsHandlers = true }
    await device.answer(nil)
    device.system.forgetsHandlers = false
    for _ in 1...3 { await device.leave(for: 3600) }
    #expect(device.isAlertUp)
  }

  @Test("R66, R67: the identifier is there while authorized, by the status at that moment")
  func identifier() async {
    let (device, flow) = await launched()
    #expect(flow.advertisingIdentifier == nil)
    await device.answer(.allow)
    #expect(flow.advertisingIdentifier == device.system.ownIdentifier)
    device.system.recorded = .denied
    #expect(flow.shown.status == .authorized, "stale until the next activation")
    #expect(flow.advertisingIdentifier == nil, "never stale")
  }

  @Test(
    "R2: a value of a future system is no permission, and is not asked over", arguments: [4, 255, UInt.max])
  func future(raw: UInt) async {
    let device = RehearsedDevice()
    device.system.statusOfFuture = AuthorizationStatus(rawValue: raw)
    let flow = await device.launched(FlowSetup(asking: .launch, prePrompt: PrePromptPolicy()))
    #expect(flow.shown.status == .unknown(raw) && !flow.shown.prePrompt && !flow.shown.tracksPerson)
    #expect(device.system.requests == 0 && flow.advertisingIdentifier == nil)
  }

  @Test("R76, R78: the one more request that ends without a decision is reported and not repeated by itself")
  func onceMoreUndecided() {
    let denied = RequestLifecycle.Reading(status: .denied, isActive: true)
    let allowed = RequestLifecycle.Reading(status: .authorized, isActive: true)
    var lifecycle = RequestLifecycle()
    #expect(lifecycle.handle(.asked(denied)) == .end(.denied))
    #expect(lifecycle.handle(.askedAgain(denied)) == .takeTurn)
    #expect(lifecycle.handle(.turnCame(denied)) == .request(1))
    #expect(lifecycle.handle(.completed(1, .notDetermined, denied)) == .endUndetermined)
    #expect(lifecycle.handle(.activated(denied)) == .none && lifecycle.stage == .idle)
    #expect(lifecycle.handle(.askedAgain(denied)) == .takeTurn)
    #expect(lifecycle.handle(.turnCame(denied)) == .request(2))
    #expect(lifecycle.handle(.completed(2, .authorized, allowed)) == .end(.authorized))
    let restricted = RequestLifecycle.Reading(status: .restricted, isActive: true)
    #expect(lifecycle.handle(.askedAgain(restricted)) == .end(.restricted))
  }

  @Test("R19, R33, R92: a lifecycle requests only of an active app, undetermined, and once per activation")
  func lifecycle() {
    var choices = Choices(seed: 99)
    var broken = 0
    for _ in 0..<500 {
      var lifecycle = RequestLifecycle()
      var requestsSinceActivation = 0
      for _ in 0..<40 {
        let statuses: [AuthorizationStatus?] = [
          .notDetermined, .notDetermined, .notDetermined, .denied, .authorized, .unknown(8), nil,
        ]
        let read = RequestLifecycle.Reading(
          status: statuses[choices.below(statuses.count)], isActive: choices.below(3) > 0)
        let handed: AuthorizationStatus = choices.below(2) == 0 ? .notDetermined : .denied
        let events: [RequestLifecycle.Event] = [
          .asked(read), .turnCame(read), .completed(lifecycle.requests, handed, read),
          .completed(choices.below(9) - 1, handed, read), .activated(read), .withdrawn,
        ]
        let event = events[choices.below(events.count)]
        if case .activated = event { requestsSinceActivation = 0 }
        if case .asked = event { requestsSinceActivation = 0 }
        switch lifecycle.handle(event) {
        case .request:
          requestsSinceActivation += 1
          if !read.isActive || read.status != .notDetermined || requestsSinceActivation > 1 { broken += 1 }
        case .end(let status): if status != read.status || lifecycle.stage != .idle { broken += 1 }
        case .endUndetermined: if lifecycle.stage != .idle { broken += 1 }
        case .releaseTurn: if lifecycle.stage == .waitingForTurn { broken += 1 }
        case .takeTurn: if lifecycle.stage != .waitingForTurn { broken += 1 }
        case .none: break
        }
      }
    }
    #expect(broken == 0)
  }
}

/// A framework whose handler comes from another thread, any number of times.
@MainActor
final class ThreadedSystem: TrackingAuthorization {
  private let calls: Int
  private(set) var requests = 0
  private(set) var status: AuthorizationStatus? = .notDetermined
  var advertisingIdentifier: AdvertisingIdentifier { .zeros }
  var isActive: Bool { true }

  init(calls: Int) { self.calls = calls }

  func request(completionHandler: @escaping @Sendable (AuthorizationStatus) -> Void) {
    requests += 1
    if calls > 0 { status = .authorized }
    let calls = calls
    Task.detached {
      for _ in 0..<calls { completionHandler(.authorized) }
    }
  }
}
