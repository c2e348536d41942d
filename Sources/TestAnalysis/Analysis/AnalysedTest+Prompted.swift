public import Inference
import TestData
public import TextFormats

extension AnalysedTest {
  /// Bounds the difference among those whom both arms would have prompted, where all installs are compared together.
  mutating func addCommonStratum(_ counts: [OutcomeCounts]) {
    let prompted = counts.map { counts -> PromptedCount? in
      guard let installs = counts.installs, let prompted = counts.prompted else { return nil }
      return try? PromptedCount(allowed: counts.allowed, prompted: prompted, installs: installs)
    }
    guard let own = prompted[baseline] else { return }
    for arm in arms.indices where arm != baseline && mainPanel?.judgement(of: arm)?.restsOnParts == false {
      guard let other = prompted[arm], let bounds = CommonStratumBounds.of(other, against: own) else {
        continue
      }
      let found = CommonStratum(arm: arm, bounds: bounds)
      commonStratum.append(found)
      cautions.append(.commonStratum(found))
    }
  }

  /// The level of each comparison with the baseline for all to hold together, whatever they depend on each other.
  var bonferroniLevel: ConfidenceLevel {
    options.statistics.level.simultaneous(over: arms.count - 1)
  }
}

/// Bounds of the difference per prompted, for one arm.
public struct CommonStratum: Encodable, Hashable, Sendable {
  /// The position of the arm.
  @OptionNames public private(set) var arm: Int
  /// Against the baseline, among those whom both would prompt.
  public let bounds: CommonStratumBounds

  private enum CodingKeys: String, CodingKey {
    case arm = "option"
    case bounds
  }
}

extension AnalysedTest {
  /// What to know before comparing arms per prompted or per answered.
  mutating func addPromptedCautions() {
    let conditional = panels.filter { $0.denominator != .installs }
    guard arms.count > 1, !conditional.isEmpty else { return }
    cautions.append(.promptedDiffer)
    guard let perInstall = panels.first(where: { $0.denominator == .installs }), !perInstall.restsOnParts
    else { return }
    // Arms without a rate, in which nobody was prompted, have no place in either.
    let flipped = conditional.filter { panel in
      panel.ranking.count > 1 && panel.ranking != perInstall.ranking.filter(panel.ranking.contains)
    }
    for (index, panel) in flipped.enumerated() {
      // Per answered mostly ranks as per prompted does, and is then said once.
      if flipped[..<index].contains(where: { $0.ranking == panel.ranking }) { continue }
      let alike = flipped.filter { $0.ranking == panel.ranking }.map(\.denominator)
      cautions.append(.rankingFlips(alike, ranking: panel.ranking, perInstall: perInstall.ranking))
    }
  }
}
