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
  /// By scenario, arm and day: first answers until then, an install; `nil` where a trial has no installs.
  private var days: [[[TrialColumn]]]
  /// The same of each of the ``counters``.
  private var requests: [[[TrialColumn]]]

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
    days = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
    requests = days
  }

  /// Adds one more trial.
  public mutating func add(_ result: TrialResult) {
    for scenario in days.indices {
      for (arm, tally) in result.wholes[scenario].enumerated() {
        // Scored, in billionths: in expectation over the answer.
        var sum: Int64 = 0
        let answers = tally.allowedScoreByDay.indices.map { day in
          let score = tally.allowedScoreByDay[day]
          let answered = tally.allowedByDay[day] + tally.deniedByDay[day]
          sum += answer == .allowed ? score : answered * 1_000_000_000 - score
          return sum
        }
        let installs = Double(tally[.installs])
        days[scenario][arm].append(answers, of: 1e9 * installs)
        requests[scenario][arm].append(Self.counters.map { tally[$0] }, of: installs)
      }
    }
  }

  /// Shares of installs that have answered by the end of each day from day 0, by scenario and arm, with the 90% range; the
  /// differences are trial by trial.
  ///
  /// Of a day's scores the trials keep the sum alone, which does not tell the noise of their installs: draws are taken as
  /// they are.
  public func curves() throws -> [[[MetricSummary]]] {
    func series(_ values: TrialColumn) -> TrialSeries {
      TrialSeries(values: values, trialsOfABlock: outline.trialsOfABlock)
    }
    return try days.map { arms in
      try arms.enumerated().map { arm, days in
        try zip(days, arms[outline.baseline]).map { own, baseline in
          try MetricSummary(
            series(own), baseline: arm == outline.baseline ? nil : series(baseline),
            parametersVary: outline.parametersVary, range: 0...1)
        }
      }
    }
  }

  /// What became of the requests, by scenario and arm: means per install, where any trial has installs.
  public func funnel() throws -> [[[Counter: MonteCarloMean]]] {
    try requests.map { arms in
      try arms.map { counts in
        try zip(Self.counters, counts).reduce(into: [:]) { means, found in
          means[found.0] = try MonteCarloMean(found.1, trialsOfABlock: outline.trialsOfABlock)
        }
      }
    }
  }
}

extension [TrialColumn] {
  /// Adds a trial's counts, as many in every trial, as parts of a whole; `nil` of nothing.
  fileprivate mutating func append(_ counts: [Int64], of whole: Double) {
    if isEmpty { self = counts.map { _ in TrialColumn(expecting: 0) } }
    for (place, count) in counts.enumerated() {
      self[place].append(whole > 0 ? Double(count) / whole : nil)
    }
  }
}
