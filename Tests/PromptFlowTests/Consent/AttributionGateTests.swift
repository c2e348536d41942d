import FlowRehearsal
import PromptFlow
import Testing

@Suite("When an attribution SDK lets its install event go, beside the transcripts")
struct AttributionGateTests {
  @Test(
    "R121: a timer's install event carries the identifier as the status is when the timer fires",
    arguments: [true, false])
  func identifierAtTheInstant(answersBefore: Bool) {
    var life = Rehearsal(.make(attribution: .init(kind: .timer, waitSeconds: 20)))
    life.launch()
    life.wait(0)
    if answersBefore { life.answer(.allow) }
    life.wait(20)
    life.answer(.allow)
    #expect(life.actions.contains(.sendInstall(withIdentifier: answersBefore)))
    #expect(!life.actions.contains(.sendInstall(withIdentifier: !answersBefore)))
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
}
