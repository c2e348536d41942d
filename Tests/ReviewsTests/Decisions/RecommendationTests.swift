import ExperimentDesign
import ExperimentSamples
import Inference
import Studies
import Testing

@Suite("The recommendation, rule by rule")
struct RecommendationTests: MadeAnswer {
  /// Of each rule: how many of 1,000 installs of each option opt in, trial by trial.
  private static let rules:
    [(kind: Recommendation.Kind, choice: Int?, trials: Int, authorized: @Sendable (Int) -> [Int64])] = [
      (.identical, nil, 41, { trial in [300, 300, 300].map { $0 + Int64(trial) } }),
      (.tooFewTrials, nil, 20, { [300, 300 + ($0.isMultiple(of: 2) ? 30 : -24)] }),
      // A lead far beyond its error is reported, however large the error.
      (.choose, 1, 20, { [100, 500 + ($0.isMultiple(of: 2) ? 30 : -24)] }),
      (.tie, nil, 41, { [300 + Int64($0), 301 + Int64($0) + ($0.isMultiple(of: 2) ? 2 : -2)] }),
      (.choose, 1, 41, { [300 + Int64($0), 380 + 2 * Int64($0)] }),
      (.leaning, 1, 400, { [400, 300 + 7 * Int64($0) / 10] }),
    ]

  @Test("each rule is met by a run", arguments: rules.indices)
  func rule(index: Int) throws {
    let rule = Self.rules[index]
    let found = recommendation(
      try summary(
        Array(["a", "b", "c"].prefix(rule.authorized(0).count)), trials: rule.trials, rule.authorized))
    #expect(found.kind == rule.kind)
    if let choice = rule.choice { #expect(found.choice == choice) }
    if rule.kind == .tooFewTrials { #expect(try #require(found.trialsNeeded) > 500) }
    if rule.kind == .tie { #expect(Set(found.tied) == [0, 1]) }
  }

  @Test("a chance over all of the range is high confidence, one of little more than half is low")
  func confidence() throws {
    #expect(recommendation(try summary { [300 + Int64($0), 380 + 2 * Int64($0)] }).confidence == .high)
    #expect(
      recommendation(try summary(trials: 400) { [400, 300 + 7 * Int64($0) / 10] }).confidence == .low)
  }

  /// The run with a verdict of one alternative model.
  private func judged(
    _ model: AlternativeModel, _ outcome: AlternativeVerdict.Outcome, lead: Double = 0.05,
    _ summary: RunSummary
  ) -> Recommendation {
    var found = summary
    found.scenarios[0].alternatives = [
      AlternativeVerdict(model: model, outcome: outcome, best: 0, lead: .init(mean: lead, mcse: 0.001))
    ]
    return recommendation(found)
  }

  @Test("what leads and falls under an alternative model is a best guess")
  func fallsUnderModel() throws {
    let found = try summary { [300 + Int64($0), 380 + 2 * Int64($0)] }
    #expect(judged(.costlyColdQuestion, .falls, found).kind == .bestGuess)
  }

  @Test("of options within the margin the one that is best in more alternative models is the safer choice")
  func safer() throws {
    func made(_ steps: [Int64], trials: Int) throws -> Recommendation {
      judged(
        .noFraming, .falls,
        try summary(trials: trials) { [300 + Int64($0), 300 + Int64($0) + steps[$0 % 2]] })
    }
    let little = try made([9, -7], trials: 100)
    #expect(little.choice == 0 && little.overtaken == 1 && little.costsLittle)
    // Where much can be lost by it, it is tested first.
    let open = try made([21, -20], trials: 400)
    #expect(open.choice == 0 && open.overtaken == 1 && !open.costsLittle && open.test != nil)
  }

  @Test(
    "of two options that hardly differ one is tested against the best of the others, and they share a chance")
  func twins() throws {
    // `c` is `b` but for one install of 1,000 in every tenth trial.
    let found = try summary(["a", "b", "c"], trials: 400) { trial in
      let both = 300 + 7 * Int64(trial) / 10
      return [400, both, both - (trial.isMultiple(of: 10) ? 1 : 0)]
    }
    let made = recommendation(found)
    #expect(made.kind == .leaning && made.choice == 1 && made.twins == [2] && made.runnerUp == 0)
    #expect(found.scenarios[0].verdict?.runnerUp == 0 && made.chance?.value ?? 0 > 0.6)
  }

  @Test("what hardly differs from the best option is no safer choice: the test is against the next one")
  func twinsAreNoSafer() throws {
    let found = try summary(["a", "b", "c"], trials: 100) { trial in
      [
        300 + Int64(trial), 300 + Int64(trial) + (trial.isMultiple(of: 50) ? 1 : 0),
        320 + Int64(trial) + (trial.isMultiple(of: 2) ? 60 : -110),
      ]
    }
    let made = judged(.noFraming, .stands, lead: 0.00002, found)
    #expect(made.choice == 1 && made.overtaken == nil && made.twins == [0] && made.runnerUp == 2)
  }

  @Test(
    "where the runner-up is behind for certain, the test is against the one that is most often best besides")
  func contender() throws {
    let made = recommendation(
      try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? 700 : 100] })
    #expect(made.kind == .leaning && made.choice == 0 && made.runnerUp == 2 && made.test == nil)
  }

  @Test("an option that is seldom best is to be chosen where little can be lost")
  func little() throws {
    let made = recommendation(
      try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? 515 : 100] })
    #expect(made.kind == .choose && made.confidence == .low && made.costsLittle)
  }

  @Test("options of which the same effect is assumed are a tie by assumption")
  func alike() throws {
    func string(_ name: String) -> (inout ArmParts) -> Void {
      {
        $0.usageString = UsageString(
          name: name, text: name,
          oddsRatio: ExperimentSamples.uncertain(.lognormal(median: 1.1, sigma: 0.2), at: name))
      }
    }
    let found = try summary(["a", "b", "c"], trials: 600) { outline in
      outline.context = AnswerContext(
        makeExperiment(
          [makeSegment()],
          [
            ExperimentSamples.makeArm("a", .launch),
            ExperimentSamples.makeArm("b", .launch, string("free")),
            ExperimentSamples.makeArm("c", .launch, string("help")),
          ]))
    } goals: { trial in
      [(300, 3_000), (330 + Int64(trial * 7 % 60), 3_000), (331 + Int64(trial * 11 % 60), 3_000)]
    }
    let made = recommendation(found)
    #expect(made.alike.sorted() == [1, 2] && made.overtaken == nil)
  }
}

@Suite("Goals beside the objective")
struct GoalTests: MadeAnswer {
  @Test("another goal that another option is best for is named")
  func reversed() throws {
    let found = try summary(trials: 41) { trial in
      [(300, 9_000 + Int64(trial)), (380 + 2 * Int64(trial), 3_000 + Int64(trial))]
    }
    let made = recommendation(found)
    #expect(made.choice == 1 && made.reversedBy == [.authorizedSessionsPerInstall])
    #expect(found.scenarios[0].goals[0].ranking == [0, 1])
  }

  @Test("options that tie are told apart by another goal, and not by one that is open as well")
  func tieBreaker() throws {
    func made(_ sessions: (Int) -> (Int64, Int64)) throws -> Recommendation {
      recommendation(
        try summary { trial in
          let found = sessions(trial)
          return [
            (302 + Int64(trial), found.0), (301 + Int64(trial) + (trial.isMultiple(of: 2) ? 2 : -2), found.1),
          ]
        })
    }
    let broken = try made { _ in (3_000, 4_000) }
    #expect(broken.kind == .tie && broken.choice == 1 && broken.tied == [1, 0])
    #expect(broken.tieBreaker?.metric == .authorizedSessionsPerInstall)
    let open = try made { (3_500, $0.isMultiple(of: 3) ? 3_000 : 4_000) }
    #expect(open.kind == .tie && open.tieBreaker == nil)
  }

  @Test("a goal breaks the tie of options that are level by the objective alone")
  func level() throws {
    let made = recommendation(try summary { [(300, 3_000 + Int64($0)), (300, 4_000 + Int64($0))] })
    #expect(made.kind == .tie && made.choice == 1)
  }

  /// Two options that tie, and a third with these authorized of 1,000 by trial, from their level.
  private func pair(
    sessions: [Int64] = [3_000, 4_000, 3_500], third: (_ trial: Int, _ level: Int64) -> Int64
  ) throws -> RunSummary {
    try summary(["a", "b", "c"]) { trial in
      let level = 380 + Int64(trial)
      return [
        (level, sessions[0]), (level + (trial.isMultiple(of: 2) ? 2 : -3), sessions[1]),
        (third(trial, level), sessions[2]),
      ]
    }
  }

  @Test("a tie of two that a third may be much better than is settled, and tested against the third")
  func tieOfPair() throws {
    let found = try pair { trial, _ in trial < 20 ? 600 : 100 }
    let made = recommendation(found)
    #expect(made.kind == .leaning && made.isTieOfPair && made.choice == 1 && made.tied == [1, 0])
    #expect(made.runnerUp == 2 && found.scenarios[0].verdict?.runnerUp == 2 && made.confidence == .low)
    // Where no goal settles it, either is tested.
    let open = recommendation(
      try pair(sessions: [3_000, 3_000, 3_000]) { trial, _ in trial < 20 ? 600 : 100 })
    #expect(open.kind == .leaning && open.tied.isEmpty && open.choice == 0 && open.twins == [1])
    #expect(open.runnerUp == 2 && open.lead?.overTrials.mean ?? 0 > 0.1)
  }

  @Test("a tie of two that is settled stands where little can be lost to the third")
  func pairOfLittle() throws {
    let made = recommendation(try pair { trial, level in trial < 8 ? level + 15 : 100 })
    #expect(made.kind == .tie && made.isTieOfPair && made.choice == 1 && made.costsLittle)
  }

  @Test("several options of a tie are better for another goal together")
  func tieOfGroup() throws {
    let made = recommendation(
      try summary(["a", "b", "c", "d"]) { trial in
        let (level, change) = (300 + Int64(trial), Int64(trial.isMultiple(of: 2) ? 1 : -1))
        return [
          (level + 1, 3_000), (level - change, 3_001), (level + change, 4_000 + 6 * change), (level, 4_000),
        ]
      })
    #expect(made.kind == .tie && made.tieBreaker?.arms == [2, 3] && made.choice == 2)
    #expect(made.tied == [2, 3, 0, 1])
  }

  @Test("near-twins are told apart by another goal, and the better one is tested against the runner-up")
  func twins() throws {
    let one = recommendation(
      try summary(["a", "b", "c"], trials: 400) { trial in
        let both = 300 + 7 * Int64(trial) / 10
        return [(both, 2_000), (both - (trial.isMultiple(of: 10) ? 1 : 0), 4_000), (400, 3_000)]
      })
    #expect(one.kind == .leaning && one.choice == 1 && one.twins == [0] && one.runnerUp == 2)
    #expect(one.tieBreaker?.metric == .authorizedSessionsPerInstall && one.tied.isEmpty && one.test != nil)
    // `a`, `b` and `c` are one to the objective; `b` and `c` take turns by sessions, and `a` has none to speak of.
    let several = recommendation(
      try summary(["a", "b", "c", "d"], trials: 400) { trial in
        let level = 300 + 7 * Int64(trial) / 10
        let (high, low): (Int64, Int64) = trial.isMultiple(of: 2) ? (5_000, 4_000) : (4_000, 5_010)
        return [(level, 20), (level, high), (level, low), (400, 3_000)]
      })
    #expect(several.choice == 2 && several.tieBreaker?.arms == [2, 1])
    #expect(several.twins == [0, 1] && several.runnerUp == 3)
  }
}
