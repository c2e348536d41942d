public import ExperimentDesign

/// The objective of every competing arm in every trial, with what is known of its noise.
///
/// The rows of a decision: any unbiased estimate of the expectation under a trial's parameters
/// will do, 0/1 outcomes or scores; the smaller its sampling variance, the less has to be removed.
public struct ObjectiveTable: Equatable, Sendable {
  /// Positions of the competing arms in the run's order.
  public let arms: [Int]
  /// By trial and competing arm; trials in which any of them has no value are left out.
  ///
  /// Under a paired design whose noise is known they are differences to the baseline. More is
  /// better.
  let values: TrialRows
  /// The values less their trial's mean over the arms.
  let deviations: TrialRows
  let noise: TrialNoise
  /// What estimates of a real test would vary by, by trial and competing arm; `nil` where unknown.
  let testVariances: [[Double]]?
  /// Trials that were left out.
  public let missing: Int

  /// - Parameters:
  ///   - competing: positions of the arms that may be chosen, at least one.
  ///   - series: for every arm of the run, in its order, the objective trial by trial.
  ///   - differences: for every arm its difference to the baseline, of which the sampling
  ///     variances alone are read; `nil` for the baseline.
  ///   - design: under `split` the arms' noise is independent; under `paired` its variance is that
  ///     of the differences.
  ///   - lessIsBetter: whether the smallest objective is the best.
  /// - Returns: `nil` when no trial has a value of every competing arm.
  public init?(
    competing: [Int], series: [TrialSeries], differences: [TrialSeries?], design: Design,
    lessIsBetter: Bool
  ) {
    let sign = lessIsBetter ? -1.0 : 1.0
    let trials = series.first?.values.indices ?? 0..<0
    let complete = trials.filter { trial in competing.allSatisfy { series[$0].values[trial] != nil } }
    guard !complete.isEmpty, !competing.isEmpty else { return nil }
    arms = competing
    missing = trials.count - complete.count
    func column(_ entries: [Double?]) -> [Double]? {
      let known = complete.compactMap { entries[$0] }
      return known.count == complete.count ? known : nil
    }
    func mean(_ entries: [Double?]) -> Double? {
      column(entries).map { $0.reduce(0, +) / Double(complete.count) }
    }
    let baseline = differences.firstIndex { $0 == nil }.flatMap { column(series[$0].values) }
    var origin = [Double](repeating: 0, count: complete.count)
    switch design {
    case .split: noise = .independent(competing.map { mean(series[$0].samplingVariances) })
    case .paired:
      if let baseline {
        origin = baseline
        noise = .ofDifferences(
          competing.map { arm in
            guard let difference = differences[arm] else { return 0 }
            return mean(difference.samplingVariances)
          })
      } else {
        noise = .ofDifferences(competing.map { _ in nil })
      }
    }
    var values = TrialRows(arms: competing.count)
    var deviations = values
    for (trial, origin) in zip(complete, origin) {
      let row = competing.map { sign * ((series[$0].values[trial] ?? 0) - origin) }
      values.append(row)
      deviations.append(centred(row))
    }
    self.values = values
    self.deviations = deviations
    let columns = competing.compactMap { column(series[$0].testVariances) }
    testVariances =
      columns.count == competing.count
      ? complete.indices.map { trial in columns.map { $0[trial] } } : nil
  }
}

/// What is known of the noise of the arms' estimates within a trial, on average over the trials;
/// an unknown variance is `nil`.
enum TrialNoise: Equatable, Sendable {
  /// Each arm has people of its own: one variance per arm.
  case independent([Double?])
  /// The arms share people: one variance per arm, of its difference to the baseline.
  case ofDifferences([Double?])
}
