import Inference

/// What a verdict rests on.
///
/// Raw values are their names in files.
public enum VerdictBasis: String, CaseIterable, Hashable, Sendable {
  /// Miettinen and Nurminen's interval of the difference, all comparisons together, for a single look.
  case miettinenNurminen = "miettinen_nurminen"
  /// The interval that holds at every look at a running test.
  case confidenceSequence = "confidence_sequence"
  /// The repeated interval of looks that were planned.
  case repeated
  /// Releases or languages as the units, where these were assigned and not installs: the interval over them.
  case clusterRobust = "cr2"
  /// The difference within days, segments, or the releases or languages that carry both arms, put together, because
  /// the split differs between these: ``Judgement/within`` says which.
  case mantelHaenszel = "mantel_haenszel"
}

extension AnalysedTest {
  /// What the verdict of a comparison rests on; `nil` without one.
  public func verdictBasis(of index: Int, in panel: AnalysisPanel) -> VerdictBasis? {
    let judgement = panel.judgements[index]
    return judgement.verdict == nil ? nil : judgement.basis
  }
}
