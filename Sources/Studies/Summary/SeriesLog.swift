import Inference

/// A series that grows trial by trial, four numbers each.
struct SeriesLog: Equatable, Sendable {
  private let trialsOfABlock: Int
  private let testVarianceRatio: Double
  private let keepsTests: Bool
  private var values = TrialColumn(expecting: 0)
  private var noise = TrialColumn(expecting: 0)
  private var samplingVariances = TrialColumn(expecting: 0)
  private var testVariances = TrialColumn(expecting: 0)

  /// - Parameter keepsTests: whether what a test would vary by is kept trial by trial.
  init(trialsOfABlock: Int, testVarianceRatio: Double, keepsTests: Bool = true) {
    self.trialsOfABlock = trialsOfABlock
    self.testVarianceRatio = testVarianceRatio
    self.keepsTests = keepsTests
  }

  /// Adds the trials of another series at the end.
  mutating func append(_ series: TrialSeries) {
    for value in series.values { values.append(value) }
    for draw in series.noise { noise.append(draw) }
    for variance in series.samplingVariances { samplingVariances.append(variance) }
    for variance in series.testVariances {
      testVariances.append(keepsTests ? variance.map { $0 * testVarianceRatio } : nil)
    }
  }

  var series: TrialSeries {
    TrialSeries(
      values: values, noise: noise, samplingVariances: samplingVariances, testVariances: testVariances,
      trialsOfABlock: trialsOfABlock)
  }
}
