import PromptFlow
import Testing

@Suite("The European Union from iOS 27.2 on")
struct RegionalRulesTests {
  @Test(
    "R78: a year after the answer, on both sides in the Union, from 27.2 on, by two letters of either case",
    arguments: [
      ("ES", "ES", 365, .from27_2, true), ("es", "Fr", 400, .from27_2, true),
      ("ES", "ES", 364.9, .from27_2, false), ("ES", "ES", 400, .before27_2, false),
      ("US", "US", 400, .from27_2, false), ("US", "FR", 400, .from27_2, false),
      ("FR", "US", 400, .from27_2, false), ("FRA", "FRA", 400, .from27_2, false),
      ("", "", 400, .from27_2, false),
    ] as [(String, String, Double, RegionalRules.Release, Bool)])
  func asksAgain(
    device: String, account: String, days: Double, release: RegionalRules.Release, mayAsk: Bool
  ) {
    let rules = RegionalRules(device: device, account: account, release: release)
    #expect(rules.mayAskAgain(daysSinceAnswer: days) == mayAsk)
  }
}
