import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("One permission request at a time")
struct PermissionTurnsTests {
  @Test("R21, R65: tracking waits for another permission's answer and then for the activation")
  func tracksAfterOther() async {
    let manager = TrackingManager.make()
    let push = manager.turns.newTicket()
    manager.turns.queue(push) { manager.system.showOther() }
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    #expect(manager.system.requests == 0)
    manager.system.closeOther()
    manager.turns.release(push)
    #expect(manager.system.requests == 0, "the app is still inactive")
    manager.activate()
    #expect(manager.system.screen == .tracking)
    manager.system.allow()
    #expect(await asked.value == .authorized)
  }

  @Test("R21: another permission waits for the tracking alert's answer")
  func otherAfterTracking() async {
    let manager = TrackingManager.make()
    let asked = Task { await manager.requestAuthorization() }
    await settle()
    let order = Told()
    let push = Task { await manager.turns.run { order.statuses.append(manager.status) } }
    await settle()
    #expect(order.statuses.isEmpty)
    manager.system.deny()
    _ = await asked.value
    await push.value
    #expect(order.statuses == [.denied])
    #expect(!manager.turns.isTaken)
  }

  @Test("R21: an alert that nobody announced loses the request, and the next activation asks again")
  func unannounced() async {
    let manager = TrackingManager.make()
    manager.system.showOther()
    manager.system.appState = .active
    #expect(await manager.requestAuthorization() == .notDetermined)
    manager.system.closeOther()
    manager.activate()
    #expect(manager.system.screen == .tracking)
  }

  @Test("Turns come in the order of the queue, and one that is given up is skipped")
  func order() async {
    let turns = PermissionTurns()
    let tickets = (0..<4).map { _ in turns.newTicket() }
    var came: [Int] = []
    for number in 0..<4 { turns.queue(tickets[number]) { came.append(number) } }
    turns.release(tickets[1])
    turns.release(tickets[0])
    turns.release(tickets[0])
    turns.release(tickets[2])
    #expect(came == [0, 2, 3])
    turns.release(tickets[3])
    #expect(!turns.isTaken)
  }

  @Test("A request that throws passes its turn on")
  func throwing() async {
    struct Refused: Error {}
    let turns = PermissionTurns()
    await #expect(throws: Refused.self) { try await turns.run { throw Refused() } }
    #expect(!turns.isTaken)
  }
}
