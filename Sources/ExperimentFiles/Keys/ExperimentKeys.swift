import ExperimentDesign
import PromptFlow
import RuleBook

/// The sizes an experiment may have.
enum SizeLimits {
  /// Installs over all trials.
  static let totalInstalls = 1_000_000_000_000
  /// Trials, and installs of a trial: they are numbers of 32 bits in the addresses of draws.
  static let count = TallyLimits.installs
  /// Arms after sweeps.
  static let arms = 1_000
  /// Arms of a search, the strategies that it makes included.
  static let searched = 1_000
  /// Combinations of scenario, segment and arm.
  static let cells = 20_000
  /// The same of a search, whose arms are simulated in parts.
  static let searchedCells = 100_000
  /// Different retention figures, each of which is fitted.
  static let fits = 100
  /// Kinds of events of an experiment.
  static let eventKinds = 100
  /// Competing alerts of one arm.
  static let alerts = 7
  /// Counts within a life: events, sessions, showings.
  static let lifeCount = 1_000_000
  static let horizonDays = 3_650.0
  /// Weights of an objective and of arms, whose products with metrics are squared.
  static let weight = 1e12
  /// Sessions of one life: mean rate times horizon.
  static let sessions = 100_000.0
}

extension KeyTable {
  static let usageString = KeyTable(
    noun: "a usage string",
    keys: [
      Key(
        "text", .text, "As in NSUserTrackingUsageDescription.", required: true,
        example: "We use this to show you ads for things you like.")
    ] + Key.numbers(.usageString))

  static let prePrompt = KeyTable(
    noun: "a pre-prompt",
    keys: [
      Key("title", .text, "The screen's title.", default: "empty", example: "Help us keep the app free"),
      Key("body", .text, "The screen's text.", default: "empty", example: "You will be asked next."),
      Key("button", .text, "The title of its button.", default: "Continue", example: "Next"),
      Key(
        "dismissible", .flag, "Whether it can be closed. Apple forbids it (R83).", default: "false",
        example: "true"),
      Key(
        "cooldown_sessions", .integer(1...SizeLimits.lifeCount), "How many sessions later it is shown again.",
        default: "1", example: "3"),
      Key(
        "max_shows", .either(.integer(1...SizeLimits.lifeCount), or: .choice(["unlimited"])),
        "How often it is shown at most; people who have not continued by then are never asked.",
        default: "unlimited (3 when dismissible)", example: "2"),
      Key(
        time: .readMedian, .readSigma, "How long it is read; seconds.", example: "{median: 5, sigma: 0.5}"),
    ] + Key.numbers(.prePrompt))

  static let ask = KeyTable(
    noun: "a trigger",
    keys: [
      Key("after", .name("an event"), "Kind of event to count.", example: "article"),
      Key(
        "count", .integer(1...SizeLimits.lifeCount), "How many of them, over all sessions.", default: "1",
        example: "3"),
      Key("session", .integer(1...SizeLimits.lifeCount), "From this session on.", example: "2"),
    ])

  static let arm = KeyTable(
    noun: "an option",
    keys: [
      Key(
        "ask", .either(.choice(AskTrigger.named.map(\.word)), or: .section(.ask)),
        "When the app first wants to ask.", required: true, merging: .replaced,
        example: "{after: article, count: 3}"),
      Key(
        "usage_string", .name("a usage string"),
        "The text of the alert, by its name under usage_strings (R24).", required: true, example: "plain"),
      Key(
        "pre_prompt", .name("a pre-prompt"), "The screen before the alert, by its name under pre_prompts.",
        removable: true, example: "reasons"),
      Key(.delaySeconds),
      Key(
        "hook", .choice(AskHook.words.reversed()),
        "The callback in which the app asks.", default: "did_become_active", example: "view_appeared"),
      Key(
        "retry", .choice(RetryPolicy.words),
        "When the app asks again after a request that showed no alert.", default: "each_activation",
        example: "next_session"),
      Key(
        "asks_from", .choice([SystemVersion.iOS14_5.word, SystemVersion.iOS14_0.word]),
        "The oldest iOS on which the app asks.",
        default: "ios_14_5", example: "ios_14_0"),
      Key(
        "settings_link", .choice(SettingsLink.words),
        "A way to the Settings app after a denial.", default: "none", example: "in_preferences"),
      Key(
        "trusts_callback", .flag, "Whether the app believes the callback instead of the status (R54).",
        default: "false", example: "true"),
    ] + surroundingKeys + [
      Key(
        "segments", .named(armSegment, noun: "a segment"),
        "What stands around the question for one kind of people alone, over what the option gives for all.",
        merging: .apart)
    ])

  /// What may be searched: lists of what an arm's keys may be.
  static let search = KeyTable(
    noun: "what is searched",
    keys: arm.keys.flatMap { key -> [Key] in
      guard case .section(let table) = key.kind else { return [searched(key, key.name)] }
      return table.keys.map { searched($0, "\(key.name).\($0.name)") }
    })

  private static func searched(_ key: Key, _ name: String) -> Key {
    var kind = key.kind
    if name == "pre_prompt" { kind = .name("a pre-prompt, or none") }
    return Key(
      name, .list(kind), "The values to search. \(key.summary)", example: key.example.map { "[\($0)]" })
  }

  /// What an arm may change for one segment.
  static let armSegment = KeyTable(noun: "a segment of an option", keys: surroundingKeys)

  static let experiment = KeyTable(
    noun: "an experiment",
    keys: [
      Key(
        "extends", .name("an experiment file"),
        "A file beside this one, over which this one is written: mappings key by key, all else replaced; null takes out.",
        example: "mine.yaml"),
      Key("experiment", .text, "The experiment's name.", default: "the file's name", example: "when-to-ask"),
      Key("question", .text, "What it is to answer.", example: "Should we ask at launch, or later?"),
      Key(
        "seed", .seed, "The number that all random draws follow from.",
        default: "drawn once, printed and stored", example: "20261121"),
      Key(
        "trials", .integer(1...SizeLimits.count),
        "Simulated cohorts, each with its own draw of the uncertain inputs.",
        default: "\(Experiment.standardTrials)", example: "5000"),
      Key(
        "installs", .integer(1...SizeLimits.count), "Installs per trial.",
        default: "chosen by a pilot, from 1000 on", example: "4000"),
      Key(
        "horizon_days",
        .known(LegalRange(0, SizeLimits.horizonDays, includesLow: false), why: "it is the design's"),
        "How many days each install is followed.", default: "30", example: "60"),
      Key(
        "baseline", .name("an option"), "The option the others are compared with.",
        default: "the first option", example: "launch"),
      Key(
        "objective",
        .either(
          .choice(Metric.allCases.map(\.rawValue)),
          or: .keyed(
            Metric.allCases.map(\.rawValue), noun: "metric",
            .known(LegalRange(-SizeLimits.weight, SizeLimits.weight), why: "it is a weight"))),
        "A metric, or a weighted sum; more is better.", default: "opt_in_per_install",
        example: "{opt_in_per_install: 1, sessions_lost_per_install: -0.2}"),
      Key(
        "guardrails", .section(.guardrails),
        "Limits: an option beyond one is not recommended. The most of a loss, the least of anything else."),
      Key(
        "margin", .text,
        "What options may differ by and count as equally good: points of a share, else in units of the objective.",
        default: "0.5pp of a share, else 1% of the level", example: "1pp"),
      Key(
        "population",
        .either(.name("a preset, or a path with '/' or '.yaml'"), or: .section(.population)),
        "Who installs the app.", required: true, example: "news"),
      Key("adjust", .section(.population), "Overrides on top of the population."),
      Key(
        "scenarios", .named(.population, noun: "a scenario"),
        "Variants of the population; every option is simulated under each."),
      Key("usage_strings", .named(.usageString, noun: "a usage string"), "Texts of the alert."),
      Key("pre_prompts", .named(.prePrompt, noun: "a pre-prompt"), "Screens before the alert."),
      Key(
        "arms", .named(.arm, noun: "an option"),
        "The options compared. 'search' may stand in their place, for 'att-lab optimize'."),
      Key(
        "search", .section(.search),
        "Values for the keys of an option: 'att-lab optimize' searches every combination for the best."),
      Key("app", .section(.app), "How many people install the app, and what an opt-in is worth."),
      Key(
        "waivers", .keyed(Pitfall.waivable, noun: "pitfall", .text),
        "Pitfalls that are accepted, each with the reason.",
        example: "{L5: our legal team accepts it}"),
    ])
}
