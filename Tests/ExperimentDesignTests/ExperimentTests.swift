import ExperimentDesign
import ExperimentSamples
import Testing

@Suite("An experiment's own answers about itself")
struct ExperimentTests {
  @Test("the baseline is found by its name, and another can be compared with")
  func baseline() {
    var experiment = makeExperiment(
      [makeSegment()], [makeArm("launch", .launch), makeArm("later", .session(2))])
    #expect(experiment.baselineIndex == 0 && experiment.baseline == "launch")
    experiment.baseline = "later"
    #expect(experiment.baselineIndex == 1)
  }

  @Test("showing another screen, or none, changes the strategy with it")
  func showing() throws {
    var later = fullExperiment.arms[1]
    let screen = try #require(later.prePrompt)
    #expect(later.strategy.prePrompt == screen.policy)
    later.prePrompt = nil
    #expect(later.strategy.prePrompt == nil)
  }

  @Test("an objective is named for its metric, or written as the weighted sum it is")
  func objective() {
    let single = Objective(.optInPerInstall)
    #expect(single.singleMetric == .optInPerInstall)
    #expect(single.name == "opt_in_per_install")
    let weighted = Objective(terms: [.init(metric: .optInPerInstall, weight: 2)])
    #expect(weighted.singleMetric == nil)
    #expect(weighted.name == "2.0*opt_in_per_install")
    let sum = Objective(terms: [
      .init(metric: .optInPerInstall, weight: 1), .init(metric: .sessionsLostPerInstall, weight: -0.1),
    ])
    #expect(sum.singleMetric == nil)
    #expect(sum.name == "1.0*opt_in_per_install + -0.1*sessions_lost_per_install")
  }
}
