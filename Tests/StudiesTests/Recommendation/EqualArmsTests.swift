import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Studies
import Testing

/// Constructions of which the decision is known beforehand.
@Suite("Arms of known worth")
struct EqualArmsTests {
  private func decision(
    _ experiment: Experiment, trials: Int, by metric: Metric = .optInPerInstall
  ) throws -> Decision {
    var outline = RunOutline(of: experiment)
    outline.description.objective = Objective(metric)
    let summary = try simulated(experiment, outline, seed: 11, trials: trials)
    return try #require(summary.scenarios[0].decision)
  }

  @Test("five arms that are the same show no regret")
  func five() throws {
    let arms = (0..<5).map { makeArm("arm\($0)", .launch) }
    let found = try decision(
      makeExperiment([openPeople()], arms, installs: 500), trials: 100)
    for arm in found.arms {
      #expect(try #require(arm.regret).value <= 0)
      #expect(abs(try #require(arm.best).value - 0.2) < 1e-12)
    }
  }

  @Test(
    "more installs leave the decision where it is, whatever the objective",
    arguments: [
      Metric.sessionsLostPerInstall, .optInPerPrompted, .promptedPerInstall, .authorizedSessionsPerInstall,
    ])
  func flatInInstalls(metric: Metric) throws {
    let arms = [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 1))]
    let cold = uncertain(.uniform(low: 0, high: 0.2), at: "annoyance.cold")
    let people = openPeople().changed {
      $0[.annoyanceAlert] = 0.05
      $0[.annoyanceCold] = cold
    }
    let found = try [400, 1_600].map {
      try decision(makeExperiment([people], arms, installs: $0), trials: 150, by: metric)
    }
    // Where the noise of few installs hides what the inputs do, nothing is said.
    guard found.allSatisfy({ $0.installsNeeded == nil }) else {
      #expect(found[0].installsNeeded != nil && found[0].arms.allSatisfy { $0.best == nil })
      return
    }
    let worth = try found.map { try #require($0.valueOfPerfectInformation) }
    #expect(abs(worth[0].value - worth[1].value) <= 3.5 * (worth[0].mcse + worth[1].mcse))
    for position in 0..<2 {
      for number in [\Decision.Arm.best, \.withinMargin, \.regret] {
        let first = try #require(found[0][position]?[keyPath: number])
        let second = try #require(found[1][position]?[keyPath: number])
        #expect(abs(first.value - second.value) <= 3.5 * (first.mcse + second.mcse))
      }
    }
  }

}
