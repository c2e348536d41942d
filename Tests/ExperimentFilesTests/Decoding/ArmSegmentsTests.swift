import ExperimentFiles
import Testing

@Suite("What an arm changes for one segment")
struct ArmSegmentsTests {
  private func text(_ arm: String) -> String {
    """
    experiment: x
    objective: personalizable_per_install
    population:
      sessions: {rate: 2, leave: 0.2}
      allow: {rate: 0.3}
      segments:
        eu: {share: 0.4, consent: {order: before_att, accept: 0.6}}
        rest: {share: 0.6}
    usage_strings: {plain: {text: "Shows ads about what you read, for example local concerts."}}
    arms:
      first: {ask: launch, usage_string: plain}
      other: {ask: launch, usage_string: plain, \(arm)}
    """
  }

  @Test("a consent layer reaches the segment it is written for alone")
  func oneSegment() throws {
    let yaml = text("segments: {eu: {consent: {order: after_att, accept: 0.7}}}")
    #expect(problems(yaml).isEmpty)
    let arms = try load(yaml).experiment.arms
    #expect(arms[0].surroundings[0][0].consent?.order == .beforeATT)
    let consent = arms[1].surroundings[0].map(\.consent)
    #expect(consent[0]?.order == .afterATT && consent[1] == nil)
    #expect(consent[0]?[.consentAccept].constant == 0.7)
  }

  @Test("a segment can lose what the option or the population gives")
  func removed() throws {
    let arms = try load(text("segments: {eu: {consent: null}}")).experiment.arms
    #expect(arms[1].surroundings[0].allSatisfy { $0.consent == nil })
  }

  @Test(
    "a layer that reaches people who have none otherwise is a warning, one that is no whole layer for them an error",
    arguments: [
      ("consent: {order: after_att, accept: 0.6}", "x.yaml:12:54: warning: "),
      ("consent: {order: after_att}", "x.yaml:12:54: "),
      ("segments: {EU: {consent: null}}", "x.yaml:12:56: "),
    ])
  func mistakes(arm: String, place: String) {
    expectOnly(problems(text(arm)), beginning: place)
  }
}
