import ExperimentDesign
import ExperimentSamples
import Rendering
import Reviews
import Studies
import Testing

@Suite("The answer in words")
struct AnswerTextTests {
  private func answer(_ summary: RunSummary) -> String {
    AnswerText(summary: summary, store: "s.sqlite", warnings: [], style: .plain, isVerbose: true).text
      .replacing("\n", with: " ")
  }

  @Test("the best option is named with its level and its lead over the baseline")
  func best() throws {
    let text = answer(try makeSummary(makeOutline(trials: 3), authorized: [[20, 30], [22, 31], [21, 31]]))
    #expect(
      text.contains("b is best: 30.7 ± 0.3% of installs opt in, 9.7 ± 0.3 pp more than a."))
  }

  @Test("where the baseline is best its lead is over the second")
  func baseline() throws {
    let text = answer(try makeSummary(makeOutline(trials: 3), authorized: [[30, 20], [31, 22], [31, 21]]))
    #expect(text.contains("a is best: 30.7 ± 0.3% of installs opt in, 9.7 ± 0.3 pp more than b."))
  }

  @Test("arms within Monte Carlo error of the best are not distinguished")
  func tie() throws {
    let text = answer(try makeSummary(makeOutline(trials: 3), authorized: [[20, 25], [30, 22], [21, 26]]))
    #expect(text.contains("b ranks first, but 3 trials are too few to say more:"))
    #expect(text.contains("b is too close to call against a: run more trials to separate them."))
  }

  @Test("arms that never differ are level, which more trials would not change")
  func level() throws {
    let text = answer(try makeSummary(makeOutline(trials: 3), authorized: [[20, 20], [22, 22], [21, 21]]))
    #expect(text.contains("a ranks first, tied with b"))
    #expect(!text.contains("Run more trials to separate them."))
  }

  @Test("a metric that counts a loss is won by the smallest")
  func loss() throws {
    let objective = Objective(.undeterminedPerInstall)
    let outline = makeOutline(trials: 3, objective: objective)
    // Who is not authorized here is undetermined, so b leaves fewer.
    let text = answer(try makeSummary(outline, authorized: [[20, 30], [22, 31], [21, 31]]))
    #expect(text.contains("b is best"))
    #expect(text.contains("9.7 ± 0.3 pp less than a"))
  }

  @Test("a lead whose sign the file leaves open is no best")
  func open() throws {
    // The lead follows the parameter, from −11 to +29 points.
    let trials: [[Int64]] = (0..<41).map { [30, 30 - 11 + Int64($0)] }
    let outline = makeOutline(
      trials: 41, installs: 100, parameters: [makeParameter("allow.value", isDrawn: true)])
    let text = answer(
      try makeSummary(outline, authorized: trials, draws: (0..<41).map { [Double($0) / 40] }))
    #expect(
      text.contains(
        "b is within 0.5 pp of the best in 72 ± 8% of draws. The uncertain inputs can change that."))
    // b leads in 29 trials of 41 and ties in one; the mean over resamples is a little less.
    #expect(text.contains("71 ± 7%"))
  }

  /// b leads c by −11 to +29 points and a by 40, whatever the draw.
  private func threeArms(baseline: Int) throws -> RunSummary {
    var outline = makeOutline(
      arms: [makeArm("a"), makeArm("b"), makeArm("c")], trials: 41,
      parameters: [makeParameter("allow.value", isDrawn: true)])
    outline.baseline = baseline
    return try makeSummary(
      outline, authorized: (0..<41).map { [10 + Int64($0) / 8, 50 + Int64($0) / 8, 61 - Int64($0)] },
      draws: (0..<41).map { [Double($0) / 40] })
  }

  @Test("the headline is about the runner-up, whatever the baseline", arguments: [0, 1, 2])
  func runnerUp(baseline: Int) throws {
    let summary = try threeArms(baseline: baseline)
    let verdict = try #require(summary.scenarios[0].verdict)
    #expect(verdict.best == 1 && verdict.runnerUp == 2)
    let text = answer(summary)
    #expect(text.contains("b ranks first on average"))
    #expect(
      text.contains(
        "pp more than the runner-up, c. The 90% range of that lead over the uncertain inputs is -"))
    #expect(text.contains("rank correlation with the lead of b over c"))
    #expect(text.hasPrefix(answer(try threeArms(baseline: 1)).prefix { $0 != "%" }))
    let rows = ReviewCSV.document(summary)
    let column = try #require(rows.header.firstIndex(of: "standing"))
    #expect(rows.rows.map { $0[column] } == [.empty, .text("leaning"), .text("runner_up")])
    #expect(RunJSON.document(summary).text.contains("\"kind\": \"leaning\""))
  }

  @Test("options that hardly differ are named together, in the text, the JSON and the table")
  func nearTwins() throws {
    // c is b but for one install of 10,000 in every tenth trial; a is above or below both.
    let outline = makeOutline(
      arms: [makeArm("a"), makeArm("b"), makeArm("c")], trials: 40, installs: 10_000,
      parameters: [makeParameter("allow.value", isDrawn: true)])
    var builder = RunSummaryBuilder(outline)
    for trial in 0..<40 {
      let both = 2_900 + 10 * Int64(trial)
      let counts = [3_000, both, both - (trial.isMultiple(of: 10) ? 1 : 0)]
      builder.add(
        makeTrial(
          trial, counts.map { makeTally(authorized: $0, prompted: 8_000, installs: 10_000) },
          draws: [Double(trial)]))
    }
    let summary = try builder.summary()
    // The root of the mean of four squares of 0.01 points in 40.
    #expect(
      answer(summary).contains(
        "b and c differ by almost nothing, at most 0.004 pp; one of them is best in 7"))
    let short = AnswerText(summary: summary, store: "s", warnings: [], style: .plain, file: "x.yaml").text
    let twins = short.split(separator: "\n").filter { $0.hasPrefix("  b ") || $0.hasPrefix("  c ") }
    #expect(twins.count { $0.contains(" shared") } == 1)
    let document = RunJSON.document(summary).text
    #expect(document.contains("\"near_twins\": [") && document.contains("\"within\": 3.16"))
    let rows = ReviewCSV.document(summary)
    let column = try #require(rows.header.firstIndex(of: "near_twins"))
    #expect(rows.rows.map { $0[column] } == [.empty, .integer(1), .integer(1)])
  }

  @Test("arms that are nearly always within the margin of the best tie, in the table too")
  func nearlyAlways() throws {
    // The lead is at most a quarter of a point either way, of 1,000 installs.
    let outline = makeOutline(
      trials: 60, installs: 1_000, parameters: [makeParameter("allow.value", isDrawn: true)])
    var builder = RunSummaryBuilder(outline)
    for trial in 0..<60 {
      let lead: Int64 = trial.isMultiple(of: 3) ? -2 : 2
      builder.add(
        makeTrial(
          trial, [300, 300 + lead].map { makeTally(authorized: $0, prompted: 800, installs: 1_000) },
          draws: [Double(trial)]))
    }
    let summary = try builder.summary()
    #expect(summary.scenarios[0].recommendation(parametersVary: true).kind == .tie)
    let rows = ReviewCSV.document(summary)
    let column = try #require(rows.header.firstIndex(of: "standing"))
    #expect(rows.rows.map { $0[column] } == [.text("runner_up"), .text("tie")])
  }

  @Test("where nothing is uncertain there is no chance of being best and no expected loss")
  func sure() throws {
    let trials: [[Int64]] = (0..<41).map { [30, 35 + Int64($0 % 3)] }
    let text = answer(try makeSummary(makeOutline(trials: 41), authorized: trials))
    #expect(text.contains("b is best:"))
    #expect(!text.contains("chance best") && !text.contains("expected"))
  }

  @Test("a forbidden option has no probability of being best")
  func forbiddenChance() throws {
    let finding = BrokenRule(rule: "R83")
    let outline = makeOutline(
      arms: [makeArm("a"), makeArm("b", findings: [finding]), makeArm("c")], trials: 41,
      parameters: [makeParameter("allow.value", isDrawn: true)])
    let summary = try makeSummary(
      outline, authorized: (0..<41).map { [30, 60, 20 + Int64($0)] }, draws: (0..<41).map { [Double($0)] })
    let decision = try #require(summary.scenarios[0].decision)
    #expect(decision[1] == nil && decision.arms.count == 2)
    let total = decision.arms.reduce(0) { $0 + ($1.best?.value ?? 0) }
    #expect(abs(total - 1) < 1e-12)
    let csv = ReviewCSV.document(summary)
    let column = try #require(csv.header.firstIndex(of: "chance_best"))
    #expect(csv.rows[1][column] == .empty && csv.rows[0][column] != .empty)
  }

  @Test("from a handful of draws no range is given")
  func fewDraws() throws {
    let outline = makeOutline(trials: 3, parameters: [makeParameter("allow.value", isDrawn: true)])
    let text = answer(
      try makeSummary(
        outline, authorized: [[20, 30], [22, 31], [21, 31]], draws: [[0.1], [0.2], [0.3]]))
    #expect(
      text.contains("b ranks first, but 3 trials are too few to say more:"))
  }

  @Test("a run that is not through says so above its verdict")
  func partial() throws {
    let text = answer(
      try makeSummary(makeOutline(trials: 400), authorized: [[20, 30], [22, 31], [21, 31]]))
    #expect(text.contains("3 of 400 trials done. To continue, simulate the same file again."))
  }

  @Test("a forbidden arm is marked and does not win")
  func forbidden() throws {
    let finding = BrokenRule(rule: "R83")
    let outline = makeOutline(
      arms: [makeArm("a"), makeArm("b", findings: [finding]), makeArm("c")], trials: 3)
    let text = answer(try makeSummary(outline, authorized: [[20, 40, 25], [22, 41, 26], [21, 40, 26]]))
    #expect(text.contains("c is best"))
    #expect(text.contains("b is excluded: App Review would reject it."))
    #expect(text.contains("not allowed (R83)"))
    #expect(text.contains("b: not allowed (R83): The pre-prompt can be closed;"))
  }

  @Test("forbidden arms can be let in")
  func included() throws {
    let finding = BrokenRule(rule: "R83")
    var builder = RunSummaryBuilder(
      makeOutline(arms: [makeArm("a"), makeArm("b", findings: [finding])]), includesForbidden: true)
    builder.add(makeTrial(0, [makeTally(authorized: 20), makeTally(authorized: 40)]))
    builder.add(makeTrial(1, [makeTally(authorized: 22), makeTally(authorized: 41)]))
    let text = answer(try builder.summary())
    #expect(text.contains("b is best") && text.contains("not allowed (R83)"))
  }

  @Test("an option that a guardrail excludes is not said to be forbidden")
  func guarded() throws {
    var outline = makeOutline(arms: [makeArm("a"), makeArm("b"), makeArm("c")], trials: 3)
    outline.context = AnswerContext(
      makeExperiment([makeSegment()], [ExperimentSamples.makeArm("a", .launch)]),
      guardrails: [GuardrailLimit(.optInPerInstall, limit: 0.22)])
    let some = try makeSummary(outline, authorized: [[20, 40, 25], [20, 41, 26], [20, 40, 26]])
    #expect(answer(some).contains("a is excluded: see the blockers above."))
    #expect(!answer(some).contains("App Review"))
    let none = try makeSummary(outline, authorized: [[20, 20, 15], [20, 21, 16], [20, 20, 16]])
    #expect(
      answer(none).contains(
        "No verdict: every option is blocked. To rank them anyway, add --include-noncompliant."))
  }

  @Test("it says how many of its numbers are assumed, the arms' own left aside")
  func assumed() throws {
    let outline = makeOutline(parameters: [
      makeParameter("allow.rate", isDrawn: false), makeParameter("arms.a.delay_seconds", isDrawn: false),
      makeParameter("device.restricted", isDrawn: false, grade: .published),
    ])
    let text = answer(try makeSummary(outline, authorized: [[20, 30], [22, 31]]))
    #expect(text.contains("1 of the 2 inputs is assumed."))
  }

  @Test("it is most sensitive to the assumed distribution that moves the lead, and not on idle ones")
  func sensitivity() throws {
    let outline = makeOutline(
      trials: 40,
      parameters: [makeParameter("idle", isDrawn: true), makeParameter("moving", isDrawn: true)])
    // The lead rises with the trial, moving with it; idle goes to and fro.
    let text = answer(
      try makeSummary(
        outline, authorized: (0..<40).map { [20, 25 + Int64($0)] },
        draws: (0..<40).map { [$0.isMultiple(of: 2) ? 1 : 0, Double($0)] }))
    #expect(text.contains("moving  +1.00"))
    #expect(!text.contains("idle"))
  }

  @Test("from a thousand trials it says how much of the lead each parameter explains")
  func explained() throws {
    let outline = makeOutline(
      trials: 1_000,
      parameters: [makeParameter("idle", isDrawn: true), makeParameter("moving", isDrawn: true)])
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    // The lead runs from −10 to +29 points with moving; idle repeats in another rhythm.
    for trial in 0..<1_000 {
      let step = (trial * 17) % 40
      builder.add(
        makeTrial(
          trial, [makeTally(authorized: 30), makeTally(authorized: 20 + Int64(step))],
          draws: [Double((trial * 29) % 37), Double(step) / 40]))
    }
    let summary = try builder.summary()
    let text = AnswerText(summary: summary, store: "s", warnings: [], style: .plain, isVerbose: true).text
    #expect(text.contains("Most sensitive inputs (share of variance of the lead of b over a):"))
    #expect(text.contains("  moving") && text.contains("100.0") && !text.contains("  idle"))
    let flip = try #require(summary.scenarios[0].sensitivity?.rows[0].flip)
    // The arms are level at step 10.
    #expect(abs(flip.value - 0.25) < 0.02)
    #expect(RunJSON.document(summary).text.contains("\"break_even\": 0.2"))
  }

  @Test("an empty denominator in every trial reads as a dash")
  func empty() throws {
    var builder = RunSummaryBuilder(makeOutline())
    for trial in 0..<2 {
      builder.add(
        makeTrial(trial, [makeTally(authorized: 0, prompted: 0), makeTally(authorized: Int64(20 + trial))]))
    }
    let summary = try builder.summary()
    #expect(summary.scenarios[0].arms[0][.optInPerPrompted]?.estimate == nil)
    #expect(
      AnswerText(summary: summary, store: "s", warnings: [], style: .plain, isVerbose: true).text.contains(
        "–"))
  }

  @Test("no colour unless it is asked for")
  func colour() throws {
    let summary = try makeSummary(makeOutline(), authorized: [[20, 30], [22, 31]])
    let plain = AnswerText(summary: summary, store: "s", warnings: ["w"], style: .plain, isVerbose: true).text
    let coloured = AnswerText(
      summary: summary, store: "s", warnings: ["w"], style: ReviewStyle(width: 80, isColoured: true)
    ).text
    #expect(!plain.contains("\u{1B}") && coloured.contains("\u{1B}"))
  }
}
