import ExperimentDesign
import Inference
import Testing

@testable import Studies

@Suite("A test of several options, and of one that is not worse")
struct SeveralOptionsTests {
  private func builder(
    _ counts: [[Int64]], trials: Int = 400, baseline: Int = 0
  ) throws -> (RunSummaryBuilder, RunSummary) {
    try StudiesTests.builder(counts, trials: trials) { $0.baseline = baseline }
  }

  private func request(_ change: (inout TestRequest) -> Void) -> TestRequest {
    var request = TestRequest()
    change(&request)
    return request
  }

  @Test("the size is the formula's for each comparison, and the baseline is the first")
  func size() throws {
    let (builder, summary) = try builder([[200, 220, 210]])
    let plan = try builder.plannedTest(
      request {
        $0.arms = ["a", "b", "c"]
        $0.difference = 0.02
      }, of: summary)
    // 7,734.120 of each with two comparisons by Dunnett's constant.
    #expect(abs(plan.needed / 3 - 7734.120) < 0.01)
    #expect(plan.options == [0, 1, 2] && plan.planned == 3 * 7_800)
    #expect(
      plan.differences == [0.02, 0.02] && plan.answer.powerOfAll.map { $0 < plan.answer.power } == true)
  }

  @Test("without names the best option is tested against the one that is most often best besides")
  func usual() throws {
    let counts: [[Int64]] = [[200, 260, 240, 100], [200, 240, 260, 100]]
    for baseline in [0, 2] {
      let (builder, summary) = try builder(counts, baseline: baseline)
      #expect(try Set(builder.plannedTest(TestRequest(), of: summary).options) == [1, 2])
    }
  }

  @Test("what does not fit several options is refused")
  func refused() throws {
    let (builder, summary) = try builder([[200, 220, 210, 150, 160, 170, 180]])
    func problem(_ change: (inout TestRequest) -> Void) -> TestRequestProblem? {
      do {
        _ = try builder.plannedTest(request(change), of: summary)
        return nil
      } catch {
        return error as? TestRequestProblem
      }
    }
    let all = ["a", "b", "c", "d", "e", "f", "g"]
    #expect(problem { $0.arms = all } == .notSeveral(names: all))
    #expect(problem { $0.arms = ["a"] } == .notSeveral(names: ["a"]))
    let three = ["a", "b", "c"]
    let split = problem {
      $0.arms = three
      $0.allocation = [1, 1]
    }
    #expect(split == .otherSplit(shares: 2, options: three))
    let few = problem {
      $0.arms = three
      $0.installs = 3
    }
    #expect(few == .tooFew(installs: 3, options: 3))
  }

  @Test("looks at several options are planned, drawn and weighed, each comparison for itself")
  func looks() throws {
    let (builder, summary) = try builder([[200, 240, 225], [200, 225, 235]])
    let plan = try builder.plannedTest(
      request {
        $0.arms = ["a", "b", "c"]
        $0.looks = .fixed(3)
        $0.installs = 6_000
      }, of: summary)
    let tests = plan.answer.tests
    for comparison in 0..<2 {
      let stops = try (0..<3).reduce(0.0) { try $0 + tests.stops($1, comparison).value }
      #expect(abs(stops - (try tests.shown(comparison).value)) < 1e-9)
    }
    #expect(try #require(try builder.worth(of: plan, economics: nil)).test.own.evsi >= 0)
  }

  @Test("a margin has the size of the page, and is simulated as analyze reads it")
  func margin() throws {
    let (builder, summary) = try builder([[200, 210]])
    let notWorse = try builder.plannedTest(request { $0.aim = .nonInferior(margin: 0.01) }, of: summary)
    #expect(abs(notWorse.needed / 2 - 25119.843) < 0.01 && notWorse.differences == [0])
    let better = try builder.plannedTest(
      request {
        $0.aim = .nonInferior(margin: 0.01)
        $0.difference = 0.005
      }, of: summary)
    #expect(abs(better.needed / 2 - 11269.724) < 0.01)
    let small = try builder.plannedTest(
      request {
        $0.aim = .nonInferior(margin: 0.01)
        $0.installs = 8_000
      }, of: summary)
    let shown = try small.answer.tests.shown(0)
    let due = try small.design.powers(installs: 8_000, shares: small.rates.map(\.value))[0]
    #expect(abs(shown.value - due) < 4 * shown.mcse)
  }

  @Test("of three options the value is that of the exact test of the two that matter")
  func worth() throws {
    // a and b change places, and c is never best.
    let (builder, summary) = try builder([[200, 260, 100], [220, 200, 100]], trials: 600)
    func worth(_ arms: [String]) throws -> TestPlan.Worth {
      let plan = try builder.plannedTest(
        request {
          $0.arms = arms
          $0.installs = 500 * arms.count
        }, of: summary)
      return try #require(try builder.worth(of: plan, economics: nil)).test
    }
    let (two, three) = (try worth(["a", "b"]), try worth(["a", "b", "c"]))
    #expect(abs(two.own.evsi - three.own.evsi) < 3 * three.own.evsiMcse)
    #expect(
      abs(three.perfectInformation - two.perfectInformation) < 3 * three.perfectInformationMcse)
  }
}
