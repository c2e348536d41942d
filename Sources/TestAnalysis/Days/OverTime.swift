import GSLNumerics
public import Inference
import TestData

/// Event rows compared over time: the share that has allowed, and that has denied, by a fixed day.
///
/// Unlike the rates of matured installs it uses installs of every age, the young ones as long as they
/// were watched (Aalen–Johansen).
public struct OverTime: Sendable {
  /// One arm on its own.
  public struct Arm: Sendable {
    /// The share of installs that has allowed by the day; `nil` where nobody was watched that long.
    public let allowed: IncidenceEstimate?
    /// The share that has denied.
    public let denied: IncidenceEstimate?
  }

  /// One arm against the baseline.
  public struct Comparison: Sendable {
    /// The position of the arm.
    public let arm: Int
    /// The shares that have allowed, side by side; `nil` where either has none.
    public let allowed: IncidenceComparison?
    /// Gray's test that the whole course of allowing up to the day is alike; `nil` unless the arms ask at the same
    /// moment.
    public let gray: GrayTest?
  }

  /// The day, in days of 24 hours since the install.
  public let day: Int
  /// The arms in the order of the data.
  public let arms: [Arm]
  /// The arms other than the baseline, in the order of the data.
  public let comparisons: [Comparison]
  /// The level of intervals that compare, which hold together where there are several.
  public let comparisonLevel: ConfidenceLevel

  /// - Throws: what the numerical routines throw.
  init(
    _ table: EventTable, day: Int, baseline: Int, sameTrigger: Bool, comparisonLevel: ConfidenceLevel
  ) throws {
    let times = try table.arms.map { try DecisionTimes($0.followUp, throughDay: day) }
    self.day = day
    self.comparisonLevel = comparisonLevel
    arms = times.map {
      Arm(
        allowed: $0.incidence(of: .allowed, by: Double(day)),
        denied: $0.incidence(of: .denied, by: Double(day)))
    }
    var comparisons: [Comparison] = []
    for arm in times.indices where arm != baseline {
      var compared: IncidenceComparison?
      if let own = arms[arm].allowed, let other = arms[baseline].allowed {
        compared = IncidenceComparison(arm: own, baseline: other)
      }
      comparisons.append(
        Comparison(
          arm: arm, allowed: compared,
          gray: sameTrigger ? try GrayTest([times[baseline], times[arm]], of: .allowed) : nil))
    }
    self.comparisons = comparisons
  }
}
