import ExperimentDesign

extension Metric {
  /// What a team wants with it, in the goals of an answer.
  var goalName: String {
    switch self {
    case .attributedPerInstall: "installs attributed"
    case .authorizedSessionsPerInstall: "sessions with permission"
    case .sessionsLostPerInstall: "fewest sessions lost"
    case .personalizablePerInstall: "personalizable per install"
    case _: heading.joined(separator: " ")
    }
  }

  /// The goal in a sentence: "By *value per install*, …".
  var byGoal: String {
    switch self {
    case .sessionsLostPerInstall: "sessions lost"
    case _: goalName
    }
  }
}
