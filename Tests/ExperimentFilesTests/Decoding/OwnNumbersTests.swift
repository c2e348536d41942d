import ExperimentFiles
import Testing

@Suite("Numbers in place of published ones")
struct OwnNumbersTests {
  private func text(_ adjust: String) -> String {
    """
    experiment: own
    seed: 21
    population: news
    adjust:
    \(adjust)
    usage_strings: {plain: {text: "Shows ads about what you read, for example local concerts."}}
    arms: {launch: {ask: launch, usage_string: plain}}
    """
  }

  private let retention = "  retention: {d1: 0.31, d7: 0.15, d30: 0.08}"

  @Test("without a grade are warned of at their line, once for a section, with what to write")
  func warned() {
    let section = ": 'retention.d1', 'retention.d7' and 'retention.d30'. "
    expectOnly(problems(text(retention)), beginning: "x.yaml:5:19: warning: ", having: section)
  }

  @Test("in place of assumed ones, in a scenario or set from outside are not")
  func others() {
    #expect(problems(text("  allow: {rate: 0.26}")).isEmpty)
    let set = [(path: "population.retention", value: "{d1: 0.25, d7: 0.11, d30: 0.05}")]
    #expect(problems(text("  allow: {rate: 0.26}"), set: set).isEmpty)
    let scenario = text("  allow: {rate: 0.26}").replacing(
      "usage_strings:",
      with: "scenarios: {base: {}, more: {retention: {d1: 0.4, d7: 0.2, d30: 0.1}}}\nusage_strings:")
    #expect(problems(scenario).isEmpty)
  }

  @Test("count as yours, and numbers in place of assumptions as assumed until they are graded")
  func counted() throws {
    let adjust = """
        retention: {d1: 0.31, d7: 0.15, d30: 0.08}
        onboarding: {first: {beta: [630, 370]}}
        allow: {rate: {beta: [260, 740]}}
        evidence:
          retention.d1: {grade: measured, source: our analytics}
          onboarding.first: {grade: measured, source: our funnel}
      """
    let evidence = try load(text(adjust)).experiment.evidence
    let yours = evidence.filter { $0.value.grade == .measured }.keys.sorted()
    let visits = ["sessions.leave.a", "sessions.leave.b", "sessions.rate.rate", "sessions.rate.shape"]
    #expect(yours == ["onboarding.first", "retention.d1", "retention.d30", "retention.d7"] + visits)
    #expect(evidence["allow.rate"]?.grade != .measured)
  }

  @Test(
    "are those that the file gives in place of others, graded or not, and what it says of strings and pre-prompts"
  )
  func ofTheFile() throws {
    let adjust = """
        onboarding: {first: 60%}
        allow: {rate: {beta: [31, 69]}}
        attribution: {wait_seconds: 20}
        evidence:
          allow.rate: {grade: assumed}
      """
    let whole = text(adjust).replacing(
      "local concerts.\"}", with: "local concerts.\", odds_ratio: {range: [0.9, 1.3]}}")
    // The preset waits 20 seconds too.
    #expect(
      try load(whole).experiment.ownNumbers.sorted() == [
        "allow.rate", "onboarding.first", "usage_strings.plain.odds_ratio",
      ])
    #expect(try load(text("  {}")).experiment.ownNumbers.isEmpty)
    let set = [(path: "population.allow.rate", value: "0.3")]
    #expect(try load(text("  {}"), set: set).experiment.ownNumbers.isEmpty)
    #expect(try load(text(retention)).experiment.ownNumbers.contains("retention.d1"))
  }
}
