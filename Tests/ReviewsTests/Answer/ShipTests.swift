import ExperimentDesign
import ExperimentSamples
import Reviews
import Studies
import Testing

@Suite("What an answer says to ship, and what its test can tell")
struct ShipTests: AnswerSuite {
  private let ship =
    "Ship it b. The file tells PromptFlow in the app when and how to ask. att-lab export 0123456789 --db s --table strategy "
    + "--arm b --out strategy.json"

  /// The second option leads by far.
  private func clearAnswer(_ change: (inout RunOutline) -> Void = { _ in }) throws -> String {
    var found = try summary { [300, 500 + Int64($0)] }
    change(&found.outline)
    #expect(recommendation(found).kind == .choose)
    return unwrapped(text(found))
  }

  @Test("a clear answer says how the option comes into the app")
  func clear() throws {
    let answer = try clearAnswer()
    #expect(answer.contains(ship), "\(answer)")
  }

  @Test("of texts alone, that the text goes into the app's properties")
  func words() throws {
    let answer = try clearAnswer { $0.arms[1].usageString = "warm" }
    #expect(
      answer.contains("Ship it b. Put its text in NSUserTrackingUsageDescription; the file has when to ask,"),
      "\(answer)")
  }

  @Test("who has given numbers is not asked for them once more")
  func ownNumbers() throws {
    #expect(try clearAnswer().contains("Use your numbers"))
    let own = try clearAnswer {
      $0.description.parameters[0].evidence = Evidence(grade: .measured, source: "ours")
    }
    #expect(own.contains(ship) && !own.contains("Use your numbers"), "\(own)")
  }

  @Test("an answer that is left open ships nothing")
  func open() throws {
    let answer = unwrapped(text(try summary { [400 + 2 * Int64($0), 420] }))
    #expect(answer.contains("A/B test") && !answer.contains("Ship it"), "\(answer)")
  }

  @Test("a test of two options that differ in two things names what has one of the one and one of the other")
  func mixed() throws {
    func answer(_ change: (inout RunOutline) -> Void) throws -> String {
      var found = try summary(["a", "b", "c"]) { [420, 400 + 2 * Int64($0), 100] }
      found.outline.arms[1].ask = .onboarding
      found.outline.arms[1].prePrompt = "screen"
      change(&found.outline)
      return unwrapped(text(found))
    }
    let isolated = try answer { $0.arms[2].ask = .onboarding }
    #expect(
      isolated.contains(
        "Add c to tell moment from pre-prompt. att-lab plan"), "\(isolated)")
    // What asks at a third moment isolates nothing of the two.
    let third = try answer { $0.arms[2].ask = .session(2) }
    #expect(third.contains("Plan that test") && !third.contains("Add c to tell"), "\(third)")
    let none = try answer { $0.arms[2].usageString = "warm" }
    #expect(none.contains("Plan that test") && !none.contains("Add c to tell"), "\(none)")
    let one = try answer { $0.arms[1].prePrompt = nil }
    #expect(one.contains("Plan that test") && !one.contains("Add c to tell"), "\(one)")
  }
}
