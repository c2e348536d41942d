import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@Suite("What makes no experiment")
struct ExperimentRulesTests {
  private let experiment = fullExperiment

  /// The experiment with every segment changed.
  private func changing(_ change: (inout SegmentParts) -> Void) throws(ExperimentFault) -> Experiment {
    try experiment.changingSegments(change)
  }

  @Test("no trial, no install", arguments: [0, -1])
  func sizes(count: Int) {
    #expect(throws: ExperimentFault.noTrials(count)) { try experiment.replacing(trials: count) }
    #expect(throws: ExperimentFault.noInstalls(count)) { try experiment.replacing(installs: count) }
  }

  @Test("a horizon that ends before it begins, or never")
  func horizon() {
    for days in [0, -1, Double.infinity] {
      #expect(throws: ExperimentFault.horizon(days)) { try experiment.replacing(horizonDays: days) }
    }
    #expect(throws: ExperimentFault.self) { try experiment.replacing(horizonDays: .nan) }
  }

  @Test("one name for two arms, scenarios or segments")
  func names() throws {
    let (arm, scenario) = (experiment.arms[0], experiment.scenarios[0])
    #expect(throws: ExperimentFault.repeatedArm("launch")) { try experiment.replacing(arms: [arm, arm]) }
    #expect(throws: ExperimentFault.repeatedScenario("base")) {
      try experiment.replacing(scenarios: [scenario, scenario])
    }
    let half = try scenario.segments[0].changing { $0.share = 0.5 }
    #expect(throws: ExperimentFault.repeatedSegment("everybody", scenario: "base")) {
      try Scenario(name: "base", segments: [half, half])
    }
  }

  @Test("a scenario without segments")
  func segments() {
    #expect(throws: ExperimentFault.noSegments(scenario: "empty")) {
      try Scenario(name: "empty", segments: [])
    }
  }

  @Test("segments that are not all of the people", arguments: [0, 0.9])
  func shares(share: Double) {
    #expect(throws: ExperimentFault.segmentShares(scenario: "base")) { try changing { $0.share = share } }
  }

  @Test("a segment of less than nobody, or of more than everybody", arguments: [-0.1, 1.1, .infinity])
  func share(share: Double) {
    #expect(throws: ExperimentFault.segmentShare(share, segment: "everybody")) {
      try makeSegment().changing { $0.share = share }
    }
    #expect(throws: ExperimentFault.self) { try makeSegment().changing { $0.share = .nan } }
  }

  @Test("iOS classes that are not all of the devices")
  func systemShares() {
    var negative = onlyOn(.modern)
    (negative[0], negative[1]) = (-1, 1)
    for shares in [[], [1], onlyOn(.modern).map { $0 / 2 }, negative] {
      #expect(throws: ExperimentFault.systemShares(segment: "everybody")) {
        try makeSegment().changing { $0.systemShares = shares }
      }
    }
  }

  @Test("a strategy with another pre-prompt than the screen that is shown")
  func prePrompts() {
    let (launch, later) = (experiment.arms[0], experiment.arms[1])
    #expect(throws: ExperimentFault.otherPrePrompt(arm: "later")) {
      try later.changing { $0.prePrompt = nil }
    }
    #expect(throws: ExperimentFault.otherPrePrompt(arm: "launch")) {
      try launch.changing { $0.strategy.prePrompt = PrePromptPolicy() }
    }
  }

  @Test("showing another screen, or none, changes the strategy with it")
  func showing() throws {
    let later = experiment.arms[1]
    let screen = try #require(later.prePrompt)
    let bare = later.showing(nil)
    #expect(bare.prePrompt == nil && bare.strategy.prePrompt == nil)
    #expect(bare.showing(screen) == later)
  }

  @Test("an event of a kind that there is not, among people or in a trigger")
  func kinds() {
    let unknown = EventKind(rawValue: 1)
    #expect(throws: ExperimentFault.unknownEvent(1, kinds: 1)) {
      try changing { $0.events[0] = events(1, perSession: 1) }
    }
    #expect(throws: ExperimentFault.unknownEvent(1, kinds: 1)) {
      try experiment.changingArms { $0.strategy.trigger = .event(unknown, count: 1) }
    }
  }

  @Test("retention that rises with the day, and figures that no population has")
  func retention() throws {
    #expect(throws: ExperimentFault.risingRetention(d1: 0.2, d7: 0.3, d30: 0.1)) {
      try RetentionFigures(d1: 0.2, d7: 0.3, d30: 0.1, sessionsPerActiveDay: 2)
    }
    #expect(throws: ExperimentFault.risingRetention(d1: 0.3, d7: 0.3, d30: 0.3)) {
      try RetentionFigures(d1: 0.3, d7: 0.3, d30: 0.3, sessionsPerActiveDay: 2)
    }
    #expect(throws: ExperimentFault.risingRetention(d1: 0.3, d7: 0.1, d30: 0.2)) {
      try RetentionFigures(d1: 0.3, d7: 0.1, d30: 0.2, sessionsPerActiveDay: 2)
    }
    #expect(throws: ExperimentFault.retentionFigure(1, key: "d1")) {
      try RetentionFigures(d1: 1, d7: 0.1, d30: 0.1, sessionsPerActiveDay: 2)
    }
    let perDay = #expect(throws: ExperimentFault.self) {
      try RetentionFigures(d1: 0.3, d7: 0.1, d30: 0.1, sessionsPerActiveDay: 0.5)
    }
    let range = LegalRange.sessionsPerActiveDay
    #expect(range.low == 1 && range.high == 1000)
    #expect(perDay.map { "\($0)" } == "expected sessions_per_active_day from 1 to 1000, found 0.5")
    #expect(throws: Never.self) {
      try RetentionFigures(d1: 0.3, d7: 0.2, d30: 0.2, sessionsPerActiveDay: 1)
    }
  }

  @Test(
    "a number outside its range, and a distribution that cannot be drawn from",
    arguments: [
      .constant(1.5), .constant(.nan), .normal(mean: 0.5, sd: -1), .normal(mean: .infinity, sd: 1),
      .lognormal(median: 0, sigma: 1), .lognormal(median: 1, sigma: -1), .beta(a: 0, b: 1),
      .beta(a: 1, b: .infinity), .uniform(low: 1, high: 0), .triangular(low: 0, mode: 2, high: 1),
      .joint("joint.1", member: -1),
    ] as [Distribution])
  func numbers(distribution: Distribution) throws {
    let fault = #expect(throws: ExperimentFault.self) {
      try Parameter(distribution, path: "device.restricted", range: .probability)
    }
    let number = try Parameter(.constant(0.5), path: "device.restricted", range: .probability)
    let other = #expect(throws: ExperimentFault.self) { try number.replacing(distribution) }
    for found in [fault, other] {
      guard case .illegalNumber(_, "device.restricted") = found else {
        Issue.record("found \(String(describing: found))")
        return
      }
    }
  }

  @Test("a member of a joint distribution that there is not, or that has fewer members")
  func members() throws {
    for (joint, member) in [("joint.1", 1), ("joint.2", 0)] {
      let number = try Parameter(.joint(joint, member: member), path: "a", range: .probability)
      #expect(throws: ExperimentFault.unknownMember(member, joint: joint, path: "a")) {
        try changing { $0.restricted = number }
      }
      #expect(throws: ExperimentFault.unknownMember(member, joint: joint, path: "a")) {
        try experiment.changingArms { $0.delaySeconds = number }
      }
    }
  }

  @Test("a change of every number is checked, and one that changes none gives the same experiment")
  func parameters() throws {
    #expect(try experiment.replacingParameters { $0 } == experiment)
    #expect(throws: ExperimentFault.self) {
      try experiment.replacingParameters { number throws(ExperimentFault) in
        try number.replacing(.constant(.nan))
      }
    }
    var before: [Parameter] = []
    experiment.forEachParameter { before.append($0) }
    var seen: [Parameter] = []
    _ = try experiment.replacingParameters { number in
      seen.append(number)
      return number
    }
    #expect(seen == before)
  }

  @Test("a joint distribution whose parts are of several sizes, or that is no number")
  func joints() throws {
    let joint = experiment.joints[0]
    for (mean, factor) in [
      ([], [[0.5]]), ([0], []), ([0], [[]]), ([0], [[0.5, 1]]), ([.nan], [[0.5]]), ([0], [[.infinity]]),
    ] as [([Double], [[Double]])] {
      #expect(throws: ExperimentFault.jointShape(path: "joint.1")) {
        try joint.replacing(mean: mean, factor: factor)
      }
    }
    #expect(try joint.replacing(mean: [1], factor: [[2]]).mean == [1])
  }

  @Test("a change that is refused leaves the experiment, and one that is not changes nothing else")
  func changes() throws {
    #expect(try experiment.replacing() == experiment)
    let more = try experiment.replacing(trials: 7, installs: 8)
    #expect(more.trials == 7 && more.installs == 8)
    #expect(try more.replacing(trials: experiment.trials, installs: experiment.installs) == experiment)
  }
}
