public import Inference
import TestData

extension TestAnalysis {
  /// The interval of the difference that a comparison is judged by.
  ///
  /// Over releases or languages where these were assigned, and none where an arm has a single one
  /// (confounded) or they are so few that even the rarest assignment of them is not rare. Of a test still running the one that holds at every look, of a test with planned looks
  /// the one of the look that stopped it, or else of the last. Miettinen–Nurminen's otherwise.
  public func interval(of index: Int, in panel: AnalysisPanel) -> ConfidenceInterval? {
    let comparison = panel.statistics.comparisons[index]
    let compared = clustered.filter { $0.arm == comparison.arm }
    if let first = compared.first {
      guard panel.denominator == mainPanel?.denominator, !isConfounded(comparison.arm),
        case .contrast(let contrast) = first.comparison,
        // So few clusters that no assignment of them could be significant tell nothing.
        let randomisation = first.randomisation,
        randomisation.smallestPossible <= panel.statistics.comparisonLevel.alpha
      else { return nil }
      return try? contrast.interval(panel.statistics.comparisonLevel)
    }
    if let looks, panel.denominator == .installs { return looks.readings[index].deciding?.interval }
    return options.isRunning
      ? panel.alwaysValid[index] : comparison.differenceIntervals[.miettinenNurminen]?.value
  }

  /// Whether what is the arm's cannot be told from what is its release's or language's.
  public func isConfounded(_ arm: Int) -> Bool {
    clustered.contains { compared in
      guard compared.arm == arm, case .confounded = compared.comparison else { return false }
      return true
    }
  }

  /// What a comparison shows, by ``interval(of:in:)``; unknown where there is none.
  ///
  /// - Returns: none where the comparison has an empty arm.
  public func verdict(of index: Int, in panel: AnalysisPanel) -> ValueOrReason<Inference.Verdict> {
    switch withheld {
    case .brokenSplit: return .none(.brokenSplit)
    case .brokenMeasurement: return .none(.brokenMeasurement)
    case nil: break
    }
    let comparison = panel.statistics.comparisons[index]
    let planned = comparison.verdict
    let isPlain =
      !options.isRunning && looks == nil && !clustered.contains { $0.arm == comparison.arm }
    guard !isPlain, planned.value != nil else { return planned }
    guard let interval = interval(of: index, in: panel) else { return .value(.unknown) }
    // Two one-sided tests would allow a narrower interval; this one is on the safe side.
    return .value(
      Inference.Verdict(interval: interval, narrower: interval, margin: options.statistics.margin))
  }
}
