import ExperimentDesign
import PromptFlow

extension KeyTable {
  /// A time that differs between people or moments.
  static let seconds = KeyTable(
    noun: "a time that differs between people",
    keys: [
      Key(
        "median", .parameter(.positiveSeconds), "Half of them are shorter than this; seconds.", example: "4"),
      Key(
        "sigma", .parameter(.spread),
        "How much they differ: the standard deviation of the natural logarithm.", example: "0.6"
      ),
    ])

  static let device = KeyTable(
    noun: "device",
    keys: [
      Key(
        "restricted", .parameter(.probability), "Share of devices that may not be asked.", default: "0",
        example: "0.02"),
      Key(
        "requests_off", .parameter(.probability),
        "Share of devices with 'Allow Apps to Request to Track' off.", default: "0",
        example: "{beta: [15, 85]}"),
    ])

  static let systems = KeyTable(
    noun: "os",
    keys: SystemVersion.allCases.map {
      Key(
        $0.name, .known(.probability, why: "shares must sum to 1"), "Share of installs on this class.",
        default: "0", example: "1")
    })

  static let retention = KeyTable(
    noun: "retention",
    keys: [
      Key(
        "d1", .known(.openProbability, why: fitted), "The share of installs that is back on day 1.",
        required: true, example: "0.25"),
      Key(
        "d7", .known(.openProbability, why: fitted), "The share of installs that is back on day 7.",
        default: "not known", example: "0.12"),
      Key(
        "d30", .known(.openProbability, why: fitted), "The share of installs that is back on day 30.",
        default: "not known", example: "0.06"),
      Key(
        "sessions_per_active_day", .known(.sessionsPerActiveDay, why: fitted),
        "Mean sessions on a day with at least one.", default: "not known", example: "2.2"),
      Key(
        "never_back", .known(.openProbability, why: fitted),
        "The share of installs without a second session within the horizon.", default: "not known",
        example: "45%"),
      Key(
        "installs", .integer(1...SizeLimits.count),
        "How many installs were counted. Without it each share is known to 3%.", default: "not known",
        example: "20000"),
    ])
  private static let fitted = "it is an observation, whose error is known"

  static let sessions = KeyTable(
    noun: "sessions",
    keys: [
      Key(
        "rate",
        .either(
          .parameter(.sessionsPerDay),
          or: .section(
            KeyTable(
              noun: "a gamma distribution of rates between people",
              keys: [
                Key(
                  "shape", .parameter(.shape), "Shape r of the gamma distribution.", required: true,
                  example: "1.2"),
                Key(
                  "rate", .parameter(.shape), "Rate β of the gamma distribution, days.", required: true,
                  example: "1.5"),
              ]))),
        "Sessions per day while the person stays.", required: true, example: "0.9"),
      Key(
        "leave",
        .either(
          .parameter(.probability),
          or: .section(
            KeyTable(
              noun: "a beta distribution of leaving between people",
              keys: [
                Key(
                  "a", .parameter(.shape), "First shape of the beta distribution.", required: true,
                  example: "1"),
                Key(
                  "b", .parameter(.shape), "Second shape of the beta distribution.", required: true,
                  example: "9"),
              ]))),
        "Probability of leaving for good after a session.", required: true, example: "0.1"),
    ])

  static let event = KeyTable(
    noun: "an event",
    keys: [
      Key(
        "per_session", .parameter(.eventsPerSession),
        "How many there are in a session, on average, of somebody of average activity.",
        required: true, example: "2.5"),
      Key(
        "seconds", .parameter(.seconds), "How long one takes on average; seconds.", default: "30",
        example: "45"),
      Key(
        "value", .parameter(.eventValue), "What one adds to the value that a person has had of the app.",
        default: "0", example: "1"),
    ])

  static let joint = KeyTable(
    noun: "a joint",
    keys: [
      Key(
        "paths", .list(.text), "Parameter paths that are drawn together.", required: true,
        example: "[allow.rate, continue.rate]"),
      Key(
        "scale", .list(.choice(JointDistribution.Scale.allCases.map(\.rawValue))),
        "The scale on which each is normal.", required: true, example: "[logit, logit]"),
      Key(
        "mean", .list(.known(.real, why: "it is a joint's own")), "Means on that scale.",
        required: true, example: "[-0.8, 0.4]"),
      Key(
        "covariance", .list(.list(.known(.real, why: "it is a joint's own"))),
        "Covariance on that scale, row by row.", required: true, example: "[[0.04, 0.01], [0.01, 0.09]]"),
    ])

  static let evidence = KeyTable(
    noun: "evidence",
    keys: [
      Key(
        "grade", .choice(Evidence.Grade.allCases.map(\.rawValue)), "Where the number is from.",
        required: true, example: "measured"
      ),
      Key("source", .text, "Who says so.", example: "our analytics"),
      Key("date", .text, "When it was measured or published.", example: "2026-09"),
      Key(
        "denominator", .text, "What the rate is a share of.", example: "installs that were shown the alert"),
    ])

  /// One segment: every key of a population but `segments`, and its share.
  static let segment = KeyTable(
    noun: "a segment",
    keys: [
      Key(
        "share", .known(.probability, why: "shares must sum to 1"), "Share of installs.", required: true,
        example: "0.4")
    ] + peopleKeys)

  static let population = KeyTable(
    noun: "a population",
    keys: [
      Key(
        "segments", .named(.segment, noun: "a segment"),
        "Kinds of people; each overrides any other key.", merging: .apart)
    ] + peopleKeys)

  private static let peopleKeys: [Key] =
    [
      Key("device", .section(.device), "What the device decides before anybody is asked."),
      Key("os", .section(.systems), "Shares of the iOS classes.", default: "{modern: 1}", merging: .replaced),
      Key(
        "retention", .section(.retention), "Retention, which conditions what is believed of the visits.",
        excludes: "sessions"),
      Key(
        "sessions", .section(.sessions), "When people visit and leave, in place of retention.",
        excludes: "retention"),
      Key(
        "activity_spread", .parameter(.activitySpread),
        "How much people differ in activity: the standard deviation of its natural logarithm.", default: "0",
        example: "0.5"),
      Key(
        "willingness",
        .section(
          KeyTable(
            noun: "willingness",
            keys: [
              Key(
                "with_activity", .parameter(.correlation), "The correlation of willingness with activity.",
                default: "0", example: "0.3"),
              Key(
                "with_staying", .parameter(.correlation), "The correlation of willingness with staying.",
                default: "0", example: "0.2"),
            ])), "Whether those who use the app more would allow anyway."),
      Key(
        "onboarding",
        .section(
          KeyTable(
            noun: "onboarding",
            keys: [
              Key(
                "first", .parameter(.probability), "Probability of completing it in session 1.",
                required: true, example: "80%"),
              Key(
                "later", .parameter(.probability), "Probability of completing it in a later session.",
                required: true, example: "0.3"),
              Key(
                "seconds", .section(.seconds), "How long it takes; seconds.", required: true,
                example: "{median: 45, sigma: 0.6}"),
            ])), "The app's introduction.", removable: true),
      Key(
        "activation_seconds", .section(.seconds), "From the start of the app to its being active; seconds.",
        default: "{median: 0.4, sigma: 0.4}", example: "{median: 0.6, sigma: 0.4}"),
      Key(
        "settle_seconds", .parameter(.seconds),
        "How long the app is not active after a system alert; seconds.", default: "0.5", example: "1"),
      Key(
        "browse_seconds", .parameter(.seconds), "How long people browse before content, on average; seconds.",
        default: "15", example: "20"),
      Key(
        "linger_seconds", .parameter(.seconds), "How long people stay after content, on average; seconds.",
        default: "5", example: "10"),
      Key("events", .named(.event, noun: "an event"), "Kinds of app events.", removable: true),
    ] + surroundingKeys + [
      Key("allow", .section(allow), "What decides the answer to the alert."),
      Key("continue", .section(continuing), "What decides whether a pre-prompt is continued."),
      Key(
        "answer",
        .section(
          KeyTable(
            noun: "answer",
            keys: [
              Key(
                "seconds", .section(.seconds), "How long the alert stays up.",
                default: "{median: 4, sigma: 0.6}", example: "{median: 3, sigma: 0.6}"),
              Key(
                "unanswered", .parameter(.probability), "Probability of leaving it unanswered.",
                default: "0", example: "0.01"),
            ])), "How and whether the alert is answered."),
      Key("annoyance", .section(annoyance), "The chances of leaving for good at the end of that session."),
      Key("settings", .section(settings), "The chances per session of changes in the Settings app."),
      Key("value", .section(value), "What a session is worth.", removable: true),
      Key("joint", .list(.section(.joint)), "Parameters drawn together.", merging: .apart),
      Key(
        "evidence", .evidence,
        "Where the numbers come from, of one or of a section: {retention: {grade: measured, source: our analytics}}.",
        merging: .apart, example: "{retention: {grade: measured, source: our analytics}}"),
    ]

  private static let allow = KeyTable(
    noun: "allow",
    keys: [
      Key(
        "rate", .parameter(.openProbability),
        "The share who allow if asked right after onboarding, before any value.",
        required: true, example: "{range: [25%, 40%]}"),
      Key(
        "spread", .parameter(.spread),
        "How much people differ: log-odds per standard deviation of willingness.", default: "0",
        example: "0.8"),
      Key(
        "value", .parameter(.slope), "What value experienced adds: log-odds per unit of ln(1 + value).",
        default: "0", example: "{range: [0.1, 0.4]}"),
      Key(
        "cold_odds_ratio", .parameter(.oddsRatio),
        "By what the odds to allow are multiplied where the alert comes before onboarding is completed and before any event; below 1 fewer allow.",
        default: "1", example: "{range: [0.4, 1.2]}"),
    ])

  private static let continuing = KeyTable(
    noun: "continue",
    keys: [
      Key(
        "rate", .parameter(.openProbability), "Share who continue a pre-prompt.",
        example: "{range: [50%, 70%]}"),
      Key(
        "spread", .parameter(.spread),
        "How much people differ: log-odds per standard deviation of willingness.", default: "0",
        example: "0.8"),
      Key(
        "value", .parameter(.slope), "What value experienced adds: log-odds per unit of ln(1 + value).",
        default: "0", example: "0.2"),
      Key(
        "fatigue_odds_ratio", .parameter(.oddsRatio),
        "By what each further showing multiplies the odds to continue.", default: "1", example: "0.8"),
      Key(
        "persistence", .parameter(.probability),
        "The chance that a person answers the next showing in the same mood.",
        default: "0.5", example: "0.7"),
    ])

  private static let annoyance = KeyTable(
    noun: "annoyance",
    keys: [
      Key(
        "pre_prompt", .parameter(.probability), "The chance per pre-prompt shown.", default: "0",
        example: "0.01"),
      Key(
        "alert", .parameter(.probability), "The chance per tracking alert shown.", default: "0",
        example: "0.01"),
      Key(
        "cold", .parameter(.probability),
        "Added chance to leave for good after an alert that comes before onboarding is completed and before any event.",
        default: "0", example: "0.02"),
      Key(
        "nag", .parameter(.probability), "The chance where a link to Settings follows a denial.",
        default: "0", example: "0.02"
      ),
    ])

  private static let settings = KeyTable(
    noun: "settings",
    keys: [
      Key(
        "reenable", .parameter(.probability), "The chance that somebody who denied allows later.",
        default: "0", example: "0.001"),
      Key(
        "link_in_preferences", .parameter(.probability), "What a link in the app's preferences adds to it.",
        default: "0", example: "0.002"),
      Key(
        "link_after_denial", .parameter(.probability), "What a link shown after a denial adds to it.",
        default: "0", example: "0.004"),
      Key(
        "revoke", .parameter(.probability), "The chance that somebody who allowed withdraws it.",
        default: "0", example: "0.0005"
      ),
    ])

  private static let value = KeyTable(
    noun: "value",
    keys: [
      Key("currency", .text, "The currency of the amounts.", default: "USD", example: "EUR"),
      Key(
        "per_session",
        .section(
          KeyTable(
            noun: "value per session",
            keys: [
              Key(
                "identified", .parameter(.money), "Where the identifier may be read.", required: true,
                example: "0.03"),
              Key("otherwise", .parameter(.money), "Where it may not.", required: true, example: "0.01"),
            ])), "What one session is worth.", required: true),
    ])
}
