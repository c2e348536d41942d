import ExperimentDesign
import Inference
import Rendering
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

  /// Whether the smallest is the best.
  var lessIsBetter: Bool {
    switch self {
    case .objective(let objective): objective.lessIsBetter
    case .metric(let metric): metric.isLoss
    }
  }

  /// The smallest difference that matters: the one given, else the quantity's own.
  func margin(_ given: Double?, level: Double?) -> Double {
    if let given { return given }
    switch self {
    case .objective(let objective): return objective.defaultMargin(level: level ?? 0)
    case .metric(let metric): return metric.defaultMargin(level: level ?? 0)
    }
  }

  /// What an arm's difference to the baseline shows; `nil` for the baseline.
  func verdict(_ arm: ArmSummary, outline: RunOutline, margin: Double) -> Inference.Verdict? {
    difference(arm).map {
      Inference.Verdict(
        of: $0, parametersVary: outline.parametersVary, margin: margin, lessIsBetter: lessIsBetter)
    }
  }
}
