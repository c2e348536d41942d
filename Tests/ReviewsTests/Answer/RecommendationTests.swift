import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Rendering
import Reviews
import Studies
import Testing

@Suite("The headline of an answer, rule by rule")
struct RecommendationTests: AnswerSuite {
  @Test("a sweep is shown as a curve with its best value and whether the values beside it are as good")
  func sweep() throws {
    let values = ["1", "2", "3"]
    var found = try summary(values.map { "article/count=\($0)" }, trials: 400) { trial in
      [300 + 7 * Int64(trial) / 10, 400, 200]
    }
    var outline = found.outline
    outline.context = AnswerContext(
      makeExperiment(
        [makeSegment()],
        values.map { value in
          ExperimentSamples.makeArm("article/count=\(value)", .launch) {
            $0.swept = [SweptValue(path: "ask.count", value: value)]
          }
        }))
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<400 {
      let counts = [300 + 7 * Int64(trial) / 10, 400, 200]
      builder.add(
        makeTrial(
          trial, counts.map { makeTally(authorized: $0, prompted: 800, installs: 1_000) },
          draws: [Double(trial) / 400]))
    }
    found = try builder.summary()
    #expect(
      unwrapped(text(found)).contains(
        "Sweep of article ask.count: 1: 43.9%, 2: 40.0%, 3: 20.0%. Best: 1, +3.9 pp vs 2 (90% range -8.7 to +16.6, "
          + "inconclusive)."))
  }

  @Test("a pre-prompt whose words are assumed to do nothing is not said to help or to hurt")
  func wordsWithoutEffect() throws {
    var outline = makeOutline(trials: 41, installs: 1_000, parameters: uncertain)
    outline.arms[1].prePrompt = "my screen"
    outline.context = AnswerContext(
      makeExperiment(
        [makeSegment()],
        [
          ExperimentSamples.makeArm("a", .launch),
          ExperimentSamples.makeArm("b", .launch) { $0.show(makePrePrompt(PrePromptPolicy())) },
        ]))
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<41 {
      let tallies = [500 + 2 * Int64(trial), 400 + Int64(trial)].map {
        makeTally(authorized: $0, prompted: 800, installs: 1_000)
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    let answer = unwrapped(text(try builder.summary()))
    #expect(answer.contains("Pre-prompt, b vs a: -12.0 pp (90% range "))
    #expect(answer.contains("). Its words are assumed to change no answer (odds ratio 1)."))
    #expect(!answer.contains("It hurts."))
    #expect(
      answer.contains(
        "Recommendation Choose a only if the words of b change no answer, as is assumed. Give them an odds ratio "
          + "first; a range will do."))
    #expect(!answer.contains("Confidence"))
    #expect(
      answer.contains(
        "Say what words do put an odds ratio in the file, or try a range att-lab simulate x.yaml --set "
          + "'pre_prompts.my screen.allow_odds_ratio={range: [0.8, 1.25]}'"))
  }

  @Test("a goal for which all options tie names none of them")
  func tieOfAll() throws {
    let names = ["a", "b", "c"]
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    let outline = makeOutline(
      arms: names.map { makeArm($0, metrics: metrics) }, trials: 41, installs: 100, parameters: uncertain)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<41 {
      let tallies = [30, 25 + trial / 2, 20].map { authorized in
        var tally = makeTally(authorized: Int64(authorized))
        tally[.authorizedSessions] = Int64(300 + trial)
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    let answer = text(try builder.summary())
    #expect(
      answer.contains("\n  goal                      best option           its value  recommended option\n"))
    #expect(answer.contains("  sessions with permission  tie of all 3 options       3.20  3.20\n"))
  }

  @Test("options that are one to the model are not ranked")
  func identical() throws {
    let found = try summary(["a", "b", "c"]) { trial in [300, 300, 300].map { $0 + Int64(trial) } }
    #expect(recommendation(found).kind == .identical)
    let answer = text(found)
    #expect(answer.contains("Recommendation  None. These options are the same to the model in every trial."))
    #expect(!answer.contains("Best guess") && !answer.contains("Confidence"))
  }

  @Test("options that are level by the objective alone are a tie, which another goal may break")
  func level() throws {
    let names = ["a", "b"]
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    let outline = makeOutline(
      arms: names.map { makeArm($0, metrics: metrics) }, trials: 41, installs: 100, parameters: uncertain)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<41 {
      let tallies = [300, 400].map { sessions in
        var tally = makeTally(authorized: 30)
        tally[.authorizedSessions] = Int64(sessions + trial)
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    let found = try builder.summary()
    #expect(recommendation(found).kind == .tie && recommendation(found).choice == 1)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation Choose b: tied with a (within 0.5 pp in 100% of draws), and better for sessions with permission "
          + "(100% chance)."), "\(answer)")
    #expect(!answer.contains("Check that they"))
  }

  @Test("where the error hides the margin the command says how many trials would do")
  func tooFewTrials() throws {
    let found = try summary(trials: 20) { trial in
      [300, 300 + (trial.isMultiple(of: 2) ? 30 : -24)]
    }
    let made = recommendation(found)
    #expect(made.kind == .tooFewTrials)
    #expect(try #require(made.trialsNeeded) > 500)
    #expect(text(found).contains("Too few trials to say. First run "))
    #expect(text(found).contains("att-lab simulate x.yaml --trials "))
    #expect(!text(found).contains("Confidence"))
    #expect(!text(found).contains("margin in "))
    var live = found
    live.outline.isGoingOn = true
    #expect(text(live).contains("Too few trials to say yet. More are on their way."))
    #expect(!text(live).contains("--trials "))
  }

  @Test("the command that runs more trials is the run's own, with the time that a measured trial implies")
  func repeated() throws {
    let found = try summary(trials: 20) { trial in
      [300, 300 + (trial.isMultiple(of: 2) ? 30 : -24)]
    }
    func answer(_ seconds: Double?) -> String {
      unwrapped(
        AnswerText(
          summary: found, store: "s", warnings: [], style: .plain, file: "x.yaml",
          again: RepeatedRun(command: "att-lab simulate x.yaml --set a=1", secondsPerTrial: seconds)
        ).text)
    }
    #expect(answer(nil).contains("a quarter of the margin att-lab simulate x.yaml --set a=1 --trials "))
    #expect(answer(61 / 550).contains("a quarter of the margin in about 61 s att-lab"))
    #expect(answer(0.1 / 550).contains("a quarter of the margin in under 1 s att-lab"))
  }

  @Test("a lead far beyond its error is reported, however large the error")
  func largeLead() throws {
    let found = try summary(trials: 20) { trial in [100, 500 + (trial.isMultiple(of: 2) ? 30 : -24)] }
    #expect(recommendation(found).kind == .choose)
  }

  @Test("options within the margin in nearly every draw tie")
  func tie() throws {
    let found = try summary { trial in
      [300 + Int64(trial), 301 + Int64(trial) + (trial.isMultiple(of: 2) ? 2 : -2)]
    }
    let made = recommendation(found)
    #expect(made.kind == .tie && Set(made.tied) == [0, 1])
    #expect(text(found).contains("Recommendation  Tie. "))
    #expect(text(found).contains("are within 0.5 pp in"))
    // Which of the two is a hair ahead in more draws is no reason to choose it.
    let rows = text(found).split(separator: "\n").filter { $0.hasPrefix("  a ") || $0.hasPrefix("  b ") }
    #expect(rows.count == 2 && rows[0].contains(" 100%") && rows[1].contains(" shared"))
    #expect(unwrapped(text(found)).contains("A shared chance is that one of these options is best."))
  }

  @Test("what leads the runner-up over the whole range is chosen")
  func choose() throws {
    let found = try summary { trial in [300 + Int64(trial), 380 + 2 * Int64(trial)] }
    #expect(recommendation(found).kind == .choose && recommendation(found).confidence == .high)
    #expect(text(found).contains("Recommendation  Choose b."))
    #expect(text(found).contains("Confidence      High. 100% chance that b is best; 90% range of its lead +"))
  }

  @Test("what is best in all of a thousand draws is no certainty, nor what is best in none")
  func nearCertainty() throws {
    let found = try summary(trials: 1_000) { trial in [300 + Int64(trial % 7), 380 + 2 * Int64(trial % 40)] }
    let answer = unwrapped(text(found))
    #expect(
      answer.contains("Confidence High. >99.9% chance that b is best; 90% range of its lead +"), "\(answer)")
    #expect(answer.contains(" <0.1% ") && !answer.contains("100% chance"), "\(answer)")
  }

  @Test("what leads and falls under an alternative model is a best guess")
  func fallsUnderModel() throws {
    var found = try summary { trial in [300 + Int64(trial), 380 + 2 * Int64(trial)] }
    found.scenarios[0].alternatives = [
      AlternativeVerdict(
        model: .costlyColdQuestion, outcome: .falls, best: 0, lead: .init(mean: 0.05, mcse: 0.001))
    ]
    #expect(recommendation(found).kind == .bestGuess)
    let answer = text(found).replacing("\n                  ", with: " ")
    // Nearly always best: the one reason for a test stands beside the advice.
    #expect(
      answer.contains(
        "Recommendation  A/B test b vs a before you commit: a is best if asking at launch has the largest cost assumed "
          + "possible."))
    #expect(answer.contains("Confidence      High.") && !answer.contains("Watch out"))
  }

  @Test("what the uncertain inputs leave open gets a test to settle it")
  func leaning() throws {
    let found = try summary(trials: 400) { trial in [400, 300 + 7 * Int64(trial) / 10] }
    let made = recommendation(found)
    #expect(made.kind == .leaning && made.choice == 1 && made.confidence == .low)
    #expect(text(found).contains("Recommendation  A/B test b vs a before you commit."))
    // 2 · 0.4025 · 0.5975 · 2.8016²/0.005², rounded up to three digits.
    #expect(
      unwrapped(text(found)).contains(
        "Plan that test and its size: to detect 0.5 pp, the margin, takes 152,000 installs per option (5% level, 80% power). "
          + "Far fewer may gain more: put in your installs a week. att-lab plan "
          + "\(found.outline.run) --db s --installs-per-week 10000"))
  }

  @Test("the weeks of the test stand where the file says how many install")
  func weeks() throws {
    var found = try summary(trials: 400) { trial in [400, 300 + 7 * Int64(trial) / 10] }
    var context = AnswerContext(
      makeExperiment(
        [makeSegment()], [ExperimentSamples.makeArm("a", .launch), ExperimentSamples.makeArm("b", .launch)]))
    context.volume = AppVolume(installsPerMonth: 90_000, valuePerOptIn: nil, currency: "USD")
    found.outline.context = context
    #expect(RunJSON.document(found).text.contains("\"weeks\": 15"))
    #expect(RunJSON.document(found).text.contains("\"read_on\": 135"))
    // 2 · 151,010 of 20,698 a week are 14.6, and installs are read after 30 days.
    #expect(
      unwrapped(text(found)).contains(
        "with the size that gains most, mostly far below the 152,000 installs per option (15 weeks + 30 days) "
          + "that detect 0.5 pp. att-lab plan \(found.outline.run)"))
  }

  @Test(
    "of two options that hardly differ one is tested against the best of the others, and they share their chance"
  )
  func twins() throws {
    // `c` is `b` but for one install of 1,000 in every tenth trial.
    let found = try summary(["a", "b", "c"], trials: 400) { trial in
      let both = 300 + 7 * Int64(trial) / 10
      return [400, both, both - (trial.isMultiple(of: 10) ? 1 : 0)]
    }
    let made = recommendation(found)
    #expect(made.kind == .leaning && made.choice == 1 && made.twins == [2] && made.runnerUp == 0)
    #expect(found.scenarios[0].verdict?.runnerUp == 0 && made.chance?.value ?? 0 > 0.6)
    let answer = unwrapped(text(found))
    #expect(answer.contains("A/B test b vs a before you commit."))
    #expect(answer.contains("c would do as well."))
    #expect(answer.contains("chance that b or c is best"))
  }

  @Test("another goal that another option is best for stands in the headline")
  func reversed() throws {
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    let outline = makeOutline(
      arms: [makeArm("a", metrics: metrics), makeArm("b", metrics: metrics)], trials: 41, installs: 100,
      parameters: uncertain)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<41 {
      let tallies = [(30, 900), (25 + trial / 2, 300)].map { authorized, sessions in
        var tally = makeTally(authorized: Int64(authorized))
        tally[.authorizedSessions] = Int64(sessions + trial)
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    let found = try builder.summary()
    let made = found.scenarios[0].recommendation(parametersVary: true)
    #expect(made.choice == 1 && made.reversedBy == [.authorizedSessionsPerInstall])
    #expect(text(found).contains("Watch out       By sessions with permission, a is best: "))
    #expect(found.scenarios[0].goals.map(\.metric) == [.authorizedSessionsPerInstall])
    #expect(found.scenarios[0].goals[0].ranking == [0, 1])
    #expect(text(found).contains("Goals: does the best option depend on what you want?"))
  }

  @Test("what hardly differs from the best option is no safer choice: the test is against the next one")
  func twinsAreNoSafer() throws {
    var found = try summary(["a", "b", "c"], trials: 100) { trial in
      [
        300 + Int64(trial), 300 + Int64(trial) + (trial.isMultiple(of: 50) ? 1 : 0),
        320 + Int64(trial) + (trial.isMultiple(of: 2) ? 60 : -110),
      ]
    }
    #expect(found.scenarios[0].verdict?.best == 1)
    found.scenarios[0].alternatives = [
      AlternativeVerdict(
        model: .noFraming, outcome: .stands, best: 0, lead: .init(mean: 0.00002, mcse: 0.00001))
    ]
    let made = recommendation(found)
    #expect(made.choice == 1 && made.overtaken == nil && made.twins == [0] && made.runnerUp == 2)
  }

  @Test("of options within the margin the one that is best in more alternative models is the safer choice")
  func safer() throws {
    var found = try summary(trials: 100) { trial in
      [300 + Int64(trial), 300 + Int64(trial) + (trial.isMultiple(of: 2) ? 9 : -7)]
    }
    #expect(found.scenarios[0].verdict?.best == 1)
    found.scenarios[0].alternatives = [
      AlternativeVerdict(model: .noFraming, outcome: .falls, best: 0, lead: .init(mean: 0.05, mcse: 0.001))
    ]
    let made = recommendation(found)
    #expect(made.choice == 0 && made.overtaken == 1)
    #expect(
      text(found).replacing("\n                  ", with: " ").contains(
        "Choose a: tied with b, and the safer choice (best in 1 of 1 alternative model)."))
    #expect(text(found).contains("Confidence      Little can be lost: 0."))
    #expect(!text(found).contains("Plan that test"))
  }

  @Test("a safer choice by which much can be lost is tested first")
  func saferButOpen() throws {
    var found = try summary(trials: 400) { trial in
      [300 + Int64(trial), 300 + Int64(trial) + (trial.isMultiple(of: 2) ? 21 : -20)]
    }
    found.scenarios[0].alternatives = [
      AlternativeVerdict(model: .noFraming, outcome: .falls, best: 0, lead: .init(mean: 0.05, mcse: 0.001))
    ]
    let made = recommendation(found)
    #expect(made.choice == 0 && made.overtaken == 1 && !made.costsLittle && made.test != nil)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "A/B test a vs b before you commit. Until then a is the safer choice (best in 1 of 1 alternative model)."
      ))
    #expect(answer.contains("Confidence Low. ") && answer.contains("Plan that test"))
  }

  @Test("no input is said to drive a lead that is below the margin in nearly all draws")
  func leadOfNothing() throws {
    func answer(_ size: Int64) throws -> String {
      let found = try summary(trials: 1_000) { trial in
        [300 + Int64(trial % 50), 300 + Int64(trial % 50) + (Int64(trial) - 499) * size / 500]
      }
      return unwrapped(text(found))
    }
    #expect(try answer(90).contains("of the uncertainty of this lead."))
    #expect(try !answer(4).contains("of this lead") && !answer(4).contains("Most sensitive"))
  }
}
