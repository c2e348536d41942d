import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Rendering
import Reviews
import Studies
import Testing

@Suite("The goals of an answer")
struct GoalTests: AnswerSuite {
  /// Trials of arms with so many authorized and sessions with permission of 1,000 installs.
  private func summary(
    _ names: [String] = ["a", "b"], trials: Int = 60, _ change: (inout RunOutline) -> Void = { _ in },
    _ counts: (Int) -> [(authorized: Int64, sessions: Int64)]
  ) throws -> RunSummary {
    let metrics: [Metric] = [.optInPerInstall, .authorizedSessionsPerInstall]
    var outline = makeOutline(
      arms: names.map { makeArm($0, metrics: metrics) }, trials: trials, installs: 1_000,
      parameters: uncertain)
    change(&outline)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<trials {
      let tallies = counts(trial).map { found in
        var tally = makeTally(authorized: found.authorized, prompted: 800, installs: 1_000)
        tally[.authorizedSessions] = found.sessions
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    return try builder.summary()
  }

  @Test("each goal has the value of the best option and of the recommended one")
  func values() throws {
    let found = try summary { trial in [(300, 4_000), (380 + 2 * Int64(trial), 3_000)] }
    let answer = text(found)
    #expect(answer.contains("best option  its value  recommended option\n"))
    #expect(
      answer.contains("  opt-in per install        b                43.9%  43.9%, 100% chance\n"))
    #expect(answer.contains("  sessions with permission  a                4.000  3.000, 0% chance\n"))
    #expect(RunJSON.document(found).text.contains("\"means\": {"))
  }

  @Test("a goal is named as a warning where the choice gives up at least 5% of the best value")
  func warning() throws {
    func answer(_ sessions: Int64) throws -> String {
      text(try summary { trial in [(300, 4_000), (380 + 2 * Int64(trial), sessions)] })
    }
    #expect(
      try answer(3_700).contains(
        "Watch out       By sessions with permission, a is best: 4.000 vs 3.700 (see Goals)."))
    #expect(try !answer(3_850).contains("Watch out"))
  }

  @Test("options that tie are told apart by another goal, and the better one is recommended")
  func tieBreaker() throws {
    let found = try summary { trial in
      [(302 + Int64(trial), 3_000), (301 + Int64(trial) + (trial.isMultiple(of: 2) ? 2 : -2), 4_000)]
    }
    let made = recommendation(found)
    #expect(made.kind == .tie && made.choice == 1 && made.tied == [1, 0])
    #expect(made.tieBreaker?.metric == .authorizedSessionsPerInstall)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation Choose b: tied with a (within 0.5 pp in 100% of draws), and better for sessions with permission "
          + "(100% chance)."))
    #expect(answer.contains("Best guess b: "))
    #expect(RunJSON.document(found).text.contains("\"tie_broken_by\": \"authorized_sessions_per_install\""))
  }

  @Test("a tie of two that a third may be better than is settled too, and the third is to be tested")
  func tieOfPair() throws {
    let found = try summary(["a", "b", "c"]) { trial in
      let level = 380 + Int64(trial)
      return [
        (level, 3_000), (level + (trial.isMultiple(of: 2) ? 2 : -3), 4_000), (trial < 20 ? 600 : 100, 3_500),
      ]
    }
    let made = recommendation(found)
    #expect(made.kind == .tie && made.isTieOfPair && made.choice == 1 && made.tied == [1, 0])
    let answer = unwrapped(text(found))
    #expect(
      answer.contains("Recommendation Choose b: tied with a (within 0.5 pp in 100% of draws), and better for")
    )
    #expect(answer.contains("chance that b or a is best."))
    #expect(answer.contains(" of draws: test it too."))
    #expect(
      answer.contains("Plan a test of b vs c, and which size pays att-lab plan 0123456789 --db s --arms b,c"))
    // Where no goal settles it, the two are no tie.
    let open = try summary(["a", "b", "c"]) { trial in
      let level = 380 + Int64(trial)
      return [
        (level, 3_000), (level + (trial.isMultiple(of: 2) ? 2 : -3), 3_000), (trial < 20 ? 600 : 100, 3_000),
      ]
    }
    #expect(recommendation(open).kind != .tie && recommendation(open).tied.isEmpty)
  }

  @Test("a goal that is open as well does not settle a tie")
  func openTie() throws {
    let found = try summary { trial in
      [
        (302 + Int64(trial), 3_500),
        (301 + Int64(trial) + (trial.isMultiple(of: 2) ? 2 : -2), trial.isMultiple(of: 3) ? 3_000 : 4_000),
      ]
    }
    #expect(recommendation(found).kind == .tie && recommendation(found).tieBreaker == nil)
    #expect(unwrapped(text(found)).contains("of draws. Choose what is simplest to build."))
  }

  @Test("options of which the same effect is assumed are a tie by assumption, for a test to settle")
  func alike() throws {
    func string(_ name: String) -> (inout ArmParts) -> Void {
      {
        $0.usageString = UsageString(
          name: name, text: name,
          oddsRatio: ExperimentSamples.uncertain(.lognormal(median: 1.1, sigma: 0.2), at: name))
      }
    }
    let found = try summary(["a", "b", "c"], trials: 600) { outline in
      outline.arms[1].usageString = "free"
      outline.arms[2].usageString = "help"
      outline.context = AnswerContext(
        makeExperiment(
          [makeSegment()],
          [
            ExperimentSamples.makeArm("a", .launch),
            ExperimentSamples.makeArm("b", .launch, string("free")),
            ExperimentSamples.makeArm("c", .launch, string("help")),
          ]))
    } _: { trial in
      [(300, 3_000), (330 + Int64(trial * 7 % 60), 3_000), (331 + Int64(trial * 11 % 60), 3_000)]
    }
    let made = recommendation(found)
    #expect(made.alike.sorted() == [1, 2] && made.overtaken == nil)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "to learn which is better: the simulation cannot separate them. It is a tie by assumption, since the same effect is "
          + "assumed of both."))
    #expect(
      answer.contains("installs per option detect 0.5 pp, the margin. Test them by release or language"))
    #expect(answer.contains("Confidence High. 100% chance that "))
    #expect(!answer.contains("before you commit"))
    #expect(RunJSON.document(found).text.contains("\"alike\": [\""))
  }

  @Test("value per install has its unit, in the goals and in the warning")
  func unit() throws {
    let outline = makeOutline(
      arms: ["a", "b"].map { makeArm($0, metrics: [.optInPerInstall, .valuePerInstall]) }, trials: 60,
      installs: 1_000, parameters: uncertain)
    func answer(_ currency: String) throws -> String {
      var outline = outline
      let segment = makeSegment {
        $0.value = SessionValue(currency: currency, identified: known(1.5), otherwise: known(1))
      }
      outline.context = AnswerContext(
        makeExperiment(
          [segment], [ExperimentSamples.makeArm("a", .launch), ExperimentSamples.makeArm("b", .launch)]))
      var builder = RunSummaryBuilder(outline, explainsLead: true)
      for trial in 0..<60 {
        let tallies = [(300, 400.0), (380 + 2 * Int64(trial), 300.0)].map { authorized, value in
          var tally = makeTally(authorized: authorized, prompted: 800, installs: 1_000)
          tally[.value] = value
          return tally.scoredByOutcomes()
        }
        builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
      }
      return text(try builder.summary())
    }
    #expect(try answer("XXX").contains("\n  value per install (sessions)  a"))
    #expect(try answer("XXX").contains("By value per install (sessions), a is best: "))
    #expect(try answer("EUR").contains("\n  value per install (EUR)  a"))
  }
}
