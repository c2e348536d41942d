import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Testing
import TextFormats

@Suite("When a competing alert is due")
struct AlertMomentTests {
  private static let level = EventKind(rawValue: 0)

  private func text(population: String, arm: String = "", segments: String = "") -> String {
    """
    population:
      sessions: {rate: 2, leave: 0.2}
      allow: {rate: 0.3}
      events: {level: {per_session: 2}, ad: {per_session: 0}}
      alerts: {push: {at: \(population), share: 0.6}}
    \(segments)
    usage_strings: {plain: {text: "Shows ads for puzzles you may like."}}
    arms:
      third: {ask: {after: level, count: 3}, usage_string: plain\(arm)}
    """
  }

  private func moments(_ text: String) throws -> [AskTrigger] {
    try load(text).experiment.arms[0].surroundings[0].flatMap { $0.alerts.map(\.moment) }
  }

  @Test(
    "is a moment of a life, written as a trigger is",
    arguments: [
      ("launch", .launch), ("{after: level, count: 3}", .event(level, count: 3)),
      ("{after: level}", .event(level, count: 1)), ("{session: 4}", .session(4)),
      ("{session: 1}", .session(1)),
    ] as [(String, AskTrigger)])
  func forms(written: String, moment: AskTrigger) throws {
    let file = try load(text(population: written))
    #expect(file.warnings.isEmpty)
    #expect(file.experiment.scenarios[0].segments[0].surroundings.alerts.map(\.moment) == [moment])
    #expect(file.experiment.arms[0].surroundings[0][0].alerts.map(\.moment) == [moment])
  }

  @Test("an arm replaces it whole, for everybody or for one segment")
  func replaced() throws {
    let arm = ", alerts: {push: {at: {after: level}}}"
    #expect(try moments(text(population: "{session: 4}", arm: arm)) == [.event(Self.level, count: 1)])
    let segments = "  segments: {eu: {share: 0.5}, rest: {share: 0.5}}"
    let own = ", segments: {eu: {alerts: {push: {at: {session: 2}}}}}"
    #expect(try moments(text(population: "launch", arm: own, segments: segments)) == [.session(2), .launch])
  }

  @Test("keeps the population's offset only with a warning, located at the new moment")
  func inheritedOffset() throws {
    func warnings(_ push: String) throws -> [FileProblem] {
      try load(
        """
        population: game
        adjust: {allow: {rate: 0.3}}
        usage_strings: {plain: {text: "Shows ads for puzzles you may like."}}
        arms:
          third: {ask: {after: level, count: 3}, usage_string: plain, alerts: {push: {\(push)}}}
        """
      ).warnings.map(\.problem)
    }
    let found = try warnings("at: {after: level, count: 3}")
    #expect(found.map(\.line) == [5] && found[0].message.contains("'offset: 0'"))
    #expect(try warnings("at: {after: level, count: 3}, offset: 0").isEmpty)
    #expect(try warnings("share: 0.5").isEmpty)
  }

  @Test("can be swept")
  func swept() throws {
    let arm = ", alerts: {push: {at: {sweep: [launch, {after: level, count: 3}]}}}"
    let arms = try load(text(population: "{session: 2}", arm: arm)).experiment.arms
    #expect(arms.map(\.name) == ["third/at=launch", "third/at={after: level, count: 3}"])
    #expect(arms.map { $0.surroundings[0][0].alerts[0].moment } == [.launch, .event(Self.level, count: 3)])
  }

  @Test(
    "a mistake is reported where it is",
    arguments: [
      ("{after: levle}", "x.yaml:5:31:"), ("{count: 3}", "x.yaml:5:23:"),
      ("{after: level, session: 2}", "x.yaml:5:23:"), ("{session: 0}", "x.yaml:5:33:"),
      ("lanch", "x.yaml:5:23:"),
      ("{after: ad}", "x.yaml:5:23: warning: the alert 'push' never comes: the event 'ad' has 0 per session"),
      ("onboarding", "x.yaml:5:23: warning: the alert 'push' never comes: no onboarding is modelled"),
    ])
  func mistakes(written: String, problem: String) {
    expectOnly(problems(text(population: written)), beginning: problem)
  }
}
