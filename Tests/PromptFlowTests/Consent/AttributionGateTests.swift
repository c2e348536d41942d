import PromptFlow
import Testing

@Suite("When an attribution SDK lets its install event go")
struct AttributionGateTests {
  private func makeGate(_ kind: GateKind, wait: Double = 20) -> AttributionGate {
    AttributionGate(kind: kind, waitSeconds: wait)
  }

  @Test("R117: a wait set after the SDK's start has no effect")
  func setTooLate() {
    var early = makeGate(.documented, wait: 0)
    #expect(early.transcript(.waitSet(seconds: 60), .started(isDetermined: false)) == [.none, .wait(60)])
    var late = makeGate(.documented, wait: 30)
    late.tell(.started(isDetermined: false), .waitSet(seconds: 60), .sessionEnded(secondsSinceStart: 5))
    #expect(late.handle(.started(isDetermined: false)) == .wait(30))
  }

  @Test("R118: a documented gate is released by an answer before its time is up")
  func releasedByAnswer() {
    var gate = makeGate(.documented)
    #expect(gate.transcript(.started(isDetermined: false), .determined) == [.wait(20), .send])
  }

  @Test("R118: without an answer it is released by its time, and a settled status does not wait")
  func releasedByTime() {
    var gate = makeGate(.documented)
    #expect(gate.transcript(.started(isDetermined: false), .deadline) == [.wait(20), .send])
    var settled = makeGate(.documented)
    #expect(settled.handle(.started(isDetermined: true)) == .send)
  }

  @Test("R119: a timer gate waits its whole time, whatever the answer and whatever the status at start")
  func timerAlwaysWaits() {
    var gate = makeGate(.timer)
    #expect(
      gate.transcript(.started(isDetermined: false), .determined, .deadline)
        == [.wait(20), .none, .send])
    var settled = makeGate(.timer)
    #expect(settled.handle(.started(isDetermined: true)) == .wait(20))
  }

  @Test("R120: a timer gate drops app events until its install event is out; others keep them")
  func dropsEvents() {
    var gate = makeGate(.timer)
    gate.tell(.started(isDetermined: false))
    #expect(gate.dropsEvents)
    gate.tell(.deadline)
    #expect(!gate.dropsEvents)
    #expect([GateKind.none, .documented, .foreground].allSatisfy { !makeGate($0).dropsEvents })
  }

  @Test("R121: a timer's install event carries the identifier as the status is when the timer fires")
  func identifierAtTheInstant() {
    for (answersBefore, expected) in [(true, true), (false, false)] {
      var permission = makePermission()
      var gate = makeGate(.timer)
      var record = AttributionRecord()
      gate.tell(.started(isDetermined: false))
      permission.tell(.requested)
      if answersBefore { permission.tell(.answered(.allow)) }
      if gate.handle(.deadline) == .send {
        record.sendInstall(identifierIsReadable: permission.identifierIsReadable)
      }
      permission.tell(.answered(.allow))
      #expect(record.installCarriesIdentifier == expected)
    }
  }

  @Test("R122: a process that ends before the timer sends nothing, and the whole wait begins anew")
  func timerRestarts() {
    var gate = makeGate(.timer)
    let actions = gate.transcript(
      .started(isDetermined: false), .sessionEnded(secondsSinceStart: 15), .deadline,
      .started(isDetermined: false))
    #expect(actions == [.wait(20), .none, .none, .wait(20)])
    #expect(!gate.isSent)
    #expect(gate.dropsEvents)
  }

  @Test(
    "R123: a foreground gate waits at most 360 seconds", arguments: [(20.0, 20.0), (360, 360), (1000, 360)])
  func longestWait(asked: Double, granted: Double) {
    var gate = makeGate(.foreground, wait: asked)
    #expect(gate.handle(.started(isDetermined: false)) == .wait(granted))
    var set = makeGate(.foreground)
    #expect(
      set.transcript(.waitSet(seconds: asked), .started(isDetermined: false)) == [.none, .wait(granted)])
  }

  @Test("R124: a foreground gate keeps events, sends nothing, and counts only time in the foreground")
  func countsForegroundOnly() {
    var gate = makeGate(.foreground)
    #expect(gate.handle(.started(isDetermined: false)) == .wait(20))
    #expect(!gate.dropsEvents)
    // Twelve seconds in the app, then days elsewhere.
    #expect(gate.handle(.sessionEnded(secondsSinceStart: 12)) == .none)
    #expect(!gate.isSent)
    #expect(gate.handle(.started(isDetermined: false)) == .wait(8))
  }

  /// The SDK looks once a second; its send can come up to a second later than here.
  @Test("R125: an answer ends a foreground gate's wait")
  func foregroundReleasedByAnswer() {
    var gate = makeGate(.foreground)
    #expect(gate.transcript(.started(isDetermined: false), .determined) == [.wait(20), .send])
  }

  @Test("R126: a foreground gate whose time is up sends, and no later session waits")
  func foregroundTimeUp() {
    var gate = makeGate(.foreground)
    let actions = gate.transcript(
      .started(isDetermined: false), .deadline, .sessionEnded(secondsSinceStart: 30),
      .started(isDetermined: false), .determined, .deadline)
    #expect(actions == [.wait(20), .send, .none, .none, .none, .none])
    #expect(gate.isSent)
  }

  /// The SDK's source restarts the whole wait after the process was ended.
  ///
  /// The simulation's model decides otherwise: its foreground wait adds up over sessions.
  @Test("R127: by decision not followed: after a killed session a foreground gate goes on where it was")
  func waitAddsUp() {
    var gate = makeGate(.foreground)
    let actions = gate.transcript(
      .started(isDetermined: false), .sessionEnded(secondsSinceStart: 12.5),
      .started(isDetermined: false), .sessionEnded(secondsSinceStart: 7),
      .started(isDetermined: false))
    #expect(actions == [.wait(20), .none, .wait(7.5), .none, .wait(0.5)])
  }

  @Test("R128: a foreground gate does not wait where the status is settled")
  func settledDoesNotWait() {
    var gate = makeGate(.foreground)
    #expect(gate.handle(.started(isDetermined: true)) == .send)
  }

  @Test("R128: a session without the interval does not wait after one that had it")
  func withoutInterval() {
    var gate = makeGate(.foreground)
    gate.tell(.started(isDetermined: false), .sessionEnded(secondsSinceStart: 5))
    #expect(gate.transcript(.waitSet(seconds: 0), .started(isDetermined: false)) == [.none, .send])
  }

  @Test("R54: gates that wait for the decision believe a callback that came too early; a timer does not")
  func believesCallback() {
    let kinds: [GateKind] = [.documented, .timer, .foreground]
    let actions = kinds.map { kind in
      var gate = makeGate(kind)
      gate.tell(.started(isDetermined: false))
      return gate.handle(.believedDenied)
    }
    #expect(actions == [.send, .none, .send])
  }

  @Test("R118: no gate at all sends at once")
  func noGate() {
    var gate = makeGate(.none)
    #expect(gate.handle(.started(isDetermined: false)) == .send)
  }
}

extension AttributionGate {
  /// Hands over events whose actions the test does not look at.
  mutating func tell(_ events: Event...) {
    for event in events { _ = handle(event) }
  }

  /// Hands over events and returns what the gate does about each.
  mutating func transcript(_ events: Event...) -> [Action] {
    events.map { handle($0) }
  }
}
