import PromptFlow

extension Metric {
  /// The metric's row.
  ///
  /// A new metric needs its case, its row here, and its row of words in `Reviews`. Stored trials keep one draw of noise
  /// per metric in the order of the cases, so that it needs a version of the store too.
  public var definition: MetricDefinition {
    switch self {
    case .optInPerInstall:
      MetricDefinition(
        .share(.count(.finalAuthorized), of: .installs),
        score: .billionths(.authorizedScoreNano, squares: .authorizedScoreSquaredNano))
    case .triggerReachedPerInstall: MetricDefinition(.share(.count(.triggerReached), of: .installs))
    case .promptedPerInstall: MetricDefinition(.share(.count(.prompted), of: .installs))
    case .promptedInFirstSessionPerInstall:
      MetricDefinition(.share(.count(.promptedFirstSession), of: .installs))
    case .undeterminedPerInstall:
      MetricDefinition(.share(.count(.finalUndetermined), of: .installs), isLoss: true)
    case .sessionsPerInstall:
      MetricDefinition(
        .mean(.count(.sessions), squares: .sessionsSquared), score: .estimate(.sessionsScore, of: .sessions))
    case .authorizedSessionsPerInstall:
      MetricDefinition(
        .mean(.count(.authorizedSessions), squares: .authorizedSessionsSquared),
        score: .amount(.authorizedSessionsScore, squares: .authorizedSessionsScoreSquared))
    case .sessionsLostPerInstall:
      MetricDefinition(
        .mean(.difference(.sessionsUndisturbed, .sessions), squares: .sessionsLostSquared),
        score: .estimate(.sessionsScore, of: .sessions, takenFrom: .sessionsUndisturbed), isLoss: true)
    case .attributedPerInstall:
      MetricDefinition(
        .share(.count(.attributed), of: .installs),
        score: .billionths(.attributedScoreNano, squares: .attributedScoreSquaredNano),
        requires: .attribution)
    case .unreportedPerInstall:
      MetricDefinition(.share(.count(.unreported), of: .installs), isLoss: true, requires: .attribution)
    case .trackedBeforePermissionPerInstall:
      MetricDefinition(
        .share(.count(.trackedBeforePermission), of: .installs), isLoss: true, requires: .attribution)
    case .eventsDroppedPerInstall:
      MetricDefinition(
        .mean(.count(.eventsDropped), squares: .eventsDroppedSquared), isLoss: true, requires: .attribution)
    case .personalizablePerInstall:
      MetricDefinition(
        .share(.count(.personalizable), of: .installs),
        score: .billionths(.personalizableScoreNano, squares: .personalizableScoreSquaredNano))
    case .valuePerInstall:
      MetricDefinition(
        .mean(.amount(.value), squares: .valueSquared),
        score: .amount(.valueScore, squares: .valueScoreSquared), scale: .money, requires: .value)
    case .optInPerPrompted:
      MetricDefinition(
        .share(.count(.answeredAllow), of: .prompted),
        score: .billionths(.allowedScoreNano, squares: .allowedScoreSquaredNano))
    case .optInPerAnswered:
      MetricDefinition(
        .share(.count(.answeredAllow), of: .answered),
        score: .billionths(.allowedScoreNano, squares: .allowedScoreSquaredNano))
    case .lostRequestsPerRequest:
      MetricDefinition(.share(.counts(.lostNotActive, .lostBehindAlert), of: .requests), isLoss: true)
    case .prePromptContinueRate:
      MetricDefinition(.share(.count(.prePromptContinues), of: .prePromptShowings), requires: .prePrompt)
    case .optInByDay1: .answers(.allow, byDay: 1)
    case .deniedByDay1: .answers(.deny, byDay: 1)
    case .optInByDay7: .answers(.allow, byDay: 7)
    case .deniedByDay7: .answers(.deny, byDay: 7)
    case .optInByDay30: .answers(.allow, byDay: 30)
    case .deniedByDay30: .answers(.deny, byDay: 30)
    case .medianDaysToDecision: MetricDefinition(.medianDaysToDecision, isLoss: true)
    }
  }

  /// The day a metric is read at, where it is read at one.
  public var day: Int? { definition.measure.day }

  /// Opt-in by each of the days that answers are counted by, first to last.
  public static let optInByDay: [Metric] = [.optInByDay1, .optInByDay7, .optInByDay30]

  /// Refusals by each of the days that answers are counted by, first to last.
  public static let deniedByDay: [Metric] = [.deniedByDay1, .deniedByDay7, .deniedByDay30]

  /// Whether the metric counts something an app wants less of.
  public var isLoss: Bool { definition.isLoss }
}

extension MetricDefinition {
  /// The share of installs whose first answer was this, in a session that starts by the day.
  fileprivate static func answers(_ answer: AlertAnswer, byDay day: Int) -> MetricDefinition {
    MetricDefinition(
      .share(.answers(answer, byDay: day), of: .installs), score: .answers(answer, byDay: day),
      isLoss: answer == .deny)
  }
}
