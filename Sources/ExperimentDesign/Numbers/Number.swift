/// Every number of the population and of an option, each with its row.
///
/// Reading a file, its defaults, the JSON Schema, `explain`, settings, sliders, draws and a run's identity all go by
/// these rows. Sessions alone are apart (``VisitModel``): they are constants or distributions between people.
public enum Number: Int, CaseIterable, Hashable, Sendable {
  case restricted, requestsOff
  case activitySpread
  case withActivity, withStaying
  case activationMedian, activationSigma
  case settleSeconds, browseSeconds, lingerSeconds
  case allowRate, allowSpread, allowValue, coldOddsRatio
  case answerMedian, answerSigma, unanswered
  case annoyancePrePrompt, annoyanceAlert, annoyanceCold, annoyanceNag
  case reenable, linkInPreferences, linkAfterDenial, revoke

  case onboardingFirst, onboardingLater, onboardingMedian, onboardingSigma

  case continueRate, continueSpread, continueValue, fatigueOddsRatio, persistence

  case identified, otherwise

  case perSession, eventSeconds, eventValue

  case alertShare, alertOffset, alertMedian, alertSigma

  case waitSeconds

  case consentAccept, consentMedian, consentSigma, reopen

  case usageOddsRatio

  case readMedian, readSigma, continueOddsRatio, allowOddsRatio

  case delaySeconds

  /// What has the number.
  public enum Owner: CaseIterable, Hashable, Sendable {
    /// All people of a segment.
    case people
    /// The app's introduction.
    case onboarding
    /// What decides whether a pre-prompt is continued.
    case continuing
    /// What a session is worth.
    case worth
    /// A kind of app events.
    case event
    /// Another system alert of the app.
    case alert
    /// The attribution SDK.
    case attribution
    /// The consent layer.
    case consent
    /// A text of the alert.
    case usageString
    /// A screen before the alert.
    case prePrompt
    /// An option.
    case arm

    /// In the order of the table.
    public var numbers: [Number] { Number.ofOwner[self] ?? [] }

    /// Where its mapping stands in a file; a named one stands there under its name.
    fileprivate var section: (keys: [String], isNamed: Bool) {
      switch self {
      case .people: ([], false)
      case .onboarding: (["onboarding"], false)
      case .continuing: (["continue"], false)
      case .worth: (["value", "per_session"], false)
      case .event: (["events"], true)
      case .alert: (["alerts"], true)
      case .attribution: (["attribution"], false)
      case .consent: (["consent"], false)
      case .usageString: (["usage_strings"], true)
      case .prePrompt: (["pre_prompts"], true)
      case .arm: (["arms"], true)
      }
    }
  }

  /// The number at a path within its layer, and the name of its owner, where that has one, which may hold dots.
  public static func at(_ path: [String]) -> (number: Number, name: String?)? {
    for number in allCases {
      let (section, isNamed) = number.row.owner.section
      let key = number.row.key.split(separator: ".").map(String.init)
      let name = path.dropFirst(section.count).dropLast(key.count)
      if path.count >= section.count + key.count, path.starts(with: section),
        path.suffix(key.count) == key[...],
        name.isEmpty != isNamed
      {
        return (number, isNamed ? name.joined(separator: ".") : nil)
      }
    }
    return nil
  }

  fileprivate static let ofOwner = Dictionary(grouping: allCases, by: \.row.owner)
  private static let rows = allCases.map(\.declaration)

  /// All that there is to say of it.
  public var row: NumberRow { Self.rows[rawValue] }

  private var declaration: NumberRow {
    switch self {
    case .restricted:
      NumberRow(
        .people, "device.restricted", .probability, 0, "Share of devices that may not be asked.",
        meaning: "the share of devices that may not be asked", example: "0.02")
    case .requestsOff:
      NumberRow(
        .people, "device.requests_off", .probability, 0,
        "Share of devices with 'Allow Apps to Request to Track' off.",
        meaning: "the share of devices on which requests to track are off", example: "{beta: [15, 85]}")
    case .activitySpread:
      NumberRow(
        .people, "activity_spread", .activitySpread, 0,
        "How much people differ in activity: the standard deviation of its natural logarithm.",
        meaning: "how much people differ in how active they are", example: "0.5")
    case .withActivity:
      NumberRow(
        .people, "willingness.with_activity", .correlation, 0,
        "The correlation of willingness with activity.",
        meaning: "how willing active people are from the start", example: "0.3")
    case .withStaying:
      NumberRow(
        .people, "willingness.with_staying", .correlation, 0, "The correlation of willingness with staying.",
        meaning: "how willing people who stay are from the start", example: "0.2")
    case .activationMedian: .median(.people, "activation_seconds", 0.4, "how long the app takes to start")
    case .activationSigma: .sigma(.people, "activation_seconds", 0.4, "how long the app takes to start")
    case .settleSeconds:
      NumberRow(
        .people, "settle_seconds", .seconds, 0.5,
        "How long the app is not active after a system alert; seconds.",
        meaning: "how long the app is inactive after a system alert", example: "1")
    case .browseSeconds:
      NumberRow(
        .people, "browse_seconds", .seconds, 15,
        "How long people browse before content, on average; seconds.",
        meaning: "how long people browse before an event", example: "20")
    case .lingerSeconds:
      NumberRow(
        .people, "linger_seconds", .seconds, 5, "How long people stay after content, on average; seconds.",
        meaning: "how long people stay after an event", example: "10")
    case .allowRate:
      NumberRow(
        .people, "allow.rate", .openProbability, nil,
        "The share who allow if asked right after onboarding, before any value.",
        meaning: "the share who allow right after onboarding", isRequired: true,
        example: "{range: [25%, 40%]}")
    case .allowSpread: .spread(.people, "allow.spread", "how much people differ in willingness to allow")
    case .allowValue:
      .value(
        .people, "allow.value", "how using the app changes the odds to allow", example: "{range: [0.1, 0.4]}")
    case .coldOddsRatio:
      NumberRow(
        .people, "allow.cold_odds_ratio", .oddsRatio, 1,
        "By what the odds to allow are multiplied where the alert comes before onboarding is completed and before any event; below 1 fewer allow.",
        meaning: "how asking before any use changes the odds to allow", example: "{range: [0.4, 1.2]}")
    case .answerMedian: .median(.people, "answer.seconds", 4, "how long the prompt stays up")
    case .answerSigma: .sigma(.people, "answer.seconds", 0.6, "how long the prompt stays up")
    case .unanswered:
      NumberRow(
        .people, "answer.unanswered", .probability, 0, "Probability of leaving it unanswered.",
        meaning: "the share who leave the prompt unanswered", example: "0.01")
    case .annoyancePrePrompt:
      NumberRow(
        .people, "annoyance.pre_prompt", .probability, 0, "The chance per pre-prompt shown.",
        meaning: "the share whom a pre-prompt makes leave for good", example: "0.01")
    case .annoyanceAlert:
      NumberRow(
        .people, "annoyance.alert", .probability, 0, "The chance per tracking alert shown.",
        meaning: "the share whom the prompt makes leave for good", example: "0.01")
    case .annoyanceCold:
      NumberRow(
        .people, "annoyance.cold", .probability, 0,
        "Added chance to leave for good after an alert that comes before onboarding is completed and before any event.",
        meaning: "the added share who leave when the prompt comes before any use", example: "0.02")
    case .annoyanceNag:
      NumberRow(
        .people, "annoyance.nag", .probability, 0, "The chance where a link to Settings follows a denial.",
        meaning: "the share whom a link to Settings makes leave for good", example: "0.02")
    case .reenable:
      NumberRow(
        .people, "settings.reenable", .probability, 0, "The chance that somebody who denied allows later.",
        meaning: "the share who allow later in Settings, per session", example: "0.001")
    case .linkInPreferences:
      NumberRow(
        .people, "settings.link_in_preferences", .probability, 0,
        "What a link in the app's preferences adds to it.",
        meaning: "the added share who allow later because of a link in the preferences", example: "0.002")
    case .linkAfterDenial:
      NumberRow(
        .people, "settings.link_after_denial", .probability, 0,
        "What a link shown after a denial adds to it.",
        meaning: "the added share who allow later because of a link after a denial", example: "0.004")
    case .revoke:
      NumberRow(
        .people, "settings.revoke", .probability, 0, "The chance that somebody who allowed withdraws it.",
        meaning: "the share who withdraw permission in Settings, per session", example: "0.0005")
    case .onboardingFirst:
      NumberRow(
        .onboarding, "first", .probability, nil, "Probability of completing it in session 1.",
        meaning: "the share who complete onboarding in the first session", isRequired: true, example: "80%")
    case .onboardingLater:
      NumberRow(
        .onboarding, "later", .probability, nil, "Probability of completing it in a later session.",
        meaning: "the share who complete onboarding in a later session", isRequired: true, example: "0.3")
    case .onboardingMedian: .median(.onboarding, "seconds", nil, "how long onboarding takes")
    case .onboardingSigma: .sigma(.onboarding, "seconds", nil, "how long onboarding takes")
    case .continueRate:
      NumberRow(
        .continuing, "rate", .openProbability, nil, "Share who continue a pre-prompt.",
        meaning: "the share who continue past a pre-prompt", example: "{range: [50%, 70%]}")
    case .continueSpread:
      .spread(.continuing, "spread", "how much people differ in whether they continue past a pre-prompt")
    case .continueValue:
      .value(
        .continuing, "value", "how using the app changes the odds to continue past a pre-prompt",
        example: "0.2")
    case .fatigueOddsRatio:
      NumberRow(
        .continuing, "fatigue_odds_ratio", .oddsRatio, 1,
        "By what each further showing multiplies the odds to continue.",
        meaning: "how each further pre-prompt changes the odds to continue", example: "0.8")
    case .persistence:
      NumberRow(
        .continuing, "persistence", .probability, 0.5,
        "The chance that a person answers the next showing in the same mood.",
        meaning: "how often a further pre-prompt meets people in the same mood", example: "0.7")
    case .identified:
      NumberRow(
        .worth, "identified", .money, nil, "Where the identifier may be read.",
        meaning: "what a session with permission is worth", isRequired: true,
        example: "0.03")
    case .otherwise:
      NumberRow(
        .worth, "otherwise", .money, nil, "Where it may not.",
        meaning: "what a session without permission is worth", isRequired: true, example: "0.01")
    case .perSession:
      NumberRow(
        .event, "per_session", .eventsPerSession, nil,
        "How many there are in a session, on average, of somebody of average activity.",
        meaning: "how often a session has the event NAME", isRequired: true,
        example: "2.5")
    case .eventSeconds:
      NumberRow(
        .event, "seconds", .seconds, 30, "How long one takes on average; seconds.",
        meaning: "how long the event NAME takes", example: "45")
    case .eventValue:
      NumberRow(
        .event, "value", .eventValue, 0, "What one adds to the value that a person has had of the app.",
        meaning: "how much value people get from the event NAME", example: "1")
    case .alertShare:
      NumberRow(
        .alert, "share", .probability, nil, "Share of installs that are asked.",
        meaning: "the share of installs that the alert NAME asks", isRequired: true,
        example: "60%")
    case .alertOffset:
      NumberRow(
        .alert, "offset", .seconds, 0, "Seconds after that moment.",
        meaning: "how long after its moment the alert NAME comes", example: "2")
    case .alertMedian: .median(.alert, "seconds", 3, "how long the alert NAME stays up")
    case .alertSigma: .sigma(.alert, "seconds", 0.5, "how long the alert NAME stays up")
    case .waitSeconds:
      NumberRow(
        .attribution, "wait_seconds", .seconds, 20,
        "The longest that the SDK waits for the answer; seconds.",
        meaning: "how long the attribution SDK waits for the answer", example: "60")
    case .consentAccept:
      NumberRow(
        .consent, "accept", .probability, nil, "Probability of accepting ad purposes.",
        meaning: "the share who accept ads in the consent layer", isRequired: true,
        example: "{range: [40%, 60%]}")
    case .consentMedian: .median(.consent, "seconds", 8, "how long the consent layer stays up")
    case .consentSigma: .sigma(.consent, "seconds", 0.5, "how long the consent layer stays up")
    case .reopen:
      NumberRow(
        .consent, "reopen", .probability, 0,
        "The chance per later session that the answer to the layer is changed.",
        meaning: "the share who reverse their consent in a later session", example: "0.01")
    case .usageOddsRatio:
      NumberRow(
        .usageString, "odds_ratio", .oddsRatio, 1,
        "By what it multiplies the odds to allow. 1 is no effect, 1.1 turns 30% into 32%.",
        meaning: "how the usage string NAME changes the odds to allow", example: "{range: [0.9, 1.3]}")
    case .readMedian: .median(.prePrompt, "read_seconds", 6, "how long people read the pre-prompt NAME")
    case .readSigma: .sigma(.prePrompt, "read_seconds", 0.5, "how long people read the pre-prompt NAME")
    case .continueOddsRatio:
      NumberRow(
        .prePrompt, "continue_odds_ratio", .oddsRatio, 1, "By what it multiplies the odds to continue.",
        meaning: "how the wording of the pre-prompt NAME changes the odds to continue",
        example: "{range: [0.8, 1.2]}")
    case .allowOddsRatio:
      NumberRow(
        .prePrompt, "allow_odds_ratio", .oddsRatio, 1,
        "By what it multiplies the odds to allow. 1 is no effect, 1.1 turns 30% into 32%.",
        meaning: "how the pre-prompt NAME changes the odds to allow", example: "{range: [1, 1.5]}")
    case .delaySeconds:
      NumberRow(
        .arm, "delay_seconds", .seconds, 0, "How long the app waits before it asks; seconds.",
        meaning: "how long the option NAME waits before it asks", example: "2")
    }
  }
}

/// What is said of a number: its key in a file, its legal range, its default and its meaning.
public struct NumberRow: Sendable {
  /// What has it.
  public let owner: Number.Owner
  /// Its path in the owner's mapping of a file.
  public let key: String
  /// The values it may take.
  public let range: LegalRange
  /// What holds where a file leaves it out; `nil` where it has to be there, or the owner is left out without it.
  public let standard: Double?
  /// What it is, in a sentence, with its unit.
  public let summary: String
  /// What it is, to complete "is" in a sentence of an answer; `NAME` stands for the owner's, where it has one.
  public let meaning: String
  /// Whether a file has to give it.
  public let isRequired: Bool
  /// A value as somebody may write it.
  public let example: String

  fileprivate init(
    _ owner: Number.Owner, _ key: String, _ range: LegalRange, _ standard: Double?, _ summary: String,
    meaning: String, isRequired: Bool = false, example: String
  ) {
    self.owner = owner
    self.key = key
    self.range = range
    self.standard = standard
    self.summary = summary
    self.meaning = meaning
    self.isRequired = isRequired
    self.example = example
  }

  // A time that differs between people has two numbers, the median's row before that of sigma.

  fileprivate static func median(
    _ owner: Number.Owner, _ section: String, _ standard: Double?, _ time: String
  ) -> NumberRow {
    NumberRow(
      owner, "\(section).median", .positiveSeconds, standard,
      "Half of them are shorter than this; seconds.", meaning: time, example: "4")
  }

  fileprivate static func sigma(
    _ owner: Number.Owner, _ section: String, _ standard: Double?, _ time: String
  ) -> NumberRow {
    NumberRow(
      owner, "\(section).sigma", .spread, standard,
      "How much they differ: the standard deviation of the natural logarithm.",
      meaning: "how much people differ in \(time)", example: "0.6")
  }

  // How people differ in saying yes, to the alert and to a pre-prompt.

  fileprivate static func spread(_ owner: Number.Owner, _ key: String, _ meaning: String) -> NumberRow {
    NumberRow(
      owner, key, .spread, 0, "How much people differ: log-odds per standard deviation of willingness.",
      meaning: meaning, example: "0.8")
  }

  fileprivate static func value(
    _ owner: Number.Owner, _ key: String, _ meaning: String, example: String
  ) -> NumberRow {
    NumberRow(
      owner, key, .slope, 0, "What value experienced adds: log-odds per unit of ln(1 + value).",
      meaning: meaning, example: example)
  }
}
