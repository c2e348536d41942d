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
    let found = problems(Self.news + addition)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(message) == true, "\(found)")
  }

  @Test("A setting that breaks a rule is named, above every layer")
  func settings() {
    let yaml = Self.news + "scenarios: {worse: {device: {requests_off: 0.5}}}\n"
    let found = problems(yaml, set: [("adjust.device.restricted", "0.6")])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("--set adjust.device.restricted: expected restricted") == true, "\(found)")
    let shares = smallExperiment.replacing(
      "  allow: {rate: 0.3}", with: "  allow: {rate: 0.3}\n  segments: {a: {share: 0.5}, b: {share: 0.5}}")
    #expect(
      problems(shares, set: [("population.segments.a.share", "0.6")]) == [
        "--set population.segments.a.share: expected the shares of the segments to sum to 1, found 1.1"
      ])
  }

  static let section = "  allow: {rate: 0.3}\n"

  @Test(
    "Draws that are often too large together are a warning with their share",
    arguments: [
      // Of the square from 0.3 to 0.9, the sum is at most 1 in half a square of side 0.4: 2/9.
      ("device: {restricted: {uniform: [0.3, 0.9]}, requests_off: {uniform: [0.3, 0.9]}}", "78%"),
      ("device: {restricted: 0.5, requests_off: {uniform: [0.3, 0.7]}}", "50%"),
      // Half of all sums of two symmetric distributions around 0.5.
      ("device: {restricted: {beta: [4, 4]}, requests_off: {normal: [0.5, 0.1]}}", "50%"),
    ])
  func sums(addition: String, share: String) {
    #expect(
      problems(smallExperiment.replacing(Self.section, with: Self.section + "  \(addition)\n")) == [
        "x.yaml:5:11: warning: \(share) of the sums of restricted and requests_off lie above 1, the most they may be; such draws are drawn again together, which moves both means"
      ])
  }

  @Test("Squares too, and what is seldom or almost always too large")
  func squares() {
    func found(_ addition: String) -> [String] {
      problems(
        smallExperiment.replacing("leave: 0.2", with: "leave: {a: 1, b: 2}")
          .replacing(Self.section, with: Self.section + "  activity_spread: 1\n  \(addition)\n"))
    }
    // Outside the unit circle in its square: 1 - π/4.
    #expect(
      found("willingness: {with_activity: {uniform: [-1, 1]}, with_staying: {uniform: [-1, 1]}}") == [
        "x.yaml:6:16: warning: 21% of the squares of with_activity and with_staying, summed, lie above 1, the most they may be; such draws are drawn again together, which moves both means"
      ])
    #expect(found("device: {restricted: {uniform: [0, 0.5]}, requests_off: {uniform: [0, 0.6]}}").isEmpty)
    #expect(
      found("device: {restricted: {uniform: [0.6, 0.8]}, requests_off: {uniform: [0.6, 0.8]}}") == [
        "x.yaml:6:11: expected restricted and requests_off, which exclude each other, to sum to at most 1, found more almost always. Draws above are drawn again"
      ])
  }
}
