import GSLNumerics
import Inference
import Testing

/// Noncentral t of SciPy 1.17 (`scipy.stats.nct`).
@Suite("A plan of releases or languages")
struct PlannedClustersTests {
  @Test(
    "many clusters of one size have a design effect", arguments: [(200.0, 0.01, 2.99), (2000, 0.005, 10.995)])
  func designEffect(size: Double, correlation: Double, effect: Double) throws {
    let clusters = PlannedClusters.size(size, intraclassCorrelation: correlation)
    #expect(abs(clusters.designEffect - effect) < 1e-12)
    let design = try TestDesign(clusters: clusters)
    let installs = try design.installs(shares: [0.2, 0.22], power: 0.8)
    #expect(abs(installs / (2 * 6509.4667 * effect) - 1) < 1e-6)
    let power = try design.powers(installs: installs, shares: [0.2, 0.22])
    #expect(abs(power[0] - 0.8) < 1e-5)
  }

  @Test(
    "a few clusters have the power of Student's test",
    arguments: [
      (5000.0, 0.2, 0.25, [4, 4], 0.002, 0.7604555530872277),
      (2000, 0.2, 0.3, [2, 3], 0.001, 0.93435747677644),
      (20000, 0.2, 0.22, [20, 20], 0.0005, 0.9742217898194651),
      (800, 0.3, 0.4, [10, 10], 0.01, 0.8423232012195924),
    ])
  func power(people: Double, baseline: Double, arm: Double, counts: [Int], correlation: Double, power: Double)
    throws
  {
    let design = try TestDesign(clusters: .counts(counts, intraclassCorrelation: correlation))
    let found = try design.powers(installs: 2 * people, shares: [baseline, arm])[0]
    #expect(abs(found - power) < 1e-7)
  }

  @Test("the size of a few clusters has the power, and with too few clusters no size has")
  func size() throws {
    let design = try TestDesign(clusters: .counts([10, 10], intraclassCorrelation: 0.002))
    #expect(abs(try design.installs(shares: [0.2, 0.25], power: 0.8) / 2 - 1615.7467664927972) < 1e-3)
    let few = try TestDesign(clusters: .counts([4, 4], intraclassCorrelation: 0.002))
    #expect(try few.installs(shares: [0.2, 0.22], power: 0.8) == .infinity)
    #expect {
      try TestPlan(TestQuestion(baseline: 0.2, arms: [0.22]), design: few)
    } throws: { error in
      guard case .tooFewClusters(let most, let enough, let byChance)? = error as? TestPlanProblem else {
        return false
      }
      // By the noncentral t of SciPy 14 of each have a power of 0.7985 at most, and 15 of 0.8270.
      return abs(most - 0.2584082979976512) < 1e-7 && enough == 15 && abs(byChance - 0.025) < 1e-12
    }
    let enough = try TestDesign(clusters: .counts([15, 15], intraclassCorrelation: 0.002))
    #expect(try enough.installs(shares: [0.2, 0.22], power: 0.8).isFinite)
    let tooFew = try TestDesign(clusters: .counts([14, 14], intraclassCorrelation: 0.002))
    #expect(try tooFew.installs(shares: [0.2, 0.22], power: 0.8) == .infinity)
    let given = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22], size: .total(90_000), power: 0.8), design: few)
    #expect(!given.isEnough && given.needed == nil)
  }

  @Test("clusters that say nothing are refused")
  func refused() throws {
    for clusters in [
      PlannedClusters.size(0.5, intraclassCorrelation: 0.1), .size(10, intraclassCorrelation: 1),
      .counts([1, 4], intraclassCorrelation: 0.1), .counts([4, 4], intraclassCorrelation: -0.1),
      .counts([4], intraclassCorrelation: 0.1),
    ] {
      #expect(throws: NumericsError.self) { try TestDesign(clusters: clusters) }
    }
    #expect(throws: NumericsError.self) {
      try TestDesign(clusters: .counts([4, 4], intraclassCorrelation: 0.1), looks: .anyTime(2))
    }
  }

  @Test("installs that are lost or not reached are made up for, option by option")
  func counted() throws {
    let plan = try TestPlan(
      TestQuestion(baseline: 0.2, arms: [0.22]), design: TestDesign(counted: [0.5, 0.5]))
    #expect(plan.answer.installs == [13_019, 13_019])
    // An arm that prompts twice as many is one of twice the people.
    let uneven = try TestDesign(counted: [0.25, 0.5]).installs(shares: [0.2, 0.22], power: 0.8)
    #expect(abs(uneven - 2 * 4904.441 / 0.25) < 0.02)
    #expect(throws: NumericsError.self) { try TestDesign(counted: [0, 1]) }
  }
}
