public import Inference
import TestData

extension AnalysedTest {
  /// Bounds the difference among those whom both arms would have prompted, where arms ask at
  /// different moments.
  mutating func addCommonStratum(_ counts: [OutcomeCounts]) throws {
    guard !options.sameTrigger, arms.count > 1 else { return }
    let prompted = counts.map { counts -> PromptedCount? in
      guard let installs = counts.installs, let prompted = counts.prompted else { return nil }
      return try? PromptedCount(allowed: counts.allowed, prompted: prompted, installs: installs)
    }
    guard let own = prompted[baseline] else { return }
    for arm in arms.indices where arm != baseline {
      guard let other = prompted[arm], let bounds = CommonStratumBounds.of(other, against: own).value else {
        continue
      }
      let level = bonferroniLevel
      guard let interval = try CommonStratumBounds.interval(other, against: own, at: level).value else {
        continue
      }
      let found = CommonStratum(arm: arm, bounds: bounds, interval: interval)
      commonStratum.append(found)
      cautions.append(.commonStratum(found, isTogether: isTogether))
    }
  }

  private var isTogether: Bool { bonferroniLevel != options.statistics.level }

  /// The level of each comparison with the baseline for all to hold together, whatever they depend on each other.
  var bonferroniLevel: ConfidenceLevel {
    let statistics = options.statistics
    return statistics.correction == .none
      ? statistics.level : statistics.level.simultaneous(over: arms.count - 1)
  }
}

/// Bounds of the difference per prompted, for one arm.
public struct CommonStratum: Hashable, Sendable {
  /// The position of the arm.
  public let arm: Int
  /// Against the baseline, among those whom both would prompt.
  public let bounds: CommonStratumBounds
  /// An interval for what the bounds enclose, at the level of comparisons.
  public let interval: ConfidenceInterval
}
