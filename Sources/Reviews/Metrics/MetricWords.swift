import ExperimentDesign

extension Metric {
  /// What it is called above a column, in two lines.
  var heading: [String] { definition.heading }

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
