import Inference

/// A series that grows trial by trial: what its estimate and its differences to others need, and no more.
struct SeriesLog: Equatable, Sendable {
  /// Whether the sampling variances are kept trial by trial; else their mean alone.
  private let keepsVariances: Bool
  private let trialsOfABlock: Int
  private var values: TrialColumn
  private var noise: TrialColumn
  private var samplingVariances: TrialColumn
  private var meanSamplingVariance = RunningMean()
  /// Trials that have a value.
  private var present = 0

  /// - Parameter trials: how many there will be.
  init(keepsVariances: Bool = true, trials: Int = 0, trialsOfABlock: Int) {
    self.keepsVariances = keepsVariances
    self.trialsOfABlock = trialsOfABlock
    values = TrialColumn(expecting: trials)
    noise = TrialColumn(expecting: trials)
    samplingVariances = TrialColumn(expecting: trials)
  }

  /// Adds a trial.
  mutating func append(_ value: Double?, noise: Double?, samplingVariance: Double?) {
    values.append(value)
    self.noise.append(noise)
    if value != nil {
      present += 1
      if let samplingVariance { meanSamplingVariance.add(samplingVariance) }
    }
    samplingVariances.append(keepsVariances ? samplingVariance : nil)
  }

  /// Adds the trials of another series at the end.
  mutating func append(_ series: TrialSeries) {
    for trial in series.values.indices {
      append(
        series.values[trial], noise: series.noise[trial], samplingVariance: series.samplingVariances[trial])
    }
  }

  var series: TrialSeries {
    TrialSeries(
      values: values, noise: noise, samplingVariances: samplingVariances,
      trialsOfABlock: trialsOfABlock,
      meanSamplingVariance: meanSamplingVariance.count == present ? meanSamplingVariance.mean : nil)
  }
}
