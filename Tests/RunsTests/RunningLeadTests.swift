import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Runs
import Simulation
import Testing

@Suite("The lead while trials arrive")
struct RunningLeadTests {
  @Test("is the best option's over the next, as the answer has it at the end")
  func lead() throws {
    let people = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 6, b: 14), at: "allow.rate", in: .openProbability)
    }
    let experiment = makeExperiment(
      [people], [makeArm("third", .session(3)), makeArm("now", .launch)], installs: 300
    ).changed { $0.trials = 100 }
    let simulator = Simulator(experiment: experiment, seed: 3)
    var running = RunningLead(experiment)
    #expect(running.lead == nil && running.isShare)
    let trials = (0..<100).map { simulator.trial($0) }
    for trial in trials { running.add(trial) }
    let series = [0, 1].map { arm in
      TrialSeries(of: experiment.objective, in: trials.map { $0.wholes[0][arm] })
    }
    let differences = zip(series[1].values, series[0].values).map { pair in
      pair.0.flatMap { a in pair.1.map { a - $0 } }
    }
    let found = try #require(running.lead)
    let expected = try #require(try MonteCarloMean(differences, trialsOfABlock: 50))
    #expect(found.best == "now" && abs(found.difference.mean - expected.mean) < 1e-12)
    #expect(found.difference.mcse == expected.mcse)
  }
}
