import ExperimentDesign
import Studies

/// Two arms, `a` the baseline, and one uncertain parameter.
func sampleOutline(trials: Int = 100) -> RunOutline {
  RunOutline(
    run: "0123456789", name: nil,
    description: RunDescription(
      experiment: "sample", question: nil, seed: 1, trials: trials, installs: 1_000, horizonDays: 30,
      engine: "1", sampling: .independent, baseline: 0,
      objectiveName: Metric.optInPerInstall.rawValue,
      parameters: [
        RunDescription.Parameter(
          path: "allow.value", knowledge: .distribution("{uniform: [0.0, 1.0]}"), value: nil,
          evidence: Evidence(grade: .assumed))
      ],
      scenarios: [
        RunDescription.Scenario(name: "base", segments: [RunDescription.Segment(name: "all", share: 1)])
      ],
      arms: ["a", "b"].map {
        RunDescription.Arm(
          name: $0, ask: .launch, prePrompt: nil, usageString: "plain", findings: [],
          metrics: [[.optInPerInstall, .promptedPerInstall]])
      }),
    objective: Objective(.optInPerInstall))
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
  return TrialResult(
    trial: number, draws: draws, tallies: SegmentGrid([tallies.map { [$0] }]),
    wholes: ArmGrid([tallies], segments: [1]))
}
