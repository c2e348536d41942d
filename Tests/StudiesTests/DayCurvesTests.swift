import ExperimentDesign
import ExperimentSamples
import Studies
import Testing

@Suite("Shares by day")
struct DayCurvesTests {
  /// A trial of two arms that answer on days 0 to 2 as counted.
  private func trial(_ number: Int, allowed: [[Int64]], denied: [Int64]) -> TrialResult {
    let tallies = allowed.map { allowed in
      var tally = Tally(days: 2)
      tally[.installs] = 1_000
      tally.allowedByDay = allowed
      tally.deniedByDay = denied
      return tally.scoredByOutcomes()
    }
    return TrialResult(
      trial: number, draws: [Double(number % 7)], tallies: [tallies.map { [$0] }], wholes: [tallies])
  }

  @Test(
    "a day's level has the mean and all three uncertainties of the metric by that day",
    arguments: [
      (DayCurves.Answer.allowed, Metric.optInByDay1), (.denied, .deniedByDay1),
    ])
  func levels(answer: DayCurves.Answer, metric: Metric) throws {
    var outline = sampleOutline()
    for arm in outline.arms.indices { outline.arms[arm].metrics = [[metric]] }
    var summary = RunSummaryBuilder(outline)
    var curves = DayCurvesBuilder(outline, answer: answer)
    for number in 0..<40 {
      let more = Int64(number % 7) * 9
      let result = trial(
        number, allowed: [[50 + more, 30, 20], [20, 60 + 2 * more, 20]], denied: [100 + more, 40, 3])
      summary.add(result)
      curves.add(result)
    }
    let found = try curves.curves()
    let expected = try summary.summary().scenarios[0].arms
    for arm in expected.indices {
      let estimate = try #require(expected[arm][metric]?.estimate)
      #expect(found.levels[0][arm][1] == estimate)
      #expect(found.means[0][arm][1] == estimate.overTrials && estimate.parameter90 != nil)
    }
  }
}
