import Inference
import TestData

extension AnalysedTest {
  /// The level of each comparison with the baseline for all to hold together, whatever they depend on each other.
  var bonferroniLevel: ConfidenceLevel {
    options.statistics.level.simultaneous(over: arms.count - 1)
  }

  /// What to know before comparing arms per prompted or per answered.
  mutating func addPromptedCautions() {
    let conditional = panels.filter { $0.denominator != .installs }
    guard arms.count > 1, !conditional.isEmpty else { return }
    cautions.append(.promptedDiffer)
    guard let perInstall, !perInstall.restsOnParts
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
