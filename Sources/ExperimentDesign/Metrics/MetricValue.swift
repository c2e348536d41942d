extension Metric {
  /// The metric's value from the sums of one trial.
  ///
  /// - Returns: `nil` when the denominator is empty or the day is past the horizon.
  public func value(in tally: Tally) -> Double? {
    switch self {
    case .optInPerInstall: ratio(tally, .finalAuthorized, .installs)
    case .triggerReachedPerInstall: ratio(tally, .triggerReached, .installs)
    case .promptedPerInstall: ratio(tally, .prompted, .installs)
    case .promptedInFirstSessionPerInstall: ratio(tally, .promptedFirstSession, .installs)
    case .undeterminedPerInstall: ratio(tally, .finalUndetermined, .installs)
    case .sessionsPerInstall: ratio(tally, .sessions, .installs)
    case .authorizedSessionsPerInstall: ratio(tally, .authorizedSessions, .installs)
    case .sessionsLostPerInstall:
      ratio(tally[.sessionsUndisturbed] - tally[.sessions], tally[.installs])
    case .attributedPerInstall: ratio(tally, .attributed, .installs)
    case .unreportedPerInstall: ratio(tally, .unreported, .installs)
    case .trackedBeforePermissionPerInstall: ratio(tally, .trackedBeforePermission, .installs)
    case .eventsDroppedPerInstall: ratio(tally, .eventsDropped, .installs)
    case .personalizablePerInstall: ratio(tally, .personalizable, .installs)
    case .valuePerInstall: mean(tally[.value], tally)
    case .optInPerPrompted: ratio(tally, .answeredAllow, .prompted)
    case .optInPerAnswered:
      ratio(tally[.answeredAllow], tally[.answeredAllow] + tally[.answeredDeny])
    case .lostRequestsPerRequest:
      ratio(tally[.lostNotActive] + tally[.lostBehindAlert], tally[.requests])
    case .prePromptContinueRate: ratio(tally, .prePromptContinues, .prePromptShows)
    case .optInByDay1: byDay(1, tally.allowedByDay, tally)
    case .deniedByDay1: byDay(1, tally.deniedByDay, tally)
    case .optInByDay7: byDay(7, tally.allowedByDay, tally)
    case .deniedByDay7: byDay(7, tally.deniedByDay, tally)
    case .optInByDay30: byDay(30, tally.allowedByDay, tally)
    case .deniedByDay30: byDay(30, tally.deniedByDay, tally)
    case .medianDaysToDecision: tally.medianDaysToDecision
    }
  }

  /// The metric's estimate from the scores of one trial: that of its expectation.
  ///
  /// What a known probability decides is counted by that probability instead of by a toss of it, so
  /// the mean is the same and the noise smaller. Metrics that no answer decides have no score of
  /// their own and give their ``value(in:)``.
  /// - Returns: `nil` when the denominator is empty or the day is past the horizon.
  public func score(in tally: Tally) -> Double? {
    switch self {
    case .optInPerInstall: scored(tally[.authorizedScoreNano], nano, tally[.installs])
    case .sessionsPerInstall: mean(tally[.sessionsScore], tally)
    case .sessionsLostPerInstall:
      mean(Double(tally[.sessionsUndisturbed]) - tally[.sessionsScore], tally)
    case .authorizedSessionsPerInstall: mean(tally[.authorizedSessionsScore], tally)
    case .attributedPerInstall: scored(tally[.attributedScoreNano], nano, tally[.installs])
    case .personalizablePerInstall: scored(tally[.personalizableScoreNano], nano, tally[.installs])
    case .valuePerInstall: mean(tally[.valueScore], tally)
    case .optInPerPrompted: scored(tally[.allowedScoreNano], nano, tally[.prompted])
    case .optInPerAnswered:
      scored(tally[.allowedScoreNano], nano, tally[.answeredAllow] + tally[.answeredDeny])
    case .optInByDay1, .optInByDay7, .optInByDay30: scoredByDay(tally, tally.allowedScoreByDay)
    case .deniedByDay1, .deniedByDay7, .deniedByDay30:
      scoredByDay(
        tally,
        tally.allowedScoreByDay.indices.map {
          (tally.allowedByDay[$0] + tally.deniedByDay[$0]) * 1_000_000_000 - tally.allowedScoreByDay[$0]
        })
    case .triggerReachedPerInstall, .promptedPerInstall, .promptedInFirstSessionPerInstall,
      .undeterminedPerInstall, .unreportedPerInstall, .trackedBeforePermissionPerInstall,
      .eventsDroppedPerInstall, .lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision:
      value(in: tally)
    }
  }

  private var nano: Double { 1e9 }

  /// A mean per install; `nil` also where the sum is ``Tally/unknown``.
  private func mean(_ sum: Double, _ tally: Tally) -> Double? {
    tally[.installs] > 0 && sum.isFinite ? sum / Double(tally[.installs]) : nil
  }

  /// A mean of scores that are counted in parts of one; exact where they are whole.
  private func scored(_ sum: Int64, _ parts: Double, _ denominator: Int64) -> Double? {
    denominator > 0 ? Double(sum) / (parts * Double(denominator)) : nil
  }

  private func scoredByDay(_ tally: Tally, _ scores: [Int64]) -> Double? {
    guard let day, day < scores.count else { return nil }
    return scored(scores[0...day].reduce(0, +), nano, tally[.installs])
  }

  /// The day a metric is read at, where it is read at one.
  public var day: Int? {
    switch self {
    case .optInByDay1, .deniedByDay1: 1
    case .optInByDay7, .deniedByDay7: 7
    case .optInByDay30, .deniedByDay30: 30
    case .optInPerInstall, .triggerReachedPerInstall, .promptedPerInstall,
      .promptedInFirstSessionPerInstall, .undeterminedPerInstall, .sessionsPerInstall,
      .authorizedSessionsPerInstall, .sessionsLostPerInstall, .attributedPerInstall,
      .unreportedPerInstall, .trackedBeforePermissionPerInstall, .eventsDroppedPerInstall,
      .personalizablePerInstall, .valuePerInstall, .optInPerPrompted, .optInPerAnswered,
      .lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision:
      nil
    }
  }

  /// Whether the metric counts something an app wants less of.
  public var isLoss: Bool {
    switch self {
    case .undeterminedPerInstall, .sessionsLostPerInstall, .unreportedPerInstall,
      .trackedBeforePermissionPerInstall, .eventsDroppedPerInstall, .lostRequestsPerRequest,
      .deniedByDay1, .deniedByDay7, .deniedByDay30, .medianDaysToDecision:
      true
    case .optInPerInstall, .triggerReachedPerInstall, .promptedPerInstall,
      .promptedInFirstSessionPerInstall, .sessionsPerInstall, .authorizedSessionsPerInstall,
      .attributedPerInstall, .personalizablePerInstall, .valuePerInstall, .optInPerPrompted,
      .optInPerAnswered, .prePromptContinueRate, .optInByDay1, .optInByDay7, .optInByDay30:
      false
    }
  }

  private func ratio(_ tally: Tally, _ numerator: Counter, _ denominator: Counter) -> Double? {
    ratio(tally[numerator], tally[denominator])
  }

  private func ratio(_ numerator: Int64, _ denominator: Int64) -> Double? {
    denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }

  private func byDay(_ day: Int, _ counts: [Int64], _ tally: Tally) -> Double? {
    guard day < counts.count else { return nil }
    return ratio(counts[0...day].reduce(0, +), tally[.installs])
  }
}

extension Experiment {
  /// The metrics that the experiment models for one arm, in their fixed order.
  ///
  /// A metric whose section (attribution, consent, value, pre-prompt) is not
  /// modelled is absent, as is one read at a day past the horizon.
  public func modelledMetrics(scenario: Int, arm: Int) -> [Metric] {
    let surroundings = arms[arm].surroundings[scenario]
    return Metric.allCases.filter { metric in
      switch metric {
      case .attributedPerInstall, .unreportedPerInstall, .trackedBeforePermissionPerInstall,
        .eventsDroppedPerInstall:
        surroundings.contains { $0.attribution != nil }
      case .valuePerInstall: scenarios[scenario].segments.contains { $0.value != nil }
      case .prePromptContinueRate: arms[arm].prePrompt != nil
      case .optInByDay1, .deniedByDay1, .optInByDay7, .deniedByDay7, .optInByDay30, .deniedByDay30:
        Double(metric.day ?? 0) <= horizonDays
      case .optInPerInstall, .triggerReachedPerInstall, .promptedPerInstall,
        .promptedInFirstSessionPerInstall, .undeterminedPerInstall, .sessionsPerInstall,
        .authorizedSessionsPerInstall, .sessionsLostPerInstall, .personalizablePerInstall,
        .optInPerPrompted, .optInPerAnswered, .lostRequestsPerRequest, .medianDaysToDecision:
        true
      }
    }
  }
}
