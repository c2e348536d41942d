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
