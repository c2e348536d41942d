import FlowRehearsal
import Foundation
import PromptFlow
import Testing

@Suite("What an app keeps of its flow")
struct FlowStateTests {
  private static let seeds = Array(UInt64(1)...20)

  private func lived(_ seed: UInt64, _ count: Int) -> FlowSession {
    var source = EventSource(seed: seed)
    var session = FlowSession(FlowSetup.drawn(&source.random))
    var timers: [FlowSession.Timer] = []
    for _ in 0..<count {
      let event = source.event(timers: timers)
      timers += session.handle(event, at: source.moment()).timers
    }
    return session
  }

  @Test("the state comes back from JSON as it was, after any order of events", arguments: seeds)
  func roundTrip(seed: UInt64) throws {
    let lengths = [0, 1, 3, 10, 30, 100, 300]
    let states = lengths.map { lived(seed, $0).state }
    #expect(try states.map { try throughJSON($0) } == states)
  }

  @Test("a relaunch at any point goes on with the actions of an app that never forgot", arguments: seeds)
  func resume(seed: UInt64) throws {
    var wrong: [Int] = []
    for cut in stride(from: 0, to: 120, by: 7) {
      var kept = lived(seed, cut)
      var draws = EventSource(seed: seed)
      let setup = FlowSetup.drawn(&draws.random)
      var resumed = FlowSession(setup, state: try throughJSON(kept.state))
      var source = EventSource(seed: seed &* 1000 &+ UInt64(cut))
      var timers: (kept: [FlowSession.Timer], resumed: [FlowSession.Timer]) = ([], [])
      for step in 0..<60 {
        let moment = source.moment()
        // Each is handed its own timer back, the newest one.
        let mine: FlowSession.Event
        let theirs: FlowSession.Event
        if step == 0 {
          (mine, theirs) = (.processStarted, .processStarted)
        } else if step % 4 == 0, let first = timers.kept.last, let second = timers.resumed.last {
          (mine, theirs) = (.timerFired(first), .timerFired(second))
        } else {
          let event = source.event(timers: [])
          (mine, theirs) = (event, event)
        }
        let expected = kept.handle(mine, at: moment)
        let found = resumed.handle(theirs, at: moment)
        timers.kept += expected.timers
        timers.resumed += found.timers
        if expected.decisions != found.decisions { wrong.append(cut) }
      }
      if kept.state != resumed.state { wrong.append(cut) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("a state of a newer version is refused by name, whatever else it holds")
  func newer() throws {
    let json = Data(#"{"version": 7, "flow": {"unheard": true}}"#.utf8)
    #expect(throws: FlowStateError.newerVersion(found: 7, known: 1)) {
      try JSONDecoder().decode(FlowState.self, from: json)
    }
  }

  @Test("a key from elsewhere is passed over")
  func unknownKey() throws {
    let state = lived(3, 40).state
    var object = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(state)) as? [String: Any])
    object["colour"] = "blue"
    let data = try JSONSerialization.data(withJSONObject: object)
    #expect(try JSONDecoder().decode(FlowState.self, from: data) == state)
  }

  @Test(
    "a value that no app can reach is refused, with its key",
    arguments: [
      ("version", "0"), ("flow.memory.sessions", "-1"), ("flow.memory.sessions", "9000000000000000000"),
      ("flow.memory.shows", "-3"), ("flow.memory.trigger", "{\"awaited\": {\"eventsSeen\": -1}}"),
      ("flow.memory.eligibleFrom", "-2"), ("flow.memory.days", "-1"), ("readings.firstSessionAt", "-1"),
      ("gateSeconds", "-0.5"), ("gateSeconds", "1e999"),
      ("flow.state", "\"asking\""), ("counts", "{\"a\": -1}"), ("flow", "[]"), ("lastStatus", "-1"),
      ("strategy.hook", "\"sometime\""),
    ])
  func impossible(key: String, value: String) throws {
    let good = String(decoding: try JSONEncoder().encode(lived(1, 0).state), as: UTF8.self)
    var object = try #require(JSONSerialization.jsonObject(with: Data(good.utf8)) as? [String: Any])
    let path = key.split(separator: ".").map(String.init)
    object = try #require(replacing(path[...], in: object) as? [String: Any])
    let text = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
      .replacingOccurrences(of: "\"VALUE\"", with: value)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(FlowState.self, from: Data(text.utf8)) }
  }

  private func replacing(_ path: ArraySlice<String>, in value: Any) -> Any {
    guard let key = path.first, var object = value as? [String: Any] else { return "VALUE" }
    object[key] = replacing(path.dropFirst(), in: object[key] ?? "")
    return object
  }

  @Test("no state read from damaged JSON ends the process", arguments: 0..<10)
  func mutations(part: Int) throws {
    let good = Array(try JSONEncoder().encode(lived(5, 200).state))
    var random = SplitMix(seed: UInt64(part) + 1)
    var read = 0
    for _ in 0..<1000 {
      var bytes = good
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes[place] = UInt8(48 + random.below(10))
        }
      }
      guard let state = try? JSONDecoder().decode(FlowState.self, from: Data(bytes)) else { continue }
      read += 1
      var source = EventSource(seed: UInt64(read))
      var session = FlowSession(FlowSetup.drawn(&source.random), state: state)
      for _ in 0..<10 { _ = session.handle(source.event(timers: []), at: source.moment()) }
    }
    #expect(read > 0)
  }

  @Test("R29, R143: under another strategy the facts stand and the moment is looked for anew")
  func otherStrategy() {
    var life = Rehearsal.launched(.make(.onboarding))
    for _ in 0..<3 { life.send(.eventEnded(CountedEvent(EventKind(rawValue: 1)))) }
    let articles = FlowSetup.make(.event(EventKind(rawValue: 1), count: 3))
    life.launch(articles)
    #expect(life.actions.contains { if case .startTimer = $0 { true } else { false } })
    #expect(life.session.state.count(of: CountedEvent(EventKind(rawValue: 1))) == 3)
    #expect(life.session.state.flow.memory.sessions == 2)
  }

  @Test("whole days pass from the first session that the calendar dates, and never back")
  func days() {
    func days(_ dates: [Double?]) -> [Int] {
      var state: FlowState?
      return dates.map { date in
        var session = FlowSession(.make(), state: state)
        let now = FlowSession.Moment(status: .notDetermined, seconds: 0, secondsSince1970: date)
        _ = session.handle(.processStarted, at: now)
        state = session.state
        return session.state.flow.memory.days
      }
    }
    #expect(days([0, 86_399, 86_400, 300_000, 8_640_000]) == [0, 0, 1, 3, 100])
    #expect(days([nil, 500_000, nil, 672_800, 86_400, .nan, 700_000]) == [0, 0, 0, 2, 2, 2, 2])
    #expect(days([7, 1e300]) == [0, 1_000_000_000])
  }

  @Test("the launch alone comes at once, and what needs no day heeds none", arguments: TriggerKind.allCases)
  func heedless(kind: TriggerKind) {
    let moments = (1...3).map { AskTrigger(kind, count: $0) }
    for moment in moments where moment.isPossible(byDay: 0) {
      #expect(AppFlow.Memory(sessions: 2).has(moment) == AppFlow.Memory(sessions: 2, days: 1000).has(moment))
      #expect(moment.kind == .launch || !AppFlow.Memory(sessions: 1).has(moment))
    }
  }
}
