import ExperimentDesign
import ExperimentFiles
import ExperimentSamples
import PromptFlow
import Testing

@Suite struct MergingTests {
  /// An experiment whose population, adjustment, scenario, segment and arm say what is given.
  func yaml(
    population: String = "", adjust: String = "{}", scenario: String = "{}", segment: String = "",
    arm: String = ""
  ) -> String {
    """
    population:
      segments:
        few: {share: 0.25\(segment.isEmpty ? "" : ", \(segment)")}
        many: {share: 0.75}
      sessions: {rate: 2, leave: {a: 1, b: 3}}
      allow: {rate: 0.3}
      events: {article: {per_session: 2}}
      alerts: {push: {at: launch, share: 0.5, seconds: {median: 2, sigma: 0.9}}}
      consent: {order: after_att, accept: 0.5}
      \(population)
    adjust: \(adjust)
    scenarios: {plain: {}, other: \(scenario)}
    usage_strings: {s: {text: "Shows ads about what you read, for example concerts."}}
    arms:
      a: {ask: launch, usage_string: s\(arm.isEmpty ? "" : ", \(arm)")}
    """
  }

  /// The segments `few` and `many` of the scenarios `plain` and `other`, in this order.
  func segments(_ yaml: String) throws -> [Segment] {
    try load(yaml).experiment.scenarios.flatMap(\.segments)
  }

  @Test("Adjust goes over the population, a scenario over both, a segment over all")
  func order() throws {
    func found(adjust: String = "{}", scenario: String = "{}", segment: String = "") throws -> [Double?] {
      let text = yaml(
        population: "settle_seconds: 1", adjust: adjust, scenario: scenario, segment: segment)
      return try segments(text).map { $0[.settleSeconds].constant }
    }
    #expect(try found() == [1, 1, 1, 1])
    let (two, three) = ("{settle_seconds: 2}", "{settle_seconds: 3}")
    #expect(try found(adjust: two) == [2, 2, 2, 2])
    #expect(try found(adjust: two, scenario: three) == [2, 2, 3, 3])
    #expect(try found(adjust: two, scenario: three, segment: "settle_seconds: 4") == [4, 2, 4, 3])
  }

  @Test("A scenario reaches into a segment by its name")
  func scenarioSegment() throws {
    let found = try segments(
      yaml(scenario: "{segments: {few: {share: 0.5, settle_seconds: 9}, many: {share: 0.5}}}"))
    #expect(found.map(\.share) == [0.25, 0.75, 0.5, 0.5])
    #expect(found.map { $0[.settleSeconds].constant } == [0.5, 0.5, 9, 0.5])
  }

  @Test("A median alone keeps the sigma below it, and the default where there is none")
  func medianAlone() throws {
    let found = try segments(
      yaml(scenario: "{alerts: {push: {seconds: {median: 7}}}, answer: {seconds: {median: 5}}}"))
    let alert = found[2].surroundings.alerts[0]
    #expect(alert[.alertMedian, .alertSigma].median.constant == 7)
    #expect(alert[.alertMedian, .alertSigma].sigma.constant == 0.9)
    #expect(alert[.alertShare].constant == 0.5)
    #expect(found[2][.answerMedian, .answerSigma].median.constant == 5)
    #expect(found[2][.answerMedian, .answerSigma].sigma.constant == 0.6)
    #expect(found[0][.answerMedian, .answerSigma].median.constant == 4)
  }

  @Test("A distribution replaces a number, and a number a distribution, whole")
  func distributionsReplace() throws {
    let found = try segments(
      yaml(
        population: "settle_seconds: {uniform: [0, 1]}", scenario: "{settle_seconds: {normal: [1, 0.1]}}",
        segment: "settle_seconds: 3"))
    #expect(found[1][.settleSeconds].distribution == .uniform(low: 0, high: 1))
    #expect(found[3][.settleSeconds].distribution == .normal(mean: 1, sd: 0.1))
    #expect(found[0][.settleSeconds].distribution == .constant(3))
  }

  @Test("Shares of os are replaced whole")
  func systems() throws {
    let found = try segments(
      yaml(population: "os: {ios_14_5: 0.4, modern: 0.6}", scenario: "{os: {ios_17_4: 1}}"))
    #expect(found[0].systemShares == [0, 0, 0.4, 0.6, 0])
    #expect(found[2].systemShares == [0, 0, 0, 0, 1])
  }

  @Test("Giving retention removes sessions, and the other way round")
  func visits() throws {
    let found = try segments(
      yaml(
        scenario: "{retention: {d1: .2, d7: .1, d30: .05, sessions_per_active_day: 2}}",
        segment: "sessions: {rate: 1, leave: {a: 2, b: 2}}"))
    #expect(found[1].visits.fittedTo == nil)
    #expect(found[3].visits.fittedTo?.d7 == 0.1)
    #expect(found[2].visits.fittedTo == nil)
    guard case .constant(let rate) = found[2].visits.rate else { throw Unexpected(found[2].visits) }
    #expect(rate.constant == 1)
  }

  @Test("A rate goes over a distribution of rates")
  func ratesReplaceDistributions() throws {
    let found = try segments(
      yaml(
        adjust: "{sessions: {rate: {shape: 1, rate: 2}}}", scenario: "{sessions: {rate: {uniform: [1, 2]}}}"))
    guard case .gamma(let shape, _) = found[0].visits.rate, case .constant(let rate) = found[2].visits.rate
    else { throw Unexpected(found.map(\.visits)) }
    #expect(shape.constant == 1)
    #expect(rate.distribution == .uniform(low: 1, high: 2))
  }

  @Test("Null removes a section, a named alert and a named event")
  func removal() throws {
    let found = try segments(
      yaml(
        population: "value: {per_session: {identified: 2, otherwise: 1}}",
        scenario:
          "{consent: null, value: ~, alerts: {push: null}, events: {article: null, share: {per_session: 1}}}")
    )
    #expect(found[0].surroundings.consent != nil)
    #expect(found[2].surroundings.consent == nil)
    #expect(found[2].value == nil)
    #expect(found[0].surroundings.alerts.map(\.name) == ["push"])
    #expect(found[2].surroundings.alerts.isEmpty)
    #expect(found[2].events.map(\.kind.rawValue) == [1])
  }

  @Test("What a layer removed, a later layer gives anew, with nothing left of before")
  func givenAnew() throws {
    let found = try segments(
      yaml(scenario: "{consent: null}", segment: "consent: {order: before_att, accept: 0.9}"))
    #expect(found[2].surroundings.consent?.order == .beforeATT)
    #expect(found[2].surroundings.consent?[.consentAccept].constant == 0.9)
    #expect(found[3].surroundings.consent == nil)
  }

  @Test("An arm goes over every segment and scenario, key by key")
  func arms() throws {
    let file = try load(
      yaml(
        scenario: "{alerts: {push: {share: 0.9}}}", segment: "consent: {accept: 0.8}",
        arm: "alerts: {push: {offset: 3}}, consent: {order: before_att}"))
    let around = file.experiment.arms[0].surroundings.joined().map { $0 }
    #expect(around.map { $0.alerts[0][.alertOffset].constant } == [3, 3, 3, 3])
    #expect(around.map { $0.alerts[0][.alertShare].constant } == [0.5, 0.5, 0.9, 0.9])
    #expect(around.map { $0.consent?[.consentAccept].constant } == [0.8, 0.5, 0.8, 0.5])
    #expect(around.allSatisfy { $0.consent?.order == .beforeATT })
    #expect(file.experiment.scenarios[0].segments[0].surroundings.consent?.order == .afterATT)
  }

  @Test("A scenario that is a name alone is the population as it is")
  func bareScenario() throws {
    let bare = smallExperiment + "\nscenarios:\n  base:\n"
    #expect(try load(bare).experiment.scenarios == load(smallExperiment).experiment.scenarios)
  }

  @Test("A joint sets its paths where it is merged, and a later layer that names one wins")
  func joints() throws {
    let joint =
      "joint: [{paths: [allow.rate, allow.value], scale: [logit, identity], mean: [-1, 0.2], covariance: [[0.04, 0.01], [0.01, 0.05]]}]"
    let file = try load(yaml(population: joint, scenario: "{allow: {rate: 0.5}}"))
    let found = file.experiment.scenarios.flatMap(\.segments)
    #expect(found[0][.allowRate].distribution == .joint("joint.0", member: 0))
    #expect(found[0][.allowValue].distribution == .joint("joint.0", member: 1))
    #expect(found[0][.allowRate].path == "allow.rate")
    #expect(found[2][.allowRate].distribution == .constant(0.5))
    #expect(found[2][.allowValue].distribution == .joint("joint.0", member: 1))
    let distribution = try #require(file.experiment.joints.first)
    #expect(distribution.ranges[0] == .openProbability)
    // The factor times its transpose is the covariance: 0.2² = 0.04, 0.2 · 0.05 = 0.01, 0.05² + 0.0475 = 0.05.
    #expect(abs(distribution.factor[0][0] - 0.2) < 1e-12)
    #expect(abs(distribution.factor[1][0] - 0.05) < 1e-12)
    #expect(abs(distribution.factor[1][1] * distribution.factor[1][1] - 0.0475) < 1e-12)
  }

  @Test("A joint that no number uses any more is not drawn")
  func unusedJoint() throws {
    let joint = "joint: [{paths: [allow.value], scale: [identity], mean: [0.2], covariance: [[0.05]]}]"
    #expect(try load(yaml(population: joint, adjust: "{allow: {value: 1}}")).experiment.joints.isEmpty)
  }

  @Test("An arm's alerts are the same, number and order, whatever other arms have")
  func alertNumbers() throws {
    let alone = yaml(arm: "alerts: {rating: {at: launch, share: 0.1}, survey: {at: launch, share: 0.2}}")
    let accompanied = alone.replacing(
      "arms:", with: "arms:\n  b: {ask: launch, usage_string: s, alerts: {survey: {at: launch, share: 0.3}}}")
    let before = try load(alone).experiment.arms[0].surroundings
    let after = try load(accompanied).experiment.arms[1].surroundings
    #expect(before == after)
    #expect(before[0][0].alerts.map(\.name) == ["push", "rating", "survey"])
    // FNV-1a of "a" is 0xE40C292C (the authors' test vectors); the number is its upper 31 bits.
    let named = try load(yaml(arm: "alerts: {a: {at: launch, share: 1}}")).experiment.arms[0]
    #expect(named.surroundings[0][0].alerts.last?.id == 0xE40C_292C >> 1)
  }
}
