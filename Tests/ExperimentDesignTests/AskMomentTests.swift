import ExperimentDesign
import PromptFlow
import Testing

@Suite("When an option asks, as a fact")
struct AskMomentTests {
  @Test("an event is called by its name, and one without a name an event")
  func names() {
    let trigger = AskTrigger.event(EventKind(rawValue: 1), count: 2)
    #expect(AskMoment(trigger, eventKinds: ["article", "video"]) == .event(name: "video", count: 2))
    #expect(AskMoment(trigger, eventKinds: []) == .event(name: "event", count: 2))
  }
}
