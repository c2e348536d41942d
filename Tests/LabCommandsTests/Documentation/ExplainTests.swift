import Foundation
import Testing

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
  func found(word: String, name: String) throws {
    let outcome = try Lab()("explain", word)
    #expect(outcome.status == 0 && outcome.output.contains("\(name): "), "\(outcome.output)\(outcome.errors)")
  }

  @Test(
    "of several words those that are known are explained, and a misspelt one is named with what was meant")
  func unknown() throws {
    let outcome = try Lab()("explain", "L12", "opt_in_per_instal")
    #expect(outcome.status == 64 && outcome.output.hasPrefix("L12: "))
    #expect(outcome.errors.contains("'opt_in_per_install'"))
  }
}
