public import ExperimentDesign
public import GSLNumerics
public import Inference

/// Shares of installs that have answered by the end of each day, arm by arm.
///
/// First answers alone count; what is changed in Settings later is left out.
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
  /// The segment that is followed; `nil` for everybody.
  public var segment: String?
  /// Shares by scenario, arm and day from day 0, with what the file allows and what a test would show;
  /// `nil` where no trial has installs.
  public var levels: [[[Estimate?]]]
  /// Differences to the baseline by scenario, arm and day, trial by trial; `nil` for the baseline.
  ///
  /// The noise of a trial's installs is not removed, so that what the file allows errs on the wide
  /// side.
  public var differences: [[[Estimate?]]]

  /// Mean shares by scenario, arm and day from day 0; `nil` where no trial has installs.
  public var means: [[[MonteCarloMean?]]] { levels.map { $0.map { $0.map { $0?.overTrials } } } }

  /// What the file allows of those shares, by scenario, arm and day; `nil` where no parameter is
  /// uncertain or the trials are too few.
  public var parameter90: [[[CentralInterval?]]] { levels.map { $0.map { $0.map { $0?.parameter90 } } } }
}

/// Collects the shares of ``DayCurves`` trial by trial.
public struct DayCurvesBuilder: Sendable {
  private let outline: RunOutline
  private let answer: DayCurves.Answer
  private let segment: String?
  /// By scenario, arm and day, trial by trial.
  private var shares: [[[NumberLog]]]
  /// Sampling variances of the shares, beside them.
  private var variances: [[[NumberLog]]]
  /// The same of the answers that were given, which is what a test sees.
  private var testVariances: [[[NumberLog]]]

  /// No trial yet.
  public init(_ outline: RunOutline, answer: DayCurves.Answer, segment: String? = nil) {
    self.outline = outline
    self.answer = answer
    self.segment = segment
    shares = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
    variances = shares
    testVariances = shares
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in shares.indices {
      let index = segment.flatMap { outline.scenarios[scenario].segments.firstIndex(of: $0) }
      if segment != nil && index == nil { continue }
      for arm in shares[scenario].indices {
        add(index.map { result.tallies[scenario][arm][$0] } ?? result.wholes[scenario][arm], scenario, arm)
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
      shares[scenario][arm] = counts.map { _ in NumberLog() }
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
      outline: outline, answer: answer, segment: segment, levels: try levels(),
      differences: try differences())
  }

  /// As the metrics by a day are estimated, so that day 7 here is `opt_in_by_day_7`.
  private func levels() throws(NumericsError) -> [[[Estimate?]]] {
    var result: [[[Estimate?]]] = []
    for (scenario, arms) in shares.enumerated() {
      var curves: [[Estimate?]] = []
      for (arm, days) in arms.enumerated() {
        var curve: [Estimate?] = []
        for (day, log) in days.enumerated() {
          curve.append(
            try Estimate(
              TrialSeries(
                values: log.entries, samplingVariances: variances[scenario][arm][day].entries,
                testVariances: testVariances[scenario][arm][day].entries),
              parametersVary: outline.parametersVary, range: 0...1))
        }
        curves.append(curve)
      }
      result.append(curves)
    }
    return result
  }

  private func differences() throws(NumericsError) -> [[[Estimate?]]] {
    var result: [[[Estimate?]]] = []
    for arms in shares {
      let baseline = arms[outline.baseline]
      var found: [[Estimate?]] = []
      for (arm, days) in arms.enumerated() {
        var curve: [Estimate?] = []
        for (day, log) in days.enumerated() {
          guard arm != outline.baseline, day < baseline.count else {
            curve.append(nil)
            continue
          }
          let values = pairedDifferences(log.entries, baseline[day].entries)
          let unknown = [Double?](repeating: nil, count: values.count)
          curve.append(
            try Estimate(
              TrialSeries(values: values, samplingVariances: unknown, testVariances: unknown),
              parametersVary: outline.parametersVary))
        }
        found.append(curve)
      }
      result.append(found)
    }
    return result
  }
}
