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
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.difference = 0.02
      }, of: summary
    ).plan
    // 7,734.120 of each with two comparisons by Dunnett's constant.
    #expect(abs(plan.needed / 3 - 7734.120) < 0.01)
    #expect(plan.options == [0, 1, 2] && plan.planned == 3 * 7_800)
    #expect(plan.answer.comparisons.count == 2 && plan.differences == [0.02, 0.02])
    for point in plan.curve { #expect(point.comparisons.allSatisfy { $0.installs == point.installs }) }
  }

  @Test("without names the best option is tested against the one that is most often best besides")
  func usual() throws {
    let counts: [[Int64]] = [[200, 260, 240, 100], [200, 240, 260, 100]]
    for baseline in [0, 2] {
      let (builder, summary) = try builder(counts, baseline: baseline)
      #expect(try Set(builder.testPlan(TestRequest(), of: summary).options) == [1, 2])
    }
  }

  @Test("what does not fit several options is refused")
  func refused() throws {
    let (builder, summary) = try builder([[200, 220, 210, 150, 160, 170, 180]])
    func problem(_ change: (inout TestRequest) -> Void) -> TestRequestProblem? {
      do {
        _ = try builder.testPlan(request(change), of: summary)
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

  @Test("looks at several options are planned, simulated and weighed, each comparison for itself")
  func looks() throws {
    let (builder, summary) = try builder([[200, 240, 225], [200, 225, 235]])
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.looks = .fixed(3)
        $0.installs = 6_000
      }, of: summary)
    let found = try #require(try plan.rehearsal())
    for (simulated, formula) in zip(found.tests.comparisons, plan.answer.comparisons) {
      #expect(abs(simulated.better.value - formula.armAhead.value) < 3 * simulated.better.mcse)
    }
    let stopping = try #require(plan.plan.stopping)
    for (comparison, chances) in zip(stopping.comparisons, plan.answer.comparisons) {
      #expect(abs(comparison.stops.reduce(0) { $0 + $1.value } - chances.shown.value) < 1e-9)
    }
    let worth = try #require(try builder.worth(of: plan, economics: nil))
    #expect(worth.own.evsi >= 0)
  }

  @Test("a margin has the size of the page, and is simulated as analyze reads it")
  func margin() throws {
    let (builder, summary) = try builder([[200, 210]])
    let notWorse = try builder.testPlan(request { $0.aim = .nonInferior(margin: 0.01) }, of: summary)
    #expect(abs(notWorse.needed / 2 - 25119.843) < 0.01 && notWorse.differences == [0])
    let better = try builder.testPlan(
      request {
        $0.aim = .nonInferior(margin: 0.01)
        $0.difference = 0.005
      }, of: summary)
    #expect(abs(better.needed / 2 - 11269.724) < 0.01)
    let small = try builder.testPlan(
      request {
        $0.aim = .nonInferior(margin: 0.01)
        $0.installs = 8_000
      }, of: summary)
    let simulated = try #require(try small.rehearsal()).tests.comparisons[0].shown
    #expect(abs(simulated.value - small.answer.comparisons[0].shown.value) < 3 * simulated.mcse)
  }

  @Test(
    "of three options the value is that of the exact test of the two that matter, and names the best pair")
  func worth() throws {
    // a and b change places, and c is never best.
    let (builder, summary) = try builder([[200, 260, 100], [220, 200, 100]], trials: 600)
    func worth(_ arms: [String]) throws -> TestPlan.Worth {
      let plan = try builder.testPlan(
        request {
          $0.arms = arms
          $0.installs = 500 * arms.count
        }, of: summary)
      return try #require(try builder.worth(of: plan, economics: nil))
    }
    let (two, three) = (try worth(["a", "b"]), try worth(["a", "b", "c"]))
    #expect(abs(two.own.evsi - three.own.evsi) < 3 * three.own.evsiMcse)
    #expect(three.tests.first { $0.options.count == 2 }?.options == ["a", "b"])
    #expect(
      abs(three.perfectInformation - two.perfectInformation) < 3 * three.perfectInformationMcse)
  }

  @Test("releases of one size are simulated as analyze reads them, which costs a little power")
  func clusterSize() throws {
    let design = try TestDesign(clusters: PlannedClusters(size: 500, intraclassCorrelation: 0.004))
    let installs = try design.installs(shares: [0.2, 0.24], power: 0.8)
    let planned = Int((installs / 1_000).rounded(.up)) * 1_000
    let reading = try #require(try RehearsedReading(design, planned: planned, margin: 0.005))
    let found = try RehearsedTests(purpose: 940, simulations: 400, reading: reading) { _ in [0.2, 0.24] }
    let equal = try RehearsedTests(purpose: 941, simulations: 400, reading: reading) { _ in [0.2, 0.2] }
    let power = try design.powers(installs: Double(planned), shares: [0.2, 0.24])[0]
    let better = found.comparisons[0].better
    #expect(better.value < power + 3 * better.mcse && better.value > power - 0.15)
    #expect(equal.found.value < 0.05 + 3 * equal.found.mcse)
    let few = try TestDesign(clusters: PlannedClusters(size: 8_000, intraclassCorrelation: 0.01))
    #expect(try RehearsedReading(few, planned: 12_000, margin: 0.005) == nil)
  }
}
