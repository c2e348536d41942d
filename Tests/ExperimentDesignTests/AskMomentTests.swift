import ExperimentDesign
import PromptFlow
import Testing

@Suite("When an option asks, as a fact")
struct AskMomentTests {
  @Test(
    "a moment is read back from its key",
    arguments: [
      AskMoment.launch, .onboarding, .event(name: "article", count: 3), .event(name: "a:b 2", count: 1),
      .session(2),
    ])
  func roundTrip(moment: AskMoment) {
    #expect(AskMoment(key: moment.key) == moment)
  }

  @Test(
    "a moment that this version does not know keeps its key",
    arguments: ["", "event:3", "session:0", "nod"])
  func unknown(key: String) {
    #expect(AskMoment(key: key) == .unknown(key))
    #expect(AskMoment(key: key).key == key)
  }

  @Test("an event is called by its name, and one without a name an event")
  func names() {
    let trigger = AskTrigger.event(EventKind(rawValue: 1), count: 2)
    #expect(AskMoment(trigger, eventKinds: ["article", "video"]).key == "event:video:2")
    #expect(AskMoment(trigger, eventKinds: []).key == "event:event:2")
  }
}
