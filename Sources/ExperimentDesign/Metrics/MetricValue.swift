import PromptFlow

extension Metric {
  /// The metric's value from the sums of one trial.
  ///
  /// - Returns: `nil` when the denominator is empty or the day is past the horizon.
  public func value(in tally: Tally) -> Double? { definition.value(in: tally) }

  /// The metric's estimate from the scores of one trial: that of its expectation.
  ///
  /// What a known probability decides is counted by that probability instead of by a toss of it, so
  /// the mean is the same and the noise smaller. Metrics that no answer decides have no score of
  /// their own and give their ``value(in:)``.
  /// - Returns: `nil` when the denominator is empty or the day is past the horizon.
  public func score(in tally: Tally) -> Double? { definition.score(in: tally) }
}

extension MetricDefinition {
  /// As ``Metric/value(in:)``, for callers that keep the row of a metric that they ask of many trials.
  public func value(in tally: Tally) -> Double? {
    switch measure {
    case .share(let sum, _), .mean(let sum, _):
      return mean(sum.total(in: tally), over: population.size(in: tally))
    case .medianDaysToDecision: return tally.medianDaysToDecision
    }
  }

  /// As ``Metric/score(in:)``, for the same.
  public func score(in tally: Tally) -> Double? {
    let count = population.size(in: tally)
    switch score {
    case .billionths(let sum): return mean(ofBillionths: tally[sum], over: count)
    case .amount(let sum, nil): return mean(tally[sum], over: count)
    case .amount(let sum, let whole?): return mean(Double(tally[whole]) - tally[sum], over: count)
    case .answers(let answer, let day):
      return tally.score(of: answer, through: day).flatMap { mean(ofBillionths: $0, over: count) }
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
  /// Billionths of an install by the end of a day; who answered and did not allow denied.
  ///
  /// - Returns: `nil` for a day past the horizon.
  fileprivate func score(of answer: AlertAnswer, through day: Int) -> Int64? {
    guard let allowed = allowedScoreByDay.sum(through: day) else { return nil }
    switch answer {
    case .allow: return allowed
    case .deny:
      guard let allowing = allowedByDay.sum(through: day), let denying = deniedByDay.sum(through: day)
      else { return nil }
      return (allowing + denying) * 1_000_000_000 - allowed
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
