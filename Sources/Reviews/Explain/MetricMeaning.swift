import ExperimentDesign

/// What a metric is: its numerator, its denominator, and what it must not be taken for.
struct MetricMeaning {
  var definition: String
  var numerator: String
  var denominator: String
  var isNot: String
  /// The rules that it rests on.
  var rules: [String] = []
}

extension Metric {
  var meaning: MetricMeaning {
    switch self {
    case .optInPerInstall:
      MetricMeaning(
        definition: "The share of all installs that stand authorized at the horizon.",
        numerator: "installs authorized at the horizon, changes in Settings included",
        denominator: "all installs, those never asked and those that cannot be asked included",
        isNot: "It is not the share of people who say yes when asked: that is opt_in_per_answered.",
        rules: ["R146", "R147"])
    case .triggerReachedPerInstall:
      MetricMeaning(
        definition: "The share of installs for which the moment of asking comes true.",
        numerator: "installs that reach the moment, whatever the device, asked or not",
        denominator: "all installs",
        isNot:
          "It is not the share that sees the alert: requests are lost, and some devices cannot be asked.",
        rules: ["R146"])
    case .promptedPerInstall:
      MetricMeaning(
        definition: "The share of installs that are shown the alert at least once.",
        numerator: "installs with at least one tracking alert shown", denominator: "all installs",
        isNot: "It counts installs, not alerts, and an alert left unanswered counts too.",
        rules: ["R23", "R31"])
    case .promptedInFirstSessionPerInstall:
      MetricMeaning(
        definition: "The share of installs that are shown the alert in their first session.",
        numerator: "installs with a tracking alert in session 1", denominator: "all installs",
        isNot: "It does not say what a reviewer sees, who has a fresh device and patience.", rules: ["R93"])
    case .undeterminedPerInstall:
      MetricMeaning(
        definition: "The share of installs that have not decided by the horizon.",
        numerator: "installs whose status is not determined at the horizon",
        denominator: "all installs",
        isNot: "It is no refusal: the alert is unspent. Devices that cannot be asked are not in it.",
        rules: ["R146", "R147"])
    case .sessionsPerInstall:
      MetricMeaning(
        definition: "How many sessions an install lives by the horizon.",
        numerator: "sessions that start by the horizon, before annoyance drove the person away",
        denominator: "all installs", isNot: "It is a mean over installs with very different lives.")
    case .authorizedSessionsPerInstall:
      MetricMeaning(
        definition: "How many sessions of an install end authorized.",
        numerator: "sessions at whose end the status is authorized", denominator: "all installs",
        isNot: "Sessions before the answer are not in it, even of people who say yes later.")
    case .sessionsLostPerInstall:
      MetricMeaning(
        definition: "How many sessions the asking costs an install.",
        numerator: "sessions of the life without any prompt, less sessions lived",
        denominator: "all installs",
        isNot: "It is not churn: people who leave anyway lose nothing here. Less is better.")
    case .attributedPerInstall:
      MetricMeaning(
        definition: "The share of installs that the attribution SDK reports with the identifier.",
        numerator:
          "installs whose install event carried the identifier, and ad purposes accepted where modelled",
        denominator: "all installs",
        isNot: "Later permission does not count, and SKAdNetwork needs none.", rules: ["R118", "R137", "R70"])
    case .unreportedPerInstall:
      MetricMeaning(
        definition: "The share of installs that the attribution SDK never reports.",
        numerator: "installs whose install event had not gone out by the horizon",
        denominator: "all installs", isNot: "It is not the share reported without the identifier.",
        rules: ["R122"])
    case .trackedBeforePermissionPerInstall:
      MetricMeaning(
        definition: "The share of installs whose install event goes out before it may.",
        numerator: "installs reported while the status was not determined, or before the modelled consent",
        denominator: "all installs", isNot: "It is a risk in review, not a rate of detected violations.",
        rules: ["R94", "R102"])
    case .eventsDroppedPerInstall:
      MetricMeaning(
        definition: "How many app events an install loses to its attribution SDK.",
        numerator: "app events that ended while a gate that keeps none held the install back",
        denominator: "all installs", isNot: "Events that are kept and sent later are not in it.",
        rules: ["R120"])
    case .personalizablePerInstall:
      MetricMeaning(
        definition: "The share of installs open to personalised ads at the horizon.",
        numerator:
          "installs whose identifier is readable, and ad purposes accepted where consent is modelled",
        denominator: "all installs",
        isNot: "It is not opt_in_per_install: consent can be missing, and old systems need no permission.",
        rules: ["R66", "R99"])
    case .valuePerInstall:
      MetricMeaning(
        definition: "What the sessions of an install are worth.",
        numerator:
          "value of all sessions: `identified` where the identifier is readable at the end, else `otherwise`",
        denominator: "all installs", isNot: "It is in the file's currency and rests on its two values alone.",
        rules: ["R72"])
    case .optInPerPrompted:
      MetricMeaning(
        definition: "The share that allows, of those shown the alert.",
        numerator: "installs that answered Allow", denominator: "installs shown at least one alert",
        isNot:
          "It does not rank moments: late alerts reach other people than early ones. Changes in Settings are left out.",
        rules: ["R146"])
    case .optInPerAnswered:
      MetricMeaning(
        definition: "The share that allows, of those who answer.",
        numerator: "installs that answered Allow", denominator: "installs that answered",
        isNot: "It does not rank moments either, and leaves out people who left at the alert.",
        rules: ["R146", "R31"])
    case .lostRequestsPerRequest:
      MetricMeaning(
        definition: "The share of requests that come to nothing.",
        numerator: "requests that ended undetermined without an alert",
        denominator: "all requests, the single ones of devices that cannot be asked included",
        isNot:
          "It counts requests, not installs; requests that wait and alerts left unanswered are not lost.",
        rules: ["R19", "R21"])
    case .prePromptContinueRate:
      MetricMeaning(
        definition: "How often the pre-prompt is continued.",
        numerator: "showings that were continued", denominator: "all showings of the pre-prompt",
        isNot: "One person can be in it several times.", rules: ["R81"])
    case .optInByDay1, .optInByDay7, .optInByDay30:
      MetricMeaning(
        definition: "The share of installs that have allowed by day \(day ?? 0).",
        numerator: "installs whose first answer was Allow, in a session that started by day \(day ?? 0)",
        denominator: "all installs",
        isNot: "Changes in Settings are left out. It is absent where the horizon is shorter.")
    case .deniedByDay1, .deniedByDay7, .deniedByDay30:
      MetricMeaning(
        definition: "The share of installs that have denied by day \(day ?? 0).",
        numerator:
          "installs whose first answer was Ask App Not to Track, in a session that started by day \(day ?? 0)",
        denominator: "all installs",
        isNot: "Devices that cannot be asked are not in it. It is absent where the horizon is shorter.",
        rules: ["R147"])
    case .medianDaysToDecision:
      MetricMeaning(
        definition: "Half of those who answer have answered by this day.",
        numerator: "the median of the days from install to the session of the answer",
        denominator: "installs that answered",
        isNot: "Who never answers is not in it, so it can be short where few are reached.")
    }
  }
}
