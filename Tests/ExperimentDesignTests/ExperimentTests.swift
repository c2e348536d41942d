import ExperimentDesign
import ExperimentSamples
import Testing

@Suite("An experiment's own answers about itself")
struct ExperimentTests {
  private let launch = makeArm("launch", .launch)
  private let later = makeArm("later", .session(2))

  /// What an experiment of these parts fails by.
  private func fault(_ scenarios: [Scenario], _ arms: [Arm], baseline: String) -> ExperimentFault? {
    #expect(throws: ExperimentFault.self) {
      try Experiment(
        name: "test", question: nil, seed: nil, trials: 1, installs: 1, horizonDays: 1,
        sampling: .stratified, baseline: baseline, objective: Objective(.optInPerInstall), eventKinds: [],
        scenarios: scenarios,
        arms: arms, joints: [], evidence: [:])
    }
  }

  @Test("the baseline is found by its name, and another can be compared with")
  func baseline() throws {
    let written = makeExperiment([makeSegment()], [launch, later])
    #expect(written.baselineIndex == 0 && written.baseline == "launch")
    let experiment = try written.replacing(baseline: "later")
    #expect(experiment.baselineIndex == 1 && experiment.baseline == "later")
    #expect(throws: ExperimentFault.unknownBaseline("gone", arms: ["launch", "later"])) {
      try experiment.replacing(baseline: "gone")
    }
    #expect(
      "\(ExperimentFault.unknownBaseline("gone", arms: ["launch", "later"]))"
        == "expected a baseline among 'launch', 'later', found 'gone'")
  }

  @Test("without options, scenarios, a baseline, or what surrounds each option there is no experiment")
  func faults() {
    let base = makeScenario(name: "base", segments: [makeSegment()])
    let arm = launch.changed { $0.surroundings = [[Surroundings()]] }
    #expect(fault([base], [], baseline: "launch") == .noArms)
    #expect(fault([base], [arm], baseline: "later") == .unknownBaseline("later", arms: ["launch"]))
    #expect(fault([], [arm], baseline: "launch") == .noScenarios)
    let other = makeScenario(name: "other", segments: base.segments)
    #expect(fault([base, other], [arm], baseline: "launch") == .surroundings(arm: "launch"))
    #expect(throws: ExperimentFault.noTerms) { try Objective(terms: []) }
  }

  @Test("an objective is named for its metric, or written as the weighted sum it is")
  func objective() {
    let single = Objective(.optInPerInstall)
    #expect(single.singleMetric == .optInPerInstall)
    #expect(single.name == "opt_in_per_install")
    let weighted = Objective(.init(metric: .optInPerInstall, weight: 2))
    #expect(weighted.singleMetric == nil)
    #expect(weighted.name == "2.0*opt_in_per_install")
    let sum = Objective(
      .init(metric: .optInPerInstall, weight: 1), .init(metric: .sessionsLostPerInstall, weight: -0.1))
    #expect(sum.singleMetric == nil)
    #expect(sum.name == "1.0*opt_in_per_install + -0.1*sessions_lost_per_install")
  }
}
