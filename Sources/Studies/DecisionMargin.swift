public import ExperimentDesign
import Inference

extension Objective {
  /// Whether it is a share of people, shown in points.
  public var isShare: Bool { singleMetric.map { $0.legalRange == 0...1 } ?? false }

  /// What two arms may differ by and still count as equally good, in units of the objective: half a
  /// point of a share, else a hundredth of the level.
  ///
  /// - Parameter level: the best arm's objective.
  public func defaultMargin(level: Double) -> Double { isShare ? 0.005 : abs(level) / 100 }
}
