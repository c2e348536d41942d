import ExperimentDesign
import Inference

extension VisitModel {
  /// Rate and leaving with a trial's numbers.
  func distributions(_ value: (Parameter) -> Double) -> (
    SessionRateDistribution, LeavingDistribution
  ) {
    let rates: SessionRateDistribution =
      switch rate {
      case .constant(let perDay): .constant(value(perDay))
      case .gamma(let shape, let rate): .gamma(shape: value(shape), rate: value(rate))
      }
    switch leaving {
    case .constant(let probability): return (rates, .constant(value(probability)))
    case .beta(let a, let b): return (rates, .beta(a: value(a), b: value(b)))
    }
  }
}
