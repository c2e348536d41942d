import ExperimentDesign

extension Metric {
  /// The metric's row of words.
  var words: MetricWords {
    switch self {
    case .optInPerInstall:
      MetricWords(
        heading: ["opt-in", "per install"], predicate: "of installs opt in",
        definition: "The share of all installs that are authorized at the horizon.",
        numerator: "installs authorized at the horizon, changes in Settings included",
        denominator: "all installs, those never asked and those that cannot be asked included",
        isNot: "It is not the share of people who say yes when asked: that is opt_in_per_answered.",
        rules: ["R146", "R147"])
    case .triggerReachedPerInstall:
      MetricWords(
        heading: ["trigger reached", "per install"], predicate: "of installs reach the moment of asking",
        definition: "The share of installs that reach the moment of asking.",
        numerator: "installs that reach the moment, whatever the device, asked or not",
        isNot:
          "It is not the share that sees the alert: requests are lost, and some devices cannot be asked.",
        rules: ["R146"])
    case .promptedPerInstall:
      MetricWords(
        heading: ["prompted", "per install"], predicate: "of installs are shown the alert",
        definition: "The share of installs that are shown the alert at least once.",
        numerator: "installs with at least one tracking alert shown",
        isNot:
          "It counts installs, not alerts, and an alert left unanswered counts too. It is below 100% where people leave "
          + "before the moment, where age or a setting forbids the alert, or where a pre-prompt is declined or a request "
          + "lost: 'att-lab show last --verbose' has their shares.",
        rules: ["R23", "R31"])
    case .promptedInFirstSessionPerInstall:
      MetricWords(
        heading: ["prompted in session 1", "per install"],
        predicate: "of installs are shown the alert in their first session",
        definition: "The share of installs that are shown the alert in their first session.",
        numerator: "installs with a tracking alert in session 1",
        isNot: "It does not say what an App Review reviewer sees.", rules: ["R93"])
    case .undeterminedPerInstall:
      MetricWords(
        heading: ["undetermined", "per install"], predicate: "of installs stay undetermined",
        definition: "The share of installs that have not decided by the horizon.",
        numerator: "installs whose status is not determined at the horizon",
        isNot: "It is not a refusal: the app can still ask. Devices that cannot be asked are not in it.",
        rules: ["R146", "R147"])
    case .sessionsPerInstall:
      MetricWords(
        heading: ["sessions", "per install"], predicate: "sessions per install",
        definition: "How many sessions an install has by the horizon.",
        numerator: "sessions that start by the horizon, before annoyance ends use",
        isNot: "It is a mean over installs that differ widely.")
    case .authorizedSessionsPerInstall:
      MetricWords(
        heading: ["authorized sessions", "per install"], predicate: "authorized sessions per install",
        definition: "How many sessions of an install end authorized.",
        numerator: "sessions at whose end the status is authorized",
        isNot: "Sessions before the answer are not in it, even of people who say yes later.")
    case .sessionsLostPerInstall:
      MetricWords(
        heading: ["sessions lost", "per install"], predicate: "sessions lost per install",
        definition: "How many sessions an install loses because the app asks.",
        numerator: "sessions without any prompt, minus sessions with it",
        isNot: "It is not churn: people who leave anyway lose nothing here. Less is better.")
    case .attributedPerInstall:
      MetricWords(
        heading: ["attributed", "per install"], predicate: "of installs are reported with the identifier",
        definition: "The share of installs that the attribution SDK reports with the identifier.",
        numerator:
          "installs whose install event carried the identifier, and ad purposes accepted where modelled",
        isNot: "Later permission does not count, and SKAdNetwork needs none.", rules: ["R118", "R137", "R70"])
    case .unreportedPerInstall:
      MetricWords(
        heading: ["unreported", "per install"], predicate: "of installs are never reported",
        definition: "The share of installs that the attribution SDK never reports.",
        numerator: "installs whose install event had not been sent by the horizon",
        isNot: "It is not the share reported without the identifier.", rules: ["R122"])
    case .trackedBeforePermissionPerInstall:
      MetricWords(
        heading: ["tracked too early", "per install"],
        predicate: "of installs are reported before permission",
        definition: "The share of installs whose install event is sent before permission or consent.",
        numerator: "installs reported while the status was not determined, or before the modelled consent",
        isNot: "It is a risk in review, not a rate of detected violations.", rules: ["R94", "R102"])
    case .eventsDroppedPerInstall:
      MetricWords(
        heading: ["events dropped", "per install"], predicate: "events dropped per install",
        definition: "How many app events an install loses to its attribution SDK.",
        numerator: "app events that ended while the SDK waited and kept none",
        isNot: "Events that are kept and sent later are not in it.", rules: ["R120"])
    case .personalizablePerInstall:
      MetricWords(
        heading: ["personalizable", "per install"], predicate: "of installs can be shown personalised ads",
        definition: "The share of installs open to personalised ads at the horizon.",
        numerator:
          "installs whose identifier is readable, and ad purposes accepted where consent is modelled",
        isNot: "It is not opt_in_per_install: consent can be missing, and old systems need no permission.",
        rules: ["R66", "R99"])
    case .valuePerInstall:
      MetricWords(
        heading: ["value", "per install"], predicate: "of value per install",
        definition: "What the sessions of an install are worth.",
        numerator:
          "value of all sessions: 'identified' where the identifier is readable at the end, else 'otherwise'",
        isNot:
          "It is not the money of app.value_per_opt_in. It is in the currency of 'value', and rests on its two values alone. "
          + "The presets have no currency: there 1 is what a session without permission is worth, so it is counted in sessions.",
        rules: ["R72"])
    case .optInPerPrompted:
      MetricWords(
        heading: ["opt-in", "per prompted"], predicate: "of those shown the alert allow",
        definition: "The share that allows, of those shown the alert.",
        numerator: "installs that answered Allow",
        isNot:
          "It does not rank moments: late alerts reach different people than early ones. Changes in Settings are excluded.",
        rules: ["R146"])
    case .optInPerAnswered:
      MetricWords(
        heading: ["opt-in", "per answered"], predicate: "of those who answer allow",
        definition: "The share that allows, of those who answer.", numerator: "installs that answered Allow",
        isNot: "It does not rank moments either, and excludes people who left at the alert.",
        rules: ["R146", "R31"])
    case .lostRequestsPerRequest:
      MetricWords(
        heading: ["lost requests", "per request"], predicate: "of requests are lost",
        definition: "The share of requests that are lost.",
        numerator: "requests that ended undetermined without an alert",
        isNot:
          "It counts requests, not installs; requests that wait and alerts left unanswered are not lost.",
        rules: ["R19", "R21"])
    case .prePromptContinueRate:
      MetricWords(
        heading: ["continues", "per showing"], predicate: "of showings of the pre-prompt are continued",
        definition: "How often the pre-prompt is continued.", numerator: "showings that were continued",
        isNot: "One person can be in it several times.", rules: ["R81"])
    case .optInByDay1: .allowed(byDay: 1)
    case .deniedByDay1: .denied(byDay: 1)
    case .optInByDay7: .allowed(byDay: 7)
    case .deniedByDay7: .denied(byDay: 7)
    case .optInByDay30: .allowed(byDay: 30)
    case .deniedByDay30: .denied(byDay: 30)
    case .medianDaysToDecision:
      MetricWords(
        heading: ["median days", "to decision"], predicate: "to the decision (median)",
        definition: "Half of those who answer have answered by this day.",
        numerator: "the median of the days from install to the session of the answer",
        isNot: "Installs that never answer are excluded, so it can be short where few are reached.")
    }
  }
}

extension MetricWords {
  fileprivate static func allowed(byDay day: Int) -> MetricWords {
    MetricWords(
      heading: ["opt-in by day \(day)", "per install"], predicate: "of installs have allowed by day \(day)",
      definition: "The share of installs that have allowed by day \(day).",
      numerator: "installs whose first answer was Allow, in a session that started by day \(day)",
      isNot: "Changes in Settings are excluded. It is absent where the horizon is shorter.")
  }

  fileprivate static func denied(byDay day: Int) -> MetricWords {
    MetricWords(
      heading: ["denied by day \(day)", "per install"], predicate: "of installs have denied by day \(day)",
      definition: "The share of installs that have denied by day \(day).",
      numerator:
        "installs whose first answer was Ask App Not to Track, in a session that started by day \(day)",
      isNot: "Devices that cannot be asked are not in it. It is absent where the horizon is shorter.",
      rules: ["R147"])
  }
}
