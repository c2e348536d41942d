public import ExperimentDesign
import GSLNumerics

/// One quantity, trial by trial, with what each trial says of its precision.
///
/// An entry is `nil` where the trial has no value (an empty denominator) or cannot tell the
/// variance.
public struct TrialSeries: Equatable, Sendable {
  /// The estimate of each trial.
  public let values: [Double?]
  /// The squared standard error of each value, given the trial's parameters.
  public let samplingVariances: [Double?]
  /// The squared standard error the same estimate would have in a real test of independent people.
  public let testVariances: [Double?]

  /// - Precondition: three arrays of one length.
  public init(values: [Double?], samplingVariances: [Double?], testVariances: [Double?]) {
    precondition(
      values.count == samplingVariances.count && values.count == testVariances.count,
      "a series has one value and two variances per trial")
    self.values = values
    self.samplingVariances = samplingVariances
    self.testVariances = testVariances
  }

  /// The same quantity with its sign turned.
  public var negated: TrialSeries {
    TrialSeries(
      values: values.map { $0.map { -$0 } }, samplingVariances: samplingVariances,
      testVariances: testVariances)
  }

  /// A metric of one arm.
  ///
  /// - Parameters:
  ///   - tallies: the arm's, one per trial.
  ///   - testInstalls: installs of the arm in the real test; `nil` for as many as the trial has.
  public init(of metric: Metric, in tallies: [Tally], testInstalls: Int? = nil) {
    let variances = tallies.map { metric.samplingVariance(in: $0) }
    self.init(
      values: tallies.map { metric.score(in: $0) },
      samplingVariances: tallies.map { metric.scoreVariance(in: $0) },
      testVariances: zip(tallies, variances).map { tally, variance in
        variance.map { $0 * installsRatio(tally, testInstalls) }
      })
  }

  /// The difference of a metric to the baseline, trial by trial.
  ///
  /// - Parameters:
  ///   - arm: the arm's tallies, one per trial.
  ///   - baseline: the baseline's, in the same order.
  ///   - design: how the two arms' installs are related within a trial.
  ///   - testInstalls: installs per arm in the real test; `nil` for as many as the trial has.
  public init(
    differenceOf metric: Metric, of arm: [Tally], from baseline: [Tally], design: Design,
    testInstalls: Int? = nil
  ) {
    let first = TrialSeries(of: metric, in: arm, testInstalls: testInstalls)
    let second = TrialSeries(of: metric, in: baseline, testInstalls: testInstalls)
    self.init(
      values: pairedDifferences(first.values, second.values),
      samplingVariances: zip(arm, baseline).map {
        metric.scoreDifferenceVariance(in: $0, against: $1, design: design)
      },
      testVariances: zip(first.testVariances, second.testVariances).map { pair in
        guard let own = pair.0, let other = pair.1 else { return nil }
        return own + other
      })
  }

  /// An objective of one arm: the weighted sum of its metrics.
  ///
  /// Of a sum of several metrics the tallies do not keep the covariances. Its testing variance is
  /// the largest there can be, (Σ|w|·se)², and its sampling variance is unknown, so that both
  /// intervals err on the wide side.
  public init(of objective: Objective, in tallies: [Tally], testInstalls: Int? = nil) {
    if let metric = objective.singleMetric {
      self.init(of: metric, in: tallies, testInstalls: testInstalls)
    } else {
      self.init(
        weighted: objective.terms.map {
          ($0.weight, TrialSeries(of: $0.metric, in: tallies, testInstalls: testInstalls))
        }, trials: tallies.count)
    }
  }

  /// The difference of an objective to the baseline, with the variances of
  /// ``init(of:in:testInstalls:)-objective``.
  public init(
    differenceOf objective: Objective, of arm: [Tally], from baseline: [Tally], design: Design,
    testInstalls: Int? = nil
  ) {
    if let metric = objective.singleMetric {
      self.init(
        differenceOf: metric, of: arm, from: baseline, design: design, testInstalls: testInstalls)
    } else {
      self.init(
        weighted: objective.terms.map {
          (
            $0.weight,
            TrialSeries(
              differenceOf: $0.metric, of: arm, from: baseline, design: design,
              testInstalls: testInstalls)
          )
        }, trials: arm.count)
    }
  }

  private init(weighted terms: [(weight: Double, series: TrialSeries)], trials: Int) {
    var values: [Double?] = []
    var testVariances: [Double?] = []
    for trial in 0..<trials {
      var value: Double? = 0
      var deviation: Double? = 0
      for (weight, series) in terms {
        value = sum(value, series.values[trial].map { weight * $0 })
        deviation = sum(deviation, series.testVariances[trial].map { abs(weight) * $0.squareRoot() })
      }
      values.append(value)
      testVariances.append(deviation.map { $0 * $0 })
    }
    self.init(
      values: values, samplingVariances: Array(repeating: nil, count: trials),
      testVariances: testVariances)
  }
}

private func sum(_ first: Double?, _ second: Double?) -> Double? {
  guard let first, let second else { return nil }
  return first + second
}

/// How much larger a variance per install count is in a test than in the trial.
private func installsRatio(_ tally: Tally, _ testInstalls: Int?) -> Double {
  guard let testInstalls else { return 1 }
  return Double(tally[.installs]) / Double(testInstalls)
}
