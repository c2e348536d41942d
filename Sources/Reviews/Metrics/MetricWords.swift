import ExperimentDesign

extension Metric {
  /// What it is called above a column, in two lines; the glossary says what it is.
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

  /// The heading in a sentence.
  var title: String { heading.joined(separator: " ") }

  /// What a team wants with it, in the goals of an answer.
  var goalName: String {
    switch self {
    case .attributedPerInstall: "installs attributed"
    case .authorizedSessionsPerInstall: "sessions with permission"
    case .sessionsLostPerInstall: "fewest sessions lost"
    case .personalizablePerInstall: "personalizable per install"
    case _: title
    }
  }

  /// Whom or what it is counted among.
  var denominator: String { definition.population.words }
}

extension Objective {
  var heading: [String] { singleMetric?.heading ?? ["objective"] }

  /// The heading in a sentence.
  var title: String { heading.joined(separator: " ") }
}

extension MetricDefinition.Population {
  fileprivate var words: String {
    switch self {
    case .installs: "all installs"
    case .prompted: "installs shown at least one alert"
    case .answered: "installs that answered"
    case .requests: "all requests, the single ones of devices that cannot be asked included"
    case .prePromptShowings: "all showings of the pre-prompt"
    }
  }
}

extension MetricDefinition.Requirement {
  /// Where the metric is there at all; empty where always.
  var modelledWhen: String {
    switch self {
    case .nothing: ""
    case .attribution: "where the file has 'attribution'"
    case .value: "where the file has 'value'"
    case .prePrompt: "of options with a pre-prompt"
    case .horizon: "where the horizon reaches the day"
    }
  }
}
