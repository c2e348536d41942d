import ExperimentDesign

/// An odds ratio of the file as percentage points.
///
/// People think in points; "an odds ratio of 1.2" says nothing until it is said of which share.
public struct OddsRatioInPoints: Hashable, Sendable {
  /// Where it is written.
  public var path: String
  /// The ratio.
  public var ratio: Double
  /// The share it starts from.
  public var base: Double
  /// The share it makes of that, less the share itself.
  public var difference: Double { Self.share(base, times: ratio) - base }

  /// A ratio somewhere.
  public init(path: String, ratio: Double, base: Double) {
    self.path = path
    self.ratio = ratio
    self.base = base
  }

  /// A share after its odds are multiplied.
  public static func share(_ share: Double, times ratio: Double) -> Double {
    share * ratio / (1 - share + share * ratio)
  }

  /// The odds ratios of usage strings and pre-prompts that are not 1, at the share who would allow in each
  /// segment of a scenario; segments that start from the same share are listed once.
  static func all(of experiment: Experiment, under scenario: Scenario) -> [OddsRatioInPoints] {
    let bases = scenario.segments.compactMap(\.allow.rate.middle)
    var found: [OddsRatioInPoints] = []
    for arm in experiment.arms {
      for parameter in [arm.usageString.oddsRatio, arm.prePrompt?.allowOddsRatio].compactMap({ $0 }) {
        guard let ratio = parameter.middle, ratio != 1 else { continue }
        for base in bases {
          let odds = OddsRatioInPoints(path: parameter.path, ratio: ratio, base: base)
          if !found.contains(odds) { found.append(odds) }
        }
      }
    }
    return found
  }
}
