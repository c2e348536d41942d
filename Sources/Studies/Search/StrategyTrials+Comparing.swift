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
}
