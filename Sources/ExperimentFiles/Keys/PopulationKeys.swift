import ExperimentDesign
import PromptFlow

extension KeyTable {
  /// A time that differs between people or moments.
  static let seconds = KeyTable(
    noun: "a time that differs between people",
    keys: [Number.answerMedian, .answerSigma].map {
      var key = Key($0)
      key.defaultText = nil
      return key
    })

  static let systems = KeyTable(
    noun: "os",
    keys: SystemVersion.allCases.map {
      Key(
        $0.name, .known(.probability, why: "shares must sum to 1"), "Share of installs on this class.",
        default: "0", example: "1")
    })

  static let retention = KeyTable(
    noun: "retention",
    keys: [(1, "0.25"), (7, "0.12"), (30, "0.06")].map { day, example in
      Key(
        "d\(day)", .known(.openProbability, why: fitted), "The share of installs that is back on day \(day).",
        required: day == 1, default: day == 1 ? nil : "not known", example: example)
    } + [
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
                shape("shape", "Shape r of the gamma distribution.", example: "1.2"),
                shape("rate", "Rate β of the gamma distribution, days.", example: "1.5"),
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
                shape("a", "First shape of the beta distribution.", example: "1"),
                shape("b", "Second shape of the beta distribution.", example: "9"),
              ]))),
        "Probability of leaving for good after a session.", required: true, example: "0.1"),
    ])

  private static func shape(_ name: String, _ summary: String, example: String) -> Key {
    Key(name, .parameter(.shape), summary, required: true, example: example)
  }

  static let event = KeyTable(noun: "an event", keys: Key.numbers(.event))

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
      Key("device", people("device"), "What the device decides before anybody is asked."),
      Key("os", .section(.systems), "Shares of the iOS classes.", default: "{modern: 1}", merging: .replaced),
      Key(
        "retention", .section(.retention), "Retention, which conditions what is believed of the visits.",
        excludes: "sessions"),
      Key(
        "sessions", .section(.sessions), "When people visit and leave, in place of retention.",
        excludes: "retention"),
      Key(.activitySpread),
      Key("willingness", people("willingness"), "Whether those who use the app more would allow anyway."),
      Key(
        "onboarding",
        .section(
          KeyTable(
            noun: "onboarding",
            keys: Key.numbers(.onboarding) + [
              Key(
                time: .onboardingMedian, .onboardingSigma, "How long it takes; seconds.", required: true,
                example: "{median: 45, sigma: 0.6}")
            ])), "The app's introduction.", removable: true),
      Key(
        time: .activationMedian, .activationSigma, "From the start of the app to its being active; seconds.",
        example: "{median: 0.6, sigma: 0.4}"),
    ] + Key.numbers(.people).filter { $0.name != Number.activitySpread.row.key } + [
      Key("events", .named(.event, noun: "an event"), "Kinds of app events.", removable: true)
    ] + surroundingKeys + [
      Key("allow", people("allow"), "What decides the answer to the alert."),
      Key(
        "continue", .section(KeyTable(noun: "continue", keys: Key.numbers(.continuing))),
        "What decides whether a pre-prompt is continued."),
      Key(
        "answer",
        .section(
          KeyTable(
            noun: "answer",
            keys: [
              Key(
                time: .answerMedian, .answerSigma, "How long the alert stays up.",
                example: "{median: 3, sigma: 0.6}")
            ] + Key.numbers(.people, in: "answer"))), "How and whether the alert is answered."),
      Key("annoyance", people("annoyance"), "The chances of leaving for good at the end of that session."),
      Key("settings", people("settings"), "The chances per session of changes in the Settings app."),
      Key("value", .section(value), "What a session is worth.", removable: true),
      Key("joint", .list(.section(.joint)), "Parameters drawn together.", merging: .apart),
      Key(
        "evidence", .evidence,
        "Where the numbers come from, of one or of a section: {retention: {grade: measured, source: our analytics}}.",
        merging: .apart, example: "{retention: {grade: measured, source: our analytics}}"),
    ]

  /// A section that has numbers of people alone.
  private static func people(_ section: String) -> ValueKind {
    .section(KeyTable(noun: section, keys: Key.numbers(.people, in: section)))
  }

  private static let value = KeyTable(
    noun: "value",
    keys: [
      Key("currency", .text, "The currency of the amounts.", default: "USD", example: "EUR"),
      Key(
        "per_session", .section(KeyTable(noun: "value per session", keys: Key.numbers(.worth))),
        "What one session is worth.", required: true),
    ])
}
