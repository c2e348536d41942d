import ExperimentDesign
import Inference
import Studies

/// One quantity that arms are compared by: a metric, or the objective.
enum ComparedQuantity: Equatable {
  case objective(Objective)
  case metric(Metric)

  /// As in CSV and JSON.
  var name: String {
    switch self {
    case .objective(let objective): objective.singleMetric?.rawValue ?? "objective"
    case .metric(let metric): metric.rawValue
    }
  }

  var unit: Unit {
    switch self {
    case .objective(let objective): objective.unit
    case .metric(let metric): metric.unit
    }
  }

  var heading: [String] {
    switch self {
    case .objective(let objective): objective.heading
    case .metric(let metric): metric.heading
    }
  }

  func level(_ arm: ArmSummary) -> Estimate? {
    switch self {
    case .objective: arm.objective
    case .metric(let metric): arm[metric]?.estimate
    }
  }

  func difference(_ arm: ArmSummary) -> Estimate? {
    switch self {
    case .objective: arm.objectiveDifference
    case .metric(let metric): arm[metric]?.difference
    }
  }
}
