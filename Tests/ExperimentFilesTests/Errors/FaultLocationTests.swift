import ExperimentDesign
import ExperimentFiles
import Testing

/// Faults of several numbers together, which layers and settings bring about.
@Suite struct FaultLocationTests {
  static let news = """
    population: news
    usage_strings: {s: {text: "For ads about what you read."}}
    arms: {a: {ask: launch, usage_string: s}}

    """

  @Test(
    "What breaks a rule of several numbers is the one written last",
    arguments: [
      ("adjust:\n  device: {restricted: 0.99}", "x.yaml:5:24: expected restricted and requests_off"),
      (
        "adjust:\n  retention: {d1: .3, d7: .1, d30: .05}\nscenarios:\n  worse: {retention: {d7: 0.9}}",
        "x.yaml:7:27: expected retention that falls"
      ),
      (
        "scenarios:\n  worse: {device: {requests_off: 0.6}}\nadjust:\n  device: {restricted: 0.5}",
        "x.yaml:5:34: expected restricted and requests_off"
      ),
      (
        "adjust:\n  segments: {p: {share: 1, device: {restricted: 0.99}}}",
        "x.yaml:5:49: expected restricted and requests_off"
      ),
      (
        "adjust:\n  willingness: {with_staying: 0.99, with_activity: 0.9}",
        "x.yaml:5:52: expected the squares of with_activity and with_staying"
      ),
    ])
  func layers(addition: String, message: String) {
    expectOnly(problems(Self.news + addition), beginning: message)
  }

  @Test("A setting that breaks a rule is named, above every layer")
  func settings() {
    let yaml = Self.news + "scenarios: {worse: {device: {requests_off: 0.5}}}\n"
    let found = problems(yaml, set: [("adjust.device.restricted", "0.6")])
    expectOnly(found, beginning: "--set adjust.device.restricted: expected restricted")
    let shares = smallExperiment.replacing(
      "  allow: {rate: 0.3}", with: "  allow: {rate: 0.3}\n  segments: {a: {share: 0.5}, b: {share: 0.5}}")
    #expect(
      problems(shares, set: [("population.segments.a.share", "0.6")]) == [
        "--set population.segments.a.share: expected the shares of the segments to sum to 1, found 1.1"
      ])
  }
}
