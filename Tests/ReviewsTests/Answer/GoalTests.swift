import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Rendering
import Reviews
import Studies
import Testing

@Suite("The goals of an answer")
struct GoalTests: GoalSuite {
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

  @Test("options that print the same value for a goal are a tie, whichever is a hair ahead")
  func samePrinted() throws {
    let found = try summary { trial in
      let (low, high): (Int64, Int64) = (4_000, 5_000)
      let isEven = trial.isMultiple(of: 2)
      return [(300, isEven ? low : high), (380 + 2 * Int64(trial), isEven ? high + 2 : low + 2)]
    }
    #expect(found.scenarios[0].goals.contains { $0.metric == .authorizedSessionsPerInstall && !$0.isTie })
    let answer = text(found)
    #expect(
      answer.split(separator: "\n").contains { $0.contains("sessions with permission  tie with a ") },
      "\(answer)")
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
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation A/B test b vs c before you commit. b is tied with a (within 0.5 pp in 100% of draws), and better "
          + "for sessions with permission (100% chance)."))
    #expect(answer.contains(/Confidence Low\. 6[67]% chance that b or a is best; 90% range of the lead/))
    #expect(answer.contains("opt-in per install tie: b and a"))
    #expect(!answer.contains("Choose") && !answer.contains("test it too"))
    #expect(
      answer.contains("Plan that test and its size: to detect")
        && answer.contains("--db s --arms c,b"))
  }

  @Test("where no goal settles a tie of two, either is tested against the third")
  func openPair() throws {
    let open = recommendation(
      try pair(sessions: [3_000, 3_000, 3_000]) { trial, _ in trial < 20 ? 600 : 100 })
    #expect(open.kind == .leaning && open.tied.isEmpty && open.choice == 0 && open.twins == [1])
    #expect(open.runnerUp == 2 && open.lead?.overTrials.mean ?? 0 > 0.1)
  }

  @Test("a tie of two that is settled stands where little can be lost to the third, and no test is asked for")
  func pairOfLittle() throws {
    let found = try pair { trial, level in trial < 8 ? level + 15 : 100 }
    let made = recommendation(found)
    #expect(made.kind == .tie && made.isTieOfPair && made.choice == 1 && made.costsLittle)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains("Recommendation Choose b: tied with a (within 0.5 pp in 100% of draws), and better for")
    )
    #expect(
      answer.contains(
        /Confidence Little can be lost: 0\.3 pp on average to whichever option turns out best\. 8[67]% chance that b or a is best\./
      ))
    #expect(!answer.contains("test it") && !answer.contains("Plan "))
    // The option next to it is one that it ties with.
    #expect(answer.contains(" more than c.") && !answer.contains("than the runner-up"))
  }

  @Test("a tie names several options that are better for another goal together, with what they lose")
  func tieOfGroup() throws {
    func group(losing: [Int]) throws -> RunSummary {
      try summary(["a", "b", "c", "d"]) { outline in
        for arm in outline.arms.indices { outline.arms[arm].metrics[0].append(.lostRequestsPerRequest) }
      } change: { arm, tally in
        tally[.requests] = 200
        tally[.lostBehindAlert] = losing.contains(arm) ? 100 : 0
      } _: { trial in
        let (level, change) = (300 + Int64(trial), Int64(trial.isMultiple(of: 2) ? 1 : -1))
        return [
          (level + 1, 3_000), (level - change, 3_001), (level + change, 4_000 + 6 * change), (level, 4_000),
        ]
      }
    }
    let found = try group(losing: [])
    let made = recommendation(found)
    #expect(made.kind == .tie && made.tieBreaker?.arms == [2, 3] && made.choice == 2)
    #expect(made.tied == [2, 3, 0, 1])
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation Tie. c, d, a and b are within 0.5 pp in 100% of draws. By sessions with permission, c and d are better "
          + "(4.0000 vs 3.001). Best guess c or d: "))
    #expect(answer.contains("sessions with permission tie: c and d 4.0000 4.0000"))
    #expect(RunJSON.document(found).text.contains("\"better_in_tie\": [\"c\", \"d\"]"))
    let losing = unwrapped(text(try group(losing: [3])))
    #expect(losing.contains("are better (4.0000 vs 3.001), although 50% of the requests of d are lost."))
    #expect(!losing.contains("Watch out"))
    #expect(
      unwrapped(text(try group(losing: [2, 3]))).contains("although 50% and 50% of their requests are lost."))
  }

  @Test("the goals call an option last where it is best no more often than by chance")
  func last() throws {
    func note(best: Int) throws -> String {
      text(
        try summary(["a", "b", "c"]) { trial in
          [(300, 3_600), (280, 3_500), (380 + 2 * Int64(trial), trial < best ? 5_000 : 2_000)]
        })
    }
    #expect(try note(best: 6).contains(/, last, \d+% chance\n/))
    #expect(try note(best: 24).contains(/, [34]\d% chance\n/))
    #expect(try !note(best: 24).contains(", last"))
  }

  @Test("a goal names every option of a tie, or those that are not in it")
  func namedTies() throws {
    let names = ["at the launch", "after onboarding", "after an article", "third article"]
    let found = try summary(names) { trial in
      [(380 + 2 * Int64(trial), 4_000), (300, 4_000), (200, 4_000), (100, 3_000)]
    }
    #expect(unwrapped(text(found)).contains("tie: all but \"third article\" 4.000 4.000"))
    // Of many, of which many are not in it, the first stands for the others.
    let many = try summary((0..<8).map { "option \($0)" }) { trial in
      (0..<8).map { (380 + 2 * Int64(trial) - 10 * Int64($0), $0 < 4 ? 4_000 : 3_000) }
    }
    #expect(unwrapped(text(many)).contains("tie: \"option 0\" and 3 more 4.000 4.000"))
  }

  @Test("near-twins are told apart by another goal, and the better one is recommended against the runner-up")
  func twins() throws {
    // `b` is `a` but for one install of 1,000 in every tenth trial, and has more sessions with permission.
    let found = try summary(["a", "b", "c"], trials: 400) { trial in
      let both = 300 + 7 * Int64(trial) / 10
      return [(both, 2_000), (both - (trial.isMultiple(of: 10) ? 1 : 0), 4_000), (400, 3_000)]
    }
    let made = recommendation(found)
    #expect(made.kind == .leaning && made.choice == 1 && made.twins == [0] && made.runnerUp == 2)
    #expect(made.tieBreaker?.metric == .authorizedSessionsPerInstall && made.tied.isEmpty && made.test != nil)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "Recommendation A/B test b vs c before you commit. b is tied with a, and better for sessions with permission "
          + "(100% chance)."), "\(answer)")
    #expect(answer.contains("pp more than c.") && !answer.contains("would do as well"), "\(answer)")
    #expect(!answer.contains("Watch out By sessions"), "\(answer)")
    #expect(RunJSON.document(found).text.contains("\"tie_broken_by\": \"authorized_sessions_per_install\""))
  }

  @Test("the runner-up is named unless it and the choice have the first rows of the table")
  func rowBelow() throws {
    let found = try pair { trial, _ in trial < 20 ? 600 : 100 }
    #expect(unwrapped(text(found)).contains(" than c. Confidence"), "\(unwrapped(text(found)))")
    let plain = try summary(["a", "b", "c"]) { [(300, 3_000), (380 + 2 * Int64($0), 3_000), (100, 3_000)] }
    #expect(unwrapped(text(plain)).contains("pp more than the runner-up."))
  }

  @Test("several near-twins of which one is best by another goal are told from those that never are")
  func severalTwins() throws {
    // `a`, `b` and `c` are one to the objective; `b` and `c` take turns by sessions, and `a` has none to speak of.
    let found = try summary(["a", "b", "c", "d"], trials: 400) { trial in
      let level = 300 + 7 * Int64(trial) / 10
      let (high, low): (Int64, Int64) = trial.isMultiple(of: 2) ? (5_000, 4_000) : (4_000, 5_010)
      return [(level, 20), (level, high), (level, low), (400, 3_000)]
    }
    let made = recommendation(found)
    #expect(
      made.choice == 2 && made.tieBreaker?.arms == [2, 1] && made.twins == [0, 1] && made.runnerUp == 3)
    let answer = unwrapped(text(found))
    #expect(
      answer.contains(
        "A/B test c vs d before you commit. Tied with a, c and b are better for sessions with permission (>99.9% chance)."
      ),
      "\(answer)")
  }

  @Test("usage strings that tie are not told apart by what is simplest to build")
  func tiedStrings() throws {
    let found = try summary { outline in
      outline.arms[1].usageString = "warm"
    } _: { trial in
      [(302 + Int64(trial), 3_500), (301 + Int64(trial) + (trial.isMultiple(of: 2) ? 2 : -2), 3_500)]
    }
    #expect(recommendation(found).kind == .tie)
    #expect(
      unwrapped(text(found)).contains(
        "of draws. Choose a: it is at least as good on average, and no text costs more to build."),
      "\(unwrapped(text(found)))")
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
      answer.contains(
        /To detect 0.5 pp, the margin, takes [0-9,]+ installs per option\. Test them by release or language/))
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
