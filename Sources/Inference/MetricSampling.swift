public import ExperimentDesign

extension Metric {
  /// The squared standard error of the metric's value in one trial, given that trial's parameters.
  ///
  /// The installs of a trial are independent people, so a share of installs has the binomial x(1 −
  /// x)/n and a mean per install Σ(y − ȳ)²/(n(n − 1)), from the tally's sums of squares. Shares of
  /// the prompted and of the answered are binomial in their own denominators. Installs belong to
  /// segments by chance, so a mix changes none of this.
  /// - Returns: `nil` where the tally cannot tell: an empty denominator, a median, and rates per
  ///   request and per showing, of which one install makes several.
  public func samplingVariance(in tally: Tally) -> Double? {
    switch self {
    case .optInPerInstall, .triggerReachedPerInstall, .promptedPerInstall,
      .promptedInFirstSessionPerInstall, .undeterminedPerInstall, .attributedPerInstall,
      .unreportedPerInstall, .trackedBeforePermissionPerInstall, .personalizablePerInstall,
      .optInByDay1, .deniedByDay1, .optInByDay7, .deniedByDay7, .optInByDay30, .deniedByDay30:
      binomialVariance(tally, tally[.installs])
    case .optInPerPrompted: binomialVariance(tally, tally[.prompted])
    case .optInPerAnswered:
      binomialVariance(tally, tally[.answeredAllow] + tally[.answeredDeny])
    case .sessionsPerInstall:
      meanVariance(Double(tally[.sessions]), tally[.sessionsSquared], tally)
    case .authorizedSessionsPerInstall:
      meanVariance(
        Double(tally[.authorizedSessions]), tally[.authorizedSessionsSquared], tally)
    case .sessionsLostPerInstall:
      meanVariance(
        Double(tally[.sessionsUndisturbed] - tally[.sessions]), tally[.sessionsLostSquared],
        tally)
    case .eventsDroppedPerInstall:
      meanVariance(Double(tally[.eventsDropped]), tally[.eventsDroppedSquared], tally)
    case .valuePerInstall:
      meanVariance(tally[.value], tally[.valueSquared], tally)
    case .lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision: nil
    }
  }

  /// The squared standard error of the metric's score in one trial, given that trial's parameters.
  ///
  /// Scores differ less between installs than what happens does, so this is at most
  /// ``samplingVariance(in:)``, and is that of metrics that no answer decides. Of answers by a day
  /// the tally keeps no squares; the two halves of each trial tell their noise. Sessions have squares where no answer
  /// changed them.
  /// - Returns: `nil` where the tally cannot tell.
  public func scoreVariance(in tally: Tally) -> Double? {
    switch self {
    case .optInPerInstall:
      scoreVariance(tally, .authorizedScoreNano, .authorizedScoreSquaredNano, tally[.installs])
    case .optInPerPrompted:
      scoreVariance(tally, .allowedScoreNano, .allowedScoreSquaredNano, tally[.prompted])
    case .optInPerAnswered:
      scoreVariance(
        tally, .allowedScoreNano, .allowedScoreSquaredNano,
        tally[.answeredAllow] + tally[.answeredDeny])
    case .attributedPerInstall:
      scoreVariance(tally, .attributedScoreNano, .attributedScoreSquaredNano, tally[.installs])
    case .personalizablePerInstall:
      scoreVariance(
        tally, .personalizableScoreNano, .personalizableScoreSquaredNano, tally[.installs])
    case .authorizedSessionsPerInstall:
      meanVariance(
        tally[.authorizedSessionsScore], tally[.authorizedSessionsScoreSquared], tally[.installs])
    case .valuePerInstall:
      meanVariance(tally[.valueScore], tally[.valueScoreSquared], tally[.installs])
    case .triggerReachedPerInstall, .promptedPerInstall, .promptedInFirstSessionPerInstall,
      .undeterminedPerInstall, .unreportedPerInstall, .trackedBeforePermissionPerInstall,
      .eventsDroppedPerInstall, .lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision:
      samplingVariance(in: tally)
    case .optInByDay1, .deniedByDay1, .optInByDay7, .deniedByDay7, .optInByDay30, .deniedByDay30:
      nil
    case .sessionsPerInstall, .sessionsLostPerInstall:
      tally[.sessionsScore] == Double(tally[.sessions]) ? samplingVariance(in: tally) : nil
    }
  }

  /// The range the metric cannot leave.
  public var legalRange: ClosedRange<Double> {
    switch self {
    case .optInPerInstall, .triggerReachedPerInstall, .promptedPerInstall,
      .promptedInFirstSessionPerInstall, .undeterminedPerInstall, .attributedPerInstall,
      .unreportedPerInstall, .trackedBeforePermissionPerInstall, .personalizablePerInstall,
      .optInByDay1, .deniedByDay1, .optInByDay7, .deniedByDay7, .optInByDay30, .deniedByDay30,
      .optInPerPrompted, .optInPerAnswered, .lostRequestsPerRequest, .prePromptContinueRate:
      0...1
    case .sessionsPerInstall, .authorizedSessionsPerInstall, .sessionsLostPerInstall,
      .eventsDroppedPerInstall, .medianDaysToDecision:
      0...Double.greatestFiniteMagnitude
    // What a session is worth can be given as any number.
    case .valuePerInstall: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
  }

  private func binomialVariance(_ tally: Tally, _ denominator: Int64) -> Double? {
    guard denominator > 0, let share = value(in: tally) else { return nil }
    return share * (1 - share) / Double(denominator)
  }

  private func meanVariance(_ sum: Double, _ squares: Double, _ tally: Tally) -> Double? {
    meanVariance(sum, squares, tally[.installs])
  }

  private func meanVariance(_ sum: Double, _ squares: Double, _ count: Int64) -> Double? {
    // Of a run of an earlier version a sum may be unknown (``Tally/unknown``).
    guard count > 1, sum.isFinite, squares.isFinite else { return nil }
    let count = Double(count)
    // Rounding of fixed-point sums can leave a difference just below 0.
    return max(0, squares - sum * sum / count) / (count * (count - 1))
  }

  private func scoreVariance(
    _ tally: Tally, _ sum: Counter, _ squares: Counter, _ count: Int64
  ) -> Double? {
    meanVariance(Double(tally[sum]) * 1e-9, Double(tally[squares]) * 1e-9, count)
  }
}
