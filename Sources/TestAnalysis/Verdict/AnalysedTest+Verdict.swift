import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
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
    let arm = comparison.option
    guard let difference = comparison.counts.difference else {
      return Judgement(basis: .miettinenNurminen, reason: .emptyArm)
    }
    if hasNoAnswer(arm), hasNoAnswer(baseline) {
      return Judgement(basis: .miettinenNurminen, reason: .nobodyAnswered)
    }
    if isClustered(arm) { return try evidence(ofClustered: arm, difference, in: panel) }
    if panel.denominator == .installs, isLookedAtAgain {
      return try evidenceAtLooks(index, difference, panel)
    }
    // Nobody was split into those prompted and those who answered, so no interval holds at every look.
    if options.isRunning { return Judgement(basis: .confidenceSequence, difference: difference) }
    guard let parts = parts(of: arm) else { return Judgement(comparison) }
    if let pooled = try parts.pooled(panel.denominator, baseline: baseline) {
      let (together, test) = (panel.statistics.together, try pooled.test())
      var found = Judgement(basis: .mantelHaenszel, difference: pooled.estimate)
      found.interval = try pooled.interval(at: together.level)
      found.narrower = try pooled.interval(at: together.level.ofTwoOneSidedTests)
      (found.p, found.adjusted) = (test?.p, try test.map { try together.p($0.statistic) })
      (found.within, found.leftOut) = (parts.within, parts.shared?.leftOut)
      return found
    }
    guard parts.shared == nil else {
      return Judgement(basis: .miettinenNurminen, difference: difference, reason: .littleShared)
    }
    return Judgement(comparison)
  }

  /// Whether it is known that nobody of an arm had answered by the day of the rates.
  func hasNoAnswer(_ arm: Int) -> Bool {
    let answered =
      panels.first { $0.denominator == .answered } ?? panels.first { $0.denominator == .prompted }
    return answered?.counts[arm].n == 0
  }

  private func evidence(
    ofClustered arm: Int, _ difference: Double, in panel: AnalysisPanel
  ) throws -> Judgement {
    var found = Judgement(basis: .clusterRobust, difference: difference)
    found.reason = clustered.lazy.filter { $0.option == arm }.compactMap(\.confounding).first
    guard found.reason == nil, panel.denominator == mainPanel?.denominator,
      let contrast = differenceOverClusters(arm)
    else { return found }
    found.interval = try contrast.interval(at: bonferroniLevel)
    found.p = try contrast.test()?.p
    found.adjusted = found.p?.multiplied(by: Double(arms.count - 1))
    return found
  }

  /// What the releases or languages that were assigned say of an arm, where that is its own and not theirs.
  func differenceOverClusters(_ arm: Int) -> MeasuredDifference? {
    let found = clustered.filter { $0.option == arm }
    return found.allSatisfy { $0.confounding == nil } ? found.first?.comparison.contrast : nil
  }

  private func evidenceAtLooks(
    _ index: Int, _ difference: Double, _ panel: AnalysisPanel
  ) throws -> Judgement {
    let comparison = panel.statistics.comparisons[index]
    var found = Judgement(basis: looks == nil ? .confidenceSequence : .repeated, difference: difference)
    if parts(of: comparison.option) != nil { found.reason = .driftingSplitAtLooks }
    guard let looks else {
      found.interval = try confidenceSequence().interval(
        arm: comparison.counts.arm, baseline: comparison.counts.baseline)
      return found
    }
    guard let decides = looks.readings[index].decidingIndex else { return found }
    let look = looks.readings[index].sequential.looks[decides]
    found.interval = look.interval
    // What came after the look that decides is no part of its interval.
    if decides < looks.moments.count - 1 {
      found.difference = look.counts.difference
      found.earlierLook = looks.moments[decides]
    }
    return found
  }
}

extension AnalysedTest {
  /// Asks of every comparison of the panel that the verdict is about whether the arm is not worse by the margin.
  mutating func addNonInferiority() throws {
    guard let panel = mainPanel else { return }
    nonInferiority = try zip(panel.statistics.comparisons, panel.judgements).map { comparison, judged in
      guard let margin = options.nonInferiorityMargin, let basis = judged.verdictBasis else { return nil }
      // One-sided at half of 1 − confidence, so that it agrees with the lower limit of the interval beside it.
      let test = basis == .miettinenNurminen ? comparison.counts.exceedance(of: -margin) : nil
      return NonInferiority(
        option: comparison.option, margin: margin,
        adjusted: try test.map { try panel.statistics.together.oneSided($0.statistic) },
        isShown: judged.interval.map { $0.lower > -margin } ?? false)
    }
  }
}
