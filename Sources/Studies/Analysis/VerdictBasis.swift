import Inference
import TestData

/// What a verdict rests on.
///
/// Raw values are their names in files.
public enum VerdictBasis: String, CaseIterable, Hashable, Sendable {
  /// Miettinen and Nurminen's interval of the difference, for a single look.
  case miettinenNurminen = "miettinen_nurminen"
  /// The interval that holds at every look at a running test.
  case confidenceSequence = "confidence_sequence"
  /// The repeated interval of looks that were planned.
  case repeated
  /// The interval over releases or languages, where these were assigned and not installs.
  case clusterRobust = "cr2"
}

extension TestAnalysis {
  /// What the verdict of a comparison rests on; `nil` where there is none.
  public func verdictBasis(of index: Int, in panel: AnalysisPanel) -> VerdictBasis? {
    guard verdict(of: index, in: panel).value != nil else { return nil }
    let arm = panel.statistics.comparisons[index].arm
    if clustered.contains(where: { $0.arm == arm }) { return .clusterRobust }
    if looks != nil, panel.denominator == .installs { return .repeated }
    return options.isRunning ? .confidenceSequence : .miettinenNurminen
  }
}
