import ExperimentDesign

/// Everything that is said of one metric.
///
/// Each metric has one row of these.
struct MetricWords {
  /// At most two lines.
  var heading: [String]
  /// What follows the number in a sentence: "25% *of installs opt in*".
  var predicate: String
  /// What it is, in a sentence.
  var definition: String
  /// What is counted, exactly.
  var numerator: String
  /// Among what, exactly; `nil` where the words of the metric's population say it.
  var denominator: String?
  /// What it must not be taken for.
  var isNot: String
  /// The tags of the rules that it rests on.
  var rules: [String] = []
}

extension Metric {
  var heading: [String] { words.heading }

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

  /// Whom or what it is counted among, exactly.
  var denominator: String { words.denominator ?? definition.population.words }
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
