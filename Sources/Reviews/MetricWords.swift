import ExperimentDesign

/// How a quantity is written for people.
enum Unit: Equatable {
  /// A fraction, shown in per cent, its differences in points.
  case share
  /// A number per install.
  case number
  case days

  /// What the number is multiplied by to be shown.
  var scale: Double { self == .share ? 100 : 1 }

  /// Decimals where the simulation error says nothing.
  var plainDecimals: Int { self == .share ? 1 : 3 }

  /// Behind a level in a sentence.
  var suffix: String {
    switch self {
    case .share: " %"
    case .number: ""
    case .days: " days"
    }
  }

  /// Behind a difference in a sentence.
  var differenceSuffix: String {
    switch self {
    case .share: " points"
    case .number: ""
    case .days: " days"
    }
  }
}

extension Metric {
  var unit: Unit {
    switch self {
    case .optInPerInstall, .triggerReachedPerInstall, .promptedPerInstall,
      .promptedInFirstSessionPerInstall, .undeterminedPerInstall, .attributedPerInstall,
      .unreportedPerInstall, .trackedBeforePermissionPerInstall, .personalizablePerInstall,
      .optInPerPrompted, .optInPerAnswered, .lostRequestsPerRequest, .prePromptContinueRate,
      .optInByDay1, .deniedByDay1, .optInByDay7, .deniedByDay7, .optInByDay30, .deniedByDay30:
      .share
    case .sessionsPerInstall, .authorizedSessionsPerInstall, .sessionsLostPerInstall,
      .eventsDroppedPerInstall, .valuePerInstall:
      .number
    case .medianDaysToDecision: .days
    }
  }

  /// A heading in at most two lines.
  var heading: [String] {
    switch self {
    case .optInPerInstall: ["opt-in", "per install"]
    case .triggerReachedPerInstall: ["trigger reached", "per install"]
    case .promptedPerInstall: ["prompted", "per install"]
    case .promptedInFirstSessionPerInstall: ["prompted in session 1", "per install"]
    case .undeterminedPerInstall: ["undetermined", "per install"]
    case .sessionsPerInstall: ["sessions", "per install"]
    case .authorizedSessionsPerInstall: ["authorized sessions", "per install"]
    case .sessionsLostPerInstall: ["sessions lost", "per install"]
    case .attributedPerInstall: ["attributed", "per install"]
    case .unreportedPerInstall: ["unreported", "per install"]
    case .trackedBeforePermissionPerInstall: ["tracked too early", "per install"]
    case .eventsDroppedPerInstall: ["events dropped", "per install"]
    case .personalizablePerInstall: ["personalizable", "per install"]
    case .valuePerInstall: ["value", "per install"]
    case .optInPerPrompted: ["opt-in", "per prompted"]
    case .optInPerAnswered: ["opt-in", "per answered"]
    case .lostRequestsPerRequest: ["lost requests", "per request"]
    case .prePromptContinueRate: ["continues", "per showing"]
    case .optInByDay1: ["opt-in by day 1", "per install"]
    case .deniedByDay1: ["denied by day 1", "per install"]
    case .optInByDay7: ["opt-in by day 7", "per install"]
    case .deniedByDay7: ["denied by day 7", "per install"]
    case .optInByDay30: ["opt-in by day 30", "per install"]
    case .deniedByDay30: ["denied by day 30", "per install"]
    case .medianDaysToDecision: ["median days", "to decision"]
    }
  }

  /// What follows the number in a sentence: "25 % *of installs opt in*".
  var predicate: String {
    switch self {
    case .optInPerInstall: "of installs opt in"
    case .triggerReachedPerInstall: "of installs reach the moment of asking"
    case .promptedPerInstall: "of installs are shown the alert"
    case .promptedInFirstSessionPerInstall: "of installs are shown the alert in their first session"
    case .undeterminedPerInstall: "of installs stay undetermined"
    case .sessionsPerInstall: "sessions per install"
    case .authorizedSessionsPerInstall: "authorized sessions per install"
    case .sessionsLostPerInstall: "sessions lost per install"
    case .attributedPerInstall: "of installs are reported with the identifier"
    case .unreportedPerInstall: "of installs are never reported"
    case .trackedBeforePermissionPerInstall: "of installs are reported before permission"
    case .eventsDroppedPerInstall: "events dropped per install"
    case .personalizablePerInstall: "of installs can be shown personalised ads"
    case .valuePerInstall: "of value per install"
    case .optInPerPrompted: "of those shown the alert allow"
    case .optInPerAnswered: "of those who answer allow"
    case .lostRequestsPerRequest: "of requests are lost"
    case .prePromptContinueRate: "of showings of the pre-prompt are continued"
    case .optInByDay1: "of installs have allowed by day 1"
    case .deniedByDay1: "of installs have denied by day 1"
    case .optInByDay7: "of installs have allowed by day 7"
    case .deniedByDay7: "of installs have denied by day 7"
    case .optInByDay30: "of installs have allowed by day 30"
    case .deniedByDay30: "of installs have denied by day 30"
    case .medianDaysToDecision: "to the decision (median)"
    }
  }
}

extension Objective {
  var unit: Unit { singleMetric?.unit ?? .number }

  var heading: [String] { singleMetric?.heading ?? ["objective"] }
}
