import ExperimentDesign
import Inference
import Testing

@testable import Studies

@Suite("The test of a run's two best options")
struct ExperimentTestPlanTests {
  @Test("it is of the two options of the answer, at the size of the formula")
  func size() throws {
    let (builder, summary) = try builder([[200, 220]])
    let plan = try builder.plannedTest(TestRequest(), of: summary)
    #expect(plan.options == [0, 1] && plan.differences == [0.005])
    #expect(plan.planned >= Int(plan.needed) && plan.answer.power >= 0.8)
    #expect(plan.curve.count == 6 && plan.asked == .size)
    // R: power.prop.test(p1 = .2, p2 = .22, power = .8)$n is 6509.4667.
    var request = TestRequest()
    request.difference = 0.02
    let lead = try builder.plannedTest(request, of: summary)
    #expect(abs(lead.needed / 2 - 6509.4667) < 0.01 && lead.planned == 2 * 6_600)
  }

  @Test("without a spread over the trials the chance is the power; a spread moves it away from that")
  func spread() throws {
    var request = TestRequest()
    request.installs = 13_200
    let (same, summary) = try builder([[200, 220]])
    let shown = try same.plannedTest(request, of: summary).answer.tests.shown(0)
    let power = try TestDesign().powers(installs: 13_200, shares: [0.2, 0.22])[0]
    #expect(abs(shown.value - power) < 4 * shown.mcse)
    let (apart, other) = try builder([[200, 260], [220, 200]])
    let uncertain = try apart.plannedTest(request, of: other).answer.tests
    #expect((0.3..<0.7).contains(try uncertain.share(.better, 0).value))
    #expect(try uncertain.share(.worse, 0).value > 0.2)
  }

  @Test("a test misleads where what it counts and what is wanted differ in sign")
  func misleading() throws {
    let rehearsal = Rehearsal([[0.2, 0.2], [0.25, 0.15]], design: try TestDesign(), margin: 0)
    let tests = try rehearsal.tests(installs: 40_000)
    #expect(try abs(#require(tests.misleading([[1, 1]])) - 0.5) < 0.01)
    #expect(try #require(tests.misleading([[1, -1]])) < 0.01)
  }

  @Test("the calendar waits until the last install is old enough")
  func calendar() throws {
    let (builder, summary) = try builder([[200, 220]])
    var request = TestRequest()
    #expect(try builder.plannedTest(request, of: summary).calendar(installs: 1_000) == nil)
    request.installsPerDay = 100
    let plan = try builder.plannedTest(request, of: summary)
    let calendar = try #require(plan.calendar(installs: 1_000))
    // 10 days of installs are 2 weeks, and the horizon of 30 days is waited for.
    #expect(calendar.wholeWeeks == 2 && calendar.readOn == 44)
  }

  @Test("an uneven split and clusters take the installs that the formula says")
  func designs() throws {
    let (builder, summary) = try builder([[200, 220]])
    func needed(_ change: (inout TestRequest) -> Void) throws -> Double {
      var request = TestRequest()
      request.difference = 0.02
      change(&request)
      return try builder.plannedTest(request, of: summary).needed
    }
    // Page of the plan: n₀ = 9718.046 and 14,577.069 in total for half as many of the arm.
    #expect(abs(try needed { $0.allocation = [2, 1] } - 14_577.069) < 0.01)
    // 2.99 times the installs by the design effect, and a few whole releases more.
    let clusters = PlannedClusters(size: 200, intraclassCorrelation: 0.01)
    let whole = try needed { $0.clusters = clusters }
    #expect(whole >= 2 * 2.99 * 6509.4667 && whole < 1.1 * 2 * 2.99 * 6509.4667)
    #expect(whole.truncatingRemainder(dividingBy: 400) == 0)
    var request = TestRequest()
    request.allocation = [2, 1]
    request.installs = 9_001
    let uneven = try builder.plannedTest(request, of: summary)
    #expect(uneven.design.split(9_001) == [6_000, 3_001] && !uneven.design.isSplitEvenly)
  }

  @Test("looks at any time are one a day of the test")
  func peeking() throws {
    let (builder, summary) = try builder([[200, 220]])
    var request = TestRequest()
    request.looks = .anyTime(days: nil)
    request.installs = 4_000
    #expect(try builder.plannedTest(request, of: summary).design.looks == .anyTime(30))
    request.installsPerDay = 400
    let plan = try builder.plannedTest(request, of: summary)
    #expect(plan.design.looks == .anyTime(10) && plan.answer.tests.fractions.count == 10)
  }

  @Test("a test is worth something where the best option changes with the inputs, and costs what it costs")
  func worth() throws {
    let (builder, summary) = try builder([[200, 260], [220, 200]])
    let plan = try builder.plannedTest(TestRequest(), of: summary)
    let without = try #require(try builder.worth(of: plan, economics: nil)).test
    #expect(without.future == nil && without.bestSize == nil && without.bestGuess == "b")
    // Half of the draws lose 2 pp by the second option: 1 pp on average is what knowing is worth.
    #expect(abs(without.perfectInformation - 0.01) < 2e-3)
    let economics = TestEconomics(future: 100_000)
    let found = try #require(try builder.worth(of: plan, economics: economics))
    #expect(found.test.bestSize != nil)
    #expect(found.curve.map(\.planned) == plan.curve.map(\.installs))
    for (first, second) in zip(found.curve, found.curve.dropFirst()) {
      #expect(first.evsi <= second.evsi + 2 * first.evsiMcse && first.cost < second.cost)
    }
  }

  @Test("names of options may have commas in a list of them")
  func commas() throws {
    let (builder, summary) = try builder([[200, 220]]) {
      $0.arms[0].name = "a, first"
      $0.arms[1].name = "a"
    }
    var request = TestRequest()
    request.arms = ["a", "a", "first"]
    #expect(try builder.plannedTest(request, of: summary).options == [1, 0])
    request.arms = ["a", "first", "a"]
    #expect(try builder.plannedTest(request, of: summary).options == [0, 1])
  }

  @Test("what cannot be planned is refused with its reason")
  func refused() throws {
    let (builder, summary) = try builder([[200, 220]])
    func problem(_ change: (inout TestRequest) -> Void) -> TestRequestProblem? {
      var request = TestRequest()
      change(&request)
      do {
        _ = try builder.plannedTest(request, of: summary)
        return nil
      } catch {
        return error as? TestRequestProblem
      }
    }
    #expect(problem { $0.scenario = "no" } == .noScenario(name: "no", known: ["base"]))
    #expect(problem { $0.arms = ["a", "c"] } == .noArm(name: "c", known: ["a", "b"]))
    #expect(problem { $0.arms = ["a", "a"] } == .notSeveral(names: ["a", "a"]))
    #expect(problem { $0.day = 3 } == .noDay(day: 3, days: [1, 7, 30]))
    // The trials of this sample count no answers by a day.
    #expect(problem { $0.day = 7 } == .incomplete)
    var tiny = TestRequest()
    tiny.difference = 1e-6
    #expect(throws: TestPlanProblem.self) { try builder.plannedTest(tiny, of: summary) }
    let (sums, of) = try StudiesTests.builder([[200, 220]]) { $0.objective = Objective(.sessionsPerInstall) }
    #expect(throws: TestRequestProblem.noShare(objective: "sessions_per_install", days: [1, 7, 30])) {
      try sums.plannedTest(TestRequest(), of: of)
    }
  }

  @Test(
    "sizes are rounded up to two digits", arguments: [(6509.4667, 6600), (99.2, 100), (118_956.7, 120_000)])
  func rounded(size: Double, printed: Int) { #expect(twoDigitsUp(size) == printed) }
}
