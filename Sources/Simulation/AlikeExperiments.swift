package import ExperimentDesign

extension Simulator {
  /// What finds a trial's tallies, by scenario and arm and without their noise, in each that has the trial of some small
  /// experiments that differ in a few numbers.
  ///
  /// What takes long to find of people is found once for those in a row that have it in common.
  /// - Parameter experiments: of as many installs.
  package static func ofAlike(
    _ experiments: [Experiment], seed: UInt64
  ) -> @Sendable (_ trial: Int) -> [[[Tally]]] {
    let pieces = ColumnPieces(installs: experiments.first?.installs ?? 0)
    let simulators = experiments.map { experiment in
      var simulator = Simulator(experiment: experiment, seed: seed)
      simulator.pieces = pieces
      return simulator
    }
    return { trial in
      var known: TrialScenario?
      return simulators.filter { trial < $0.experiment.trials }.map {
        let part = $0.simulate(trial: trial, installs: 0..<$0.experiment.installs, known: known)
        known = part.numbers
        part.sums.even.merge(part.sums.odd)
        return part.sums.even.tallies().wholes
      }
    }
  }
}
