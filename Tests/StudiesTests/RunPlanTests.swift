import ExperimentDesign
import ExperimentSamples
import Inference
import TestData
import Testing

@testable import Studies

extension RunSummaryBuilder {
  fileprivate func planned(
    of summary: RunSummary, _ change: (inout TestRequest) -> Void = { _ in }
  ) throws -> PlannedTest {
    var request = TestRequest()
    change(&request)
    return try plannedTest(request, of: summary)
  }
}

extension PlannedTest {
  /// What tests of the planned size show.
  fileprivate func tests() throws -> RehearsedTests {
    try #require(rehearsal).tests(installs: planned)
  }
}

@Suite("The plan of a test of a run")
struct RunPlanTests {
  /// Counts of two options in turn over the trials.
  private static let turning: [[Int64]] = [[200, 260], [220, 200]]

  /// The size of a test of options with these counts in turn over the trials.
  private func planned(
    _ counts: [[Int64]], trials: Int = 40, baseline: Int = 0,
    _ change: (inout TestRequest) -> Void = { _ in }
  ) throws -> PlannedTest {
    let (builder, summary) = try builder(counts, trials: trials) { $0.description.baseline = baseline }
    return try builder.planned(of: summary, change)
  }

  /// The whole plan of two options.
  private func plan(
    _ counts: [[Int64]], installsPerMonth: Double? = 40_000, guardrails: [GuardrailLimit] = [],
    _ change: (inout TestRequest) -> Void = { _ in }
  ) throws -> TestPlan {
    let (builder, summary) = try builder(counts) {
      $0.context = .ofTwo(installsPerMonth: installsPerMonth, guardrails: guardrails)
    }
    var request = TestRequest()
    change(&request)
    return try builder.testPlan(request, of: summary)
  }

  // MARK: - Options and size

  @Test("it is of the two options of the answer, at the size of the formula")
  func size() throws {
    let plan = try planned([[200, 220]])
    #expect(plan.subject.names == ["a", "b"] && plan.differences == [0.005])
    let needed = try #require(plan.needed)
    #expect(plan.planned >= Int(needed) && plan.asked == .size)
    let curve = try plan.plan().curve
    #expect(curve.count == 6 && curve.contains { $0.planned == plan.planned && $0.power >= 0.8 })
    // R: power.prop.test(p1 = .2, p2 = .22, power = .8)$n is 6509.4667.
    let lead = try planned([[200, 220]]) { $0.difference = 0.02 }
    #expect(try abs(#require(lead.needed) / 2 - 6509.4667) < 0.01 && lead.planned == 2 * 6_600)
  }

  @Test("of several options the size is the formula's for each comparison, and the baseline is the first")
  func several() throws {
    let plan = try planned([[200, 220, 210]]) { ($0.arms, $0.difference) = (["a", "b", "c"], 0.02) }
    // 7,734.120 of each with two comparisons by Dunnett's constant.
    #expect(try abs(#require(plan.needed) / 3 - 7734.120) < 0.01 && plan.planned == 3 * 7_800)
    let found = try plan.plan().answer
    #expect(plan.differences == [0.02, 0.02])
    #expect(try #require(found.powerOfAll) < found.power)
  }

  @Test("without names the best option is tested against the one that is most often best besides")
  func usual() throws {
    let counts: [[Int64]] = [[200, 260, 240, 100], [200, 240, 260, 100]]
    for baseline in [0, 2] {
      #expect(try Set(planned(counts, baseline: baseline).subject.names) == ["b", "c"])
    }
  }

  @Test("a margin has the size of the page, and is simulated as analyze reads it")
  func margin() throws {
    let notWorse = try planned([[200, 210]]) { $0.nonInferior = 0.01 }
    #expect(try abs(#require(notWorse.needed) / 2 - 25119.843) < 0.01 && notWorse.differences == [0])
    let better = try planned([[200, 210]]) { ($0.nonInferior, $0.difference) = (0.01, 0.005) }
    #expect(try abs(#require(better.needed) / 2 - 11269.724) < 0.01)
    let small = try planned([[200, 210]], trials: 400) { ($0.nonInferior, $0.installs) = (0.01, 8_000) }
    let shown = try small.tests().shown(0)
    let due = try small.design.powers(installs: 8_000, shares: small.subject.rates)[0]
    #expect(abs(shown.value - due) < 4 * shown.mcse)
  }

  @Test("an uneven split and clusters take the installs that the formula says")
  func designs() throws {
    func needed(_ change: (inout TestRequest) -> Void) throws -> Double {
      try #require(
        try planned([[200, 220]]) {
          $0.difference = 0.02
          change(&$0)
        }.needed)
    }
    // Page of the plan: n₀ = 9718.046 and 14,577.069 in total for half as many of the arm.
    #expect(abs(try needed { $0.allocation = [2, 1] } - 14_577.069) < 0.01)
    // 2.99 times the installs by the design effect, and a few whole releases more.
    let whole = try needed { $0.clusters = PlannedClusters(size: 200, icc: 0.01) }
    #expect(whole >= 2 * 2.99 * 6509.4667 && whole < 1.1 * 2 * 2.99 * 6509.4667)
    #expect(whole.truncatingRemainder(dividingBy: 400) == 0)
    let uneven = try planned([[200, 220]]) { ($0.allocation, $0.installs) = ([2, 1], 9_001) }
    #expect(uneven.size == [6_000, 3_001])
  }

  @Test("the calendar waits until the last install is old enough, and looks at any time are one a day")
  func calendar() throws {
    #expect(try planned([[200, 220]]).calendar(installs: 1_000) == nil)
    // 10 days of installs are 2 weeks, and the horizon of 30 days is waited for.
    let calendar = try planned([[200, 220]]) { $0.installsPerDay = 100 }.calendar(installs: 1_000)
    #expect(calendar?.wholeWeeks == 2 && calendar?.readOn == 44)
    func looks(installsPerDay: Double?) throws -> PlannedTest {
      try planned([[200, 220]]) {
        ($0.looks, $0.installs, $0.installsPerDay) = (.anyTime(days: nil), 4_000, installsPerDay)
      }
    }
    #expect(try looks(installsPerDay: nil).design.looks == .anyTime(days: 30))
    let daily = try looks(installsPerDay: 400)
    #expect(try daily.design.looks == .anyTime(days: 10) && daily.tests().fractions.count == 10)
  }

  @Test("what cannot be planned is refused with its reason")
  func refused() throws {
    /// Whether it is refused with what was found, and what was expected.
    func refuses(_ parts: String..., change: (inout TestRequest) -> Void) -> Bool {
      let found = #expect(throws: UnfitOption.self) {
        try planned([[200, 220, 210, 150, 160, 170, 180]], change)
      }
      return found.map { parts.allSatisfy("\($0)".contains) } ?? false
    }
    #expect(refuses("--scenario no'", "base") { $0.scenario = "no" })
    #expect(refuses("--arms", "'h'", "a, b, c, d, e, f, g") { $0.arms = ["a", "h"] })
    for names in [["a", "b", "c", "d", "e", "f", "g"], ["a"], ["a", "a"]] {
      #expect(refuses("--arms", "'\(names.joined(separator: ", "))'") { $0.arms = names })
    }
    let three = ["a", "b", "c"]
    #expect(
      refuses("--allocation", "2 shares", "(a, b, c)") { ($0.arms, $0.allocation) = (three, [1, 1]) })
    #expect(refuses("3 installs", "at least 6") { ($0.arms, $0.installs) = (three, 3) })
    #expect(refuses("--day 3'", "--day 1, or --day 7, or --day 30") { $0.day = 3 })
    // The trials of this sample count no answers by a day.
    #expect(refuses("--day") { $0.day = 7 })
    #expect(throws: UnfitOption.self) { try planned([[200, 220]]) { $0.difference = 1e-6 } }
    let (sums, of) = try builder([[200, 220]]) { $0.description.objective = Objective(.sessionsPerInstall) }
    #expect(throws: UnfitOption.self) { try sums.planned(of: of) }
  }

  @Test(
    "sizes are rounded up to two digits", arguments: [(6509.4667, 6600), (99.2, 100), (118_956.7, 120_000)])
  func rounded(size: Double, printed: Int) { #expect(twoDigitsUp(size) == printed) }

  // MARK: - What tests show

  @Test("without a spread over the trials the chance is the power; a spread moves it away from that")
  func spread() throws {
    let shown = try planned([[200, 220]]) { $0.installs = 13_200 }.tests().shown(0)
    let power = try TestDesign().powers(installs: 13_200, shares: [0.2, 0.22])[0]
    #expect(abs(shown.value - power) < 4 * shown.mcse)
    let uncertain = try planned(Self.turning) { $0.installs = 13_200 }.tests()
    #expect((0.3..<0.7).contains(try uncertain.share(.better, 0).value))
    #expect(try uncertain.share(.worse, 0).value > 0.2)
  }

  @Test("looks at several options are planned, drawn and weighed, each comparison for itself")
  func looks() throws {
    let plan = try planned([[200, 240, 225], [200, 225, 235]], trials: 400) {
      ($0.arms, $0.looks, $0.installs) = (["a", "b", "c"], .fixed(3), 6_000)
    }
    let tests = try plan.tests()
    for comparison in 0..<2 {
      let stops = try tests.stopping(comparison + 1, named: "b").stops.reduce(0.0) { $0 + $1.value }
      #expect(abs(stops - (try tests.shown(comparison).value)) < 1e-9)
    }
    #expect(try #require(plan.value).balance(installs: 6_000).evsi >= 0)
  }

  @Test("a test misleads where what it counts and what is wanted differ in sign")
  func misleading() throws {
    let rehearsal = Rehearsal([[0.2, 0.2], [0.25, 0.15]], design: try TestDesign(), margin: 0)
    let tests = try rehearsal.tests(installs: 40_000)
    #expect(try abs(#require(tests.misleading([[0, 0], [1, 1]])) - 0.5) < 0.01)
    #expect(try #require(tests.misleading([[0, 0], [1, -1]])) < 0.01)
  }

  @Test("a guardrail has the installs that tell an option's mean from the limit")
  func guardrails() throws {
    let limit = GuardrailLimit(.optInPerInstall, limit: 0.19)
    let found = try plan([[200, 220]], guardrails: [limit]) { $0.installs = 2_000 }
    let guardrail = try #require(found.guardrails.first)
    #expect(guardrail.option == "b" && guardrail.reading.state == .holds)
    #expect(guardrail.reading.chanceHolds?.value == 1 && !guardrail.isEnough)
    #expect(try abs(#require(guardrail.margin) - 0.01) < 1e-9)
    // (1.959964 + 0.841621)² (0.16 + 0.1716) / 0.03² of each.
    let needed = try #require(guardrail.needed)
    #expect(abs(Double(needed) / 2 - 2_891.9) < 2)
    #expect(try abs(#require(guardrail.detects) - 0.051) < 2e-4)
    #expect(try plan([[200, 220]], guardrails: [limit]) { $0.installs = 20_000 }.guardrails[0].isEnough)
  }

  // MARK: - What it is worth

  @Test("it says whether the test is worth it, and why not")
  func verdicts() throws {
    let pays = try plan(Self.turning)
    #expect(pays.worth?.verdict == .pays && pays.worth?.pays == true && pays.asked == .value)
    #expect(pays.answer.isEnough)
    #expect(try plan([[200, 260], [210, 270]]).worth?.verdict == .choiceStands)
    #expect(try plan([[200, 200]]).worth?.verdict == .sameRates)
    #expect(try plan([[200, 206], [204, 200]]).worth?.pays == false)
    let large = try plan(Self.turning) { $0.installs = 400_000 }
    #expect(large.worth?.verdict == .sizeCostsMore && large.asked == .power)
    let unused = try plan(Self.turning, installsPerMonth: nil)
    #expect(unused.worth?.verdict == nil && unused.worth?.pays == nil && unused.calendar == nil)
    #expect(unused.cautions.contains { $0.code == .noVolume } && unused.asked == .size)
    let worth = try #require(unused.worth)
    #expect(worth.future == nil && worth.bestSize == nil && worth.bestGuess == "b")
    // Half of the draws lose 2 pp by the second option: 1 pp on average is what knowing is worth.
    #expect(abs(worth.perfectInformation.value - 0.01) < 2e-3)
  }

  @Test("larger tests are worth more")
  func worth() throws {
    let found = try plan(Self.turning)
    #expect(found.worth?.bestSize != nil)
    for (first, second) in zip(found.curve, found.curve.dropFirst()) {
      let (less, more) = (try #require(first.evsi), try #require(second.evsi))
      #expect(try less <= more + 2 * #require(first.evsiMcse))
    }
  }

  @Test("of three options the value is that of the exact test of the two that matter")
  func worthOfThree() throws {
    // a and b change places, and c is never best.
    func value(_ arms: [String]) throws -> ValueOfTest {
      try #require(
        try planned([[200, 260, 100], [220, 200, 100]], trials: 600) {
          ($0.arms, $0.installs) = (arms, 500 * arms.count)
        }.value)
    }
    let (two, three) = (try value(["a", "b"]), try value(["a", "b", "c"]))
    let gains = (try two.value(installs: 1_000).gain, try three.value(installs: 1_500).gain)
    #expect(abs(gains.0.value - gains.1.value) < 3 * gains.1.mcse)
    let knowing = (try two.ofKnowing(), try three.ofKnowing())
    #expect(abs(knowing.1.value - knowing.0.value) < 3 * knowing.1.mcse)
  }

  // MARK: - The test that an answer proposes

  @Test("an answer proposes the test that the plan of the same two options is of")
  func proposal() throws {
    for (counts, baseline) in [
      (Self.turning, 0), (Self.turning, 1), ([[200, 220]], 0), ([[200, 220]], 1),
      ([[200, 206], [204, 200]], 0), ([[200, 260], [210, 270]], 0),
    ] {
      let (builder, summary) = try builder(counts) {
        $0.context = .ofTwo(installsPerMonth: 40_000, valuePerOptIn: 2)
        $0.description.baseline = baseline
      }
      let proposed = try #require(summary.scenarios[0].proposedTest)
      let found = try builder.testPlan(TestRequest(), of: summary)
      #expect(found.options.map(\.option) == (baseline == 0 ? ["a", "b"] : ["b", "a"]))
      let installs = proposed.size.installsPerOption
      #expect(found.options.allSatisfy { $0.installs == installs })
      #expect(installs == twoDigitsUp(Double(installs)))
      #expect(found.calendar?.readOn == proposed.size.readOnDay)
      #expect(found.calendar?.wholeWeeks == proposed.size.weeks && found.worth == proposed.worth)
    }
  }

  @Test("it pays where the choice may turn, and the gain is a hundredth of what the year brings")
  func pays() throws {
    func proposed(_ counts: [[Int64]]) throws -> ProposedTest {
      let (_, summary) = try builder(counts) { $0.context = .ofTwo(installsPerMonth: 40_000) }
      return try #require(summary.scenarios[0].proposedTest)
    }
    let test = try proposed(Self.turning)
    #expect(try test.worth.pays == true && test.worth.own.gain > 0.01 * #require(test.worth.optInsPerYear))
    // 23% of 480,000 installs.
    #expect(try abs(#require(test.worth.optInsPerYear) - 110_400) < 200)
    let little = try proposed([[200, 206], [204, 200]])
    #expect(little.worth.verdict == .gainsLittle)
    #expect(try little.worth.own.gain < 0.01 * #require(little.worth.optInsPerYear))
    let nothing = try proposed([[200, 260], [210, 270]])
    #expect(nothing.worth.pays == false && nothing.worth.own.netBenefit <= 0)
    #expect(nothing.size.installsPerOption > 1_000)
  }

  @Test("its size is advised where installs can be split one by one, which usage strings cannot")
  func usageStrings() throws {
    for string in [nil, "other"] {
      // As far apart as few trials tell.
      let (_, summary) = try builder([[200, 360], [200, 360], [200, 360], [220, 200]]) {
        $0.context = .ofTwo(installsPerMonth: 40_000)
        if let string { $0.description.arms[1].usageString = string }
      }
      let advice = RunAnswer(summary).scenarios[0].decided.advice
      guard case .test(_, _, let size, _) = advice else { throw Unexpected(advice) }
      #expect((size == nil) == (string != nil) && summary.scenarios[0].proposedTest != nil)
    }
  }

  @Test("there is none without a volume, and of an objective that is no share of installs")
  func none() throws {
    let (_, silent) = try builder(Self.turning) { $0.context = .ofTwo(installsPerMonth: nil) }
    let (_, sums) = try builder(Self.turning) {
      $0.context = .ofTwo(installsPerMonth: 40_000)
      $0.description.objective = Objective(.sessionsPerInstall)
    }
    for summary in [silent, sums] { #expect(summary.scenarios[0].proposedTest == nil) }
  }
}
