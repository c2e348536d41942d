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
    #expect(
      told("d1: 0.4, d7: 0.1, d30: 0.02, sessions_per_active_day: 2") == [
        "x.yaml:3:14: warning: no visit pattern has exactly this retention, so the nearest is used. In it d1 is 0.3919 instead of 0.4 (2% too low). If that matters, check that d1, d7 and d30 are shares of all installs with a session on that very day"
      ])
    #expect(
      told("d1: 0.4, d7: 0.01, d30: 0.005, sessions_per_active_day: 1.2") == [
        "x.yaml:3:14: no visit pattern comes within 20% of this retention. In the nearest one d7 is 0.02604 instead of 0.01 (160% too high), d1 is 0.1857 instead of 0.4 (54% too low), d30 is 0.003232 instead of 0.005 (35% too low), sessions_per_active_day is 1.477 instead of 1.2 (23% too high). Check that d1, d7 and d30 are shares of all installs with a session on that very day"
      ])
  }

  @Test("figures that are written as percentages are reported as percentages")
  func percentages() {
    #expect(
      told("d1: 40%, d7: 10%, d30: 2%, sessions_per_active_day: 2") == [
        "x.yaml:3:14: warning: no visit pattern has exactly this retention, so the nearest is used. In it d1 is 39.19% instead of 40% (2% too low). If that matters, check that d1, d7 and d30 are shares of all installs with a session on that very day"
      ])
    #expect(
      told("d1: 10%, d7: 40%, d30: 2%").first?.contains("d1 ≥ d7 ≥ d30, found 10%, 40%, 2%. These are")
        == true)
  }

  @Test("where sessions on a day are what no pattern has, they are what to check")
  func sessionsOfADay() {
    let found = told("d1: 60%, d7: 55%, d30: 54%, sessions_per_active_day: 1")
    #expect(
      found.count == 1 && found[0].contains("sessions_per_active_day is")
        && found[0].hasSuffix("heck that sessions_per_active_day counts sessions only on days that have one"))
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
