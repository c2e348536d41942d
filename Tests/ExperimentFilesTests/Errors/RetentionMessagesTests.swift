import ExperimentDesign
import ExperimentFiles
import Testing

@Suite("Messages about retention figures")
struct RetentionMessagesTests {
  private func yaml(_ retention: String) -> String {
    smallExperiment.replacing("sessions: {rate: 2, leave: 0.2}", with: "retention: {\(retention)}")
  }

  private let four = "d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2"

  @Test(
    "what is doubtful about a fit is a warning where the figures stand, and why there is none an error there")
  func located() {
    let distributions = VisitDistributions(shape: 1.2, rate: 0.9, a: 0.8, b: 2.1)
    #expect(
      problems(yaml(four), fit: .fitted(distributions, doubt: "it is far")) == [
        "x.yaml:3:14: warning: it is far"
      ])
    #expect(
      problems(yaml(four), fit: .refused("there is no such app")) == ["x.yaml:3:14: there is no such app"])
  }

  @Test(
    "figures that nobody fitted are an error"
  )
  func unusable() throws {
    let unresolved = try readExperiment(text: Array(yaml(four).utf8), path: "x.yaml")
    #expect(
      try unresolved.retention == [RetentionTargets(d1: 0.25, d7: 0.11, d30: 0.05, sessionsPerActiveDay: 2)])
    #expect(throws: FileProblems.self) { try unresolved.resolved([:]) }
  }

  @Test(
    "day 1 alone will do: of the later days those that are not given fall as at the median app",
    arguments: [
      ("d1: 0.273", 0.092, 0.039), ("d1: 0.3, d7: 0.092", 0.092, 0.039), ("d1: 0.3, d30: 0.2", 0.2, 0.2),
    ])
  func firstDay(figures: String, d7: Double, d30: Double) throws {
    let found = try readExperiment(text: Array(yaml(figures).utf8), path: "x.yaml").retention
    #expect(found.count == 1 && abs(found[0].d7 - d7) < 1e-9 && abs(found[0].d30 - d30) < 1e-9, "\(found)")
  }

  @Test("the fitted distributions stand in every segment and scenario that has the figures")
  func everywhere() throws {
    let text = yaml(four) + "\nscenarios:\n  base: {}\n  other: {allow: {rate: 0.4}}"
    let segments = try load(text).experiment.scenarios.flatMap(\.segments)
    #expect(segments.count == 2)
    for segment in segments {
      guard case .gamma(let shape, _) = segment.visits.rate, case .beta(_, let b) = segment.visits.leaving
      else {
        Issue.record("the visits are not those of a fit")
        continue
      }
      #expect(shape.constant == 1.2 && b.constant == 2.1)
    }
  }

  @Test("Retention figures outside their ranges are located, and nothing is to be fitted to them")
  func impossibleFigures() throws {
    let text = yaml("d1: .25, d7: .11, d30: .05, sessions_per_active_day: 1e300")
    #expect(try readExperiment(text: Array(text.utf8), path: "x.yaml").retention.isEmpty)
    let found = problems(text)
    #expect(found.count == 1 && found[0].hasPrefix("x.yaml:3:68: 'sessions_per_active_day' expects"))
  }
}
