import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

/// A reproducible source of choices.
struct Choices {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

@MainActor
@Suite("What holds for the manager after any order of events")
struct ManagerLaws {
  @Test("R19, R29, R33, R55: four hundred lives in twenty seeds", arguments: UInt64(1)...20)
  func lives(seed: UInt64) async {
    var choices = Choices(seed: seed)
    var broken: [String] = []
    for life in 0..<20 {
      let traits: [[Trait]] = [
        [], [.iOS17_4], [.iOS14_5], [.switchedOff], [.noWindow], [.profile], [],
      ]
      let system = StandInSystem(traits[choices.below(traits.count)])
      system.launch()
      let manager = TrackingManager(
        system: system, memory: ProcessMemory(), asksAgain: choices.below(2) == 0)
      var tasks: [Task<AuthorizationStatus?, Never>] = []
      var others: [PermissionTurns.Ticket] = []
      for _ in 0..<30 {
        system.clock += 10
        switch choices.below(14) {
        case 0, 1, 2:
          system.activate()
          manager.applicationDidBecomeActive()
        case 3: manager.applicationDidBecomeActive()
        case 4, 5: tasks.append(Task { await manager.requestAuthorization() })
        case 6: tasks.randomElement(by: &choices)?.cancel()
        case 7: system.allow()
        case 8: system.deny()
        case 9: system.dismiss()
        case 10:
          let place = manager.turns.newTicket()
          others.append(place)
          manager.turns.queue(place) { system.showOther() }
        case 11:
          system.closeOther()
          if !others.isEmpty { manager.turns.release(others.removeFirst()) }
        case 12: system.background()
        default: manager.stopAsking()
        }
        await settle()
        if manager.isAuthorized, system.answersRecorded == 0 {
          broken.append("life \(life): authorized by nobody")
        }
        if let given = manager.advertisingIdentifier, given != system.ownIdentifier {
          broken.append("life \(life): \(given) is not the identifier")
        }
      }
      // Whatever is up is answered; then nobody may be left waiting and no turn taken.
      for _ in 0..<12 {
        system.closeOther()
        for place in others { manager.turns.release(place) }
        others = []
        system.deny()
        await settle()
        system.activate()
        manager.applicationDidBecomeActive()
        await settle()
        if system.screen == .nothing, !manager.isAsking, !manager.turns.isTaken { break }
      }
      for task in tasks { _ = await task.value }
      if manager.turns.isTaken { broken.append("life \(life): the turn is never given back") }
      if system.answersRecorded > 1 {
        broken.append("life \(life): answered \(system.answersRecorded) times")
      }
      if manager.status?.rawValue != system.trackingAuthorizationStatus {
        broken.append("life \(life): reads \(String(describing: manager.status))")
      }
    }
    #expect(broken.isEmpty, "\(broken.prefix(3))")
  }

  @Test("R19, R33, R92: a lifecycle requests only of an active app, undetermined, and once per activation")
  func lifecycle() {
    var choices = Choices(seed: 99)
    var broken = 0
    for _ in 0..<500 {
      var lifecycle = RequestLifecycle(asksAgain: choices.below(2) == 0)
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
        let before = lifecycle.stage
        switch lifecycle.handle(event) {
        case .request:
          requestsSinceActivation += 1
          if !read.isActive || read.status != .notDetermined || requestsSinceActivation > 1 { broken += 1 }
        case .end(let status): if status != read.status || !lifecycle.isIdle { broken += 1 }
        case .endUndetermined: if !lifecycle.isIdle { broken += 1 }
        case .releaseTurn: if lifecycle.stage == .waitingForTurn { broken += 1 }
        case .takeTurn: if lifecycle.stage != .waitingForTurn { broken += 1 }
        case .none: if before == .lost, lifecycle.stage == .waitingForTurn { broken += 1 }
        }
      }
    }
    #expect(broken == 0)
  }
}

extension Array {
  /// One of the elements, by a reproducible choice.
  func randomElement(by choices: inout Choices) -> Element? {
    isEmpty ? nil : self[choices.below(count)]
  }
}
