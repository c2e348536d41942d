import ExperimentDesign
import Inference

/// One metric of one arm, trial by trial: what its estimate and its differences
/// to other arms need, and no more.
struct MetricLog: Equatable, Sendable {
  let metric: Metric
  private let definition: MetricDefinition
  private let trialsOfABlock: Int
  private let testVarianceRatio: Double
  private let noisePosition: Int?
  /// Scored estimates, draws of their noise, which have no more digits, and their sampling variances.
  private var values: NumberLog
  private var noise: NoiseLog
  private var scoreVariances: NumberLog
  /// Sampling variances of what happens, which is what a test sees.
  private var variances: NumberLog

  /// - Parameter trials: how many there will be.
  init(_ metric: Metric, trials: Int, trialsOfABlock: Int, testVarianceRatio: Double) {
    self.metric = metric
    values = NumberLog(expecting: trials)
    noise = NoiseLog(expecting: trials)
    scoreVariances = values
    variances = values
    definition = metric.definition
    noisePosition = ScoreNoise.position(of: metric)
    self.testVarianceRatio = testVarianceRatio
    self.trialsOfABlock = trialsOfABlock
  }

  mutating func append(_ tally: Tally) {
    values.append(definition.score(in: tally))
    noise.append(noisePosition.flatMap { tally.noise?.draw(at: $0) })
    scoreVariances.append(definition.scoreVariance(in: tally))
    variances.append(definition.samplingVariance(in: tally).map { $0 * testVarianceRatio })
  }

  var series: TrialSeries {
    TrialSeries(
      values: values.entries, noise: noise.entries, samplingVariances: scoreVariances.entries,
      testVariances: variances.entries, trialsOfABlock: trialsOfABlock)
  }
}
