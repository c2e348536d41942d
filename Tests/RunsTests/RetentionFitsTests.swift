import ExperimentDesign
import ExperimentFiles
import ExperimentSamples
import Runs
import Simulation
import Testing

@Suite("Retention figures of a file become visits")
struct RetentionFitsTests {
  private func text(_ figures: String) -> [UInt8] { Array(retentionText(figures).utf8) }

  @Test(
    "figures that are met are fitted without a word, a miss of more than 5% is told at the figures, of more than 20% refused"
  )
  func near() {
    #expect(told(text("d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2")).problems.isEmpty)
    for (figures, isError) in [
      ("d1: 15%, d7: 4%, d30: 1%, sessions_per_active_day: 1.7", false),
      ("d1: 0.4, d7: 0.01, d30: 0.005, sessions_per_active_day: 1.2", true),
      ("d1: 60%, d7: 55%, d30: 54%, sessions_per_active_day: 1", true),
    ] {
      let found = told(text(figures))
      #expect(found.problems.count == 1 && found.areErrors == isError, "\(figures): \(found)")
      #expect(found.problems.first?.hasPrefix("x.yaml:4:") == true)
    }
  }

  @Test("a run describes the figures that are written, and the numbers that are drawn")
  func description() throws {
    let figures = "d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2, never_back: 45%"
    let plan = SimulationPlan(try loadExperiment(text: text(figures), path: "x.yaml"), overrides: [])
    let described = plan.inputs.parameters.filter { $0.path.hasPrefix("retention.") }
    #expect(
      described.map { "\($0.path) \($0.distribution)" } == [
        "retention.d1 0.25", "retention.d30 0.05", "retention.d7 0.11", "retention.never_back 0.45",
        "retention.sessions_per_active_day 2.0",
      ])
    #expect(described.map(\.value) == [0.25, 0.05, 0.11, 0.45, 2])
    let drawn = plan.inputs.parameters.filter { $0.path.hasPrefix("sessions.") }
    #expect(drawn.count == 4 && drawn.allSatisfy { $0.isDrawn && $0.evidence.grade == .measured })
    #expect(plan.resized(trials: 3).inputs.parameters == plan.inputs.parameters)
  }

  @Test("what a late ask reaches follows the figures smoothly where they leave much open")
  func continuous() throws {
    func late(_ sessions: Double) throws -> Double {
      let figures = "d1: 15%, d7: 4%, d30: 1%, sessions_per_active_day: \(sessions)"
      let experiment = try loadExperiment(text: text(figures), path: "x.yaml").experiment
        .changed {
          $0.trials = 50
          $0.installs = 400
        }
      let simulator = Simulator(experiment: experiment, seed: 5)
      let shares = (0..<50).map { trial in
        let tally = simulator.trial(trial).wholes[0][1]
        return Double(tally[.finalAuthorized]) / 400
      }
      return shares.reduce(0, +) / 50
    }
    // 3.4 points when the figures determined a life. The draws are shared, so little of it is chance.
    #expect(abs(try late(1.8) - late(1.9)) < 0.005)
  }
}
