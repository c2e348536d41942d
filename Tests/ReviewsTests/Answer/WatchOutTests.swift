import ExperimentDesign
import ExperimentSamples
import Rendering
import Reviews
import Studies
import Testing

@Suite("What an answer says to watch out for")
struct WatchOutTests: GoalSuite {
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

  @Test(
    "the goal by which the choice loses most is the one to watch out for, and a large loss stands first, with its fix before a test"
  )
  func largestLoss() throws {
    let metrics: [Metric] = [.optInPerInstall, .attributedPerInstall, .authorizedSessionsPerInstall]
    var outline = makeOutline(
      arms: ["a", "b", "c"].map { makeArm($0, metrics: metrics) }, trials: 60, installs: 1_000,
      parameters: uncertain)
    var context = AnswerContext(
      makeExperiment([makeSegment()], ["a", "b", "c"].map { ExperimentSamples.makeArm($0, .launch) }))
    context.cautions = [.init("The file is odd.")]
    outline.context = context
    let short = DescribedFinding(
      Finding(
        pitfall: "L18", rules: ["R137"], severity: .warning, waived: nil,
        location: FileLocation(file: "x.yaml", key: "arms.c.attribution.wait_seconds"), arms: [2]),
      seen: "The SDK waits 20 seconds, but the answer comes later.", why: "It is too short.",
      fix: "Lengthen it.")
    outline.platform = PlatformDescription(findings: [short], visibilities: [])
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<60 {
      let tallies = [(300, 273, 4_000), (280, 10, 4_000), (260 + 3 * Int64(trial), 17, 3_500)].map {
        (authorized: Int64, attributed: Int64, sessions: Int64) in
        var tally = makeTally(authorized: authorized, prompted: 800, installs: 1_000)
        tally[.attributed] = attributed
        tally[.authorizedSessions] = sessions
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
    }
    let answer = unwrapped(text(try builder.summary()))
    #expect(
      answer.contains(
        "Watch out By installs attributed, a is best: 27.3% vs 1.7% (see Goals). Fix the SDK's wait first (L18). The file is odd."
      ),
      "\(answer)")
    // A test of what loses nearly all attribution settles nothing.
    #expect(
      answer.contains(
        "1. Fix a warning c: The SDK waits 20 seconds (L18). Lengthen it. att-lab check x.yaml 2. Plan that"
      ),
      "\(answer)")
  }

  @Test(
    "doubts about the recommended option stand before those about others, those about all before both, and first what the objective ignores"
  )
  func order() throws {
    func answer(_ more: [AnswerContext.Caution]) throws -> String {
      let found = try summary(["a", "b", "c"]) { outline in
        var context = AnswerContext(
          makeExperiment([makeSegment()], ["a", "b", "c"].map { ExperimentSamples.makeArm($0, .launch) }))
        context.cautions = [
          .init("With 'a', one.", options: ["a"]), .init("With 'b' and 'c', two.", options: ["b", "c"]),
          .init("All three."),
        ]
        context.cautions += more
        outline.context = context
      } _: { trial in
        [(200, 3_000), (300, 3_000), (380 + 2 * Int64(trial), 3_000)]
      }
      return unwrapped(text(found))
    }
    let usual = try answer([])
    #expect(
      usual.contains("Watch out All three. With 'b' and 'c', two. att-lab check has 1 more"), "\(usual)")
    let other = try answer([.init("By another goal.", goal: .personalizablePerInstall)])
    #expect(
      other.contains("Watch out By another goal. All three. att-lab check has 2 more"), "\(other)")
  }

  @Test("where attribution is what the choice loses, it says on which input that depends")
  func wait() throws {
    func answer(_ path: String) throws -> String {
      let metrics: [Metric] = [.optInPerInstall, .attributedPerInstall]
      var outline = makeOutline(
        arms: ["a", "b"].map { makeArm($0, metrics: metrics) }, trials: 60, installs: 1_000,
        parameters: uncertain + [makeParameter(path, isDrawn: false)])
      outline.description.parameters[1].value = 20
      var builder = RunSummaryBuilder(outline, explainsLead: true)
      for trial in 0..<60 {
        let tallies = [(300, 273), (360 + 3 * Int64(trial), 210)].map {
          (authorized: Int64, attributed: Int64) in
          var tally = makeTally(authorized: authorized, prompted: 800, installs: 1_000)
          tally[.attributed] = attributed
          return tally.scoredByOutcomes()
        }
        builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
      }
      return unwrapped(text(try builder.summary()))
    }
    let found = "By installs attributed, a is best: 27.3% vs 21.0% (see Goals)."
    for path in ["attribution.wait_seconds", "arms.b.attribution.wait_seconds"] {
      let answer = try answer(path)
      #expect(
        answer.contains("\(found) This depends on how long the SDK waits for the answer: \(path), 20 s."),
        "\(answer)")
    }
    #expect(try !answer("arms.a.attribution.wait_seconds").contains("This depends on"))
  }

  @Test(
    "an option that leads by installs attributed because the SDK's wait is short says so where no line is added"
  )
  func shortWait() throws {
    func found(_ arms: [Int], caution: String) throws -> RunSummary {
      let metrics: [Metric] = [.optInPerInstall, .attributedPerInstall, .authorizedSessionsPerInstall]
      var outline = makeOutline(
        arms: ["a", "b"].map { makeArm($0, metrics: metrics) }, trials: 60, installs: 1_000,
        parameters: uncertain)
      var context = AnswerContext(
        makeExperiment([makeSegment()], ["a", "b"].map { ExperimentSamples.makeArm($0, .launch) }))
      context.cautions = [.init(caution)]
      outline.context = context
      let short = DescribedFinding(
        Finding(
          pitfall: "L18", rules: ["R137"], severity: .warning, waived: nil,
          location: FileLocation(file: "x.yaml", key: "attribution.wait_seconds"), arms: arms),
        seen: "The SDK waits 20 seconds.", why: "It is too short.", fix: "Lengthen it.")
      outline.platform = PlatformDescription(findings: [short], visibilities: [])
      var builder = RunSummaryBuilder(outline, explainsLead: true)
      for trial in 0..<60 {
        let tallies = [(360 + 3 * Int64(trial), 273, 3_000), (300, 10, 4_000)].map {
          (authorized: Int64, attributed: Int64, sessions: Int64) in
          var tally = makeTally(authorized: authorized, prompted: 800, installs: 1_000)
          tally[.attributed] = attributed
          tally[.authorizedSessions] = sessions
          return tally.scoredByOutcomes()
        }
        builder.add(makeTrial(trial, tallies, draws: [Double(trial)]))
      }
      return try builder.summary()
    }
    let aside = "The SDK's short wait favours a by installs attributed (L18)."
    let room = unwrapped(text(try found([1], caution: "The file is odd in some way.")))
    #expect(room.contains("4.000 vs 3.000 (see Goals). \(aside)"), "\(room)")
    // Its own line would be one more, and --verbose has it.
    let full = try found([1], caution: "Odd.")
    #expect(!unwrapped(text(full)).contains(aside))
    let whole = AnswerText(
      summary: full, store: "s", warnings: [], style: .plain, file: "x.yaml", isVerbose: true)
    #expect(unwrapped(whole.text).contains(aside))
    // A wait that is too short for the recommended option is no advantage of it.
    #expect(try !unwrapped(text(found([0, 1], caution: "The file is odd in some way."))).contains(aside))
  }

  @Test("requests that are lost behind another alert say what share, and what to do, where they are many")
  func lostRequests() throws {
    func answer(_ lost: Int64, isIdentical: Bool = false) throws -> String {
      let warning = DescribedFinding(
        Finding(
          pitfall: "L12", rules: [], severity: .warning, waived: nil,
          location: FileLocation(file: "x.yaml", key: "alerts.push.share"), arms: [1]),
        seen: "The request comes while the alert 'push' is up.", why: "It is lost.", fix: "Wait.")
      return unwrapped(
        text(
          try summary { outline in
            for arm in outline.arms.indices { outline.arms[arm].metrics[0].append(.lostRequestsPerRequest) }
            outline.platform = PlatformDescription(findings: [warning], visibilities: [])
          } change: { arm, tally in
            tally[.requests] = 200
            tally[.lostBehindAlert] = arm == 1 ? lost : 0
          } _: { trial in
            [(isIdentical ? 380 : 300, 3_000), (380 + (isIdentical ? 0 : 2 * Int64(trial)), 3_000)]
          }))
    }
    let fix =
      " They need another request: ask when no other alert is up, at another moment or in a later session."
    let many = try answer(80)
    #expect(
      many.contains("Watch out 40% of the requests of b are lost and show no alert (L12).\(fix)"), "\(many)")
    #expect(try answer(10).contains("5% of the requests of b are lost") && !answer(10).contains(fix))
    #expect(try answer(80, isIdentical: true).contains("Watch out 40% of the requests of b are lost"))
  }

  @Test("what to watch out for takes at most five lines, and --verbose has all of it")
  func manyCautions() throws {
    let found = try summary { outline in
      var context = AnswerContext(
        makeExperiment([makeSegment()], ["a", "b"].map { ExperimentSamples.makeArm($0, .launch) }))
      context.cautions = (1...2).map {
        .init("Caution \($0) says that \(Array(repeating: "a number", count: 20).joined(separator: ", ")).")
      }
      outline.context = context
    } _: { trial in
      [(300, 4_000), (380 + 2 * Int64(trial), 3_000)]
    }
    let lines = text(found).split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("  Watch out") })
    let last = try #require(lines[first...].firstIndex { $0.isEmpty })
    #expect(last - first <= 5 && unwrapped(text(found)).contains("1 more: see --verbose."), "\(text(found))")
    let whole = AnswerText(
      summary: found, store: "s", warnings: [], style: .plain, file: "x.yaml", isVerbose: true
    ).text
    #expect(
      unwrapped(whole).contains("Caution 2 says")
        && unwrapped(whole).contains("By sessions with permission, a is best"))
  }
}
