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
      meanVariance(Double(tally[.sessions]), Double(tally[.sessionsSquared]), tally)
    case .authorizedSessionsPerInstall:
      meanVariance(
        Double(tally[.authorizedSessions]), Double(tally[.authorizedSessionsSquared]), tally)
    case .sessionsLostPerInstall:
      meanVariance(
        Double(tally[.sessionsUndisturbed] - tally[.sessions]), Double(tally[.sessionsLostSquared]),
        tally)
    case .eventsDroppedPerInstall:
      meanVariance(Double(tally[.eventsDropped]), Double(tally[.eventsDroppedSquared]), tally)
    case .valuePerInstall:
      meanVariance(
        Double(tally[.valueNano]) * 1e-9, Double(tally[.valueMicroSquared]) * 1e-12, tally)
    case .lostRequestsPerRequest, .prePromptContinueRate, .medianDaysToDecision: nil
    }
  }

  /// The squared standard error of the paired difference of this metric to the baseline in one
  /// trial.
  ///
  /// Only opt-in per install has the discordant counts it takes: with g installs won over and l
  /// lost to the baseline it is (g + l − (g − l)²/n)/n², McNemar's variance.
  /// - Parameters:
  ///   - tally: the arm's, with the counts against the baseline.
  ///   - baseline: the baseline's.
  ///   - design: under `split` the two arms are different people, and the variances add.
  /// - Returns: `nil` where the tally cannot tell.
  public func differenceSamplingVariance(
    in tally: Tally, against baseline: Tally, design: Design
  ) -> Double? {
    switch design {
    case .split:
      guard let own = samplingVariance(in: tally), let other = samplingVariance(in: baseline) else {
        return nil
      }
      return own + other
    case .paired:
      guard self == .optInPerInstall, tally[.installs] > 0 else { return nil }
      let installs = Double(tally[.installs])
      let gained = Double(tally.gainedOverBaseline)
      let lost = Double(tally.lostToBaseline)
      return (gained + lost - (gained - lost) * (gained - lost) / installs) / (installs * installs)
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
    let installs = Double(tally[.installs])
    guard installs > 1 else { return nil }
    // Rounding of the money sums can leave a difference just below 0.
    return max(0, squares - sum * sum / installs) / (installs * (installs - 1))
  }
}
