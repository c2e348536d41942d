import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@Suite("What makes no experiment")
struct ExperimentRulesTests {
  private let experiment = fullExperiment

  /// The experiment with every segment changed.
  private func changing(_ change: (inout Segment) -> Void) throws(ExperimentFault) -> Experiment {
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
  func names() {
    let (arm, scenario) = (experiment.arms[0], experiment.scenarios[0])
    #expect(throws: ExperimentFault.repeatedArm("launch")) { try experiment.replacing(arms: [arm, arm]) }
    #expect(throws: ExperimentFault.repeatedScenario("base")) {
      try experiment.replacing(scenarios: [scenario, scenario])
    }
    var half = scenario.segments[0]
    half.share = 0.5
    let twice = Scenario(name: "base", segments: [half, half])
    #expect(throws: ExperimentFault.repeatedSegment("everybody", scenario: "base")) {
      try experiment.replacing(scenarios: [twice])
    }
  }

  @Test("segments that are not all of the people", arguments: [0.9, 1.1, -1, .nan])
  func shares(share: Double) {
    #expect(throws: ExperimentFault.segmentShares(scenario: "base")) { try changing { $0.share = share } }
  }

  @Test("iOS classes that are not all of the devices")
  func systemShares() {
    var negative = onlyOn(.modern)
    (negative[0], negative[1]) = (-1, 1)
    for shares in [[], [1], onlyOn(.modern).map { $0 / 2 }, negative] {
      #expect(throws: ExperimentFault.systemShares(segment: "everybody")) {
        try changing { $0.systemShares = shares }
      }
    }
  }

  @Test(
    "an arm that nobody, or everybody without end, is randomised to", arguments: [0, -1, Double.infinity])
  func weights(weight: Double) {
    #expect(throws: ExperimentFault.weight(weight, arm: "launch")) {
      try experiment.changingArms { $0.weight = weight }
    }
  }

  @Test("a strategy with another pre-prompt than the screen that is shown")
  func prePrompts() {
    #expect(throws: ExperimentFault.otherPrePrompt(arm: "later")) {
      try experiment.changingArms { $0.prePrompt = nil }
    }
    #expect(throws: ExperimentFault.otherPrePrompt(arm: "launch")) {
      try experiment.changingArms { $0.strategy.prePrompt = PrePromptPolicy() }
    }
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

  @Test(
    "a number outside its range, and a distribution that cannot be drawn from",
    arguments: [
      .constant(1.5), .constant(.nan), .normal(mean: 0.5, sd: -1), .normal(mean: .infinity, sd: 1),
      .lognormal(median: 0, sigma: 1), .lognormal(median: 1, sigma: -1), .beta(a: 0, b: 1),
      .beta(a: 1, b: .infinity), .uniform(low: 1, high: 0), .triangular(low: 0, mode: 2, high: 1),
      .joint("joint.1", member: 1), .joint("joint.2", member: 0),
    ] as [Distribution])
  func numbers(distribution: Distribution) {
    let number = Parameter(distribution, path: "device.restricted", range: .probability)
    let fault = #expect(throws: ExperimentFault.self) { try changing { $0.restricted = number } }
    guard case .illegalNumber(_, "device.restricted") = fault else {
      Issue.record("found \(String(describing: fault))")
      return
    }
  }

  @Test("a number of an arm that is outside its range")
  func armNumbers() {
    let number = Parameter(.constant(-1), path: "arms.launch.delay_seconds", range: .nonNegative)
    #expect(throws: ExperimentFault.illegalNumber(.constant(-1), path: "arms.launch.delay_seconds")) {
      try experiment.changingArms { $0.delaySeconds = number }
    }
    #expect(throws: ExperimentFault.self) {
      try experiment.changingParameters { $0.distribution = .constant(.nan) }
    }
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
