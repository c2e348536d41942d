import ExperimentDesign
import ExperimentSamples
import Reviews
import Studies
import Testing

@testable import Inference

@Suite("What an answer says to do besides")
struct NextStepTests: AnswerSuite {
  @Test(
    "a warning of the checks is a next step: its options where they are few, what it is, and its fix",
    arguments: [
      ([1], "b: "), ([1, 2], "b and c: "), ([1, 2, 3], "b and 2 more: "), ([0, 1, 2, 3], "All options: "),
    ])
  func warned(arms: [Int], subject: String) throws {
    let answer = try warned(arms)
    #expect(
      answer.contains(
        "Fix a warning \(subject)The SDK waits 20 seconds. Lengthen the wait. att-lab check x.yaml"))
    #expect(!answer.contains("Watch out"))
  }

  /// The answer of a run whose first option is to be chosen, with a warning about these options.
  private func warned(_ arms: [Int], preset: Bool = false) throws -> String {
    let key = "attribution.wait_seconds"
    let warning = DescribedFinding(
      Finding(
        pitfall: "L18", rules: ["R137"], severity: .warning, waived: nil,
        location: FileLocation(file: "x.yaml", key: key), arms: arms),
      seen: "The SDK waits 20 seconds.",
      preset: preset ? PresetSetting(preset: "news", change: "adjust.\(key)") : nil, why: "It is too short.",
      fix: "Lengthen the wait.")
    return unwrapped(
      text(
        try summary(
          ["a", "b", "c", "d"], platform: PlatformDescription(findings: [warning], visibilities: [])
        ) { [500 + Int64($0), 300, 200, 100] }))
  }

  @Test(
    "what the checks warn of the recommended option is in Watch out, and the step names it in short with its options",
    arguments: [([0], "a: "), ([0, 1], "a and b: "), ([0, 1, 2], "a and 2 more: ")])
  func warnedOfTheChoice(arms: [Int], subject: String) throws {
    let answer = try warned(arms)
    #expect(answer.contains("Watch out \(subject)The SDK waits 20 seconds (L18)."))
    #expect(
      answer.contains(
        "Fix a warning \(subject)The SDK waits 20 seconds (L18). Lengthen the wait. att-lab check x.yaml"),
      "\(answer)")
    let preset = try warned(arms, preset: true)
    #expect(preset.contains("Watch out \(subject)The SDK waits 20 seconds (L18)."))
    #expect(
      preset.contains(
        "\(subject)The SDK waits 20 seconds (L18). Set adjust.attribution.wait_seconds. att-lab check"
      ))
  }

  @Test("a clear option ships before a warning about others is fixed, and after one about itself")
  func shippedFirst() throws {
    func order(_ arms: [Int]) throws -> Bool {
      let answer = try warned(arms)
      let (ship, fix) = (
        try #require(answer.firstRange(of: "Ship it"), "\(answer)"),
        try #require(answer.firstRange(of: "Fix a warning"), "\(answer)")
      )
      return ship.lowerBound < fix.lowerBound
    }
    #expect(try order([1]))
    #expect(try !order([0, 1]))
    #expect(try !order([]))
  }

  @Test("a number that has been measured is not tried out, but the next one that matters")
  func measuredInput() throws {
    func answer(_ grade: Evidence.Grade) throws -> String {
      var found = try summary(trials: 41) { [400 + 2 * Int64($0), 420] }
      found.outline.description.parameters = [
        makeParameter("allow.value", isDrawn: true, grade: grade),
        makeParameter("onboarding.first", isDrawn: true),
      ]
      found.scenarios[0].assumptions = [
        RankedAssumption(parameter: "allow.value", correlation: 0.9, trials: 41),
        RankedAssumption(parameter: "onboarding.first", correlation: 0.5, trials: 41),
      ]
      return unwrapped(text(found))
    }
    #expect(try answer(.assumed).contains("--set population.allow.value="))
    #expect(try answer(.measured).contains("population.onboarding.first="))
  }

  @Test("a number that hardly moves the answer is not tried out")
  func weakInput() throws {
    func answer(_ correlation: Double) throws -> String {
      var found = try summary(trials: 41) { [400 + 2 * Int64($0), 420] }
      found.outline.description.parameters = [makeParameter("settings.reenable", isDrawn: true)]
      found.scenarios[0].sensitivity = nil
      found.scenarios[0].assumptions = [
        RankedAssumption(parameter: "settings.reenable", correlation: correlation, trials: 41)
      ]
      return unwrapped(text(found))
    }
    let strong = try answer(0.3)
    #expect(
      strong.contains("or try one") && strong.contains("population.settings.reenable="), "\(strong)")
    let weak = try answer(0.1)
    #expect(
      weak.contains("Use your numbers put your own figures in the file att-lab simulate x.yaml --db s"),
      "\(weak)")
  }

  @Test("what the file itself guesses is counted as yours, and named as a guess")
  func ownGuesses() throws {
    func answer(_ own: Set<String>, measured: Int) throws -> String {
      var found = try summary(trials: 41) { [400 + 2 * Int64($0), 420] }
      let paths = ["allow.value", "onboarding.first", "usage_strings.ours.odds_ratio", "allow.rate"]
      found.outline.description.parameters = paths.enumerated().map { index, path in
        makeParameter(path, isDrawn: true, grade: index < measured ? .measured : .assumed)
      }
      var context = AnswerContext(
        makeExperiment(
          [makeSegment()], [ExperimentSamples.makeArm("a", .launch), ExperimentSamples.makeArm("b", .launch)])
      )
      context.ownNumbers = own
      found.outline.context = context
      return unwrapped(text(found))
    }
    let three: Set = ["allow.value", "onboarding.first", "usage_strings.ours.odds_ratio"]
    #expect(try answer([], measured: 0).contains("Inputs: 0 yours, 0 published, 4 assumed."))
    #expect(
      try answer(three, measured: 0).contains("Inputs: 3 yours (3 guessed), 0 published, 1 assumed."))
    #expect(try answer(three, measured: 0).contains(" Your guess"))
    #expect(try answer(three, measured: 1).contains("Inputs: 3 yours (2 guessed), 0 published, 1 assumed."))
    #expect(try answer(three, measured: 3).contains("Inputs: 3 yours, 0 published, 1 assumed."))
  }

  @Test(
    "of two usage strings that hardly differ none is simpler to build, and no test by install is spoken of")
  func stringsBeneathTest() throws {
    var found = try summary(trials: 400) { [400, 395 + Int64($0 % 15)] }
    found.outline.description.arms[1].usageString = "warm"
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation Choose b: it leads a by 0.2 pp on average, and no text costs more to build. Telling them apart takes releases "
          + "or languages, and the lead is too little for that."), "\(answer)")
    #expect(!answer.contains("installs per option") && !answer.contains("Say your volume"), "\(answer)")
  }

  @Test(
    "two options that hardly differ are no reason for a test that takes long: what to choose by, and what would change it"
  )
  func beneathTest() throws {
    // The second is 0.5 pp behind to 0.9 pp ahead, so that neither is best and little can be lost.
    func found(_ installsPerMonth: Double?) throws -> RunSummary {
      var found = try summary(trials: 400) { [400, 395 + Int64($0 % 15)] }
      var context = AnswerContext(
        makeExperiment(
          [makeSegment()], [ExperimentSamples.makeArm("a", .launch), ExperimentSamples.makeArm("b", .launch)])
      )
      context.volume = installsPerMonth.map {
        AppVolume(installsPerMonth: $0, valuePerOptIn: nil, currency: "USD")
      }
      found.outline.context = context
      return found
    }
    let open = unwrapped(text(try found(nil)))
    #expect(try recommendation(found(nil)).kind == .leaning)
    #expect(
      open.contains(
        "Recommendation Choose b, or what is simplest to build. b leads a by 0.2 pp on average, too little to be worth a test. To detect "
          + "0.5 pp, the margin, takes 152,000 installs per option."), "\(open)")
    #expect(open.contains("Confidence Little can be lost: "), "\(open)")
    #expect(
      open.contains("Say your volume") && open.contains("--set 'app={installs_per_month: 1000000}'")
        && !open.contains("Plan that test"), "\(open)")
    let few = unwrapped(text(try found(90_000)))
    #expect(
      few.contains("takes 152,000 installs per option, 15 weeks") && !few.contains("Say your volume"),
      "\(few)")
    let many = unwrapped(text(try found(900_000)))
    #expect(many.contains("A/B test b vs a before you commit") && many.contains("Plan that test"), "\(many)")
  }

  @Test("a chance that rests on odds ratios without a range says so, and how to give one")
  func exactWords() throws {
    func answer(isDrawn: Bool) throws -> String {
      var found = try summary(trials: 400) { [400, 300 + 7 * Int64($0) / 10] }
      found.outline.description.arms[1].usageString = "warm"
      found.outline.description.parameters = [
        makeParameter("usage_strings.warm.odds_ratio", isDrawn: isDrawn, grade: .measured)
      ]
      return unwrapped(text(found))
    }
    let exact = try answer(isDrawn: false)
    #expect(
      exact.contains(
        "Confidence Low, if usage_strings.warm.odds_ratio is exactly 0.5. 64% chance that b is best"),
      "\(exact)")
    #expect(
      exact.contains("Give a range to see how sure the choice is")
        && exact.contains("--set 'usage_strings.warm.odds_ratio={range: [0.42, 0.60]}'"), "\(exact)")
    #expect(try !answer(isDrawn: true).contains("exactly"))
    // A range of the other option's words does not make this number uncertain.
    var both = try summary(trials: 400) { [400, 300 + 7 * Int64($0) / 10] }
    both.outline.description.arms[1].usageString = "warm"
    both.outline.description.parameters = [
      makeParameter("usage_strings.warm.odds_ratio", isDrawn: false),
      makeParameter("usage_strings.\(both.outline.arms[0].usageString).odds_ratio", isDrawn: true),
    ]
    #expect(unwrapped(text(both)).contains("if usage_strings.warm.odds_ratio is exactly 0.5"))
  }

  @Test("a test of usage strings is planned by release, with a whole command")
  func byRelease() throws {
    var found = try summary(trials: 400) { trial in [400, 300 + 7 * Int64(trial) / 10] }
    found.outline.description.arms[1].usageString = "warm"
    let answer = unwrapped(text(found))
    #expect(answer.contains("Test them by release or language"), "\(answer)")
    #expect(
      answer.contains("att-lab plan 0123456789 --db s --arms a,b --cluster-size 5000 --icc 0.001")
        && !answer.contains("--help"), "\(answer)")
  }

  @Test("an option of a lower mean that is best more often than the runner-up is to be tested too")
  func opponent() throws {
    func answer(_ third: Int64) throws -> String {
      unwrapped(
        text(
          try summary(["a", "b", "c"], trials: 400) {
            [500, $0 % 10 == 1 ? 540 : 470, $0 % 4 == 0 ? third : 100]
          }))
    }
    let open = try answer(700)
    #expect(open.contains("c is best in 25% of draws, the runner-up in 10%: test it too."))
    #expect(
      open.contains(
        "Plan that test of a, b and c, and its size att-lab plan 0123456789 --db s --arms c,b,a"
      ))
    #expect(try !answer(480).contains("test it too"))
  }

  @Test(
    "where the runner-up is behind for certain, the test is against the option that is most often best besides"
  )
  func contender() throws {
    let found = try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? 700 : 100] }
    let made = recommendation(found)
    #expect(made.kind == .leaning && made.choice == 0 && made.runnerUp == 2 && made.test == nil)
    let answer = unwrapped(text(found))
    #expect(answer.contains("Recommendation A/B test a vs c before you commit."))
    #expect(
      answer.contains("Confidence Low. 75% chance that a is best; 90% range of its lead -20.0 to +40.0 pp."))
    #expect(!answer.contains("test it too"))
    #expect(
      answer.contains(
        "Plan that test of a vs c, and its size att-lab plan 0123456789 --db s --arms c,a"
      ))
  }

  @Test("where the objective is no share of installs, a test of opt-in is to be planned")
  func noShare() throws {
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    let outline = makeOutline(
      arms: ["a", "b"].map { makeArm($0, metrics: metrics) }, trials: 400,
      objective: Objective(.authorizedSessionsPerInstall), parameters: uncertain)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<400 {
      let tallies = [500, trial % 4 == 0 ? 700 : 300].map { sessions in
        var tally = makeTally(authorized: 30)
        let count = Int64(sessions + trial % 7)
        tally[.authorizedSessions] = count
        // Of 30 people, who differ a little.
        tally[.authorizedSessionsSquared] = 1.2 * Double(count * count) / 30
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    let answer = unwrapped(text(try builder.summary()))
    #expect(answer.contains("Recommendation A/B test a vs b before you commit."))
    #expect(answer.contains("Plan that test by opt-in, since the objective is no share of installs"))
    #expect(answer.contains("att-lab plan 0123456789 --db s --day 30 --arms b,a"))
  }

  @Test("an option that is seldom best is to be chosen where little can be lost, and nothing asks for a test")
  func little() throws {
    let found = try summary(["a", "b", "c"], trials: 400) { [500, 470, $0 % 4 == 0 ? 515 : 100] }
    let made = recommendation(found)
    #expect(made.kind == .choose && made.confidence == .low && made.costsLittle)
    let answer = unwrapped(text(found))
    #expect(answer.contains("Recommendation Choose a."))
    #expect(
      answer.contains(
        "Confidence Little can be lost: 0.4 pp on average to whichever option turns out best. 75% chance that a is best."
      ))
    #expect(answer.contains("c is best in 25% of draws, the runner-up in 0%.") && !answer.contains("test it"))
    #expect(!answer.contains("Plan that test"))
    #expect(RunJSON.document(found).text.contains("\"expected_loss\": 0.00"))
  }
}
