import Foundation
import Testing

@Suite("The headline of the program's answers")
struct HeadlineTests {
  /// A small experiment of two options.
  private static func experiment(_ allow: String, _ sections: String = "", arms: String, trials: Int = 400)
    -> String
  {
    """
    seed: 5
    trials: \(trials)
    installs: 400
    horizon_days: 10
    population:
      sessions: {rate: 1, leave: 0.1}
      onboarding: {first: 0.7, later: 0.4, seconds: {median: 40, sigma: 0.5}}
      events: {article: {per_session: 0.5}}
      allow: \(allow)
    \(sections)
    usage_strings:
      plain: {text: "Shows you ads for topics you read about, for example concerts."}
      silent: {text: "Keeps the app free by ads for topics you read about, for example concerts."}
      slight: {text: "Keeps the app free by ads for topics you read about, for example films.", odds_ratio: 1.005}
      unsure: {text: "Pays for the app by ads for topics you read about, for example films.", odds_ratio: {range: [0.8, 1.6]}}
    arms: \(arms)

    """
  }

  private static let moments =
    "{launch: {ask: launch, usage_string: plain}, later: {ask: onboarding, usage_string: plain}}"

  private static func words(_ name: String) -> String {
    "{one: {ask: launch, usage_string: plain}, two: {ask: launch, usage_string: \(name)}}"
  }

  /// Of each rule an experiment, the kind that the JSON has, and what the answer says first.
  private static let rules: [(file: String, kind: String, says: String)] = [
    (
      experiment(
        "{rate: 0.3}",
        "  consent: {order: before_att, accept: 0.6}\n  attribution: {gate: none, starts: process}",
        arms: moments), "blocked", "Recommendation None yet. Every option is blocked;"
    ),
    (
      experiment("{rate: 0.3}", arms: words("silent")), "identical",
      "Recommendation None. These options differ only in wording, and wording has no effect until you give each an "
        + "odds_ratio (a range will do)."
    ),
    (
      experiment("{rate: {beta: [30, 70]}, cold_odds_ratio: {range: [0.4, 1.2]}}", arms: moments, trials: 20),
      "too_few_trials", "Recommendation Too few trials to say. First run "
    ),
    (
      experiment("{rate: {beta: [30, 70]}}", arms: words("slight")), "tie",
      "Recommendation Tie. two and one are within 0.5 pp in 100% of draws."
    ),
    (
      experiment(
        "{rate: {beta: [30, 70]}}",
        arms:
          "{launch: {ask: launch, usage_string: plain}, rare: {ask: {after: article, count: 9}, usage_string: plain}}"
      ),
      "choose", "Recommendation Choose launch. Best guess launch: "
    ),
    (
      experiment("{rate: {beta: [30, 70]}, cold_odds_ratio: {range: [0.4, 1.2]}}", arms: moments),
      "best_guess", "Watch out launch is best if asking at launch costs nothing."
    ),
    (
      experiment("{rate: {beta: [30, 70]}}", arms: words("unsure")), "leaning",
      "Recommendation A/B test two vs one before you commit."
    ),
  ]

  @Test("each rule is met by an experiment, and said before anything else", arguments: rules)
  func rule(file: String, kind: String, says: String) throws {
    let lab = try Lab()
    try lab.write(file, to: "x.yaml")
    let outcome = try lab("simulate", "x.yaml", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answer = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(answer.contains(says), "\(outcome.output)")
    let json = try lab("show", "--format", "json").output
    #expect(json.contains("\"kind\": \"\(kind)\""))
    // The same words wherever they are read.
    let markdown = try lab("show", "--format", "markdown").output
    #expect(markdown.contains("**Recommendation** "))
  }

  @Test(
    "what is doubtful in the file and changes how to read the answer is in Watch out, once, and in show too")
  func cautions() throws {
    let lab = try Lab()
    try lab.write(
      Self.experiment(
        "{rate: {beta: [30, 70]}, cold_odds_ratio: {range: [0.4, 1.2]}}",
        "  consent: {order: after_att, accept: 0.6}", arms: Self.moments), to: "x.yaml")
    let caution =
      #/With \w+, [0-9.]+% of installs can be shown personalised ads, while [0-9.]+% opt in\. To rank by that, set objective: personalizable_per_install\./#
    func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let first = try lab("simulate", "x.yaml")
    #expect(words(first.output).contains(caution), "\(first.output)")
    #expect(!(first.output + first.errors).contains("a consent layer is modelled"))
    #expect(words(try lab("show").output).contains(caution))
    let markdown = try lab("show", "--format", "markdown").output
    #expect(words(markdown).contains("can be shown personalised ads, while"))
    let json = try lab("simulate", "x.yaml", "--format", "json")
    #expect(json.output.contains("\"cautions\": [\"The objective does not ask"))
    #expect(json.errors.contains("a consent layer is modelled"))
  }

  @Test("what an objective ignores is said beside its confidence and before a tied option is shipped")
  func ignoredTie() throws {
    let lab = try Lab()
    func answer(_ objective: String) throws -> String {
      try lab.write(
        Self.experiment(
          "{rate: {beta: [30, 70]}}", "  consent: {order: after_att, accept: 0.6}\n\(objective)",
          arms:
            "{alert: {ask: launch, usage_string: plain}, layer: {ask: launch, usage_string: plain, consent: {order: before_att}}}"
        ), to: "x.yaml")
      return try lab("simulate", "x.yaml", "--quiet").output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let open = try answer("")
    #expect(open.contains("Recommendation Choose alert. "), "\(open)")
    #expect(open.contains("Confidence High, by opt-in per install alone. 100% chance that "), "\(open)")
    let step =
      #/Ship it alert, if opt-in per install alone counts\. By personalizable per install it ties with layer at [0-9.]+%\. att-lab export/#
    #expect(open.contains(step), "\(open)")
    #expect(try !answer("objective: personalizable_per_install").contains(" alone"))
  }

  @Test("a consent layer of some people says what it does there, and which order is not compared")
  func consentOfSome() throws {
    let lab = try Lab()
    let sections =
      "  segments: {eu: {share: 40%, consent: {order: before_att, accept: 0.6}}, rest: {share: 60%}}"
    try lab.write(
      Self.experiment("{rate: {beta: [30, 70]}, cold_odds_ratio: 0.2}", sections, arms: Self.moments),
      to: "x.yaml")
    let open = try lab("simulate", "x.yaml", "--quiet").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line =
      #/Consent layer: only eu has it\. With later, ([0-9.]+)% of installs opt in there, and ([0-9.]+)% elsewhere\./#
    let shares = try #require(open.firstMatch(of: line)?.output, "\(open)")
    // Of those whom the layer is shown to before the alert, 60% are asked at all.
    let ratio = try #require(Double(shares.1)) / #require(Double(shares.2))
    #expect(abs(ratio - 0.6) < 0.03, "\(ratio)")
    #expect(
      open.contains(
        "All options show it before the alert. To compare, add an option with segments: {eu: {consent: {order: after_att}}}."
      ), "\(open)")
    // Who refuses is not asked, so that who opts in has accepted.
    #expect(!open.contains("personalised ads"), "\(open)")
  }

  @Test("what the checks warn of the recommended option is in the answer that recommends it")
  func lateLayer() throws {
    let lab = try Lab()
    try lab.write(
      Self.experiment(
        "{rate: {beta: [30, 70]}, cold_odds_ratio: 0.2}",
        "  consent: {order: after_att, on_undetermined: wait, accept: 0.6}\nobjective: personalizable_per_install",
        arms: Self.moments),
      to: "x.yaml")
    #expect(try lab("check", "x.yaml").output.contains("warning: L44"))
    let answer = try lab("simulate", "x.yaml", "--quiet").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Nearly always best, and tested for one reason alone, which stands beside the advice.
    #expect(
      answer.contains(
        "Recommendation A/B test later vs launch before you commit: launch is best if asking at launch costs nothing. "
          + "Best guess later: "), "\(answer)")
    #expect(answer.contains("Confidence High. ") && answer.contains("Watch out later: The consent layer"))
    #expect(
      answer.contains(/later: The consent layer opens after the alert, .*? never shown the layer \(L44\)\./))
    #expect(
      answer.contains(
        "Fix a warning later: The consent layer opens after the alert (L44). Open the layer before the alert")
    )
  }

  @Test("requests that another alert hides are said to be lost, with their share")
  func lostRequests() throws {
    let lab = try Lab()
    try lab.write(
      Self.experiment(
        "{rate: {beta: [30, 70]}}", "  alerts: {push: {at: {after: article}, share: 100%}}",
        arms:
          "{launch: {ask: launch, usage_string: plain}, article: {ask: {after: article}, usage_string: plain}}"
      ),
      to: "x.yaml")
    let answer = try lab("simulate", "x.yaml", "--quiet").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      answer.contains(/[0-9]+% of the requests of article are lost and show no alert \(L12\)\./), "\(answer)")
  }
}
