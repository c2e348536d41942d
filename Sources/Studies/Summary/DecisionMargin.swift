public import ExperimentDesign
import Inference

extension Metric {
  /// Whether it is a share of people (or of requests, or showings), shown in points.
  public var isShare: Bool { legalRange == 0...1 }

  /// What two values may differ by and still count as equal: half a point of a share, else a hundredth
  /// of the level.
  public func defaultMargin(level: Double) -> Double { isShare ? 0.005 : abs(level) / 100 }
}

extension Objective {
  /// Whether it is a share of people, shown in points.
  public var isShare: Bool { singleMetric?.isShare ?? false }

  /// What two arms may differ by and still count as equally good, in units of the objective: what the file says, else half
  /// a point of a share, or a hundredth of the level.
  public func defaultMargin(level: Double) -> Double {
    margin ?? singleMetric?.defaultMargin(level: level) ?? abs(level) / 100
  }
}
