import Inference
import Studies
import TestAnalysis

/// The difference that tables show of a comparison: the one the verdict is about.
///
/// That of the counts, unless the verdict is by differences within days. At looks, and over
/// releases, tables keep to the counts, and the verdict says what it is by.
struct ShownDifference {
  let estimate: Double?
  let interval: ConfidenceInterval?
  let p: PValue?
  let adjusted: PValue?

  /// That of the baseline, which is compared with nothing.
  static let absent = ShownDifference(estimate: nil, interval: nil, p: nil, adjusted: nil)
}

extension ShownDifference {
  init(_ index: Int, in panel: AnalysisPanel) {
    let comparison = panel.statistics.comparisons[index]
    let judgement = panel.judgements[index]
    if judgement.replacesCounts {
      estimate = judgement.difference
      interval = judgement.interval
      p = judgement.p
      adjusted = judgement.adjusted
    } else {
      estimate = comparison.counts.difference
      interval = comparison.interval
      p = comparison.test?.p
      adjusted = comparison.adjusted
    }
  }
}

extension AnalysisPanel {
  /// Whether arms are compared within days or segments: what is over all of them would mix in their differences.
  var isWithinParts: Bool { judgements.contains { $0.basis == .mantelHaenszel } }
}
