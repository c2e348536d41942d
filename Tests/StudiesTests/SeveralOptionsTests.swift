import ExperimentDesign
import Inference
import Testing

@testable import Studies

@Suite("A test of several options, and of other aims than a difference")
struct SeveralOptionsTests {
  /// Options a, b, c (and so on) with these counts of 1,000 over the trials: one row, or several in turn.
  private func builder(
    _ counts: [[Int64]], trials: Int = 400, baseline: Int = 0
  ) throws -> (RunSummaryBuilder, RunSummary) {
    var outline = sampleOutline(trials: trials)
    let first = outline.arms[0]
    outline.arms = counts[0].indices.map { position in
      var arm = first
      arm.name = ["a", "b", "c", "d", "e", "f", "g"][position]
      return arm
    }
    outline.baseline = baseline
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<trials {
      builder.add(sampleTrial(trial, authorized: counts[trial % counts.count], draws: [Double(trial)]))
    }
    return (builder, try builder.summary())
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
    // Page of the plan: 7,883.130 of each with two comparisons at Bonferroni's level.
    #expect(abs(try #require(plan.needed) / 3 - 7883.130) < 0.01)
    #expect(plan.options == [0, 1, 2] && plan.planned == 3 * 7_884)
    #expect(plan.answer.comparisons.count == 2 && plan.differences == [0.02, 0.02])
    for point in plan.curve { #expect(point.comparisons.allSatisfy { $0.installs == point.installs }) }
  }

  @Test("without names the baseline is tested beside the two best, unless it is one of them")
  func usual() throws {
    let counts: [[Int64]] = [[200, 260, 240, 100], [200, 240, 260, 100]]
    let (third, of) = try builder(counts)
    #expect(try third.testPlan(TestRequest(), of: of).options == [0, 1, 2])
    let (first, other) = try builder(counts, baseline: 2)
    #expect(try Set(first.testPlan(TestRequest(), of: other).options) == [1, 2])
    let looks = request { $0.looks = LookRule(try? PlannedLooks.fixed(2, .pocockType)) }
    #expect(try third.testPlan(looks, of: of).options == [0, 1, 2])
    // What is for two options alone is planned of two.
    let clusters = request { $0.clusters = .counts([40, 40], intraclassCorrelation: 0.0001) }
    #expect(try third.testPlan(clusters, of: of).options.count == 2)
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
    let clustered = problem {
      $0.arms = three
      $0.clusters = .counts([3, 3], intraclassCorrelation: 0.01)
    }
    #expect(clustered == .otherSplit(option: "--clusters", shares: 2, options: three))
    let single = problem {
      $0.arms = ["a", "b"]
      $0.mustShowAll = true
    }
    #expect(single == .allOfOne(options: ["a", "b"]))
    let split = problem {
      $0.arms = three
      $0.allocation = [1, 1]
    }
    #expect(split == .otherSplit(option: "--allocation", shares: 2, options: three))
    let few = problem {
      $0.arms = three
      $0.size = .perArm(1)
    }
    #expect(few == .tooFew(installs: 3, options: 3))
  }

  @Test(
    "simulated tests of several options show what the plan says, with each correction",
    arguments: MultiplicityCorrection.allCases)
  func rehearsal(correction: MultiplicityCorrection) throws {
    let (builder, summary) = try builder([[200, 240, 225]])
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.correction = correction
        $0.size = .total(6_000)
      }, of: summary)
    let found = try #require(try plan.rehearsal(simulations: 1_000))
    for (simulated, formula) in zip(found.planned.comparisons, plan.answer.comparisons) {
      #expect(abs(simulated.better.value - formula.armAhead.value) < 3 * simulated.better.mcse)
      #expect(abs(simulated.bias.value) < 3 * simulated.bias.mcse)
      #expect(simulated.coverage.value > 0.95 - 3 * simulated.coverage.mcse)
    }
    // Of either of two equal options no more than the level is found, unless nothing is corrected.
    let level = correction == .none ? 0.1 : 0.05
    #expect(found.identical.found.value < level + 3 * found.identical.found.mcse)
  }

  @Test(
    "the chance that all comparisons show it is that of simulated tests, with each correction and aim",
    arguments: MultiplicityCorrection.allCases, [TestAim.difference, .nonInferior(margin: 0.01)])
  func all(correction: MultiplicityCorrection, aim: TestAim) throws {
    let (builder, summary) = try builder([[200, 230, 225], [200, 215, 230]])
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.correction = correction
        $0.aim = aim
        $0.mustShowAll = true
        $0.size = .total(6_000)
      }, of: summary)
    let all = try #require(plan.answer.all)
    let found = try #require(try plan.rehearsal(simulations: 1_000)).planned.foundAll
    #expect(abs(found.value - all.value) < 3 * found.mcse && all.value > 0.05)
    for comparison in plan.answer.comparisons { #expect(all.value <= comparison.shown.value + 1e-9) }
    let joint = try plan.design.jointPower(
      installs: 6_000, shares: [0.2] + plan.differences.map { 0.2 + $0 })
    #expect(plan.answer.power == joint?.all)
  }

  @Test("the size for all comparisons together is the formula's, and larger than for each")
  func sizeOfAll() throws {
    let (builder, summary) = try builder([[200, 220, 220]])
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.difference = 0.02
        $0.mustShowAll = true
      }, of: summary)
    // Of JointPowerTests, by SciPy.
    #expect(abs(try #require(plan.needed) / 3 - 9666.413258761168) < 0.05)
    #expect(abs(plan.answer.power - 0.8) < 1e-4)
  }

  @Test("looks at several options are planned, simulated and weighed, each comparison for itself")
  func looks() throws {
    let (builder, summary) = try builder([[200, 240, 225], [200, 225, 235]])
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.looks = LookRule(try? PlannedLooks.fixed(3, .obrienFlemingType))
        $0.size = .total(6_000)
      }, of: summary)
    let found = try #require(try plan.rehearsal(simulations: 1_000))
    for (simulated, formula) in zip(found.planned.comparisons, plan.answer.comparisons) {
      #expect(abs(simulated.better.value - formula.armAhead.value) < 3 * simulated.better.mcse)
    }
    let stopping = try #require(plan.plan.stopping)
    for (comparison, chances) in zip(stopping.comparisons, plan.answer.comparisons) {
      #expect(abs(comparison.stops.reduce(0) { $0 + $1.value } - chances.shown.value) < 1e-9)
    }
    #expect(found.identical.found.value < 0.05 + 3 * found.identical.found.mcse)
    let worth = try #require(try builder.worth(of: plan, economics: nil))
    #expect(worth.own.planned.perInstall.value >= 0 && worth.shipped(installs: 6_000) == nil)
    #expect(try builder.worth(of: plan, economics: nil, rule: .analyze) == nil)
  }

  @Test("counted releases of several options are planned, and show no more than the formula says")
  func clusters() throws {
    let (builder, summary) = try builder([[200, 260, 200], [200, 255, 200]])
    let plan = try builder.testPlan(
      request {
        $0.arms = ["a", "b", "c"]
        $0.clusters = .counts([8, 8, 8], intraclassCorrelation: 0.002)
        $0.size = .total(24_000)
      }, of: summary)
    let found = try #require(try plan.rehearsal(simulations: 60)).planned
    let due = plan.answer.comparisons.map(\.armAhead.value)
    // The analysis asks for a difference by chance of the assignment too, which is stricter.
    #expect(found.comparisons[0].better.value > due[0] - 0.2 && due[0] > 0.8)
    #expect(due[1] < 0.03 && found.comparisons[1].better.value < 0.1)
    let worth = try #require(try builder.worth(of: plan, economics: nil))
    #expect(worth.tests.count == 4 && worth.own.planned.perInstall.value >= 0)
  }

  @Test("a test on one side, and of a margin, is simulated as analyze reads it")
  func aims() throws {
    let (builder, summary) = try builder([[200, 210]])
    func compare(_ change: @escaping (inout TestRequest) -> Void) throws -> TestRehearsal {
      let plan = try builder.testPlan(request(change), of: summary)
      let found = try #require(try plan.rehearsal(simulations: 1_000))
      let simulated = found.planned.comparisons[0].shown
      #expect(abs(simulated.value - plan.answer.comparisons[0].shown.value) < 3 * simulated.mcse)
      return found
    }
    let oneSided = try compare {
      $0.sides = .one
      $0.size = .total(20_000)
    }
    #expect(abs(oneSided.identical.found.value - 0.05) < 3 * oneSided.identical.found.mcse)
    let notWorse = try compare {
      $0.aim = .nonInferior(margin: 0.01)
      $0.size = .total(8_000)
    }
    #expect(abs(notWorse.identical.found.value - 0.025) < 3 * notWorse.identical.found.mcse)
    #expect(notWorse.equalByDay == nil)
    let equal = try compare {
      $0.aim = .equivalent(margin: 0.02)
      $0.size = .total(20_000)
    }
    #expect(abs(equal.identical.found.value - 0.05) < 3 * equal.identical.found.mcse)
  }

  @Test("a margin has the size of the page, for options that are assumed to be equal")
  func margins() throws {
    let (builder, summary) = try builder([[200, 210]])
    let notWorse = try builder.testPlan(request { $0.aim = .nonInferior(margin: 0.01) }, of: summary)
    #expect(abs(try #require(notWorse.needed) / 2 - 25119.843) < 0.01 && notWorse.differences == [0])
    let better = try builder.testPlan(
      request {
        $0.aim = .nonInferior(margin: 0.01)
        $0.difference = 0.005
      }, of: summary)
    #expect(abs(try #require(better.needed) / 2 - 11269.724) < 0.01)
    let equal = try builder.testPlan(request { $0.aim = .equivalent(margin: 0.01) }, of: summary)
    #expect(abs(try #require(equal.needed) / 2 - 27404.3115) < 0.01 && equal.plan.margin == 0.01)
  }

  @Test(
    "of three options the value is that of the exact test of the two that matter, and names the best pair")
  func worth() throws {
    // a and b change places, and c is never best.
    let (builder, summary) = try builder([[200, 260, 100], [220, 200, 100]], trials: 600)
    func worth(_ arms: [String], _ rule: ValueOfTest.Rule = .bayes) throws -> TestWorth {
      let plan = try builder.testPlan(
        request {
          $0.arms = arms
          $0.size = .perArm(500)
        }, of: summary)
      return try #require(try builder.worth(of: plan, economics: nil, rule: rule))
    }
    let (two, three) = (try worth(["a", "b"]), try worth(["a", "b", "c"]))
    let (pair, several) = (two.own.planned.perInstall, three.own.planned.perInstall)
    #expect(abs(pair.value - several.value) < 3 * several.mcse)
    #expect(three.tests.first { $0.options.count == 2 }?.options == [0, 1])
    #expect(abs(three.knowing.value - two.knowing.value) < 3 * three.knowing.mcse)
    let shown = try worth(["a", "b", "c"], .analyze)
    #expect(shown.own.planned.perInstall.value <= several.value + 3 * several.mcse)
    let best = try #require(shown.shipped(installs: 1_500))
    #expect((0...1).contains(best.best.value) && best.loss.value >= 0)
    #expect(shown.curve.allSatisfy { $0.shipped != nil })
  }

  @Test("releases of one size are simulated as analyze reads them")
  func clusterSize() throws {
    let design = try TestDesign(clusters: .size(500, intraclassCorrelation: 0.004))
    let installs = try design.installs(shares: [0.2, 0.24], power: 0.8)
    let planned = Int((installs / 1_000).rounded(.up)) * 1_000
    let reading = try #require(try RehearsedReading(design, planned: planned, margin: 0.005))
    let found = try RehearsedTests(purpose: 940, simulations: 400, reading: reading) { _ in [0.2, 0.24] }
    let equal = try RehearsedTests(purpose: 941, simulations: 400, reading: reading) { _ in [0.2, 0.2] }
    let power = try design.powers(installs: Double(planned), shares: [0.2, 0.24])[0]
    // The analysis estimates how much releases differ, by Student's distribution, which costs a little power.
    let releases = planned / 500
    let counted = try TestDesign(
      clusters: .counts([releases / 2, releases / 2], intraclassCorrelation: 0.004))
    let student = try counted.powers(installs: Double(planned), shares: [0.2, 0.24])[0]
    #expect(student < power)
    let better = found.comparisons[0].better
    #expect(abs(better.value - student) < 3 * better.mcse)
    #expect(equal.found.value < 0.05 + 3 * equal.found.mcse)
    #expect(abs(found.comparisons[0].coverage.value - 0.95) < 3 * found.comparisons[0].coverage.mcse)
  }
}
