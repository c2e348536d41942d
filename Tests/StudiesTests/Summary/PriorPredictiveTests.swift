import ExperimentDesign
import ExperimentSamples
import Simulation
import Studies
import Testing

@Suite("What a file implies")
struct PriorPredictiveTests {
  @Test("an odds ratio of 1.2 is about 4 points at 29 %")
  func points() {
    let odds = OddsRatioInPoints(path: "x", ratio: 1.2, base: 0.29)
    // 0.29 · 1.2 / (0.71 + 0.29 · 1.2) = 0.348 / 1.058 = 0.32892
    #expect(abs(odds.difference - 0.03892) < 1e-5)
    #expect(OddsRatioInPoints.share(0.5, times: 1) == 0.5)
  }

  private let small = PriorPredictive.Size(trials: 10, installs: 20)

  /// Two scenarios of two halves; in the second both are those who come back more.
  private func twoScenarios() -> Experiment {
    let halves = [("new", 0.4), ("old", 0.05)].map { name, leaving in
      makeSegment {
        $0.name = name
        $0.share = 0.5
        $0.visits = VisitModel(
          rate: .constant(known(1)),
          leaving: .constant(uncertain(.uniform(low: 0, high: 2 * leaving), at: name, in: .probability)))
      }
    }
    let scenarios = [
      makeScenario(name: "base", segments: halves),
      makeScenario(name: "same", segments: [halves[1].changed { $0.name = "new" }, halves[1]]),
    ]
    return makeExperiment(scenarios, [makeArm("launch", .launch)])
  }

  @Test("is given for every scenario, arm and segment")
  func scenarios() throws {
    let implied = try PriorPredictive(twoScenarios(), seed: 1, size: small)
    #expect(implied.scenarios.map(\.name) == ["base", "same"])
    for scenario in implied.scenarios {
      #expect(scenario.arms.map(\.arm) == ["launch"] && scenario.segments.count == 2)
      #expect(scenario.arms.allSatisfy { $0.segments.count == 2 && $0.spreads.count == 3 })
    }
    #expect(implied.trials == 10 && implied.installs == 20)
  }

  @Test("retention has the width of the uncertain inputs, by segment")
  func retention() throws {
    let implied = try PriorPredictive(twoScenarios(), seed: 1, size: small)
    let rows = try #require(implied.scenarios.first?.retention)
    #expect(rows.map(\.segment) == ["new", "old"])
    // Who leaves with 0.05 after each session is back more often than who leaves with 0.4.
    #expect(rows[0].d1.median < rows[1].d1.median && rows[0].d7.median < rows[1].d7.median)
    for row in rows {
      #expect(row.d30.median < row.d7.median && row.d7.median < row.d1.median)
      #expect(row.d1.low < row.d1.median && row.d1.median < row.d1.high)
      #expect(row.neverBack.low < row.neverBack.high)
    }
  }

  @Test("lives of more sessions than are counted are an error, as they are in a run")
  func overlong() {
    let segment = makeSegment {
      $0.visits = VisitModel(rate: .constant(known(2_000_000)), leaving: .constant(known(0)))
    }
    let experiment = makeExperiment([segment], [makeArm("launch", .launch)], horizonDays: 1)
    let refusal = #expect(throws: OverlongLife.self) {
      try PriorPredictive(experiment, seed: 1, size: small)
    }
    #expect(refusal?.trial == 0 && refusal?.installs == 20)
  }

  @Test("the look is smaller where lives are long or arms many, and left out where even the least is long")
  func sizes() throws {
    var experiment = makeExperiment([makeSegment()], [makeArm("launch", .launch)])
    #expect(PriorPredictive.Size(quickFor: experiment) == PriorPredictive.Size(trials: 200, installs: 500))
    let arms = (0..<1_000).map { makeArm("a\($0)", .launch) }
    experiment = makeExperiment([makeSegment()], arms)
    // Five sessions per life, 1,000 arms: 10,000 lives of the budget's 50 million sessions.
    #expect(PriorPredictive.Size(quickFor: experiment) == PriorPredictive.Size(trials: 40, installs: 250))
    experiment = try experiment.replacing(horizonDays: 3_650).changingSegments {
      $0.visits = VisitModel(rate: .constant(known(20)), leaving: .constant(known(0)))
    }
    #expect(PriorPredictive.Size(quickFor: experiment) == nil)
  }
}
