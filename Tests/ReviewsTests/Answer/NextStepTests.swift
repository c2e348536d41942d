import ExperimentDesign
import ExperimentSamples
import Reviews
import Studies
import Testing

@Suite("What an answer says to do besides")
struct NextStepTests: AnswerSuite {
  @Test(
    "a warning of the checks is a next step: its options where they are few, what it is, and its fix",
    arguments: [
      ([1], "b: "), ([1, 2], "b and c: "), ([1, 2, 3], ""), ([0, 1, 2, 3], ""),
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
    let remark = preset ? " The preset 'news' sets that; to change it, set adjust.\(key)." : ""
    let warning = DescribedFinding(
      Finding(
        pitfall: "L18", rules: ["R137"], severity: .warning, waived: nil,
        location: FileLocation(file: "x.yaml", key: key), arms: arms),
      what: "The SDK waits 20 seconds.\(remark)", why: "It is too short.", fix: "Lengthen the wait.")
    return unwrapped(
      text(
        try summary(
          ["a", "b", "c", "d"], platform: PlatformDescription(findings: [warning], visibilities: [])
        ) { [500 + Int64($0), 300, 200, 100] }))
  }

  @Test(
    "what the checks warn of the recommended option is in Watch out, and the step has the fix alone",
    arguments: [([0], "a: "), ([0, 1], "a and b: "), ([0, 1, 2], "")])
  func warnedOfTheChoice(arms: [Int], subject: String) throws {
    let answer = try warned(arms)
    #expect(answer.contains("Watch out \(subject)The SDK waits 20 seconds (L18)."))
    #expect(answer.contains("Fix a warning L18: Lengthen the wait. att-lab check x.yaml"))
    let preset = try warned(arms, preset: true)
    #expect(preset.contains("Watch out \(subject)The SDK waits 20 seconds (L18)."))
    #expect(
      preset.contains(
        "L18: Set adjust.attribution.wait_seconds in place of the preset's value. att-lab check"))
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
        "Plan that test of a, b and c, and which size pays att-lab plan 0123456789 --db s --arms c,b,a"))
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
        "Plan that test of a vs c, and which size pays att-lab plan 0123456789 --db s --arms c,a"))
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
        "Confidence Little can be lost: 0.4 pp on average. 75% chance that a is best."
      ))
    #expect(answer.contains("c is best in 25% of draws, the runner-up in 0%.") && !answer.contains("test it"))
    #expect(!answer.contains("Plan that test"))
    #expect(RunJSON.document(found).text.contains("\"expected_loss\": 0.00"))
  }
}
