import ExperimentDesign
import ExperimentSamples
import Testing

@Suite("An experiment's own answers about itself")
struct ExperimentTests {
  @Test("the baseline is found by its name, else it is the first arm")
  func baseline() {
    var experiment = makeExperiment(
      [makeSegment()], [makeArm("launch", .launch), makeArm("later", .session(2))])
    #expect(experiment.baselineIndex == 0)
    experiment.baseline = "later"
    #expect(experiment.baselineIndex == 1)
    experiment.baseline = "gone"
    #expect(experiment.baselineIndex == 0)
  }

  @Test("an objective is named for its metric, or spelled out as the weighted sum it is")
  func objective() {
    let single = Objective(terms: [.init(metric: .optInPerInstall, weight: 1)])
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

  @Test("an arm is allowed by Apple where no rule was found broken")
  func findings() {
    var arm = makeArm("launch", .launch)
    #expect(arm.isAllowedByApple)
    arm.findings = [BrokenRule(rule: "R83", reason: "The pre-prompt can be closed.")]
    #expect(!arm.isAllowedByApple)
  }
}
