import ExperimentSamples
import Simulation
import Studies

@testable import ExperimentDesign

/// Two arms, `a` the baseline, and one uncertain parameter.
func sampleOutline(trials: Int = 100, arms: [String] = ["a", "b"]) -> RunOutline {
  RunOutline(
    RunDescription(
      experiment: "sample", question: nil, seed: 1, trials: trials, installs: 1_000, horizonDays: 30,
      engine: "1", sampling: .independent, baseline: 0,
      objective: Objective(.optInPerInstall),
      parameters: [
        RunDescription.Parameter(
          path: "allow.value", distribution: "{uniform: [0.0, 1.0]}", value: nil,
          evidence: Evidence(grade: .assumed))
      ],
      scenarios: [
        RunDescription.Scenario(name: "base", segments: [RunDescription.Segment(name: "all", share: 1)])
      ],
      arms: arms.map {
        RunDescription.Arm(
          name: $0, ask: "launch", prePrompt: nil, usageString: "plain", findings: [],
          metrics: [[.optInPerInstall, .promptedPerInstall]])
      }), run: "0123456789")
}

/// A trial of 1,000 installs per arm, with the number of authorized.
func sampleTrial(_ number: Int, authorized: [Int64], draws: [Double]) -> TrialResult {
  let tallies = authorized.map { count in
    var tally = Tally(days: 2)
    tally[.installs] = 1_000
    tally[.finalAuthorized] = count
    tally.gainedOverBaseline = max(0, count - authorized[0])
    tally.lostToBaseline = max(0, authorized[0] - count)
    return tally.scoredByOutcomes()
  }
  return makeTrial(number, tallies, draws: draws)
}

/// What is known of arms `a`, `b` and so on of which so many of 1,000 installs are authorized: one row for all trials, or
/// several in turn.
func builder(
  _ counts: [[Int64]], trials: Int = 40, _ change: (inout RunOutline) -> Void = { _ in }
) throws -> (RunSummaryBuilder, RunSummary) {
  var outline = sampleOutline(
    trials: trials, arms: Array(["a", "b", "c", "d", "e", "f", "g"].prefix(counts[0].count)))
  change(&outline)
  var builder = RunSummaryBuilder(outline, explainsLead: true)
  for trial in 0..<trials {
    builder.add(sampleTrial(trial, authorized: counts[trial % counts.count], draws: [Double(trial)]))
  }
  return (builder, try builder.summary())
}

/// People of whom neither the share that allows nor what a cold question costs is known.
func openPeople(cold median: Double = 0.8, sigma: Double = 0.5) -> Segment {
  makeSegment {
    $0[.allowRate] = uncertain(.beta(a: 6, b: 14), at: "allow.rate", in: .openProbability)
    $0[.coldOddsRatio] = uncertain(.lognormal(median: median, sigma: sigma), at: "cold", in: .positive)
    $0.events = [events(0, perSession: 1)]
  }
}

extension AnswerContext {
  /// Of two options of an app with so many installs in a month.
  static func ofTwo(
    installsPerMonth: Double?, valuePerOptIn: Double? = nil, guardrails: [GuardrailLimit] = []
  ) -> AnswerContext {
    AnswerContext(
      makeExperiment([makeSegment()], [makeArm("a", .launch), makeArm("b", .launch)]), guardrails: guardrails,
      volume: installsPerMonth.map {
        AppVolume(installsPerMonth: $0, valuePerOptIn: valuePerOptIn, currency: "USD")
      })
  }
}

extension RunOutline {
  /// Of a run of the experiment.
  init(of experiment: Experiment) {
    self.init(RunDescription(of: experiment, seed: 3, engine: "1"), run: "0123456789")
  }
}

/// The answer of an experiment's trials.
func simulated(
  _ experiment: Experiment, _ outline: RunOutline, seed: UInt64, trials: Int? = nil,
  explainsLead: Bool = false
) throws -> RunSummary {
  try simulatedTrials(experiment, outline, seed: seed, trials: trials, explainsLead: explainsLead).summary()
}

/// What makes the answer of an experiment's trials.
func simulatedTrials(
  _ experiment: Experiment, _ outline: RunOutline, seed: UInt64, trials: Int? = nil,
  explainsLead: Bool = false
) -> RunSummaryBuilder {
  let simulator = Simulator(experiment: experiment, seed: seed)
  var builder = RunSummaryBuilder(outline, explainsLead: explainsLead)
  for trial in 0..<(trials ?? experiment.trials) { builder.add(simulator.trial(trial)) }
  return builder
}
