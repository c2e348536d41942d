import ExperimentDesign
import Inference
import Rendering
import Reviews
import Studies
import Testing

@Suite("What an answer holds under")
struct AnswerConditionsTests: AnswerSuite {
  /// Trials of scenarios in which these arms have so many authorized of 100.
  private func summary(scenarios: [(name: String, authorized: [Int64])], settings: [String] = []) throws
    -> RunSummary
  {
    var outline = makeOutline(
      trials: 41,
      scenarios: scenarios.map {
        RunDescription.Scenario(name: $0.name, segments: [RunDescription.Segment(name: "all", share: 1)])
      })
    for arm in outline.arms.indices {
      outline.arms[arm].metrics = scenarios.map { _ in [.optInPerInstall, .promptedPerInstall] }
    }
    outline.settings = settings
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    for trial in 0..<41 {
      let tallies = scenarios.map { scenario in
        scenario.authorized.map { makeTally(authorized: $0 + Int64(trial % 3)) }
      }
      builder.add(
        TrialResult(
          trial: trial, draws: [], tallies: SegmentGrid(tallies.map { $0.map { [$0] } }),
          wholes: ArmGrid(tallies, segments: scenarios.map { _ in 1 })))
    }
    return try builder.summary()
  }

  @Test("scenarios with other recommended options are named above all of them")
  func dependence() throws {
    let found = try summary(scenarios: [("base", [40, 20]), ("slow", [20, 40]), ("fast", [41, 20])])
    let line = "Scenarios The answer depends on the scenario: a in base and fast; b in slow."
    let answer = unwrapped(text(found))
    #expect(answer.hasPrefix("Which? \(line) Scenario base"))
    #expect(
      unwrapped(AnswerText(summary: found, store: "s", warnings: [], style: .plain).markdown).contains(
        "The answer depends on the scenario: a in base and fast; b in slow."))
    #expect(RunJSON.document(found).text.contains("\"depends_on_scenario\": true"))
    let same = try summary(scenarios: [("base", [40, 20]), ("slow", [30, 20])])
    #expect(!text(same).contains("depends on the scenario"))
    #expect(RunJSON.document(same).text.contains("\"depends_on_scenario\": false"))
  }

  @Test("what was set on the command line stands first, without sizes and seed")
  func whatIf() throws {
    let settings = [
      "population.allow.rate=0.3", "trials=40", "population.allow.rate=0.4", "seed=3", "horizon_days=7",
      "test.installs_per_arm=100", "installs=200",
    ]
    let found = try summary(scenarios: [("base", [40, 20])], settings: settings)
    let line =
      "What if population.allow.rate=0.4, horizon_days=7, set on the command line in place of the file's. "
      + "Recommendation Choose a."
    #expect(unwrapped(text(found)).hasPrefix("Which? \(line)"))
    #expect(
      RunJSON.document(found).text.contains(
        "\"settings\": [\"population.allow.rate=0.4\", \"horizon_days=7\"]"))
    let many = try summary(
      scenarios: [("base", [40, 20])], settings: ["a=1", "b=2", "c=3", "d=4", "e=5"])
    #expect(unwrapped(text(many)).contains("What if a=1, b=2, c=3 and 2 more, set on the command line"))
    let sized = try summary(scenarios: [("base", [40, 20])], settings: ["trials=40", "seed=3"])
    #expect(!text(sized).contains("What if"))
  }
}
