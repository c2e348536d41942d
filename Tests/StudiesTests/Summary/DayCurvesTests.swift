import ExperimentDesign
import ExperimentSamples
import Inference
import Studies
import Testing

@Suite("Shares by day")
struct DayCurvesTests {
  /// A trial of two arms that answer on days 0 to 2 as counted.
  private func trial(
    _ number: Int, installs: Int64, allowed: [[Int64]], denied: [Int64]
  ) -> TrialResult {
    let tallies = allowed.map { allowed in
      var tally = Tally(days: 2)
      tally[.installs] = installs
      tally.allowedByDay = allowed
      tally.deniedByDay = denied
      return tally.scoredByOutcomes()
    }
    return makeTrial(number, tallies, draws: [Double(number % 7)])
  }

  private func curves(
    _ answer: RunCourse.Answer, scale: Int64 = 1, trials: Int = 40
  ) throws -> (summary: RunSummary, curves: [[[MetricSummary]]]) {
    var outline = sampleOutline()
    for arm in outline.arms.indices {
      outline.description.arms[arm].metrics = [[.optInByDay1, .deniedByDay1]]
    }
    var summary = RunSummaryBuilder(outline)
    var course = RunCourse(outline, answer: answer)
    for number in 0..<trials {
      let more = Int64(number % 7) * 9
      let result = trial(
        number, installs: 1_000 * scale,
        allowed: [[50 + more, 30, 20], [20, 60 + 2 * more, 20]].map { $0.map { $0 * scale } },
        denied: [100 + more, 40, 3].map { $0 * scale })
      summary.add(result)
      course.add(result)
    }
    return (try summary.summary(), try course.curves())
  }

  @Test(
    "a day's level has the mean and the Monte Carlo error of the metric by that day",
    arguments: [
      (RunCourse.Answer.allowed, Metric.optInByDay1), (.denied, .deniedByDay1),
    ])
  func levels(answer: RunCourse.Answer, metric: Metric) throws {
    let (summary, curves) = try curves(answer)
    let expected = summary.scenarios[0].arms
    for arm in expected.indices {
      let estimate = try #require(expected[arm][metric]?.estimate)
      #expect(curves[0][arm][1].estimate?.overTrials == estimate.overTrials)
    }
  }

  @Test("the 90% range of a day is that of its draws")
  func ranges() throws {
    let found = try curves(.allowed).curves
    // Of 40 trials the shares by day 0 go from 50 to 104 of 1,000 in sevenths.
    #expect(found[0][0][0].estimate?.uncertaintyInterval90 == Interval(lower: 0.05, upper: 0.104))
    #expect(found[0][1][1].difference?.uncertaintyInterval90 != nil && found[0][0][1].difference == nil)
  }
}
