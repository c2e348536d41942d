public import ExperimentDesign
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

  package var outline: RunOutline
  /// Which first answer is followed.
  public var answer: Answer
  /// Shares by scenario, arm and day from day 0, with the 90% range; `nil` where no trial has installs.
  public var levels: [[[Estimate?]]]
  /// Differences to the baseline by scenario, arm and day, trial by trial; `nil` for the baseline.
  public var differences: [[[Estimate?]]]

  /// Mean shares by scenario, arm and day from day 0; `nil` where no trial has installs.
  public var means: [[[MonteCarloMean?]]] { levels.map { $0.map { $0.map { $0?.overTrials } } } }

  /// The 90% range of those shares, by scenario, arm and day; `nil` where it is not known.
  public var uncertaintyInterval90: [[[Interval?]]] {
    levels.map { $0.map { $0.map { $0?.distinctUncertaintyInterval90 } } }
  }
}

/// Collects the shares of ``DayCurves`` trial by trial.
public struct DayCurvesBuilder: Sendable {
  private let outline: RunOutline
  private let answer: DayCurves.Answer
  /// By scenario, arm and day.
  private var logs: [[[DayLog]]]

  /// The share of a day, trial by trial.
  private struct DayLog: Sendable {
    var shares = TrialColumn(expecting: 0)
    /// The mean of its sampling variances, were the scores of those who have answered all alike: the least that they can
    /// be.
    var least = RunningMean()
    /// Those of the answers that were given, which is what a test sees: the most that they can be.
    var most = TrialColumn(expecting: 0)

    /// ``least`` where every trial with a share tells it.
    var leastNoise: Double? { least.mean(ofAll: shares.count { $0 != nil }) }
  }

  /// No trial yet.
  public init(_ outline: RunOutline, answer: DayCurves.Answer) {
    self.outline = outline
    self.answer = answer
    logs = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in logs.indices {
      for arm in logs[scenario].indices {
        Self.add(result.wholes[ScenarioIndex(scenario), ArmIndex(arm)], of: answer, to: &logs[scenario][arm])
      }
    }
  }

  /// Static, as a method would hold a second copy of the logs, which would be copied with every entry.
  private static func add(_ tally: Tally, of answer: DayCurves.Answer, to days: inout [DayLog]) {
    let (allowed, denied) = (tally.allowedByDay, tally.deniedByDay)
    if days.isEmpty { days = allowed.map { _ in DayLog() } }
    let installs = Double(tally[.installs])
    var (sum, given, answered): (Int64, Int64, Int64) = (0, 0, 0)
    for day in days.indices {
      // Scored: in expectation over the answer, in billionths.
      let score = tally.allowedScoreByDay[day]
      sum += answer == .allowed ? score : (allowed[day] + denied[day]) * 1_000_000_000 - score
      given += answer == .allowed ? allowed[day] : denied[day]
      answered += allowed[day] + denied[day]
      let share = installs > 0 ? Double(sum) / (1e9 * installs) : nil
      let happened = Double(given) / installs
      days[day].shares.append(share)
      if let share,
        let least = leastVariance(of: share, installs: installs, answered: Double(answered))
      {
        days[day].least.add(least)
      }
      days[day].most.append(share == nil ? nil : happened * (1 - happened) / installs)
    }
  }

  private static func leastVariance(of share: Double, installs: Double, answered: Double) -> Double? {
    guard installs > 1 else { return nil }
    let sum = share * installs
    let squares = answered > 0 ? sum * sum / answered : 0
    return max(0, squares - sum * sum / installs) / (installs * (installs - 1))
  }

  /// The curves of the trials handed in so far.
  public func curves() throws -> DayCurves {
    DayCurves(
      outline: outline, answer: answer, levels: try logs.map { try $0.map { try $0.map(level) } },
      differences: try logs.map { arms in
        try arms.indices.map { arm in
          try arms[arm].indices.map { day in
            let baseline = arms[outline.baseline]
            guard arm != outline.baseline, day < baseline.count else { return nil }
            return try difference(arms[arm][day], baseline[day])
          }
        }
      })
  }

  /// The mean share over the trials, from day 0 on.
  func meanShares(scenario: Int, arm: Int) -> [Double] {
    logs[scenario][arm].map { day in
      let shares = day.shares.compactMap { $0 }
      return shares.reduce(0, +) / Double(max(1, shares.count))
    }
  }

  private func level(_ day: DayLog) throws -> Estimate? {
    let series = TrialSeries(
      values: day.shares, knownNoise: day.leastNoise,
      trialsOfABlock: outline.description.trialsOfABlock)
    return try estimate(series, mostNoise: day.most, range: 0...1)
  }

  /// A day's share less the baseline's.
  ///
  /// Of people who live under both arms the tallies do not tell how far the two answers go together: the noise is
  /// 0 at least, and that of arms that move against each other at most.
  private func difference(_ own: DayLog, _ baseline: DayLog) throws -> Estimate? {
    let values = pairedDifferences(own.shares, baseline.shares)
    let series = TrialSeries(
      values: values, knownNoise: own.leastNoise == nil || baseline.leastNoise == nil ? nil : 0,
      trialsOfABlock: outline.description.trialsOfABlock)
    let most = own.most.combined(with: baseline.most) { $0 + $1 + 2 * ($0 * $1).squareRoot() }
    return try estimate(series, mostNoise: most)
  }

  private func estimate(
    _ series: TrialSeries, mostNoise: TrialColumn,
    range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws -> Estimate? {
    let known = mostNoise.compactMap { $0 }
    return try Estimate(
      series, parametersVary: outline.parametersVary, range: range,
      mostNoise: outline.parametersVary && !known.isEmpty ? known.reduce(0, +) / Double(known.count) : nil)
  }
}
