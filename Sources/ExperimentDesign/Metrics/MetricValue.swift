import PromptFlow

extension Metric {
  /// The metric's value from the sums of one trial.
  ///
  /// - Returns: `nil` when the denominator is empty or the day is past the horizon.
  public func value(in tally: Tally) -> Double? {
    let definition = definition
    switch definition.measure {
    case .share(let sum, _), .mean(let sum, _):
      return mean(sum.total(in: tally), over: definition.population.size(in: tally))
    case .medianDaysToDecision: return tally.medianDaysToDecision
    }
  }

  /// The metric's estimate from the scores of one trial: that of its expectation.
  ///
  /// What a known probability decides is counted by that probability instead of by a toss of it, so
  /// the mean is the same and the noise smaller. Metrics that no answer decides have no score of
  /// their own and give their ``value(in:)``.
  /// - Returns: `nil` when the denominator is empty or the day is past the horizon.
  public func score(in tally: Tally) -> Double? {
    let definition = definition
    let count = definition.population.size(in: tally)
    switch definition.score {
    case .billionths(let sum, _): return mean(ofBillionths: tally[sum], over: count)
    case .amount(let sum, _), .estimate(let sum, _, nil): return mean(tally[sum], over: count)
    case .estimate(let sum, _, let whole?): return mean(Double(tally[whole]) - tally[sum], over: count)
    case .answers(let answer, let day):
      return tally.scores(of: answer).sum(through: day).flatMap { mean(ofBillionths: $0, over: count) }
    case nil: return value(in: tally)
    }
  }

  /// A mean; `nil` also where the sum is ``Tally/unknown``.
  private func mean(_ sum: Double?, over count: Int64) -> Double? {
    guard count > 0, let sum, sum.isFinite else { return nil }
    return sum / Double(count)
  }

  /// A mean of what is counted in billionths of one; exact where they are whole.
  private func mean(ofBillionths sum: Int64, over count: Int64) -> Double? {
    count > 0 ? Double(sum) / (1e9 * Double(count)) : nil
  }
}

extension Tally {
  /// Billionths of an install by the day of the answer's session; who answered and did not allow denied.
  fileprivate func scores(of answer: AlertAnswer) -> [Int64] {
    switch answer {
    case .allow: allowedScoreByDay
    case .deny:
      allowedScoreByDay.indices.map {
        (allowedByDay[$0] + deniedByDay[$0]) * 1_000_000_000 - allowedScoreByDay[$0]
      }
    }
  }
}

extension Experiment {
  /// The metrics that the experiment models for one arm, in their fixed order.
  ///
  /// A metric whose section (attribution, consent, value, pre-prompt) is not
  /// modelled is absent, as is one read at a day past the horizon.
  public func modelledMetrics(scenario: Int, arm: Int) -> [Metric] {
    Metric.allCases.filter { models($0.definition.requirement, scenario: scenario, arm: arm) }
  }

  private func models(
    _ requirement: MetricDefinition.Requirement, scenario: Int, arm: Int
  ) -> Bool {
    switch requirement {
    case .nothing: true
    case .attribution: arms[arm].surroundings[scenario].contains { $0.attribution != nil }
    case .value: scenarios[scenario].segments.contains { $0.value != nil }
    case .prePrompt: arms[arm].prePrompt != nil
    case .horizon(let days): Double(days) <= horizonDays
    }
  }
}
