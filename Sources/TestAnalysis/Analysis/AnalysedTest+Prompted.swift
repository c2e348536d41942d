import Inference
import TestData

extension AnalysedTest {
  /// What to know before comparing arms per prompted or per answered.
  mutating func addPromptedCautions(_ counts: [OutcomeCounts]) throws {
    let conditional = panels.filter { $0.denominator != .installs }
    guard arms.count > 1, !conditional.isEmpty else { return }
    if !options.sameTrigger { cautions.append(.promptedDiffer) }
    if options.sameTrigger { try doubtSameTrigger(counts) }
    guard let perInstall = panels.first(where: { $0.denominator == .installs }) else {
      if !options.sameTrigger { cautions.append(.rankingWithoutInstalls) }
      return
    }
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

  /// Arms that ask at the same moment ask alike many, so that other shares prompted belie it.
  private mutating func doubtSameTrigger(_ counts: [OutcomeCounts]) throws {
    func prompted(_ arm: Int) -> ObservedCount? {
      guard let installs = counts[arm].installs, let prompted = counts[arm].prompted else { return nil }
      return try? ObservedCount(prompted, of: installs)
    }
    for arm in arms.indices where arm != baseline {
      guard let own = prompted(arm), let other = prompted(baseline),
        let test = try TwoArms(own, against: other).test(.score).value,
        test.p.value < SampleRatio.threshold, let rate = own.rate, let otherRate = other.rate
      else { continue }
      cautions.append(.unlikePrompted(arm: arm, rate: rate, ofBaseline: otherRate))
    }
  }
}
