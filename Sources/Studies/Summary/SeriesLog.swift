import Inference

/// A series that grows trial by trial: what its estimate and its differences to others need, and no more.
struct SeriesLog: Equatable, Sendable {
  private let trialsOfABlock: Int
  private var values: TrialColumn
  private var noise: TrialColumn

  /// - Parameter trials: how many there will be.
  init(trials: Int = 0, trialsOfABlock: Int) {
    self.trialsOfABlock = trialsOfABlock
    values = TrialColumn(expecting: trials)
    noise = TrialColumn(expecting: trials)
  }

  /// Adds a trial.
  mutating func append(_ value: Double?, noise: Double?) {
    values.append(value)
    self.noise.append(noise)
  }

  var series: TrialSeries { TrialSeries(values: values, noise: noise, trialsOfABlock: trialsOfABlock) }
}
