import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("How the manager asks")
struct AskingTests {
  @Test("R23, R27: one call, one alert, one answer", arguments: [true, false])
  func asks(allows: Bool) async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    #expect(manager.system.screen == .tracking)
    #expect(manager.isAsking)
    if allows { manager.system.allow() } else { manager.system.deny() }
    #expect(await asked.value == (allows ? .authorized : .denied))
    #expect(manager.system.requests == 1)
    #expect(!manager.isAsking && !manager.turns.isTaken)
  }

  @Test("R16, R17, R29: a determined status is returned without a call")
  func doesNotAskTwice() async {
    let manager = TrackingManager.make()
    manager.system.recorded = .denied
    #expect(await manager.requestAuthorization() == .denied)
    #expect(manager.system.requests == 0)
  }

  @Test("R19, R64: a call while inactive waits for the activation and is not lost")
  func waitsForActive() async {
    let manager = TrackingManager.make(isActive: false)
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    #expect(manager.system.requests == 0)
    manager.activate()
    await settle()
    #expect(manager.system.alertsShown == 1)
    manager.system.allow()
    #expect(await asked.value == .authorized)
    #expect(manager.system.requests == 1)
  }

  @Test("R26, R145: a lost request is reported as undetermined and made again at the next activation")
  func asksAgain() async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    manager.system.dismiss()
    #expect(await asked.value == .notDetermined)
    manager.activate()
    #expect(manager.system.alertsShown == 2)
    manager.system.deny()
    await settle()
    #expect(manager.status == .denied)
    #expect(manager.canRecoverInSettings)
  }

  @Test("R145: where something else decides about retries, none is made unasked")
  func doesNotAskAgain() async {
    let manager = TrackingManager.make(asksAgain: false)
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    manager.system.dismiss()
    #expect(await asked.value == .notDetermined)
    manager.activate()
    await settle()
    #expect(manager.system.requests == 1)
  }

  @Test("R92: without a window every activation asks once and never more")
  func doesNotLoop() async {
    let manager = TrackingManager.make(.noWindow)
    #expect(await manager.requestAuthorization() == .notDetermined)
    for _ in 0..<3 {
      manager.activate()
      await settle()
    }
    #expect(manager.system.requests == 4)
    #expect(manager.system.alertsShown == 0)
  }

  @Test("R54, R55: iOS 17.4's early denial is not believed; the answer is", arguments: [true, false])
  func survivesEarlyCallback(allows: Bool) async {
    let manager = TrackingManager.make(.iOS17_4)
    let told = Told()
    let observation = manager.observe { told.statuses.append($0) }
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    #expect(manager.system.screen == .tracking)
    #expect(manager.status == .notDetermined)
    #expect(told.statuses.isEmpty)
    if allows { manager.system.allow() } else { manager.system.deny() }
    manager.activate()
    #expect(await asked.value == (allows ? .authorized : .denied))
    #expect(told.statuses == [allows ? .authorized : .denied])
    #expect(manager.system.requests == 1)
    observation.cancel()
  }

  @Test("R55, R26: an early denial whose alert goes without a decision is asked again")
  func earlyCallbackThenDismissed() async {
    let manager = TrackingManager.make(.iOS17_4)
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    manager.system.dismiss()
    manager.activate()
    await settle()
    #expect(manager.system.alertsShown == 2)
    manager.system.allow()
    manager.activate()
    #expect(await asked.value == .authorized)
  }

  @Test("R32: activations around the answer, before its handler or after, ask nothing more")
  func idempotent() async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    manager.system.deny()
    manager.activate()
    manager.activate()
    #expect(await asked.value == .denied)
    manager.activate()
    #expect(manager.system.requests == 1)
  }

  @Test("R22: an activation reported while the alert is up, as by a second scene, asks nothing")
  func resumeDuringAlert() async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    for _ in 0..<5 { manager.applicationDidBecomeActive() }
    await settle()
    #expect(manager.system.requests == 1)
    manager.system.allow()
    #expect(await asked.value == .authorized)
  }

  @Test("R33: a hundred calls together are one request, and all get the answer")
  func joins() async {
    let manager = TrackingManager.make()
    let asked = (0..<100).map { _ in Task { await manager.requestAuthorization() } }
    await settle()
    manager.system.allow()
    for task in asked { #expect(await task.value == .authorized) }
    #expect(manager.system.requests == 1)
  }

  @Test("R34: a handler called on another thread changes nothing but on the main actor")
  func otherThread() async {
    let system = ThreadedSystem()
    let manager = TrackingManager(system: system, memory: ProcessMemory())
    #expect(await manager.requestAuthorization() == .authorized)
    #expect(manager.isAuthorized)
  }

  @Test("R33: a handler called twice, or after its request was given up, is called once")
  func repeatedHandler() async {
    let system = ThreadedSystem(calls: 3)
    let manager = TrackingManager(system: system, memory: ProcessMemory())
    #expect(await manager.requestAuthorization() == .authorized)
    await settle()
    #expect(manager.isAuthorized && !manager.isAsking)
  }

  @Test("R145: a handler that is never called does not end asking: the second activation asks again")
  func neverCalled() async {
    let system = ThreadedSystem(calls: 0)
    let manager = TrackingManager(system: system, memory: ProcessMemory())
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    manager.applicationDidBecomeActive()
    #expect(system.requests == 1, "the activation after an answer may come before its handler")
    system.calls = 1
    manager.applicationDidBecomeActive()
    #expect(await asked.value == .authorized)
    #expect(system.requests == 2)
  }

  @Test("R32: a callback that asks again from inside is answered, once")
  func reentrant() async {
    let manager = TrackingManager.make()
    let told = Told()
    manager.requestAuthorization { status in
      told.statuses.append(status)
      manager.requestAuthorization { told.statuses.append($0) }
      manager.applicationDidBecomeActive()
    }
    let observation = manager.observe { _ in manager.requestAuthorization { told.statuses.append($0) } }
    manager.system.allow()
    await settle()
    observation.cancel()
    #expect(told.statuses == [.authorized, .authorized, .authorized])
    #expect(manager.system.requests == 1)
    #expect(!manager.turns.isTaken)
  }

  @Test("R145: a task cancelled before the app is active asks nothing and receives the status")
  func cancelledBeforeAsking() async {
    let manager = TrackingManager.make(isActive: false)
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    asked.cancel()
    #expect(await asked.value == .notDetermined)
    manager.activate()
    await settle()
    #expect(manager.system.requests == 0)
    #expect(!manager.turns.isTaken)
  }

  @Test("R27: a task cancelled under the alert leaves the alert, and the answer is kept")
  func cancelledUnderTheAlert() async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    asked.cancel()
    #expect(await asked.value == .notDetermined)
    manager.system.allow()
    await settle()
    #expect(manager.isAuthorized)
  }

  @Test("R145: of two who wait, one may be cancelled and the other is asked for")
  func oneOfTwoCancelled() async {
    let manager = TrackingManager.make(isActive: false)
    let first = Task { await manager.requestAuthorization() }
    let second = Task { await manager.requestAuthorization() }
    await settle()
    first.cancel()
    _ = await first.value
    manager.activate()
    await settle()
    manager.system.deny()
    #expect(await second.value == .denied)
  }

  @Test("R78: once more after an answer, where the system lets it; elsewhere the answer comes back at once")
  func asksOnceMore() async {
    for isAllowed in [true, false] {
      let manager = TrackingManager.make()
      manager.system.recorded = .denied
      manager.system.mayAskAgain = isAllowed
      manager.activate()
      let told = Told()
      manager.requestAgain { told.statuses.append($0) }
      await settle()
      #expect(manager.system.requests == 1 && (manager.system.screen == .tracking) == isAllowed)
      manager.system.allow()
      await settle()
      #expect(told.statuses == [isAllowed ? .authorized : .denied])
      #expect(!manager.isAsking && !manager.turns.isTaken)
      manager.activate()
      #expect(manager.system.requests == 1)
    }
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
    #expect(lifecycle.handle(.activated(denied)) == .none && lifecycle.isIdle)
    #expect(lifecycle.handle(.askedAgain(denied)) == .takeTurn)
    #expect(lifecycle.handle(.turnCame(denied)) == .request(2))
    #expect(lifecycle.handle(.completed(2, .authorized, allowed)) == .end(.authorized))
    let restricted = RequestLifecycle.Reading(status: .restricted, isActive: true)
    #expect(lifecycle.handle(.askedAgain(restricted)) == .end(.restricted))
  }

  @Test("R109: stopped asking, a lost request is not made again")
  func stopsAsking() async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    manager.system.dismiss()
    _ = await asked.value
    manager.stopAsking()
    manager.activate()
    #expect(manager.system.requests == 1)
  }
}

/// A framework whose handler comes from another thread, any number of times.
@MainActor
final class ThreadedSystem: TrackingAuthorization {
  var calls: Int
  private(set) var requests = 0

  init(calls: Int = 1) { self.calls = calls }

  private var status: UInt = 0
  var trackingAuthorizationStatus: UInt? { status }
  var advertisingIdentifier: AdvertisingIdentifier { .zeros }
  var isActive: Bool { true }

  func requestTrackingAuthorization(completionHandler: @escaping @Sendable (UInt) -> Void) {
    requests += 1
    if calls > 0 { status = 3 }
    let calls = calls
    Task.detached {
      for _ in 0..<calls { completionHandler(3) }
    }
  }
}
