import Foundation
import Testing

/// A small experiment in which much can happen to one install.
private let livelyExperiment = """
  experiment: lively
  seed: 7
  trials: 3
  installs: 500
  horizon_days: 20
  population:
    sessions: {rate: 1, leave: 0.15}
    device: {restricted: 0.05, requests_off: 0.1}
    onboarding: {first: 0.8, later: 0.5, seconds: {median: 30, sigma: 0.5}}
    events: {article: {per_session: 3, seconds: 40, value: 1}}
    alerts: {push: {at: launch, share: 0.7, offset: 0, seconds: {median: 3, sigma: 0.5}}}
    allow: {rate: 0.4, spread: 1, value: 0.3, cold_odds_ratio: 0.6}
    continue: {rate: 0.7}
    answer: {unanswered: 0.05}
    annoyance: {alert: 0.05, cold: 0.1, pre_prompt: 0.05}
    settings: {reenable: 0.05, revoke: 0.02}
    attribution: {gate: documented, wait_seconds: 20}
  usage_strings:
    plain: {text: "Shows you ads for topics you read about."}
  pre_prompts:
    first: {title: A word first, body: It helps us., button: Continue, allow_odds_ratio: 1}
  arms:
    launch: {ask: launch, usage_string: plain}
    third: {ask: {after: article, count: 3}, usage_string: plain}
    third_first: {ask: {after: article, count: 3}, usage_string: plain, pre_prompt: first}
  """

@Suite("att-lab trace")
struct TraceTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(livelyExperiment, to: "lively.yaml")
    return lab
  }

  @Test("it is the life of that install: the same again, another one elsewhere")
  func addressed() async throws {
    let lab = try lab()
    let first = try await lab.written("trace lively.yaml --install 31")
    #expect(try await lab.written("trace lively.yaml --install 31") == first)
    #expect(try await lab.written("trace lively.yaml --install 32") != first)
  }

  @Test("the JSON has every moment, with its rules, and agrees with the run about the end")
  func json() async throws {
    let document = try await lab().object("trace lively.yaml --find denied")
    #expect(document["schema"] as? String == "att-lab/trace/1")
    #expect((document["caution"] as? String)?.isEmpty == false)
    let options = try #require(document["options"] as? [[String: Any]])
    #expect(options.compactMap { $0["option"] as? String } == ["launch", "third", "third_first"])
    let moments = try #require(document["moments"] as? [[String: Any]])
    let denial = try #require(moments.first { $0["what"] as? String == "answered" })
    #expect(denial["rules"] as? String == "R28")
    let rules = try #require(document["rules"] as? [String: String])
    #expect(rules["R28"] == "deny")
  }

  @Test(
    "without an install it is the first that is shown the alert under the first option under which one is")
  func prompted() async throws {
    let found = try await lab().object("trace lively.yaml")
    let search = try #require(found["search"] as? [String: Any])
    let option = try #require(search["prompted_under"] as? String)
    let moments = try #require(found["moments"] as? [[String: Any]])
    #expect(
      option == "launch"
        && moments.contains { $0["option"] as? String == option && $0["what"] as? String == "alert_shown" })
  }
}
