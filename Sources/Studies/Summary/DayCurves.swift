public import ExperimentDesign
public import GSLNumerics
public import Inference

/// Shares of installs that have answered by the end of each day, arm by arm.
///
/// First answers alone count; what is changed in Settings later is left out.
///
/// Of a day's scores the trials keep the sum alone, so that the noise of their installs is known between two
/// bounds: scores of those who answered that are all alike, and answers that are tossed. The 90% range is
/// given where both leave the same standard deviation to 2%, and is ``Estimate/isAtMost`` elsewhere.
public struct DayCurves: Equatable, Sendable {
  /// Which first answer is followed.
  public enum Answer: String, Equatable, Sendable {
    case allowed
    case denied
  }

  /// What the run is.
  public var outline: RunOutline
  /// Which first answer is followed.
  public var answer: Answer
  /// Shares by scenario, arm and day from day 0, with the 90% range and the prediction interval of a test;
  /// `nil` where no trial has installs.
  public var levels: [[[Estimate?]]]
  /// Differences to the baseline by scenario, arm and day, trial by trial; `nil` for the baseline.
  public var differences: [[[Estimate?]]]

  /// Mean shares by scenario, arm and day from day 0; `nil` where no trial has installs.
  public var means: [[[MonteCarloMean?]]] { levels.map { $0.map { $0.map { $0?.overTrials } } } }

  /// The 90% range of those shares, by scenario, arm and day; `nil` where no parameter is
  /// uncertain, the trials are too few or their noise hides it.
  public var uncertaintyInterval90: [[[CentralInterval?]]] {
    levels.map { $0.map { $0.map { $0?.distinctUncertaintyInterval90 } } }
  }
}

/// Collects the shares of ``DayCurves`` trial by trial.
public struct DayCurvesBuilder: Sendable {
  private let outline: RunOutline
  private let answer: DayCurves.Answer
  /// By scenario, arm and day, trial by trial.
  private var shares: [[[TrialColumn]]]
  /// Sampling variances of the shares, beside them.
  private var variances: [[[TrialColumn]]]
  /// The same of the answers that were given, which is what a test sees.
  private var testVariances: [[[TrialColumn]]]

  /// No trial yet.
  public init(_ outline: RunOutline, answer: DayCurves.Answer) {
    self.outline = outline
    self.answer = answer
    shares = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
    variances = shares
    testVariances = shares
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in shares.indices {
      for arm in shares[scenario].indices {
        add(result.wholes[ScenarioIndex(scenario), ArmIndex(arm)], scenario, arm)
      }
    }
  }

  private mutating func add(_ tally: Tally, _ scenario: Int, _ arm: Int) {
    // Scored: in expectation over the answer, in billionths.
    let allowed = tally.allowedScoreByDay
    let counts =
      answer == .allowed
      ? allowed
      : allowed.indices.map {
        (tally.allowedByDay[$0] + tally.deniedByDay[$0]) * 1_000_000_000 - allowed[$0]
      }
    if shares[scenario][arm].isEmpty {
      shares[scenario][arm] = counts.map { _ in TrialColumn(expecting: 0) }
      variances[scenario][arm] = shares[scenario][arm]
      testVariances[scenario][arm] = shares[scenario][arm]
    }
    let installs = Double(tally[.installs])
    var sum: Int64 = 0
    var given: Int64 = 0
    var answered: Int64 = 0
    for (day, count) in counts.enumerated() {
      sum += count
      given += (answer == .allowed ? tally.allowedByDay : tally.deniedByDay)[day]
      answered += tally.allowedByDay[day] + tally.deniedByDay[day]
      guard installs > 0 else {
        shares[scenario][arm][day].append(nil)
        variances[scenario][arm][day].append(nil)
        testVariances[scenario][arm][day].append(nil)
        continue
      }
      let share = Double(sum) / (1e9 * installs)
      let happened = Double(given) / installs
      shares[scenario][arm][day].append(share)
      variances[scenario][arm][day].append(
        leastVariance(of: share, installs: installs, answered: Double(answered)))
      testVariances[scenario][arm][day].append(happened * (1 - happened) / installs)
    }
  }

  /// The squared standard error of a share of scores, were those of who have answered all alike: the
  /// least it can be, as for the metrics by a day.
  private func leastVariance(of share: Double, installs: Double, answered: Double) -> Double? {
    guard installs > 1 else { return nil }
    let sum = share * installs
    let squares = answered > 0 ? sum * sum / answered : 0
    return max(0, squares - sum * sum / installs) / (installs * (installs - 1))
  }

  /// The curves of the trials handed in so far.
  ///
  /// - Throws: `NumericsError` never, for shares.
  public func curves() throws(NumericsError) -> DayCurves {
    DayCurves(
      outline: outline, answer: answer, levels: try levels(),
      differences: try differences())
  }

  private func levels() throws(NumericsError) -> [[[Estimate?]]] {
    var result: [[[Estimate?]]] = []
    for (scenario, arms) in shares.enumerated() {
      var curves: [[Estimate?]] = []
      for (arm, days) in arms.enumerated() {
        let ratio = outline.testVarianceRatio
        var curve: [Estimate?] = []
        for (day, log) in days.enumerated() {
          let most = testVariances[scenario][arm][day]
          let series = TrialSeries(
            values: log, noise: nil, samplingVariances: variances[scenario][arm][day],
            testVariances: most.mapped { $0 * ratio },
            trialsOfABlock: outline.description.trialsOfABlock)
          curve.append(try estimate(series, mostNoise: most, range: 0...1))
        }
        curves.append(curve)
      }
      result.append(curves)
    }
    return result
  }

  private func differences() throws(NumericsError) -> [[[Estimate?]]] {
    var result: [[[Estimate?]]] = []
    for (scenario, arms) in shares.enumerated() {
      let baseline = arms[outline.baseline]
      var found: [[Estimate?]] = []
      for (arm, days) in arms.enumerated() {
        var curve: [Estimate?] = []
        for (day, log) in days.enumerated() {
          guard arm != outline.baseline, day < baseline.count else {
            curve.append(nil)
            continue
          }
          let bounds = differenceNoise(scenario, arm, day)
          let values = pairedDifferences(log, baseline[day])
          let series = TrialSeries(
            values: values, noise: nil, samplingVariances: bounds.least, testVariances: .absent(values.count),
            trialsOfABlock: outline.description.trialsOfABlock)
          curve.append(try estimate(series, mostNoise: bounds.most))
        }
        found.append(curve)
      }
      result.append(found)
    }
    return result
  }

  /// The least and the most variance of a day's difference to the baseline within each trial.
  ///
  /// Of people who live under both arms the tallies do not tell how far the two answers go together: the noise is
  /// 0 at least, and that of arms that move against each other at most.
  private func differenceNoise(_ scenario: Int, _ arm: Int, _ day: Int) -> (
    least: TrialColumn, most: TrialColumn
  ) {
    func both(_ logs: [[[TrialColumn]]], _ operation: (Double, Double) -> Double) -> TrialColumn {
      logs[scenario][arm][day].combined(with: logs[scenario][outline.baseline][day], operation)
    }
    return (
      both(variances) { _, _ in 0 },
      both(testVariances) { first, second in first + second + 2 * (first * second).squareRoot() }
    )
  }

  /// The estimate of a day's share or difference; the 90% range is the widest it can be unless the least and
  /// the most noise leave nearly the same.
  private func estimate(
    _ series: TrialSeries, mostNoise: TrialColumn,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(NumericsError) -> Estimate? {
    guard let estimate = try Estimate(series, parametersVary: outline.parametersVary, range: range)
    else { return nil }
    let known = mostNoise.compactMap { $0 }
    guard outline.parametersVary, estimate.uncertaintyInterval90 != nil, !known.isEmpty else {
      return estimate
    }
    // A single trial, and trials that agree in all, leave nothing to tell.
    guard let deviation = estimate.overTrials.standardDeviation, deviation * deviation > 0 else {
      return estimate
    }
    let variance = deviation * deviation
    let left = variance - known.reduce(0, +) / Double(known.count)
    let isTold = left >= Self.sameDeviation * Self.sameDeviation * estimate.parameterShare * variance
    return isTold ? estimate : estimate.asAtMost
  }

  /// Standard deviations of which the smaller is at least this share of the larger are the same.
  private static let sameDeviation = 0.98
}
