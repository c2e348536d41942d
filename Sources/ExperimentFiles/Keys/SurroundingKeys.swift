import ExperimentDesign

/// What stands around the question: other alerts, attribution and consent, of a population or of one option.
extension KeyTable {
  /// When a competing alert is due; its keys are those of a trigger, and mean one moment of a life.
  static let alertMoment = KeyTable(
    noun: "a moment",
    keys: [
      Key("after", .name("an event"), "Kind of event to count.", example: "level"),
      Key(
        "count", .integer(1...SizeLimits.lifeCount),
        "How many of them, in the whole life; the alert is due when this one ends.", default: "1",
        example: "3"),
      Key(
        "session", .integer(1...SizeLimits.lifeCount),
        "The session in which it is due, when the app becomes active; 1 is the same as launch.", example: "2"),
    ])

  static let alert = KeyTable(
    noun: "an alert",
    keys: [
      Key(
        "at", .either(.choice(MomentWord.words), or: .section(.alertMoment)),
        "The moment of a life at which it is due, once: the first activation, the end of onboarding, the end of an event, or the activation of a later session.",
        required: true, merging: .replaced, example: "{after: level, count: 3}"),
      Key(
        "share", .parameter(.probability), "Share of installs that are asked.", required: true, example: "60%"
      ),
      Key("offset", .parameter(.seconds), "Seconds after that moment.", default: "0", example: "2"),
      Key(
        "seconds", .section(.seconds), "How long it stays up; seconds.", default: "{median: 3, sigma: 0.5}",
        example: "{median: 2.5, sigma: 0.5}"),
    ])

  static let attribution = KeyTable(
    noun: "attribution",
    keys: [
      Key(
        "gate", .choice(["none", "documented", "timer", "foreground"]),
        "How the SDK delays its install event.", required: true, example: "documented"),
      Key(
        "wait_seconds", .parameter(.seconds), "The longest that the SDK waits for the answer; seconds.",
        default: "20", example: "60"),
      Key(
        "starts", .choice(["process", "after_consent"]), "When the SDK starts.",
        default: "after_consent where consent is modelled, else process", example: "after_consent"),
    ])

  static let consent = KeyTable(
    noun: "consent",
    keys: [
      Key(
        "order", .choice(["after_att", "before_att"]), "Which question comes first.", required: true,
        example: "before_att"),
      Key(
        "on_undetermined", .choice(["wait", "open"]),
        "What the layer does after a request that ended undetermined.", default: "wait", example: "open"),
      Key(
        "accept", .parameter(.probability), "Probability of accepting ad purposes.", required: true,
        example: "{range: [40%, 60%]}"),
      Key(
        "seconds", .section(.seconds), "How long the layer stays up.", default: "{median: 8, sigma: 0.5}",
        example: "{median: 10, sigma: 0.5}"),
      Key(
        "pre_grant", .flag, "Whether an allowed alert counts as accepted, without the layer's screen.",
        default: "false", example: "true"),
      Key(
        "reopen", .parameter(.probability),
        "The chance per later session that the answer to the layer is changed.", default: "0", example: "0.01"
      ),
    ])

  /// The sections an arm may override.
  static let surroundingKeys: [Key] = [
    Key("alerts", .named(.alert, noun: "an alert"), "Other system alerts of the app.", removable: true),
    Key("attribution", .section(.attribution), "The attribution SDK's install event.", removable: true),
    Key("consent", .section(.consent), "The consent layer.", removable: true),
  ]
}
