import ExperimentDesign
import ExperimentFiles
import Runs
import Testing

@Suite("Retention figures of a file become visits")
struct RetentionFitsTests {
  private func text(_ retention: String) -> [UInt8] {
    Array(
      """
      experiment: small
      population:
        retention: {\(retention)}
        allow: {rate: 0.3}
      usage_strings:
        plain: {text: "Shows ads about what you read, for example local concerts."}
      arms:
        launch: {ask: launch, usage_string: plain}
      """.utf8)
  }

  private func told(_ retention: String) -> [String] {
    do throws(FileProblems) {
      return try loadExperiment(text: text(retention), path: "x.yaml").warnings.map(\.description)
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("figures that are met are fitted without a word, and a miss is reported with target and fit")
  func near() {
    #expect(told("d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2").isEmpty)
    let near = told("d1: 0.4, d7: 0.1, d30: 0.02, sessions_per_active_day: 2")
    #expect(near.count == 1 && near[0].hasPrefix("x.yaml:3:14: warning:"))
    #expect(near[0].contains("d1 is 39.19% instead of 40% (2% too low): check that"))
    let far = told("d1: 0.4, d7: 0.01, d30: 0.005, sessions_per_active_day: 1.2")
    #expect(
      far.count == 1 && far[0].hasPrefix("x.yaml:3:14: no visit pattern comes within 20% of this retention"))
    #expect(far[0].contains("d7 is 2.604% instead of 1% (160% too high)"))
  }

  @Test("where sessions on a day are what no pattern has, they are what to check")
  func sessionsOfADay() {
    let found = told("d1: 60%, d7: 55%, d30: 54%, sessions_per_active_day: 1")
    #expect(
      found.count == 1 && found[0].contains("sessions_per_active_day is")
        && found[0].contains("heck that sessions_per_active_day counts sessions only on days that have one"))
  }

  @Test("a run describes the figures that are written, and not the distributions fitted to them")
  func description() throws {
    let figures = "d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2"
    let plan = SimulationPlan(try loadExperiment(text: text(figures), path: "x.yaml"), overrides: [])
    let described = plan.inputs.parameters.filter { $0.path.hasPrefix("retention.") }
    #expect(
      described.map { "\($0.path) \($0.distribution)" } == [
        "retention.d1 0.25", "retention.d30 0.05", "retention.d7 0.11",
        "retention.sessions_per_active_day 2.0",
      ])
    #expect(described.map(\.value) == [0.25, 0.05, 0.11, 2])
    #expect(try plan.resized(trials: 3).inputs.parameters == plan.inputs.parameters)
  }

  @Test("the same figures are fitted once")
  func once() throws {
    let unresolved = try readExperiment(
      text: text("d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2"), path: "x.yaml")
    var fits = ExperimentFits()
    let first = try fits.resolved(unresolved).experiment
    #expect(try fits.resolved(unresolved).experiment == first)
    #expect(first.scenarios[0].segments[0].visits.fittedTo == unresolved.retention.first)
  }
}
