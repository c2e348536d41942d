public import Inference
import TestData

extension TestAnalysis {
  /// The interval of the difference that a comparison is judged by.
  ///
  /// Miettinen–Nurminen's; of a test still running the one that holds at every look, and of a test with
  /// planned looks the one of the look that stopped it, or else of the last.
  public func interval(of index: Int, in panel: AnalysisPanel) -> ConfidenceInterval? {
    if let looks, panel.denominator == .installs { return looks.readings[index].deciding?.interval }
    return options.isRunning
      ? panel.alwaysValid[index]
      : panel.statistics.comparisons[index].differenceIntervals[.miettinenNurminen]?.value
  }

  /// What a comparison shows; of a test still running, what it shows at every look.
  ///
  /// - Returns: none where the comparison has an empty arm.
  public func verdict(of index: Int, in panel: AnalysisPanel) -> ValueOrReason<Inference.Verdict> {
    let planned = panel.statistics.comparisons[index].verdict
    guard options.isRunning || looks != nil, planned.value != nil else { return planned }
    guard let interval = interval(of: index, in: panel) else { return .value(.unknown) }
    // Two one-sided tests would allow a narrower interval; at every look this one is on the safe side.
    return .value(
      Inference.Verdict(interval: interval, narrower: interval, margin: options.statistics.margin))
  }
}
