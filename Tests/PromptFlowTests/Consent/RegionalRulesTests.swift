import PromptFlow
import Testing

@Suite("The European Union from iOS 27.2 on")
struct RegionalRulesTests {
  private func rules(
    _ device: String, _ account: String? = nil, _ release: RegionalRules.Release = .from27_2
  ) -> RegionalRules {
    RegionalRules(device: device, account: account ?? device, release: release)
  }

  @Test(
    "R78: a year after the answer, with the switch on, one more request shows the prompt",
    arguments: [AlertAnswer.allow, .deny])
  func asksAgainAfterAYear(answer: AlertAnswer) throws {
    let rules = rules("ES")
    var permission = makePermission(answered: answer)
    permission.mayAskAgain = rules.mayAskAgain(daysSinceAnswer: 364.9)
    let stored = try #require(permission.status)
    #expect(permission.handle(.requested) == .complete(stored, nil))

    permission.mayAskAgain = rules.mayAskAgain(daysSinceAnswer: 365)
    #expect(permission.handle(.requested) == .present(.tracking))
    #expect(permission.status == stored)  // R79: until there is a new answer
    permission.tell(.answered(answer == .allow ? .deny : .allow), .activated)
    #expect(permission.status == (answer == .allow ? .denied : .authorized))
    #expect(permission.handle(.requested) != .present(.tracking))
  }

  @Test("R78: not outside the Union, on either side, not before 27.2, and by two letters of either case")
  func doesNotAskAgain() {
    let asking = [rules("ES"), rules("es", "Fr")]
    let others = [
      rules("US"), rules("US", "FR"), rules("FR", "US"), rules("ES", "ES", .before27_2), rules("FRA"),
      rules(""),
    ]
    #expect(asking.allSatisfy { $0.mayAskAgain(daysSinceAnswer: 400) })
    #expect(others.allSatisfy { !$0.mayAskAgain(daysSinceAnswer: 400) })
  }

  @Test("R78, R79: a renewed prompt that ends without a decision leaves the old answer standing")
  func renewedWithoutDecision() {
    var permission = makePermission(answered: .allow)
    permission.mayAskAgain = true
    permission.tell(.requested, .endedUndecided, .activated)
    #expect(permission.status == .authorized)
    #expect(permission.handle(.requested) == .present(.tracking))
  }
}
