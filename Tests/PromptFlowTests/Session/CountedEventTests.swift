import Foundation
import PromptFlow
import Testing

@Suite("Events that are counted by name")
struct CountedEventTests {
  private func setup(_ events: [CountedEvent], counting kind: Int = 0, _ count: Int = 3) -> FlowSetup {
    FlowSetup(
      strategy: PromptStrategy(trigger: .event(EventKind(rawValue: kind), count: count)), events: events)
  }

  /// An install that has read two articles and seen one video.
  private func reader(_ setup: FlowSetup) -> Rehearsal {
    var life = Rehearsal(setup)
    life.launch()
    for event in ["article", "video", "article"] { life.record(CountedEvent(rawValue: event)) }
    return life
  }

  @Test("R143: the third event of the name asks, and other names do not count")
  func third() {
    var life = reader(FlowSetup(asking: .event("article", count: 3)))
    life.wait(0)
    #expect(life.system.presented == nil)
    life.record("article")
    life.wait(0)
    #expect(life.system.presented == .tracking)
  }

  @Test("what is kept has names, and no numbers that a later version could give another meaning")
  func keptByName() throws {
    let json = String(
      decoding: try JSONEncoder().encode(reader(setup(["article", "video"])).session.state), as: UTF8.self)
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let counts = try #require(object["event_counts"] as? [[String: Any]])
    #expect(counts.compactMap { $0["event"] as? String } == ["article", "video"])
    #expect(counts.compactMap { $0["count"] as? Int } == [2, 1])
    let trigger = try #require((object["strategy"] as? [String: Any])?["trigger"] as? [String: Any])
    #expect(trigger["event"] as? String == "article")
  }

  @Test("R143: an update that lists its events in another order goes on with each one's count")
  func reordered() {
    var life = reader(setup(["article", "video"]))
    life.launch(setup(["video", "article"], counting: 1))
    #expect(life.session.state.flow.triggerEvents == 2)
    life.record("video")
    life.wait(0)
    #expect(life.system.presented == nil)
    life.record("article")
    life.wait(0)
    #expect(life.system.presented == .tracking)
  }

  @Test("an update in which the number stands for another event looks for the moment anew")
  func renamed() {
    var life = reader(setup(["article", "video"]))
    life.launch(setup(["video", "article"]))
    #expect(life.session.state.flow.triggerEvents == 1)
  }

  @Test("a state of version 1 is read: its numbers count under the names they have now")
  func versionOne() throws {
    var object = try #require(
      JSONSerialization.jsonObject(
        with: JSONEncoder().encode(reader(setup(["article", "video"])).session.state)) as? [String: Any])
    object["version"] = 1
    object["event_counts"] = [["kind": 0, "count": 2], ["kind": 1, "count": 1], ["kind": 10, "count": 4]]
    var strategy = try #require(object["strategy"] as? [String: Any])
    strategy["trigger"] = ["kind": "event", "event_kind": 0, "count": 3]
    object["strategy"] = strategy
    let kept = try JSONDecoder().decode(
      FlowState.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(kept.count(of: "#0") == 2 && kept.count(of: "#10") == 4)

    let session = FlowSession(setup(["article", "video"]), state: kept)
    #expect(session.state.count(of: "article") == 2 && session.state.count(of: "video") == 1)
    #expect(session.state.count(of: "#10") == 4)
    #expect(session.state.flow.triggerEvents == 2)
    #expect(try throughJSON(session.state) == session.state)
  }

  @Test("a count of version 1 that no app can reach is refused")
  func versionOneImpossible() throws {
    var object = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(reader(setup([])).session.state))
        as? [String: Any])
    object["version"] = 1
    for counts in [[["kind": 2, "count": 1], ["kind": 1, "count": 1]], [["kind": 2, "count": -1]]] {
      object["event_counts"] = counts
      let data = try JSONSerialization.data(withJSONObject: object)
      #expect(throws: FlowStateError.self) { try JSONDecoder().decode(FlowState.self, from: data) }
    }
  }

  @Test("a setup written in code is the one its strategy says, with the policy's defaults")
  func setups() {
    #expect(FlowSetup(asking: .launch) == FlowSetup(strategy: PromptStrategy(trigger: .launch)))
    #expect(FlowSetup(asking: .session(0)).strategy.trigger == .session(1))
    #expect(
      FlowSetup(asking: .event("article", count: 3), prePrompt: PrePromptPolicy())
        == FlowSetup(
          strategy: PromptStrategy(
            trigger: .event(EventKind(rawValue: 0), count: 3),
            prePrompt: PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil)),
          events: ["article"]))
  }

  @Test("an exported strategy brings its names along")
  func exported() {
    let document = PromptStrategyDocument(
      strategy: PromptStrategy(trigger: .event(EventKind(rawValue: 1), count: 1)),
      eventKinds: ["video", "article"])
    var life = Rehearsal(FlowSetup(document))
    life.launch()
    life.record("article")
    life.wait(0)
    #expect(life.system.presented == .tracking)
  }
}
