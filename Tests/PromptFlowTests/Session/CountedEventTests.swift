import FlowRehearsal
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
    var life = Rehearsal.launched(setup)
    for event in ["article", "video", "article"] { life.record(CountedEvent(rawValue: event)) }
    return life
  }

  @Test("R143: the third event of the name asks, and other names do not count")
  func third() {
    var life = reader(FlowSetup(asking: .event("article", count: 3)))
    life.wait(0)
    #expect(life.system.presented == nil)
    life.settle(.eventEnded("article"))
    #expect(life.system.presented == .tracking)
  }

  @Test("what is kept has names, and no numbers that a later version could give another meaning")
  func keptByName() throws {
    let kept = try throughJSON(reader(setup(["article", "video"])).session.state)
    #expect(kept.count(of: "article") == 2 && kept.count(of: "video") == 1)
  }

  @Test("R143: an update that lists its events in another order goes on with each one's count")
  func reordered() {
    var life = reader(setup(["article", "video"]))
    life.launch(setup(["video", "article"], counting: 1))
    #expect(life.session.state.flow.memory.trigger == .awaited(eventsSeen: 2))
    life.settle(.eventEnded("video"))
    #expect(life.system.presented == nil)
    life.settle(.eventEnded("article"))
    #expect(life.system.presented == .tracking)
  }

  @Test("an update in which the number stands for another event looks for the moment anew")
  func renamed() {
    var life = reader(setup(["article", "video"]))
    life.launch(setup(["video", "article"]))
    #expect(life.session.state.flow.memory.trigger == .awaited(eventsSeen: 1))
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
    var life = Rehearsal.launched(FlowSetup(document))
    life.settle(.eventEnded("article"))
    #expect(life.system.presented == .tracking)
  }
}
