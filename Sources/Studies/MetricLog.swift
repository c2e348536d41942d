import ExperimentDesign
import Inference

/// One metric of one arm, trial by trial: what its estimate and that of its
/// difference to the baseline need, and no more.
struct MetricLog: Equatable, Sendable {
  let metric: Metric
  /// Scored estimates, draws of their noise, and their sampling variances.
  private var values = NumberLog()
  private var noise = NumberLog()
  private var scoreVariances = NumberLog()
  /// Sampling variances of what happens, which is what a test sees.
  private var variances = NumberLog()
  /// Sampling variances of the scored difference to the baseline.
  private var differenceVariances = NumberLog()

  init(_ metric: Metric) { self.metric = metric }

  /// - Parameter isKnown: whether the tally counts who differs from this very baseline.
  mutating func append(_ tally: Tally, baseline: Tally, design: Design, isKnown: Bool) {
    values.append(metric.score(in: tally))
    noise.append(tally.noise?[metric])
    scoreVariances.append(metric.scoreVariance(in: tally))
    variances.append(metric.samplingVariance(in: tally))
    differenceVariances.append(
      isKnown ? metric.scoreDifferenceVariance(in: tally, against: baseline, design: design) : nil)
  }

  var series: TrialSeries {
    TrialSeries(
      values: values.entries, noise: noise.entries, samplingVariances: scoreVariances.entries,
      testVariances: variances.entries)
  }

  /// The difference to the same metric of the baseline.
  func difference(to baseline: MetricLog) -> TrialSeries {
    series.difference(from: baseline.series, samplingVariances: differenceVariances.entries)
  }
}
