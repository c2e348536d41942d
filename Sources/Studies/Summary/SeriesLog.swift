import Inference

/// A series that grows trial by trial: what its estimate and its differences to others need, and no more.
struct SeriesLog: Equatable, Sendable {
  private let trialsOfABlock: Int
  private var values: TrialColumn
  private var noise: TrialColumn
  private var knownNoise = RunningMean()
  /// Trials that have a value.
  private var present = 0

  /// - Parameter trials: how many there will be.
  init(trials: Int = 0, trialsOfABlock: Int) {
    self.trialsOfABlock = trialsOfABlock
    values = TrialColumn(expecting: trials)
    noise = TrialColumn(expecting: trials)
  }

  /// Adds a trial.
  mutating func append(_ value: Double?, noise: Double?, samplingVariance: Double?) {
    values.append(value)
    self.noise.append(noise)
    guard value != nil else { return }
    present += 1
    if let samplingVariance { knownNoise.add(samplingVariance) }
  }

  /// Adds the trials of another series at the end.
  mutating func append(_ series: TrialSeries) {
    for trial in series.values.indices {
      append(series.values[trial], noise: series.noise[trial], samplingVariance: series.knownNoise)
    }
  }

  var series: TrialSeries {
    TrialSeries(
      values: values, noise: noise, knownNoise: knownNoise.mean(ofAll: present),
      trialsOfABlock: trialsOfABlock)
  }
}
