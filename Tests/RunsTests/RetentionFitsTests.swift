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
        "x.yaml:3:14: warning: the visit pattern misses this retention by more than 2%: expected d1 0.4, d7 0.1, d30 0.02, sessions_per_active_day 2, fitted d1 0.3919, d7 0.1018, d30 0.01987, sessions_per_active_day 2.02"
      ])
    #expect(
      told("d1: 0.4, d7: 0.01, d30: 0.005, sessions_per_active_day: 1.2") == [
        "x.yaml:3:14: no visit pattern comes within 20% of this retention: expected d1 0.4, d7 0.01, d30 0.005, sessions_per_active_day 1.2, fitted d1 0.1857, d7 0.02604, d30 0.003232, sessions_per_active_day 1.477. Check the four numbers"
      ])
  }

  @Test("two visit patterns with one retention are a warning that names both and the figure that decides")
  func twoPatterns() {
    let four = "d1: .3259, d7: .09082, d30: .0202, sessions_per_active_day: 2.287"
    #expect(
      told(four) == [
        "x.yaml:3:14: warning: 2 visit patterns have exactly these figures: 23.39% of installs never come back (7.429 sessions in 30 days, second_session 0.7566); or 11.8% of installs never come back (8.973 sessions in 30 days, second_session 0.8296). The first is used. Give 'second_session', the share of installs with a second session within 30 days, to choose"
      ])
    #expect(told("\(four), second_session: .83").isEmpty)
    #expect(
      told("\(four), second_session: .6") == [
        "x.yaml:3:14: warning: expected second_session 0.6, found 0.7566 in the visit pattern that fits the other four figures. Check that it is the share of installs with a second session within 30 days"
      ])
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

  @Test("the same figures under the same horizon are fitted once")
  func once() throws {
    let unresolved = try readExperiment(
      text: text("d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2"), path: "x.yaml")
    var fits = ExperimentFits()
    let first = try fits.resolved(unresolved).experiment
    #expect(try fits.resolved(unresolved).experiment == first)
    #expect(first.scenarios[0].segments[0].visits.fittedTo == unresolved.retention.first)
  }
}
