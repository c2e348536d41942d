import PromptFlow
import Testing

@Suite("When an attribution SDK lets its install event go, beside the transcripts")
struct AttributionGateTests {
  @Test(
    "R121: a timer's install event carries the identifier as the status is when the timer fires",
    arguments: [true, false])
  func identifierAtTheInstant(answersBefore: Bool) {
    var permission = makePermission()
    var gate = AttributionGate(kind: .timer, waitSeconds: 20)
    var record = AttributionRecord()
    _ = gate.handle(.started(isDetermined: false))
    permission.tell(.requested)
    if answersBefore { permission.tell(.answered(.allow)) }
    if gate.handle(.deadline) == .send {
      record.sendInstall(identifierIsReadable: permission.identifierIsReadable)
    }
    permission.tell(.answered(.allow))
    #expect(record.installCarriesIdentifier == answersBefore)
  }

  @Test("R122: a process that ends before the timer sends nothing, and the whole wait begins anew")
  func timerRestarts() {
    var gate = AttributionGate(kind: .timer, waitSeconds: 20)
    let events: [AttributionGate.Event] = [
      .started(isDetermined: false), .sessionEnded(secondsSinceStart: 15), .deadline,
      .started(isDetermined: false),
    ]
    #expect(events.map { gate.handle($0) } == [.wait(20), .none, .none, .wait(20)])
  }

  @Test("R128: a session without the interval does not wait after one that had it")
  func withoutInterval() {
    var gate = AttributionGate(kind: .foreground, waitSeconds: 20)
    for event in [.started(isDetermined: false), .sessionEnded(secondsSinceStart: 5), .waitSet(seconds: 0)]
      as [AttributionGate.Event]
    {
      _ = gate.handle(event)
    }
    #expect(gate.handle(.started(isDetermined: false)) == .send)
  }
}
