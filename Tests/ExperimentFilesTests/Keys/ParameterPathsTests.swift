import ExperimentDesign
import ExperimentFiles
import ExperimentSamples
import Testing

@Suite struct ParameterPathsTests {
  @Test("A number's path is the path under which it is written")
  func paths() throws {
    let experiment = try load(wholeExperiment).experiment
    #expect(
      experiment.uncertain.map(\.path) == [
        "allow.rate", "allow.value", "continue.persistence", "pre_prompts.value_first.allow_odds_ratio",
        "scenarios.push_heavy.alerts.push.share", "segments.paid.sessions.leave.a",
        "segments.paid.sessions.leave.b", "segments.paid.sessions.rate.rate",
        "segments.paid.sessions.rate.shape", "sessions.rate.rate", "usage_strings.concrete.odds_ratio",
        "willingness.with_activity",
      ])
    let segments = experiment.scenarios[1].segments
    #expect(segments.map { $0[.allowRate].path } == ["allow.rate", "segments.paid.allow.rate"])
    #expect(segments[0][.requestsOff].path == "device.requests_off")
    #expect(
      segments[0].surroundings.alerts.map { $0[.alertShare].path } == [
        "scenarios.push_heavy.alerts.push.share", "alerts.location.share",
      ])
  }

  @Test("What a preset says stands where the experiment names it; what the file says, where it says it")
  func presets() throws {
    let text = """
      # a comment
      population: news
      usage_strings: {plain: {text: Shows ads.}}
      arms: {a: {ask: launch, usage_string: plain}}
      adjust:
        attribution: {wait_seconds: 90}
      """
    let locations = try load(text).locations
    let gate = try #require(locations["attribution.gate"])
    #expect(gate.line == 2 && gate.column == 1 && gate.preset == "news")
    let wait = try #require(locations["attribution.wait_seconds"])
    #expect(wait.line == 6 && wait.column == 17 && wait.preset == nil)
    #expect(locations.values.allSatisfy { $0.file == "experiment.yaml" && $0.line > 0 })
  }

  @Test(
    "Copies of a swept arm share the paths of all they do not sweep, and draw what they sweep each for itself",
    arguments: [
      (
        "after: article, count: 3}",
        "after: article, count: {sweep: [1, 3]}}, delay_seconds: {uniform: [0, 2]}",
        ["launch.delay_seconds", "third.delay_seconds", "third.delay_seconds"]
      ),
      (
        "ask: launch,", "ask: launch, delay_seconds: {sweep: [{uniform: [0, 1]}, {uniform: [1, 2]}]},",
        ["launch.delay_seconds.sweep.0", "launch.delay_seconds.sweep.1", "third.delay_seconds"]
      ),
    ])
  func sweeps(key: String, swept: String, paths: [String]) throws {
    let arms = try load(smallExperiment.replacing(key, with: swept)).experiment.arms
    #expect(arms.map { $0[.delaySeconds].path } == paths.map { "arms.\($0)" })
  }

  @Test("Evidence covers the number it names, the numbers of a section it names, and no number written anew")
  func evidence() throws {
    let yaml = smallExperiment.replacing(
      "  allow: {rate: 0.3}",
      with: """
          allow: {rate: {beta: [3, 7]}}
          device: {requests_off: 0.2, restricted: 0.01}
          evidence:
            allow: {grade: published, source: "A study"}
            device: {grade: assumed}
            device.requests_off: {grade: measured, source: Our app, date: 2021-06}
        """)
    let found = try load(yaml).experiment.evidence
    #expect(found["allow.rate"] == Evidence(grade: .published, source: "A study"))
    #expect(found["device.restricted"]?.grade == .assumed)
    #expect(found["device.requests_off"] == Evidence(grade: .measured, source: "Our app", date: "2021-06"))
    #expect(found["events.article.per_session"] == nil)
    let adjusted = try load(yaml, set: [("adjust.device.requests_off", "0.3")]).experiment.evidence
    #expect(adjusted["device.requests_off"] == nil)
    #expect(adjusted["device.restricted"]?.grade == .assumed)
  }

  @Test("Visits that retention figures condition bear the paths of what is drawn")
  func retention() throws {
    let yaml = smallExperiment.replacing(
      "sessions: {rate: 2, leave: 0.2}",
      with: "retention: {d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2}")
    let visits = try load(yaml).experiment.scenarios[0].segments[0].visits
    guard case .gamma(let shape, _) = visits.rate, case .beta(_, let b) = visits.leaving
    else { throw Unexpected(visits) }
    #expect(shape.path == "sessions.rate.shape" && shape.distribution == .joint("retention", member: 0))
    #expect(b.path == "sessions.leave.b" && b.distribution == .joint("retention", member: 3))
  }
}
