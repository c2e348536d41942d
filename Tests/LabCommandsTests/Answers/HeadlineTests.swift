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
      slight: {text: "Keeps the app free by ads for topics you read about, for example films.", odds_ratio: {range: [0.98, 1.03]}}
      unsure: {text: "Pays for the app by ads for topics you read about, for example films.", odds_ratio: {range: [0.8, 1.6]}}
    arms: \(arms)

    """
  }

  private static let moments =
    "{launch: {ask: launch, usage_string: plain}, later: {ask: onboarding, usage_string: plain}}"

  private static func words(_ name: String) -> String {
    "{one: {ask: launch, usage_string: plain}, two: {ask: launch, usage_string: \(name)}}"
  }

  private static let cold = "{rate: {beta: [30, 70]}, cold_odds_ratio: {range: [0.4, 1.2]}}"
  private static let untold =
    "  consent: {order: before_att, accept: 0.6}\n  attribution: {gate: none, starts: process}"

  /// Of each kind of advice an experiment.
  static let rules = [
    (experiment("{rate: 0.3}", untold, arms: moments), "blocked"),
    (experiment("{rate: 0.3}", arms: words("silent")), "same_to_the_model"),
    (experiment(cold, arms: moments, trials: 20), "more_trials"),
    (experiment("{rate: {beta: [30, 70]}}", arms: words("slight")), "choose-little_to_lose"),
    (experiment("{rate: {beta: [30, 70]}}", arms: words("unsure")), "test"),
  ]

  // By the program itself: what it suggests names files as they were typed.
  @Test("each rule is met by an experiment, and reads as on record", arguments: rules)
  func rule(file: String, rule: String) throws {
    let lab = try Lab()
    try lab.write(file, to: "x.yaml")
    let answer = try lab("simulate", "x.yaml", "--quiet", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    #expect(object?.rule == rule)
    try expectGolden(lab("show").output, "answer-\(rule).txt")
  }
}

extension [String: Any] {
  /// The kind of advice in the first scenario of a run's JSON, and why an option is chosen.
  fileprivate var rule: String? {
    let scenario = (self["scenarios"] as? [String: [String: Any]])?["base"]
    let advice = scenario?["advice"] as? [String: Any]
    let kind = advice?["kind"] as? String
    return (advice?["because"] as? String).map { "\(kind ?? "")-\($0)" } ?? kind
  }
}
