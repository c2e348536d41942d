import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// The parts within which arms are compared because the split differs between them: days, else segments.
  ///
  /// Where releases or languages were assigned, each day may have one option by design.
  public var drifting: Strata? {
    guard !hasOnlyClusters else { return nil }
    return strata.first { $0.kind == .day && $0.splitDrifts } ?? strata.first { $0.splitDrifts }
  }

  /// Judges every comparison; the last step of an analysis.
  mutating func judge() throws {
    for position in panels.indices {
      let panel = panels[position]
      panels[position].judgements = try panel.statistics.comparisons.indices.map {
        try evidence(of: $0, in: panel).settled(margin: options.statistics.margin, withheld: withheld)
      }
    }
  }

  /// In this order: releases or languages where these were assigned, looks, differences within the parts that the split
  /// differs between, the counts; where too little is in releases that carry both arms there is no verdict.
  private func evidence(of index: Int, in panel: AnalysisPanel) throws -> Judgement {
    let comparison = panel.statistics.comparisons[index]
    guard let difference = comparison.counts.difference else {
      return Judgement(basis: .miettinenNurminen, reason: .emptyArm)
    }
    if hasNoAnswer(comparison.arm), hasNoAnswer(baseline) {
      return Judgement(basis: .miettinenNurminen, reason: .nobodyAnswered)
    }
    if let compared = clustered.first(where: { $0.arm == comparison.arm }) {
      return try evidence(of: compared, comparison, in: panel)
    }
    if panel.denominator == .installs, options.isRunning || looks != nil {
      return try evidenceAtLooks(index, panel)
    }
    if options.isRunning {
      // Nobody was split into those prompted and those who answered, so no interval holds at every look.
      return Judgement(basis: .confidenceSequence, difference: difference)
    }
    if let parts = parts(of: comparison.arm) {
      if let pooled = try parts.pooled(panel.denominator, baseline: baseline) {
        return try evidence(of: pooled, within: parts, in: panel)
      }
      if parts.shared != nil {
        return Judgement(basis: .miettinenNurminen, difference: difference, reason: .littleShared)
      }
    }
    var found = Judgement(
      basis: .miettinenNurminen, difference: difference, interval: comparison.interval,
      verdict: comparison.verdict)
    (found.p, found.adjusted) = (comparison.test?.p, comparison.adjusted)
    return found
  }

  private func evidence(
    of compared: ClusteredComparison, _ comparison: CountsAnalysis.Comparison, in panel: AnalysisPanel
  ) throws -> Judgement {
    var found = Judgement(basis: .clusterRobust, difference: comparison.counts.difference)
    if let confounding = clustered.first(where: { $0.arm == compared.arm && $0.confounding != nil })?
      .confounding
    {
      found.reason = confounding
      return found
    }
    guard panel.denominator == mainPanel?.denominator,
      let contrast = differenceOverClusters(compared.arm)
    else { return found }
    found.interval = try contrast.interval(at: bonferroniLevel)
    found.p = try contrast.test()?.p
    found.adjusted = found.p?.multiplied(by: Double(arms.count - 1))
    return found
  }

  /// What the releases or languages that were assigned say of an arm, where that is its own and not theirs.
  func differenceOverClusters(_ arm: Int) -> MeasuredDifference? {
    let found = clustered.filter { $0.arm == arm }
    guard found.allSatisfy({ $0.confounding == nil }),
      case .contrast(let difference, _, _)? = found.first?.comparison
    else { return nil }
    return difference
  }

  private func evidenceAtLooks(_ index: Int, _ panel: AnalysisPanel) throws -> Judgement {
    let comparison = panel.statistics.comparisons[index]
    var found = Judgement(
      basis: looks == nil ? .confidenceSequence : .repeated,
      difference: comparison.counts.difference)
    if comparedWithin(comparison.arm) != nil { found.reason = .driftingSplitAtLooks }
    if let looks {
      let reading = looks.readings[index]
      found.interval = reading.deciding?.interval
      // What came after the look that decides is no part of its interval.
      if let decides = reading.decidingIndex, decides < looks.moments.count - 1 {
        found.difference = reading.deciding?.counts.difference
        found.earlierLook = looks.moments[decides]
      }
    } else {
      found.interval = try confidenceSequence().interval(
        arm: comparison.counts.arm, baseline: comparison.counts.baseline)
    }
    return found
  }

  private func evidence(
    of pooled: MeasuredDifference, within parts: ComparedParts, in panel: AnalysisPanel
  ) throws -> Judgement {
    let (level, test) = (panel.statistics.comparisonLevel, try pooled.test())
    var found = Judgement(
      basis: .mantelHaenszel, difference: pooled.estimate, interval: try pooled.interval(at: level))
    found.narrower = try pooled.interval(at: level.ofTwoOneSidedTests)
    (found.p, found.adjusted) = (test?.p, try test.map { try panel.statistics.together.p($0.statistic) })
    (found.within, found.leftOut) = (parts.within, parts.shared?.leftOut)
    return found
  }
}
