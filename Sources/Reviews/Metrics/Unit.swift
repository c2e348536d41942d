import ExperimentDesign
import Inference
import Rendering

typealias Unit = Quantity.Unit

extension Metric {
  var unit: Unit {
    switch definition.scale {
    case .share: .share
    case .count, .money: .number
    case .days: .days
    }
  }
}

extension Objective {
  var unit: Unit { singleMetric?.unit ?? .number }
}

extension Quantity {
  /// A mean over trials with its 90% range over the uncertain inputs.
  init(_ estimate: Estimate, _ unit: Unit) {
    self.init(estimate.overTrials, unit)
    range = estimate.uncertaintyInterval90.map { ($0.lower, $0.upper) }
    isAtMost = estimate.isAtMost
  }

  init(_ mean: MonteCarloMean, _ unit: Unit) { self.init(mean.mean, unit, error: mean.mcse) }

  init(_ number: MonteCarloNumber, _ unit: Unit) { self.init(number.value, unit, error: number.mcse) }

  /// A mean and where 90 of 100 tests would lie.
  ///
  /// The digits of the ends follow the spread that they speak of: a tenth of its standard deviation or so is the last,
  /// however well the mean is known. `nil` where no test is planned.
  init?(testsOf estimate: Estimate, _ unit: Unit) {
    guard let tests = estimate.predictionInterval90 else { return nil }
    let (spread, error) = ((tests.upper - tests.lower) / 20, estimate.overTrials.mcse)
    self.init(
      estimate.overTrials.mean, unit, error: spread > 0 ? max(spread, error ?? 0) : error,
      range: (tests.lower, tests.upper))
  }
}
