public import ExperimentDesign

/// A trial of one scenario and one segment, with a tally of each option.
public func makeTrial(_ number: Int, _ tallies: [Tally], draws: [Double] = []) -> TrialResult {
  TrialResult(trial: number, draws: draws, tallies: [tallies.map { [$0] }], wholes: [tallies])
}
