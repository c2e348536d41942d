import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("One permission request at a time")
struct PermissionTurnsTests {
  @Test("R21: another permission waits for the tracking alert's answer")
  func otherAfterTracking() async {
    let device = RehearsedDevice()
    let flow = await device.launched(FlowSetup(asking: .launch))
    let push = Task { await flow.turns.run { flow.shown.status } }
    await device.settle()
    await device.answer(.deny)
    #expect(await push.value == .denied)
    #expect(!flow.turns.isTaken)
  }

  @Test("R21: an alert that nobody announced loses the request, and the next activation asks again")
  func unannounced() async {
    let device = RehearsedDevice()
    _ = await device.launched(FlowSetup(asking: .launch, delaySeconds: 1))
    await device.showOtherAlert()
    device.system.appState = .active
    await device.wait(1)
    #expect(device.system.requests == 1 && device.system.alertsShown == 0)
    await device.closeOtherAlert()
    await device.wait(1)
    #expect(device.isAlertUp)
  }

  @Test("Turns come in the order of the queue, and one that is given up is skipped")
  func order() {
    let turns = PermissionTurns()
    let tickets = (0..<4).map { _ in turns.newTicket() }
    var came: [Int] = []
    for number in 0..<4 { turns.enqueue(tickets[number]) { came.append(number) } }
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
