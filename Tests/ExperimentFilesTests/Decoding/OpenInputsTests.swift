import ExperimentDesign
import ExperimentSamples
import Testing

@testable import ExperimentFiles

@Suite("What a file leaves open, or fixes without evidence")
struct OpenInputsTests {
  private let cold = "allow.cold_odds_ratio"

  private func open(
    _ adjust: String = "{}", set: [(path: String, value: String)] = [], more: String = ""
  ) throws -> OpenInputs {
    try load(
      """
      experiment: open
      seed: 21
      population: news
      adjust: \(adjust)
      usage_strings:
        plain: {text: "Shows ads about what you read, for example local concerts."}
        long: {text: "Shows ads about what you read, for example local concerts.", odds_ratio: 1.1}
      arms:
        launch: {ask: launch, usage_string: plain}
        once: {ask: onboarding, usage_string: long, retry: never}
      \(more)
      """, set: set
    ).experiment.openInputs
  }

  @Test("a number set from outside keeps the range that the preset draws it from, alone or with others")
  func set() throws {
    let found = try open(set: [
      (path: "population.\(cold)", value: "0.9"), (path: "population.settle_seconds", value: "0.5"),
    ])
    #expect(found.ranges["settle_seconds"] == .uniform(low: 0.2, high: 1))
    guard case .joint(let path, let member)? = found.ranges[cold] else { throw Unexpected(found.ranges) }
    let joint = try #require(found.joints.first { $0.path == path })
    #expect(joint.paths[member] == cold && joint.mean[member] == -0.3567 && found.joints.count == 1)
  }

  @Test("what a scenario tries out is no range of any other number")
  func scenario() throws {
    let found = try open(more: "scenarios: {half: {onboarding: {first: {beta: [28, 22]}}}}")
    #expect(Set(found.ranges.keys) == ["usage_strings.long.odds_ratio"])
  }

  @Test("a number of the file does so too, unless it is measured; one that is set is never measured")
  func file() throws {
    let range = Distribution.triangular(low: 0.28, mode: 0.6, high: 0.79)
    #expect(try open("{onboarding: {first: 60%}}").ranges["onboarding.first"] == range)
    let measured =
      "{onboarding: {first: 60%}, evidence: {onboarding.first: {grade: measured, source: our funnel}}}"
    let set = [(path: "population.onboarding.first", value: "0.5")]
    #expect(try open(measured).ranges["onboarding.first"] == nil)
    #expect(try open(measured, set: set).ranges["onboarding.first"] == range)
    // In place of a published number the file's counts as the team's own.
    #expect(try open("{device: {requests_off: 20%}}").ranges["device.requests_off"] == nil)
    let off = try open(set: [(path: "population.device.requests_off", value: "20%")])
    #expect(off.ranges["device.requests_off"] == .triangular(low: 0.16, mode: 0.22, high: 0.28))
    // The file's own range is the nearest, and a range in place of a range is none.
    let own = try open("{onboarding: {first: {beta: [6, 4]}}}", set: set)
    #expect(own.ranges["onboarding.first"] == .beta(a: 6, b: 4))
    #expect(try open("{onboarding: {first: {beta: [6, 4]}}}").ranges["onboarding.first"] == nil)
  }

  @Test("words have the usual guess, where somebody wrote what they do")
  func words() throws {
    let found = try open()
    #expect(found.ranges["usage_strings.plain.odds_ratio"] == nil)
    let effect = try #require(found.ranges["usage_strings.long.odds_ratio"])
    guard case .lognormal(let median, _) = effect else { throw Unexpected(effect) }
    #expect(abs(median - 1) < 1e-12)
    let range = try open(set: [(path: "usage_strings.long.odds_ratio", value: "{uniform: [1, 1.2]}")])
    #expect(range.ranges.isEmpty)
  }

  @Test("what the app's code does is open where neither the file nor an option says it")
  func code() throws {
    let preset = try open().choices
    let push = alertNumber("push")
    let around: Set<OpenChoice> = [.wait, .moment(push), .offset(push), .share(push)]
    #expect(preset == ["launch": around.union([.retry]), "once": around])
    let known = try open(
      "{alerts: {push: {at: launch, share: 70%, offset: 0}}, attribution: {wait_seconds: 60}}")
    #expect(known.choices["launch"] == [.retry])
    let guessed = try open("{alerts: {push: {at: launch, share: {uniform: [0.3, 1]}}}}").choices["launch"]
    #expect(guessed == [.retry, .wait, .offset(push), .share(push)])
    let set = try open(set: [(path: "arms.launch.retry", value: "next_session")])
    #expect(set.choices["launch"]?.contains(.retry) == false)
  }
}
