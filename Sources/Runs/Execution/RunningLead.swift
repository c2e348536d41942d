public import ExperimentDesign
public import Inference
import Studies

/// The lead of the best option over the next while trials arrive, under the first scenario.
public struct RunningLead: Sendable {
  private let experiment: Experiment
  /// By option, the objective trial by trial, more being better.
  private var values: [[Double]]

  /// No trials yet.
  public init(_ experiment: Experiment) {
    self.experiment = experiment
    values = experiment.arms.map { _ in [] }
  }

  /// Whether the objective is a share of people.
  public var isShare: Bool { experiment.objective.isShare }

  /// Adds a trial; one without a value of every option says nothing.
  public mutating func add(_ trial: TrialResult) {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let found = experiment.arms.indices.compactMap { arm in
      TrialSeries(of: experiment.objective, in: [trial.wholes[0][arm]]).values[0].map { sign * $0 }
    }
    guard found.count == values.count else { return }
    for (arm, value) in found.enumerated() { values[arm].append(value) }
  }

  /// The best option that Apple allows and its lead over the next; `nil` before there are two trials, or options.
  public var lead: (best: String, difference: MonteCarloMean)? {
    let ranked = experiment.arms.indices.filter { experiment.arms[$0].isAllowedByApple }
      .map { (arm: $0, sum: values[$0].reduce(0, +)) }.sorted { $0.sum > $1.sum }
    guard ranked.count > 1, values[0].count > 1 else { return nil }
    let differences = zip(values[ranked[0].arm], values[ranked[1].arm]).map { $0 - $1 }
    let mean = try? MonteCarloMean(differences, trialsOfABlock: experiment.sampling.trialsOfABlock)
    return mean.flatMap { $0 }.map { (experiment.arms[ranked[0].arm].name, $0) }
  }
}
