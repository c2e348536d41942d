import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Studies
import Testing

@Suite("Alternative models")
struct AlternativeModelTests {
  private let screen = makePrePrompt(PrePromptPolicy(), allowOddsRatio: 1.4)

  private func experiment(
    joints: [JointDistribution] = [], _ change: (inout Segment) -> Void = { _ in },
    now: (inout Arm) -> Void = { _ in }, later: (inout Arm) -> Void = { _ in }
  ) -> Experiment {
    makeExperiment(
      [makeSegment(change)],
      [
        makeArm("now", .launch, now), makeArm("later", .event(EventKind(rawValue: 0), count: 2), later),
      ], joints: joints)
  }

  /// The first segment under a model, where that changes the experiment.
  private func people(_ model: AlternativeModel, of written: Experiment) throws -> Segment {
    try #require(model.experiment(from: written)).scenarios[0].segments[0]
  }

  /// A model, what a segment has uncertain, and the numbers in place of that.
  struct Turn: Sendable {
    var model: AlternativeModel
    var written: [Number: Distribution]
    var found: [Number: Double]
  }

  @Test(
    "who allows is by selection, by cause or by the question alone; what a model has at its most is its quantile of 95%",
    arguments: [
      // Of a triangular distribution 0.6 − √(0.05·0.6·0.4).
      Turn(
        model: .selectionOnly,
        written: [
          .allowValue: .constant(0.3), .withActivity: .uniform(low: 0, high: 0.5),
          .withStaying: .triangular(low: 0, mode: 0.2, high: 0.6),
        ], found: [.allowValue: 0, .withActivity: 0.475, .withStaying: 0.490455]),
      Turn(
        model: .causeOnly,
        written: [.allowValue: .normal(mean: 0.2, sd: 0.1), .withActivity: .uniform(low: 0, high: 0.5)],
        found: [.allowValue: 0.364485, .withActivity: 0, .withStaying: 0]),
      Turn(model: .freeColdQuestion, written: cold, found: [.coldOddsRatio: 1, .annoyanceCold: 0]),
      Turn(
        model: .costlyColdQuestion, written: cold, found: [.coldOddsRatio: 0.427359, .annoyanceCold: 0.0385]),
      // 1 − 0.05^(1/80)
      Turn(
        model: .costlyColdQuestion, written: [.annoyanceCold: .beta(a: 1, b: 80)],
        found: [.annoyanceCold: 0.036754]),
    ])
  func ends(turn: Turn) throws {
    let written = experiment {
      $0[.activitySpread] = known(1)
      for (number, distribution) in turn.written { $0[number] = uncertain(distribution, at: "\(number)") }
    }
    let people = try people(turn.model, of: written)
    for (number, expected) in turn.found { #expect(isNear(people[number].constant, expected), "\(number)") }
  }

  private static let cold: [Number: Distribution] = [
    .coldOddsRatio: .lognormal(median: 0.7, sigma: 0.3), .annoyanceCold: .uniform(low: 0.01, high: 0.04),
  ]

  @Test("what is turned stays within what it may be")
  func turnedWithinRange() throws {
    let written = experiment { $0[.allowValue] = uncertain(.lognormal(median: 1, sigma: 4), at: "v") }
    let value = try people(.fallingWillingness, of: written)[.allowValue]
    #expect(try value.range.contains(#require(value.constant)))
  }

  private func isNear(_ number: Double?, _ expected: Double) -> Bool {
    number.map { abs($0 - expected) < 1e-6 } ?? false
  }

  @Test("a single number keeps the range that it stands in place of, unless it is beyond that")
  func singleNumber() throws {
    let joint = JointDistribution(
      path: "joint.0", paths: ["allow.cold_odds_ratio"], scales: [.log], ranges: [.positive], mean: [-0.3567],
      factor: [[0.45]])
    func costly(_ value: Double) throws -> Double? {
      var written = experiment {
        $0[.coldOddsRatio] = uncertain(.constant(value), at: "cold", in: .positive)
      }
      written.openInputs = OpenInputs(ranges: ["cold": .joint("joint.0", member: 0)], joints: [joint])
      return AlternativeModel.costlyColdQuestion.experiment(from: written)?
        .scenarios[0].segments[0][.coldOddsRatio].constant
    }
    #expect(isNear(try costly(0.9), 0.333910))
    // Then it is the experiment as written.
    #expect(try costly(0.2) == nil)
  }

  @Test("the end of a member of a joint distribution is on the scale of the number")
  func jointEnd() throws {
    let joint = JointDistribution(
      path: "j", paths: ["allow.value", "allow.cold_odds_ratio"], scales: [.identity, .log],
      ranges: [.real, .positive], mean: [0.25, 0], factor: [[0.1], [0.3, 0.4]])
    let written = experiment(joints: [joint]) {
      $0[.coldOddsRatio] = uncertain(.joint("j", member: 1), at: "c")
    }
    let costly = try #require(AlternativeModel.costlyColdQuestion.experiment(from: written))
    // exp(−1.645·0.5), and whatever else is drawn stays as it is.
    #expect(abs(try #require(costly.scenarios[0].segments[0][.coldOddsRatio].constant) - 0.43936) < 1e-4)
    #expect(costly.joints == written.joints)
  }

  @Test("strong framing: words at their upper ends, known ones as they are")
  func strongFraming() throws {
    let written = experiment(
      now: { $0.usageString[.usageOddsRatio] = uncertain(.uniform(low: 0.9, high: 1.3), at: "s") },
      later: { $0.prePrompt = screen })
    let alternative = try #require(AlternativeModel.strongFraming.experiment(from: written))
    #expect(isNear(alternative.arms[0].usageString[.usageOddsRatio].constant, 1.28))
    #expect(alternative.arms[1].prePrompt?[.allowOddsRatio].constant == 1.4)
  }

  @Test("upper ends whose squares sum to more than 1 are scaled down together")
  func together() throws {
    let written = experiment {
      $0[.withActivity] = uncertain(.uniform(low: 0, high: 1), at: "a")
      $0[.withStaying] = uncertain(.normal(mean: 0.8, sd: 1), at: "b")
    }
    let alternative = try people(.selectionOnly, of: written)
    let ends = [alternative[.withActivity], alternative[.withStaying]].compactMap(\.constant)
    #expect(ends.count == 2 && abs(ends[0] * ends[0] + ends[1] * ends[1] - 1) < 1e-12)
  }

  @Test("no framing: every odds ratio of words is 1, that of a cold question stays")
  func noFraming() throws {
    let written = experiment(
      { $0[.coldOddsRatio] = 0.7 },
      now: { $0.usageString[.usageOddsRatio] = uncertain(.lognormal(median: 1.2, sigma: 0.1), at: "s") },
      later: { $0.prePrompt = screen })
    let alternative = try #require(AlternativeModel.noFraming.experiment(from: written))
    #expect(alternative.arms[0].usageString[.usageOddsRatio].constant == 1)
    #expect(alternative.arms[1].prePrompt?[.allowOddsRatio].constant == 1)
    #expect(alternative.scenarios[0].segments[0][.coldOddsRatio].constant == 0.7)
  }

  @Test(
    "falling willingness: the sign of what experience does is turned, whatever its distribution",
    arguments: [
      (Distribution.constant(0.3), Distribution.constant(-0.3)),
      (.normal(mean: 0.3, sd: 0.1), .normal(mean: -0.3, sd: 0.1)),
      (.uniform(low: 0, high: 0.5), .uniform(low: -0.5, high: 0)),
      (.triangular(low: 0, mode: 0.1, high: 0.5), .triangular(low: -0.5, mode: -0.1, high: 0)),
      (.beta(a: 1, b: 3), .constant(-0.25)),
    ])
  func falling(written: Distribution, turned: Distribution) throws {
    let written = experiment { $0[.allowValue] = uncertain(written, at: "v") }
    #expect(try people(.fallingWillingness, of: written)[.allowValue].distribution == turned)
  }

  @Test("a member of a joint distribution is turned in the joint, so that it stays with the others")
  func joint() throws {
    let joint = JointDistribution(
      path: "j", paths: ["allow.rate", "allow.value"], scales: [.logit, .identity],
      ranges: [.openProbability, .real], mean: [-0.8, 0.25], factor: [[0.1], [-0.04, 0.05]])
    let written = experiment(joints: [joint]) {
      $0[.allowValue] = uncertain(.joint("j", member: 1), at: "v")
    }
    let alternative = try #require(AlternativeModel.fallingWillingness.experiment(from: written))
    #expect(alternative.joints[0].mean == [-0.8, -0.25])
    #expect(alternative.joints[0].factor == [[0.1], [0.04, -0.05]])
  }

  /// Both options have a push alert that comes 2 s after launch, of three in ten; what is open is said.
  private func app(_ open: [String: Set<OpenChoice>], now: (inout Arm) -> Void = { _ in }) -> Experiment {
    let push = competingAlert(7, share: 0.3, offset: 2)
    var written = experiment(
      { $0.surroundings = Surroundings(alerts: [push], attribution: attribution(.documented, wait: 60)) },
      now: now)
    written.openInputs = OpenInputs(choices: open)
    return written
  }

  @Test("the app's own code is as it is not written, where the file leaves it open")
  func code() throws {
    let models = AlternativeModel.allCases.filter(\.isOfCode)
    #expect(models == [.lostRequestNotRepeated, .alertAtAsk, .defaultWait])
    for model in models { #expect(model.experiment(from: app([:])) == nil) }
    let open = app(["now": [.retry, .wait, .moment(7), .offset(7), .share(7)]])
    let lost = try #require(AlternativeModel.lostRequestNotRepeated.experiment(from: open))
    #expect(lost.arms.map(\.strategy.retry) == [.never, .eachActivation])
    // It comes at launch, where this option asks.
    #expect(lost.arms.map { $0.surroundings[0][0].alerts[0][.alertOffset].constant } == [0, 2])
    #expect(lost.arms.map { $0.surroundings[0][0].alerts[0][.alertShare].constant } == [1, 0.3])
    let wait = try #require(AlternativeModel.defaultWait.experiment(from: open))
    #expect(wait.arms.map { $0.surroundings[0][0].attribution?[.waitSeconds].constant } == [20, 60])
  }

  @Test("an alert comes at the ask of another moment where its own is open, after the same delay")
  func alertAtAsk() throws {
    let trigger = AskTrigger.event(EventKind(rawValue: 0), count: 2)
    func alert(_ open: Set<OpenChoice>) throws -> CompetingAlert? {
      AlternativeModel.alertAtAsk.experiment(from: app(["later": open]))?.arms[1].surroundings[0][0]
        .alerts[0]
    }
    let moved = try #require(try alert([.moment(7), .offset(7)]))
    #expect(
      moved.moment == trigger && moved[.alertOffset].constant == 0 && moved[.alertShare].constant == 0.3)
    // Known to come at launch, it does not come at the second article.
    #expect(try alert([.offset(7), .share(7)]) == nil)
    let delayed = app(["now": [.offset(7)]]) { $0[.delaySeconds] = known(1.5) }
    let late = try #require(AlternativeModel.alertAtAsk.experiment(from: delayed))
    #expect(late.arms[0].surroundings[0][0].alerts[0][.alertOffset].constant == 1.5)
    #expect(late.arms[0].strategy.retry == .eachActivation)
  }

  @Test("a model that changes nothing is none")
  func nothing() throws {
    let written = experiment {
      $0[.coldOddsRatio] = 1
      $0[.annoyanceCold] = 0
    }
    for model in AlternativeModel.allCases { #expect(model.experiment(from: written) == nil) }
  }
}
