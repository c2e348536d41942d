import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("What a screen reads of the manager")
struct TrackingManagerStatusTests {
  @Test("R3: the status is there from the start, and nothing was asked for it")
  func readAtStart() {
    let system = StandInSystem()
    system.recorded = .granted
    let manager = TrackingManager(system: system, memory: ProcessMemory())
    #expect(manager.status == .authorized)
    #expect(manager.isAuthorized)
    #expect(system.requests == 0)
  }

  @Test("R35, R42: a change in Settings is seen at the next activation and reported once")
  func readAtEveryActivation() {
    let manager = TrackingManager.make()
    let told = Told()
    let observation = manager.observe { told.statuses.append($0) }
    manager.system.recorded = .denied
    #expect(manager.status == .notDetermined)
    manager.activate()
    manager.activate()
    #expect(manager.status == .denied)
    #expect(told.statuses == [.denied])
    observation.cancel()
    manager.system.recorded = .granted
    manager.activate()
    #expect(told.statuses == [.denied])
  }

  @Test("R2: no raw value but 3 is permission", arguments: [0, 1, 2, 4, 5, 255, UInt.max])
  func unknownIsNeverPermission(raw: UInt) async {
    let manager = TrackingManager.make()
    manager.system.forcedStatus = raw
    manager.activate()
    #expect(!manager.isAuthorized)
    #expect(manager.advertisingIdentifier == nil)
    #expect(manager.status == AuthorizationStatus(rawValue: raw))
  }

  @Test("R2, R17: an unknown status counts as decided and is not asked over")
  func unknownIsNotAsked() async {
    let manager = TrackingManager.make()
    manager.system.forcedStatus = 7
    #expect(await manager.requestAuthorization() == .unknown(7))
    #expect(manager.system.requests == 0)
    #expect(!manager.isDenied)
  }

  @Test("R10: a system without the permission has no status, and a request returns at once")
  func noPermission() async {
    let manager = TrackingManager(system: OldSystem(), memory: ProcessMemory())
    #expect(manager.status == nil)
    #expect(await manager.requestAuthorization() == nil)
    #expect(!manager.isAuthorized && !manager.isDenied)
  }

  @Test("R66, R67: the identifier is there while authorized, by the status at that moment")
  func identifier() {
    let manager = TrackingManager.make()
    #expect(manager.advertisingIdentifier == nil)
    manager.system.recorded = .granted
    #expect(manager.advertisingIdentifier == manager.system.ownIdentifier)
    manager.activate()
    manager.system.recorded = .denied
    #expect(manager.isAuthorized, "stale until the next activation")
    #expect(manager.advertisingIdentifier == nil, "never stale")
  }

  @Test("R40: restricted counts as denied and has no way back in Settings")
  func restrictedIsADeadEnd() {
    let manager = TrackingManager.make(.profile, personHasAnswered: true)
    #expect(manager.isDenied)
    #expect(manager.settingsRecovery == .nowhere)
    #expect(!manager.canRecoverInSettings)
  }

  @Test("R36, R40: denied without ever having answered is the device's switch, and the app's page is empty")
  func switchedOffIsADeadEnd() {
    let manager = TrackingManager.make()
    manager.system.switchForAllApps = false
    manager.activate()
    #expect(manager.isDenied)
    #expect(manager.settingsRecovery == .trackingPage)
    #expect(!manager.canRecoverInSettings)
  }

  @Test(
    "R36, R40: denied at the first reading, an earlier version may have asked, as far as the app does not say",
    arguments: [(nil, .eitherPage), (true, .appPage), (false, .trackingPage)]
      as [(Bool?, SettingsRecovery)])
  func deniedBeforeTheLibrary(askedBefore: Bool?, recovery: SettingsRecovery) {
    let system = StandInSystem()
    system.recorded = .denied
    let memory = ProcessMemory()
    for _ in 1...2 {  // a relaunch says the same
      let manager = TrackingManager(system: system, memory: memory, askedBefore: askedBefore)
      #expect(manager.settingsRecovery == recovery)
      #expect(manager.canRecoverInSettings == (recovery == .appPage))
    }
  }

  @Test("R39: after an answer the way back is the app's page, and a relaunch remembers it")
  func answeredIsRecoverable() async {
    let system = StandInSystem()
    let memory = ProcessMemory()
    system.launch()
    system.activate()
    let manager = TrackingManager(system: system, memory: memory)
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    system.deny()
    #expect(await asked.value == .denied)
    #expect(manager.canRecoverInSettings)
    system.launch()
    #expect(TrackingManager(system: system, memory: memory).canRecoverInSettings)
  }

  @Test("R36: an authorization once seen, and taken back in Settings, is recoverable")
  func authorizedOnceIsRecoverable() {
    let manager = TrackingManager.make()
    manager.system.recorded = .granted
    manager.activate()
    manager.system.recorded = .denied
    manager.activate()
    #expect(manager.canRecoverInSettings)
  }
}

/// iOS 13: there is nothing to read and nothing to ask.
@MainActor
final class OldSystem: TrackingAuthorization {
  var trackingAuthorizationStatus: UInt? { nil }
  func requestTrackingAuthorization(completionHandler: @escaping @Sendable (UInt) -> Void) {}
  var advertisingIdentifier: AdvertisingIdentifier { .zeros }
  var isActive: Bool { true }
}
