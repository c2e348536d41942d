import ExperimentFiles
import Testing

@Suite("An objective beside a consent layer")
struct ConsentObjectiveTests {
  private func text(_ objective: String, consent: String = "{order: before_att, accept: 0.6}") -> String {
    """
    experiment: x
    \(objective)
    population:
      sessions: {rate: 2, leave: 0.2}
      allow: {rate: 0.3}
      consent: \(consent)
    usage_strings: {plain: {text: "Shows ads about what you read, for example local concerts."}}
    arms: {launch: {ask: launch, usage_string: plain}}
    """
  }

  @Test("is warned of where it counts opt-ins, by default too")
  func optIns() {
    let end =
      "does not ask whether ad purposes are accepted. 'objective: personalizable_per_install' counts installs that "
      + "allow both"
    #expect(
      problems(text("objective: opt_in_per_install")) == [
        "x.yaml:2:12: warning: a consent layer is modelled, but the objective, opt_in_per_install, \(end)"
      ])
    #expect(
      problems(text("trials: 100")) == [
        "x.yaml:6:3: warning: a consent layer is modelled, but the objective, by default opt_in_per_install, \(end)"
      ])
  }

  @Test("is not where it counts what consent decides, or no layer is modelled")
  func others() {
    #expect(problems(text("objective: personalizable_per_install")).isEmpty)
    #expect(problems(text("objective: {opt_in_per_install: 1, personalizable_per_install: 1}")).isEmpty)
    #expect(problems(text("objective: opt_in_per_install", consent: "null")).isEmpty)
  }
}
