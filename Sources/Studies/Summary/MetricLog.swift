import ExperimentDesign
import Inference

/// One metric of one arm, trial by trial: what its estimate and its differences
/// to other arms need, and no more.
struct MetricLog: Equatable, Sendable {
  /// What is kept trial by trial beside the scored estimates and the draws of their noise.
  struct Detail: Equatable, Sendable {
    /// Whether the sampling variances of the estimates are; else their mean alone.
    var samplingVariances: Bool
    /// Whether what a test would vary by is.
    var testVariances: Bool
  }

  let metric: Metric
  private let definition: MetricDefinition
  private let detail: Detail
  private let trialsOfABlock: Int
  private let testVarianceRatio: Double
  private let noisePosition: Int?
  /// Scored estimates.
  private var values: TrialColumn
  /// Draws of their noise, which have 24 bits.
  private var noise: TrialColumn
  /// Their sampling variances.
  private var scoreVariances: TrialColumn
  private var meanScoreVariance = RunningMean()
  /// Trials that have a value.
  private var present = 0
  /// Sampling variances of what happens, which is what a test sees.
  private var variances: TrialColumn

  init(_ metric: Metric, detail: Detail, trials: Int, trialsOfABlock: Int, testVarianceRatio: Double) {
    self.metric = metric
    self.detail = detail
    values = TrialColumn(expecting: trials)
    noise = TrialColumn(expecting: trials)
    scoreVariances = values
    variances = values
    definition = metric.definition
    noisePosition = ScoreNoise.position(of: metric)
    self.testVarianceRatio = testVarianceRatio
    self.trialsOfABlock = trialsOfABlock
  }

  mutating func append(_ tally: Tally) {
    let value = definition.score(in: tally)
    let variance = definition.scoreVariance(in: tally)
    values.append(value)
    noise.append(noisePosition.flatMap { tally.noise?.draw(at: $0) })
    if value != nil {
      present += 1
      if let variance { meanScoreVariance.add(variance) }
    }
    scoreVariances.append(detail.samplingVariances ? variance : nil)
    let testVariance = definition.samplingVariance(in: tally).map { $0 * testVarianceRatio }
    variances.append(detail.testVariances ? testVariance : nil)
  }

  var series: TrialSeries {
    TrialSeries(
      values: values, noise: noise, samplingVariances: scoreVariances, testVariances: variances,
      trialsOfABlock: trialsOfABlock,
      meanSamplingVariance: meanScoreVariance.count == present ? meanScoreVariance.mean : nil)
  }
}
