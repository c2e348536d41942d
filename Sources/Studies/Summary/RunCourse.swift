public import ExperimentDesign
public import Inference

/// What became of the installs of a run and of its requests, trial by trial.
public struct RunCourse: Sendable {
  /// Which first answer is followed by day; what is changed in Settings later is left out.
  public enum Answer: String, Sendable {
    case allowed
    case denied
  }

  package let outline: RunOutline
  /// Which first answer is followed by day.
  public let answer: Answer
  /// First answers until each day, by scores in billionths.
  private var days: PerInstallLog
  private var requests: PerInstallLog

  /// All requests, and what kept some from an answer: the app was not active (R19), another system alert was up (R21), they
  /// waited behind another alert and were shown then (R52), which is late and not lost, or the alert was left unanswered
  /// (R31).
  public static let counters: [Counter] = [
    .requests, .lostNotActive, .lostBehindAlert, .queuedRequests, .unansweredAlerts,
  ]

  /// No trial yet.
  ///
  /// - Parameter answer: which first answer is followed by day.
  public init(_ outline: RunOutline, answer: Answer = .allowed) {
    self.outline = outline
    self.answer = answer
    days = PerInstallLog(outline, scale: 1e9)
    requests = PerInstallLog(outline, scale: 1)
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    let answer = answer
    days.add(result) { tally in
      var sum: Int64 = 0
      return tally.allowedScoreByDay.indices.map { day in
        // Scored: in expectation over the answer.
        let score = tally.allowedScoreByDay[day]
        let answered = tally.allowedByDay[day] + tally.deniedByDay[day]
        sum += answer == .allowed ? score : answered * 1_000_000_000 - score
        return sum
      }
    }
    requests.add(result) { tally in Self.counters.map { tally[$0] } }
  }

  /// Shares of installs that have answered by the end of each day from day 0, by scenario and arm, with the 90% range; the
  /// differences are trial by trial.
  ///
  /// Of a day's scores the trials keep the sum alone, which does not tell the noise of their installs: draws are taken as
  /// they are.
  public func curves() throws -> [[[MetricSummary]]] {
    func estimate(_ values: TrialColumn, range: ClosedRange<Double>) throws -> Estimate? {
      try Estimate(
        TrialSeries(values: values, trialsOfABlock: outline.trialsOfABlock),
        parametersVary: outline.parametersVary, range: range)
    }
    return try days.columns.map { arms in
      try arms.enumerated().map { arm, days in
        try zip(days, arms[outline.baseline]).map { own, baseline in
          MetricSummary(
            estimate: try estimate(own, range: 0...1),
            difference: arm == outline.baseline
              ? nil : try estimate(pairedDifferences(own, baseline), range: -1...1))
        }
      }
    }
  }

  /// What became of the requests, by scenario and arm: means per install, where any trial has installs.
  public func funnel() throws -> [[[Counter: MonteCarloMean]]] {
    try requests.columns.map { arms in
      try arms.map { counts in
        var means: [Counter: MonteCarloMean] = [:]
        for (counter, count) in zip(Self.counters, counts) {
          means[counter] = try MonteCarloMean(count, trialsOfABlock: outline.trialsOfABlock)
        }
        return means
      }
    }
  }
}

/// Counts of every option under every scenario, an install each, trial by trial.
private struct PerInstallLog: Sendable {
  /// By how much the counts are multiplied.
  let scale: Double
  /// By scenario, arm and count; `nil` where a trial has no installs.
  private(set) var columns: [[[TrialColumn]]]

  init(_ outline: RunOutline, scale: Double) {
    self.scale = scale
    columns = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
  }

  /// Adds one more trial.
  ///
  /// - Parameter counts: what is counted of an option, as many numbers in every trial.
  mutating func add(_ result: TrialResult, _ counts: (Tally) -> [Int64]) {
    for scenario in columns.indices {
      for arm in columns[scenario].indices {
        let tally = result.wholes[scenario][arm]
        let (found, installs) = (counts(tally), scale * Double(tally[.installs]))
        if columns[scenario][arm].isEmpty {
          columns[scenario][arm] = found.map { _ in TrialColumn(expecting: 0) }
        }
        for (place, count) in found.enumerated() {
          columns[scenario][arm][place].append(installs > 0 ? Double(count) / installs : nil)
        }
      }
    }
  }
}
