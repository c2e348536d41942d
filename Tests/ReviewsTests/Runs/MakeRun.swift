import ExperimentSamples
import Studies

@testable import ExperimentDesign

/// An outline of a run with arms `a`, `b`, … of which the first is the baseline.
func makeOutline(
  arms: [RunDescription.Arm] = [makeArm("a"), makeArm("b")], seed: UInt64 = 7, trials: Int = 2,
  installs: Int = 100, objective: Objective = Objective(.optInPerInstall),
  scenarios: [RunDescription.Scenario] = [
    RunDescription.Scenario(name: "base", segments: [RunDescription.Segment(name: "all", share: 1)])
  ],
  parameters: [RunDescription.Parameter] = []
) -> RunOutline {
  RunOutline(
    RunDescription(
      experiment: "sample", question: "Which?", seed: seed, trials: trials, installs: installs,
      horizonDays: 30, engine: "1", sampling: .independent, baseline: 0,
      objective: objective,
      parameters: parameters, scenarios: scenarios, arms: arms), run: "0123456789")
}

func makeArm(
  _ name: String, ask: String = "launch", findings: [String] = [],
  metrics: [Metric] = [.optInPerInstall, .optInPerPrompted, .promptedPerInstall]
) -> RunDescription.Arm {
  RunDescription.Arm(
    name: name, ask: ask, prePrompt: nil, usageString: "plain", findings: findings, metrics: [metrics])
}

func makeParameter(_ path: String, isDrawn: Bool, grade: Evidence.Grade = .assumed)
  -> RunDescription.Parameter
{
  RunDescription.Parameter(
    path: path, distribution: isDrawn ? "{uniform: [0.0, 1.0]}" : "0.5",
    value: isDrawn ? nil : 0.5,
    evidence: Evidence(grade: grade))
}

/// A tally of 100 installs with the number of authorized and of those shown the alert.
func makeTally(authorized: Int64, prompted: Int64 = 80, installs: Int64 = 100) -> Tally {
  var tally = Tally(days: 2)
  tally[.installs] = installs
  tally[.finalAuthorized] = authorized
  tally[.finalUndetermined] = installs - authorized
  tally[.answeredAllow] = authorized
  tally[.prompted] = prompted
  tally.allowedByDay = [authorized, 0, 0]
  // Both halves of the installs are alike.
  tally.noise = ScoreNoise()
  for metric in Metric.allCases { tally.noise?[metric] = 0 }
  return tally.scoredByOutcomes()
}

/// The summary of a run whose lead is explained, with these tallies trial by trial, drawn evenly from one input.
func makeSummary(_ outline: RunOutline, _ tallies: (Int) -> [Tally]) throws -> RunSummary {
  var builder = RunSummaryBuilder(outline, explainsLead: true)
  for trial in 0..<outline.description.trials {
    builder.add(
      makeTrial(trial, tallies(trial), draws: [Double(trial) / Double(outline.description.trials)]))
  }
  return try builder.summary()
}

/// The summary of trials in which the arms have these numbers authorized of 100.
func makeSummary(_ outline: RunOutline, authorized: [[Int64]], draws: [[Double]] = []) throws -> RunSummary {
  try makeBuilder(outline, authorized: authorized, draws: draws).summary()
}

func makeBuilder(
  _ outline: RunOutline, authorized: [[Int64]], draws: [[Double]] = []
) -> RunSummaryBuilder {
  var builder = RunSummaryBuilder(outline)
  for (trial, arms) in authorized.enumerated() {
    builder.add(
      makeTrial(
        trial, arms.map { makeTally(authorized: $0) }, draws: draws.isEmpty ? [] : draws[trial]))
  }
  return builder
}
