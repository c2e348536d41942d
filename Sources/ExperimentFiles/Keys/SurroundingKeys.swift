import ExperimentDesign
import PromptFlow

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
        "at", .either(.choice(AskTrigger.named.map(\.word)), or: .section(.alertMoment)),
        "The moment of a life at which it is due, once: the first activation, the end of onboarding, the end of an event, or the activation of a later session.",
        required: true, merging: .replaced, example: "{after: level, count: 3}")
    ] + Key.numbers(.alert) + [
      Key(
        time: .alertMedian, .alertSigma, "How long it stays up; seconds.",
        example: "{median: 2.5, sigma: 0.5}")
    ])

  static let attribution = KeyTable(
    noun: "attribution",
    keys: [
      Key(
        "gate", .choice(GateKind.words), "How the SDK delays its install event.", required: true,
        example: "documented")
    ] + Key.numbers(.attribution) + [
      Key(
        "starts", .choice(GateStart.words), "When the SDK starts.",
        default: "after_consent where consent is modelled, else process", example: "after_consent")
    ])

  static let consent = KeyTable(
    noun: "consent",
    keys: [
      Key(
        "order", .choice(ConsentOrder.words), "Which question comes first.", required: true,
        example: "before_att"),
      Key(
        "on_undetermined", .choice(ConsentOnUndetermined.words),
        "What the layer does after a request that ended undetermined.", default: "wait", example: "open"),
      Key(.consentAccept),
      Key(
        time: .consentMedian, .consentSigma, "How long the layer stays up.",
        example: "{median: 10, sigma: 0.5}"),
      Key(
        "pre_grant", .flag, "Whether an allowed alert counts as accepted, without the layer's screen.",
        default: "false", example: "true"),
      Key(.reopen),
    ])

  /// The sections an arm may override.
  static let surroundingKeys: [Key] = [
    Key("alerts", .named(.alert, noun: "an alert"), "Other system alerts of the app.", removable: true),
    Key("attribution", .section(.attribution), "The attribution SDK's install event.", removable: true),
    Key("consent", .section(.consent), "The consent layer.", removable: true),
  ]
}
