import ExperimentDesign
import RandomStreams

/// The values of one trial's parameters.
///
/// A distribution is drawn once per trial and path, addressed by the path's
/// name: adding one shifts no other.
struct ParameterDraws {
  /// In the order of ``Experiment/uncertain``.
  private(set) var values: [Double]
  private let sampler: ParameterSampler

  /// Of an experiment in which everything is known.
  static let none = ParameterDraws(.none, trial: TrialStream(seed: 0, trial: 0))

  init(_ sampler: ParameterSampler, trial: TrialStream) {
    values = sampler.values(trial)
    self.sampler = sampler
  }

  /// The parameter's value in this trial.
  func callAsFunction(_ parameter: Parameter) -> Double {
    if let constant = parameter.constant { return constant }
    guard let position = sampler.position(parameter) else { return .nan }
    return values[position]
  }

  /// Draws the named parameters together again until `accept` holds of them.
  ///
  /// For limits that bind several: shares that sum to at most 1, correlations
  /// whose squares do. What is constant or joint stays as it is. A parameter stays in its stratum while that
  /// gives something legal within ``ParameterSampler/attemptsOfAStratum``; where the strata that meet in a trial have
  /// hardly anything legal in common, it is drawn from all of its distribution.
  mutating func redraw(_ parameters: [Parameter], trial: TrialStream, until accept: ([Double]) -> Bool) {
    var round: UInt32 = 1
    while !accept(parameters.map { self($0) }), round < ParameterSampler.attempts {
      for parameter in parameters {
        guard let position = sampler.position(parameter) else { continue }
        values[position] = sampler.value(position, trial, round: round) ?? values[position]
      }
      round += 1
    }
  }
}
