import ExperimentDesign
import ExperimentFiles
import Testing

@Suite("Numbers beside a joint that draws them")
struct JointNumbersTests {
  private let joint =
    "{paths: [allow.rate, allow.value], scale: [logit, identity], mean: [-0.8, 0.25], covariance: [[0.01, -0.004], [-0.004, 0.006]]}"

  /// The small experiment with an `adjust` on its second line.
  private func text(_ adjust: String) -> String {
    smallExperiment.replacing("experiment: small\n", with: "experiment: small\nadjust: {\(adjust)}\n")
  }

  private func allow(_ text: String, _ set: [(path: String, value: String)] = []) throws -> Segment {
    try load(text, set: set).experiment.scenarios[0].segments[0]
  }

  @Test("a number that a joint of its section draws is warned of where it stands, with what to do")
  func beside() throws {
    let text = text("allow: {rate: 0.5}, joint: [\(joint)]")
    expectOnly(problems(text), beginning: "x.yaml:2:24: warning: the 'allow.rate'")
    #expect(try allow(text)[.allowRate].distribution == .joint("adjust.joint.0", member: 0))
  }

  @Test("a number that says the middle of the joint, or stands in another layer, is not")
  func harmless() throws {
    // The logit of 0.31 is -0.8.
    #expect(problems(text("allow: {rate: 31%, value: 0.25}, joint: [\(joint)]")).isEmpty)
    #expect(problems(text("joint: [\(joint)]")).isEmpty)
    let above = text("joint: [\(joint)]") + "\nscenarios:\n  half: {allow: {rate: 0.5}}\n"
    #expect(problems(above).isEmpty)
    #expect(try allow(above)[.allowRate].constant == 0.5)
  }

  @Test("a setting of the population stands in place of what adjust has over it, a number or a joint's")
  func settings() throws {
    let set = [(path: "population.allow.rate", value: "0.4")]
    #expect(try allow(text("allow: {rate: 0.5}"), set)[.allowRate].constant == 0.4)
    #expect(try allow(text("joint: [\(joint)]"), set)[.allowRate].constant == 0.4)
    #expect(
      try allow(text("joint: [\(joint)]"), set)[.allowValue].distribution
        == .joint("adjust.joint.0", member: 1))
    let segments = "segments: {all: {share: 1}}"
    let own = text("segments: {all: {joint: [\(joint)]}}")
      .replacing("  events:", with: "  \(segments)\n  events:")
    #expect(try allow(own, [("population.segments.all.allow.rate", "0.4")])[.allowRate].constant == 0.4)
  }

  @Test("a number that is set over the joint is no longer measured as the joint is")
  func overwritten() throws {
    let text = text("joint: [\(joint)], evidence: {allow.rate: {grade: measured, source: ours}}")
    #expect(try load(text).experiment.evidence["allow.rate"]?.grade == .measured)
    let set = [(path: "population.allow.rate", value: "0.4")]
    #expect(try load(text, set: set).experiment.evidence["allow.rate"] == nil)
  }
}
