import ExperimentDesign

/// What a metric measures: of whom, what is counted, and what becomes of installs that are never asked.
struct Estimand: Equatable {
  /// The denominator.
  var population: String
  /// The numerator, and how it is summarised.
  var endpoint: String
  /// How installs count that are never asked or cannot be asked.
  var unasked: String
}

extension Metric {
  /// What it measures.
  var estimand: Estimand {
    let all = "all installs"
    let notOptedIn = "counted, as not opted in"
    let counted = "counted as they lived"
    switch self {
    case .optInPerInstall:
      return Estimand(
        population: all, endpoint: "share authorized at the end, changes in Settings included",
        unasked: notOptedIn)
    case .triggerReachedPerInstall:
      return Estimand(
        population: all, endpoint: "share that reaches the moment of asking, whatever the device",
        unasked: "counted if they reach it")
    case .promptedPerInstall:
      return Estimand(
        population: all, endpoint: "share shown the alert at least once", unasked: "counted, as not shown")
    case .promptedInFirstSessionPerInstall:
      return Estimand(
        population: all, endpoint: "share shown the alert in the first session",
        unasked: "counted, as not shown")
    case .undeterminedPerInstall:
      return Estimand(
        population: all, endpoint: "share never decided at the end",
        unasked: "never asked: counted as undecided; cannot be asked: decided by the device")
    case .sessionsPerInstall:
      return Estimand(population: all, endpoint: "mean sessions lived", unasked: counted)
    case .authorizedSessionsPerInstall:
      return Estimand(
        population: all, endpoint: "mean sessions that end authorized", unasked: "counted, with none")
    case .sessionsLostPerInstall:
      return Estimand(
        population: all, endpoint: "mean sessions that asking drove away", unasked: "counted, with none")
    case .attributedPerInstall:
      return Estimand(
        population: all, endpoint: "share whose install event is sent with the identifier",
        unasked: "counted; without permission there is no identifier")
    case .unreportedPerInstall:
      return Estimand(
        population: all, endpoint: "share whose install event is never sent", unasked: counted)
    case .trackedBeforePermissionPerInstall:
      return Estimand(
        population: all, endpoint: "share whose install event is sent before permission or consent",
        unasked: counted)
    case .eventsDroppedPerInstall:
      return Estimand(
        population: all, endpoint: "mean events that the attribution SDK drops", unasked: counted)
    case .personalizablePerInstall:
      return Estimand(
        population: all, endpoint: "share that can be shown personalised ads", unasked: "counted, as not")
    case .valuePerInstall:
      return Estimand(population: all, endpoint: "mean value of sessions", unasked: counted)
    case .optInPerPrompted:
      return Estimand(
        population: "installs shown the alert", endpoint: "share that answers allow, Settings excluded",
        unasked: "left out: arms that ask at different moments compare different people")
    case .optInPerAnswered:
      return Estimand(
        population: "installs that answered", endpoint: "share that answers allow, Settings excluded",
        unasked: "left out: arms that ask at different moments compare different people")
    case .lostRequestsPerRequest:
      return Estimand(
        population: "all requests", endpoint: "share that ends undecided without an alert",
        unasked: "the one request of a device that cannot be asked is counted")
    case .prePromptContinueRate:
      return Estimand(
        population: "showings of the pre-prompt", endpoint: "share that is continued", unasked: "left out")
    case .optInByDay1, .optInByDay7, .optInByDay30:
      return Estimand(
        population: all, endpoint: "share whose first answer allows, Settings excluded",
        unasked: notOptedIn)
    case .deniedByDay1, .deniedByDay7, .deniedByDay30:
      return Estimand(
        population: all, endpoint: "share whose first answer denies, Settings excluded",
        unasked: "counted, as not denied")
    case .medianDaysToDecision:
      return Estimand(
        population: "installs that answered", endpoint: "median day of the first answer", unasked: "left out")
    }
  }
}
