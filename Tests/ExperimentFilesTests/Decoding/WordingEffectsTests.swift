import ExperimentFiles
import Testing

@Suite("Words without an effect")
struct WordingEffectsTests {
  private func text(_ strings: String, prePrompt: String = "") -> String {
    """
    experiment: x
    population:
      sessions: {rate: 2, leave: 0.2}
      allow: {rate: 0.3}
      continue: {rate: 0.8}
    usage_strings:
      plain: {text: "Shows ads about what you read, for example local concerts."}
      warm: {text: "Keeps every article free, with ads about what you read, for example concerts."\(strings)}
    pre_prompts:
      first: {title: A, body: B, button: Continue\(prePrompt)}
    arms:
      plain: {ask: launch, usage_string: plain}
      warm: {ask: launch, usage_string: warm}
    """
  }

  @Test("a string or pre-prompt that no arm uses is not")
  func unused() {
    let one = text("").replacing("usage_string: warm", with: "usage_string: plain, delay_seconds: 3")
    #expect(!problems(one).contains { $0.contains("odds_ratio") })
    #expect(
      problems(one.replacing("example concerts.\"}", with: "example concerts.\", odds_ratio: 30}"))
        == problems(one))
    let screen = text(", odds_ratio: 1", prePrompt: ", allow_odds_ratio: 30, continue_odds_ratio: 0.01")
    #expect(problems(screen).isEmpty)
    let used = screen.replacing("usage_string: warm}", with: "usage_string: warm, pre_prompt: first}")
    #expect(problems(used).count == 2)
  }
}
