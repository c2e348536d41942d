import ArgumentParser
import Testing

@testable import LabCommands

@Suite("att-lab explain")
struct ExplainTests {
  @Test(
    "a word is found however people put it together, by what it is called elsewhere, and as a key",
    arguments: [
      ("opt in", "opt_in_per_install"), ("Optin", "opt_in_per_install"), ("r19", "R19"), ("SDK", "SDK"),
      ("opportunity cost", "expected_loss"), ("chance best", "chance_best"), ("draws", "trial"),
      ("base", "scenario"), ("lost requests", "lost request"), ("usage string", "usage string"),
      ("push", "push"), ("range", "90% range"), ("pre-prompt", "pre-prompt"), ("odds", "odds"),
      ("evsi", "value of a test"), ("little_to_lose", "little to lose"), ("--looks", "--looks"),
      ("pre_prompt", "arms.NAME.pre_prompt"),
      ("each_activation", "arms.NAME.retry"), ("allow.cold_odds_ratio", "population.allow.cold_odds_ratio"),
    ])
  func found(word: String, name: String) async throws {
    #expect(try await Lab().written("explain '\(word)'").contains("\(name): "))
  }

  @Test("of several words those that are known are explained, and one that is not is a failure")
  func unknown() async throws {
    let lab = try Lab()
    await #expect(throws: ExitCode.validationFailure) {
      try await lab.perform("explain L12 opt_in_per_instal --out found.csv")
    }
    #expect(try lab.read("found.csv").hasPrefix("L12: "))
  }

  @Test("each page of the guide is in the program", arguments: GuidePage.allCases)
  func page(page: GuidePage) {
    #expect(page.text.hasPrefix("# ") && page.text.contains("\n\n") && !page.text.contains("<!--"))
  }
}
