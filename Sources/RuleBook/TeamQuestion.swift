/// What no file of an app shows, and a team states under the `app` mapping of an experiment.
///
/// The reader of experiment files, their schema and `check` all take keys, answers and what is wrong
/// with an answer from here.
public struct TeamQuestion: Hashable, Sendable {
  /// The key under `app`.
  public let key: String
  /// The question, as a person would ask it.
  public let question: String
  /// What may be answered.
  public let answers: Answers
  /// The answers that are pitfalls.
  public let faults: [Fault]

  init(_ key: String, _ question: String, _ answers: Answers, _ faults: [Fault] = []) {
    self.key = key
    self.question = question
    self.answers = answers
    self.faults = faults
  }

  /// What may be answered.
  public enum Answers: Hashable, Sendable {
    /// `true` or `false`.
    case flag
    /// One of some words.
    case choice([String])
    /// A number of seconds, at least 0.
    case seconds
  }

  /// An answer that is a pitfall.
  public struct Fault: Hashable, Sendable {
    /// The answer as it is written; a flag's is `true` or `false`, one of seconds is `below 1`.
    public let answer: String
    /// The pitfall's tag.
    public let tag: String
  }

  /// The question with a key.
  public static func keyed(_ key: String) -> TeamQuestion? { all.first { $0.key == key } }

  /// The questions that can show a pitfall, in the order of the list.
  public static func about(_ tag: String) -> [TeamQuestion] {
    all.filter { question in
      question.faults.contains { $0.tag == tag } || contextual[question.key]?.contains(tag) == true
    }
  }

  /// Pitfalls that an answer shows only together with something else in the files.
  static let contextual: [String: [String]] = [
    "attribution_sdk": ["L19", "L20", "L21"], "five_countries": ["L31", "L30"], "wait_called": ["L20"],
    "trackers_start": ["L22", "L39"],
  ]
}

extension TeamQuestion {
  private static func fault(_ answer: String, _ tag: String) -> Fault { Fault(answer: answer, tag: tag) }

  /// Every question, in the order in which an app meets what it is about.
  public static let all: [TeamQuestion] =
    [
      TeamQuestion("links_framework", "Does the app link AppTrackingTransparency?", .flag),
      TeamQuestion("reads_status_at_start", "Is the status read when the app starts?", .flag),
      TeamQuestion(
        "caches_status", "Is the status read once and kept, instead of read where it is needed?", .flag,
        [fault("true", "L28")]),
      TeamQuestion(
        "rechecks_on_resume", "Is the status read again whenever the app becomes active?", .flag,
        [fault("false", "L28")]),
      TeamQuestion(
        "unknown_status", "What does the app make of a status it does not know?",
        .choice(["not_permitted", "authorized"]), [fault("authorized", "L42")]),
      TeamQuestion(
        "gates_on", "What decides whether the identifier is passed on: the status, or whether it is zeros?",
        .choice(["status", "identifier"]), [fault("identifier", "L35")]),
      TeamQuestion(
        "checks_availability", "Is the version of the system looked at before asking?", .flag,
        [fault("false", "L34")]),
      TeamQuestion(
        "retry_seconds", "How many seconds lie between a lost request and the next?", .seconds,
        [fault("below 1", "L36")]),
      TeamQuestion(
        "asks_again", "Does the plan count on asking the same person twice?", .flag, [fault("true", "L30")]),
      TeamQuestion(
        "five_countries",
        "Is the app offered in France, Germany, Italy, Poland or Romania, where 27.2 shows a full page?",
        .flag),
      TeamQuestion(
        "additional_information", "What does the app make of a tap on Additional Information?",
        .choice(["not_offered", "no_decision", "refusal"]), [fault("refusal", "L32")]),
      TeamQuestion(
        "pre_prompt_checks_status", "Does the pre-prompt come only while the status is not determined?",
        .flag,
        [fault("false", "L9")]),
      TeamQuestion(
        "pre_prompt_shows", "What does the pre-prompt show besides words?",
        .choice(["nothing", "alert_picture", "arrow", "reward"]),
        [fault("alert_picture", "L7"), fault("arrow", "L7"), fault("reward", "L7")]),
      TeamQuestion(
        "features_gated", "Are features or content withheld from people who said no?", .flag,
        [fault("true", "L10")]),
      TeamQuestion(
        "settings_nudge", "Who is shown a way to the Settings app, and when?",
        .choice(["nobody", "on_request", "after_denial", "everyone"]),
        [fault("after_denial", "L29"), fault("everyone", "L29")]),
      TeamQuestion(
        "settings_change", "When does the app expect to see a change made in Settings?",
        .choice(["either", "at_resume", "at_launch"]), [fault("at_resume", "L38"), fault("at_launch", "L38")]),
    ] + ofSDKs + ofConsent + ofCounting

  private static let ofSDKs: [TeamQuestion] = [
    TeamQuestion(
      "attribution_sdk", "Which attribution SDK does the app use?",
      .choice(["none", "adjust", "appsflyer", "branch", "kochava", "singular", "trackier", "other"])),
    TeamQuestion(
      "wait_called", "When does the app make the SDK wait for the answer?",
      .choice(["before_start", "after_start", "never"]), [fault("after_start", "L20")]),
    TeamQuestion(
      "first_session_delay", "Is Adjust's First Session Delay on?", .flag, [fault("true", "L20")]),
    TeamQuestion(
      "sdk_auto_request", "Does an SDK ask for the permission by itself?", .flag, [fault("true", "L21")]),
    TeamQuestion(
      "trackers_start", "When do tracking SDKs start?", .choice(["launch", "after_att", "after_consent"]),
      [fault("launch", "L22")]),
    TeamQuestion(
      "domains_before_permission", "Does the app need its tracking domains before permission?", .flag,
      [fault("true", "L39")]),
  ]

  private static let ofConsent: [TeamQuestion] = [
    TeamQuestion(
      "consent_beside_alert", "Can the consent layer and the alert be up together?", .flag,
      [fault("true", "L23")]),
    TeamQuestion(
      "consent_after_denial", "What does the consent layer do after a denied alert?",
      .choice(["other_purposes", "asks_for_tracking", "nothing"]),
      [fault("asks_for_tracking", "L24"), fault("nothing", "L27")]),
    TeamQuestion(
      "att_after_refusal", "Does the alert follow when every purpose was refused in a layer that came first?",
      .flag, [fault("true", "L25")]),
    TeamQuestion(
      "pre_grants", "Are ad purposes granted before anybody has agreed to them?", .flag,
      [fault("true", "L26")]),
    TeamQuestion("consent_reopens", "Can people open the consent layer again?", .flag),
  ]

  private static let ofCounting: [TeamQuestion] = [
    TeamQuestion(
      "device_denials", "Are restricted and switched-off devices counted apart, or as denials?",
      .choice(["apart", "as_denials"]), [fault("as_denials", "L16")]),
    TeamQuestion(
      "opt_in_rate_of", "What is the denominator of the opt-in rate that the team reports?",
      .choice(["installs", "eligible", "prompted", "answered", "unnamed"]), [fault("unnamed", "L17")]),
    TeamQuestion(
      "counts_non_installs", "Do App Clips, extensions, Macs or Simulators count as installs?", .flag,
      [fault("true", "L33")]),
    TeamQuestion(
      "counts_prompts_by", "Is a prompt counted per install, or per activation of a scene?",
      .choice(["install", "activation"]), [fault("activation", "L37")]),
    TeamQuestion(
      "skan_after_denial", "Is revenue seen through SKAdNetwork counted as kept or lost after a no?",
      .choice(["kept", "lost"]), [fault("lost", "L40")]),
    TeamQuestion(
      "reinstall_counts_as", "What is a reinstall to the experiment?",
      .choice(["same_install", "new_install"]), [fault("new_install", "L41")]),
    TeamQuestion("tested_statuses", "Has every status been tested on a device?", .flag),
  ]
}
