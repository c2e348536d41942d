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
  /// By scenario and arm: of each of the ``counters``, then by day first answers until then, an install; absent where a
  /// trial has no installs.
  private var logs: [[TrialLog]]

  /// All requests, and what kept some from an answer: the app was not active (R19), another system alert was up (R21), they
  /// waited behind another alert and were shown then (R52), which is late and not lost, or the alert was left unanswered
  /// (R31).
  public static let counters: [Counter] = [
    .requests, .lostNotActive, .lostBehindAlert, .queuedRequests, .unansweredAlerts,
  ]

  /// No trial yet.
  public init(_ outline: RunOutline, answer: Answer = .allowed) {
    self.outline = outline
    self.answer = answer
    let file = TrialFile()
    logs = outline.scenarios.map { _ in outline.arms.map { _ in TrialLog(in: file) } }
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in logs.indices {
      for (arm, tally) in result.wholes[scenario].enumerated() {
        func append(_ count: Int64, of whole: Double) {
          logs[scenario][arm].append(whole > 0 ? Double(count) / whole : nil)
        }
        let installs = Double(tally[.installs])
        for counter in Self.counters { append(tally[counter], of: installs) }
        // Scored, in billionths: in expectation over the answer.
        var sum: Int64 = 0
        for (day, score) in tally.allowedScoreByDay.enumerated() {
          let answered = tally.allowedByDay[day] + tally.deniedByDay[day]
          sum += answer == .allowed ? score : answered * 1_000_000_000 - score
          append(sum, of: 1e9 * installs)
        }
        logs[scenario][arm].endRow()
      }
    }
  }

  /// Shares of installs that have answered by the end of each day from day 0, by scenario and arm, with the 90% range; the
  /// differences are trial by trial.
  ///
  /// Of a day's scores the trials keep the sum alone, which does not tell the noise of their installs: draws are taken as
  /// they are.
  public func curves() throws -> [[[MetricSummary]]] {
    try logs.map { arms in
      try arms.enumerated().map { arm, log in
        func series(_ log: TrialLog, _ column: Int) -> TrialSeries {
          TrialSeries(log[column], trialsOfABlock: outline.trialsOfABlock)
        }
        return try (Self.counters.count..<max(Self.counters.count, log.columns)).map { column in
          try MetricSummary(
            series(log, column),
            baseline: arm == outline.baseline ? nil : series(arms[outline.baseline], column),
            parametersVary: outline.parametersVary, range: 0...1)
        }
      }
    }
  }

  /// What became of the requests, by scenario and arm: means per install, where any trial has installs.
  public func funnel() throws -> [[[Counter: MonteCarloMean]]] {
    try logs.map { arms in
      try arms.map { log in
        try Self.counters.enumerated().reduce(into: [:]) { means, counter in
          means[counter.element] = try MonteCarloMean(
            log[counter.offset], trialsOfABlock: outline.trialsOfABlock)
        }
      }
    }
  }
}
