public import Inference
public import TestData

/// The analysis of all arms per one denominator.
public struct AnalysisPanel: Sendable {
  /// What its rates are shares of.
  public let denominator: Denominator
  /// The arms and their comparisons.
  public let statistics: CountsAnalysis
  /// Per comparison, in their order, the interval that holds at every look; `nil` without one.
  public var alwaysValid: [ConfidenceInterval?]
  /// Per comparison, in their order, what it is judged by and how.
  public internal(set) var judgements: [Judgement] = []

  /// Whether options are compared by differences to the baseline that are not those of all installs: what is counted over
  /// all of them would mix other differences in, or take installs for the units.
  public var restsOnParts: Bool { judgements.contains(where: \.restsOnParts) }

  /// What an option is judged by; `nil` for the baseline.
  public func judgement(of arm: Int) -> Judgement? {
    statistics.comparisons.firstIndex { $0.arm == arm }.map { judgements[$0] }
  }

  /// What was counted, per arm.
  public var counts: [ObservedCount] { statistics.arms.map(\.count) }

  /// Positions of the arms by their rates, the highest first; equal rates in the order of the arms.
  ///
  /// Arms without a rate are left out.
  public var ranking: [Int] {
    counts.indices.compactMap { arm in counts[arm].rate.map { (arm, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map(\.0)
  }
}
