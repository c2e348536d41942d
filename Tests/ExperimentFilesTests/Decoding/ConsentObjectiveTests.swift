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

  @Test("is warned of where it counts money or sessions with permission alone")
  func permissionAlone() {
    let found = problems(text("objective: authorized_sessions_per_install"))
    #expect(
      found.count == 1
        && found[0].contains("but the objective, authorized_sessions_per_install, does not ask"))
    #expect(problems(text("objective: sessions_lost_per_install")).isEmpty)
  }

  @Test("by default is warned of at the consent layer, wherever the file gives one")
  func location() {
    let inArm = text("trials: 100", consent: "null")
      .replacing(
        "usage_string: plain}}", with: "usage_string: plain, consent: {order: before_att, accept: 0.6}}}")
    #expect(problems(inArm).map { $0.prefix(12) } == ["x.yaml:8:51:"])
    let inSegment = text("trials: 100", consent: "null").replacing(
      "  consent: null", with: "  segments: {eu: {share: 1, consent: {order: before_att, accept: 0.6}}}")
    #expect(problems(inSegment).map { $0.prefix(12) } == ["x.yaml:6:29:"])
  }

  @Test("is not where it counts what consent decides, or no layer is modelled")
  func others() {
    #expect(problems(text("objective: personalizable_per_install")).isEmpty)
    #expect(problems(text("objective: {opt_in_per_install: 1, personalizable_per_install: 1}")).isEmpty)
    #expect(problems(text("objective: opt_in_per_install", consent: "null")).isEmpty)
  }
}
