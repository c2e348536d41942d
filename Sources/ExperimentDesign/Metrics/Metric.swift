import PromptFlow

/// What is measured of a strategy.
///
/// Every rate carries its denominator in its name. A new one comes last: a store keeps the noise of all of them in this
/// order. What else it needs stands at ``definition``.
public enum Metric: String, CaseIterable, Hashable, Sendable, Codable {
  case optInPerInstall = "opt_in_per_install"
  case triggerReachedPerInstall = "trigger_reached_per_install"
  case promptedPerInstall = "prompted_per_install"
  case promptedInFirstSessionPerInstall = "prompted_in_first_session_per_install"
  case undeterminedPerInstall = "undetermined_per_install"
  case sessionsPerInstall = "sessions_per_install"
  case authorizedSessionsPerInstall = "authorized_sessions_per_install"
  case sessionsLostPerInstall = "sessions_lost_per_install"
  case attributedPerInstall = "attributed_per_install"
  case unreportedPerInstall = "unreported_per_install"
  case trackedBeforePermissionPerInstall = "tracked_before_permission_per_install"
  case eventsDroppedPerInstall = "events_dropped_per_install"
  case personalizablePerInstall = "personalizable_per_install"
  case valuePerInstall = "value_per_install"
  case optInPerPrompted = "opt_in_per_prompted"
  case optInPerAnswered = "opt_in_per_answered"
  case lostRequestsPerRequest = "lost_requests_per_request"
  case prePromptContinueRate = "pre_prompt_continue_rate"
  case optInByDay1 = "opt_in_by_day_1"
  case deniedByDay1 = "denied_by_day_1"
  case optInByDay7 = "opt_in_by_day_7"
  case deniedByDay7 = "denied_by_day_7"
  case optInByDay30 = "opt_in_by_day_30"
  case deniedByDay30 = "denied_by_day_30"
  case medianDaysToDecision = "median_days_to_decision"
}

/// What is counted of the installs of one trial, scenario, arm and segment.
///
/// All are integers, so that merging is exact in any order, and all fit 64 bits at the limits of a
/// file: see ``TallyLimits``. What would not fit is an ``Amount``.
public enum Counter: Int, CaseIterable, Hashable, Sendable {
  case installs
  case triggerReached
  /// Installs shown at least one tracking alert.
  case prompted
  case promptedFirstSession
  /// Tracking alerts shown, over all installs.
  case alertsShown
  case answeredAllow
  case answeredDeny
  /// Requests made, the single ones of restricted and switched-off devices included.
  case requests
  /// Requests that ended undetermined because the app was not active (R19).
  case lostNotActive
  /// Requests that ended undetermined because another alert was up (R21).
  case lostBehindAlert
  /// Requests that waited behind another alert (R52).
  case queuedRequests
  /// Alerts left unanswered (R31).
  case unansweredAlerts
  case prePromptShows
  case prePromptContinues
  case sessions
  case sessionsUndisturbed
  case authorizedSessions
  case finalAuthorized
  case finalDeniedByAnswer
  case finalDeniedByDevice
  case finalRestricted
  case finalUndetermined
  case finalNoATT
  /// Install event sent with the advertising identifier.
  case attributed
  case unreported
  case trackedBeforePermission
  case eventsDropped
  case personalizable
  // Scores: outcomes that a known probability decides, counted by that probability.
  /// Authorized at the horizon, 1e-9 of an install.
  case authorizedScoreNano
  /// Allowing when asked, 1e-9 of an install.
  case allowedScoreNano
  /// 1e-9 of an install.
  case attributedScoreNano
  /// 1e-9 of an install.
  case personalizableScoreNano

  /// How many counters there are, as a constant: `allCases.count` is not known at compile time.
  @inlinable
  public static var count: Int { 1 + Counter.personalizableScoreNano.rawValue }

  /// The column and header name.
  public var name: String { snakeCased("\(self)") }
}

extension Metric {
  /// The metric's row.
  ///
  /// A new metric needs its case and its row, and what it is in the glossary.
  public var definition: MetricDefinition {
    switch self {
    case .optInPerInstall:
      MetricDefinition(
        "opt-in",
        .share(.count(.finalAuthorized), of: .installs),
        score: .billionths(.authorizedScoreNano))
    case .triggerReachedPerInstall:
      MetricDefinition("trigger reached", .share(.count(.triggerReached), of: .installs))
    case .promptedPerInstall: MetricDefinition("prompted", .share(.count(.prompted), of: .installs))
    case .promptedInFirstSessionPerInstall:
      MetricDefinition("prompted in session 1", .share(.count(.promptedFirstSession), of: .installs))
    case .undeterminedPerInstall:
      MetricDefinition("undetermined", .share(.count(.finalUndetermined), of: .installs), isLoss: true)
    case .sessionsPerInstall:
      MetricDefinition(
        "sessions",
        .mean(.count(.sessions), squares: .sessionsSquared), score: .amount(.sessionsScore))
    case .authorizedSessionsPerInstall:
      MetricDefinition(
        "authorized sessions",
        .mean(.count(.authorizedSessions), squares: .authorizedSessionsSquared),
        score: .amount(.authorizedSessionsScore))
    case .sessionsLostPerInstall:
      MetricDefinition(
        "sessions lost",
        .mean(.difference(.sessionsUndisturbed, .sessions), squares: .sessionsLostSquared),
        score: .amount(.sessionsScore, takenFrom: .sessionsUndisturbed), isLoss: true)
    case .attributedPerInstall:
      MetricDefinition(
        "attributed",
        .share(.count(.attributed), of: .installs),
        score: .billionths(.attributedScoreNano),
        requires: .attribution)
    case .unreportedPerInstall:
      MetricDefinition(
        "unreported", .share(.count(.unreported), of: .installs), isLoss: true, requires: .attribution)
    case .trackedBeforePermissionPerInstall:
      MetricDefinition(
        "tracked too early",
        .share(.count(.trackedBeforePermission), of: .installs), isLoss: true, requires: .attribution)
    case .eventsDroppedPerInstall:
      MetricDefinition(
        "events dropped",
        .mean(.count(.eventsDropped), squares: .eventsDroppedSquared), isLoss: true, requires: .attribution)
    case .personalizablePerInstall:
      MetricDefinition(
        "personalizable",
        .share(.count(.personalizable), of: .installs),
        score: .billionths(.personalizableScoreNano))
    case .valuePerInstall:
      MetricDefinition(
        "value",
        .mean(.amount(.value), squares: .valueSquared),
        score: .amount(.valueScore), scale: .money, requires: .value)
    case .optInPerPrompted:
      MetricDefinition(
        "opt-in",
        .share(.count(.answeredAllow), of: .prompted),
        score: .billionths(.allowedScoreNano))
    case .optInPerAnswered:
      MetricDefinition(
        "opt-in",
        .share(.count(.answeredAllow), of: .answered),
        score: .billionths(.allowedScoreNano))
    case .lostRequestsPerRequest:
      MetricDefinition(
        "lost requests", .share(.counts(.lostNotActive, .lostBehindAlert), of: .requests), isLoss: true)
    case .prePromptContinueRate:
      MetricDefinition(
        "continues", .share(.count(.prePromptContinues), of: .prePromptShowings), requires: .prePrompt)
    case .optInByDay1: .answers(.allow, byDay: 1)
    case .deniedByDay1: .answers(.deny, byDay: 1)
    case .optInByDay7: .answers(.allow, byDay: 7)
    case .deniedByDay7: .answers(.deny, byDay: 7)
    case .optInByDay30: .answers(.allow, byDay: 30)
    case .deniedByDay30: .answers(.deny, byDay: 30)
    case .medianDaysToDecision: MetricDefinition("median days", .medianDaysToDecision, isLoss: true)
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
      "\(answer == .allow ? "opt-in" : "denied") by day \(day)",
      .share(.answers(answer, byDay: day), of: .installs), score: .answers(answer, byDay: day),
      isLoss: answer == .deny)
  }
}
