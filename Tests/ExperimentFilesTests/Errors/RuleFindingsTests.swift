import ExperimentDesign
import ExperimentFiles
import Testing

@Suite struct RuleFindingsTests {
  func findings(
    button: String = "Continue", dismissible: Bool = false, text: String = "Shows ads, for example of shoes."
  )
    throws -> [String]
  {
    let yaml = """
      population:
        sessions: {rate: 2, leave: 0.2}
        allow: {rate: 0.3}
        continue: {rate: 0.8}
      usage_strings: {s: {text: "\(text)"}}
      pre_prompts: {p: {button: "\(button)", dismissible: \(dismissible)}}
      arms: {a: {ask: launch, usage_string: s, pre_prompt: p}}
      """
    return try load(yaml).experiment.arms[0].findings
  }

  @Test(
    "R82: a button that asks for the permission itself is a finding",
    arguments: ["Allow", "allow tracking", "I agree", "Enable", "Yes!", "ACCEPT", "Track me", "Zulassen"])
  func buttons(title: String) throws { #expect(try findings(button: title) == ["R82"]) }

  @Test("R82: a button that leads on is none", arguments: ["Continue", "Next", "Weiter", "OK", "Yesterday"])
  func leadingOn(title: String) throws { #expect(try findings(button: title) == []) }

  @Test("R83: a pre-prompt that can be closed is a finding")
  func dismissible() throws { #expect(try findings(dismissible: true) == ["R83"]) }

  @Test("R25: an empty usage string is a finding", arguments: ["", "  ", " . "])
  func empty(text: String) throws { #expect(try findings(text: text) == ["R25"]) }

  @Test(
    "R96: a vendor's sample string is a finding, however it is spaced",
    arguments: [
      "This identifier will be used to deliver personalized ads to you.",
      "this identifier will be used to deliver  personalized ads and improve user experience",
    ])
  func sample(text: String) throws { #expect(try findings(text: text) == ["R96"]) }
}
