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
      commonStratum.append(CommonStratum(arm: arm, bounds: bounds, interval: interval))
      cautions.append(
        "Among those whom both would prompt, \(quoted(arm)) less \(quoted(baseline)) lies between "
          + "\(points(bounds.lower)) and \(points(bounds.upper)) points per prompted (Lee's bounds; they hold if "
          + "whoever the arm that prompts fewer prompts would be prompted by the other too); with the sampling error of "
          + "the bounds, between \(points(interval.lower)) and \(points(interval.upper)) (Imbens and Manski's "
          + "interval\(isTogether ? ", together with the other comparisons" : "")).")
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
