import ExperimentDesign
import Foundation
import Inference

extension StrategyTrials {
  /// A mean over trials with its Monte Carlo error.
  static func mean(_ values: [Double]) -> MonteCarloNumber? {
    guard values.count > 1 else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return MonteCarloNumber(value: mean, mcse: (squares / (count - 1) / count).squareRoot())
  }

  /// The Monte Carlo standard error of an arm's mean over its first trials.
  func errorOfMean(_ arm: Int, over count: Int) -> Double? {
    Self.mean(merits(of: arm).prefix(count).filter { !$0.isNaN })?.mcse
  }

  /// Whether two strategies differ by less than a margin, with 95% confidence.
  func isNear(_ first: Int, _ second: Int, within margin: Double) -> Bool {
    let differences = zip(merits(of: first), merits(of: second)).map { $0 - $1 }
    guard let found = Self.mean(differences.filter { !$0.isNaN }) else { return false }
    return abs(found.value) + 1.645 * found.mcse < margin
  }

  /// Installs of a trial with which a search takes the least work, by what the trials so far show.
  ///
  /// A trial's difference of two strategies has the variance τ² + σ²/n: what the inputs do, and the noise of n people. With
  /// the cost of a trial as many installs as `installsOfATrial`, the best n is √(installs · σ²/(k τ²)) for k strategies. It is
  /// taken for the median strategy beside the leader, and to the nearest of 500, 1,000, … 16,000.
  /// - Returns: `nil` where the noise is not known, or no input is uncertain.
  func bestInstalls(_ arms: [Int], leader: Int) -> Int? {
    guard !UncertainParameters(of: experiment).parameters.isEmpty, let first = objective(of: leader) else {
      return nil
    }
    let ratios = arms.filter { $0 != leader }.compactMap { arm -> Double? in
      guard let own = objective(of: arm), own.values.count == first.values.count else { return nil }
      let difference = own.difference(from: first)
      guard let noise = difference.meanSamplingVariance?.value,
        let mean = Self.mean(difference.values.compactMap { $0 }), noise > 0
      else { return nil }
      let variance = mean.mcse * mean.mcse * Double(difference.values.count { $0 != nil })
      return noise * Double(experiment.installs) / max(variance - noise, variance / 1_000)
    }.sorted()
    guard !ratios.isEmpty else { return nil }
    let lives = Double(arms.count)
    let best = (Self.installsOfATrial * ratios[ratios.count / 2] / lives).squareRoot()
    let steps = (Foundation.log2(best / 500)).rounded()
    return 500 << Int(min(5, max(0, steps)))
  }

  /// What a trial costs beside its installs, in installs of one strategy: 70 microseconds at 0.05 each.
  private static let installsOfATrial = 1_400.0
}
