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
  }

  init(_ mean: MonteCarloMean, _ unit: Unit) { self.init(mean.mean, unit, error: mean.mcse) }

  init(_ number: MonteCarloNumber, _ unit: Unit) { self.init(number.value, unit, error: number.mcse) }
}
