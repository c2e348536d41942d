import Inference

/// A series that grows trial by trial: what its estimate and its differences to others need, and no more.
struct SeriesLog: Equatable, Sendable {
  /// What is kept trial by trial beside the values and the draws of their noise.
  struct Detail: Equatable, Sendable {
    /// Whether the sampling variances are; else their mean alone.
    var samplingVariances = true
    /// Whether what a test would vary by is.
    var testVariances = true
  }

  private let detail: Detail
  private let trialsOfABlock: Int
  private let testVarianceRatio: Double
  private var values: TrialColumn
  private var noise: TrialColumn
  private var samplingVariances: TrialColumn
  private var testVariances: TrialColumn
  private var meanSamplingVariance = RunningMean()
  /// Trials that have a value.
  private var present = 0

  /// - Parameters:
  ///   - trials: how many there will be.
  ///   - testVarianceRatio: the sampling variance of a test's installs as a multiple of a trial's.
  init(_ detail: Detail = Detail(), trials: Int = 0, trialsOfABlock: Int, testVarianceRatio: Double) {
    self.detail = detail
    self.trialsOfABlock = trialsOfABlock
    self.testVarianceRatio = testVarianceRatio
    values = TrialColumn(expecting: trials)
    noise = TrialColumn(expecting: trials)
    samplingVariances = TrialColumn(expecting: trials)
    testVariances = TrialColumn(expecting: trials)
  }

  /// Adds a trial.
  mutating func append(_ value: Double?, noise: Double?, samplingVariance: Double?, testVariance: Double?) {
    values.append(value)
    self.noise.append(noise)
    if value != nil {
      present += 1
      if let samplingVariance { meanSamplingVariance.add(samplingVariance) }
    }
    samplingVariances.append(detail.samplingVariances ? samplingVariance : nil)
    testVariances.append(detail.testVariances ? testVariance.map { $0 * testVarianceRatio } : nil)
  }

  /// Adds the trials of another series at the end.
  mutating func append(_ series: TrialSeries) {
    for trial in series.values.indices {
      append(
        series.values[trial], noise: series.noise[trial], samplingVariance: series.samplingVariances[trial],
        testVariance: series.testVariances[trial])
    }
  }

  var series: TrialSeries {
    TrialSeries(
      values: values, noise: noise, samplingVariances: samplingVariances, testVariances: testVariances,
      trialsOfABlock: trialsOfABlock,
      meanSamplingVariance: meanSamplingVariance.count == present ? meanSamplingVariance.mean : nil)
  }
}
