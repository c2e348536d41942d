import ExperimentDesign
import Inference
import Rendering
import Studies

/// The segment to look at by itself: the largest of those for which another option is better.
struct SegmentHint {
  /// Why it is named.
  var words: String

  /// `nil` where all people are of one kind, or the recommended option is as good as any for each kind.
  init?(summary: RunSummary) {
    let segments = summary.outline.scenarios.first?.segments ?? []
    guard segments.count > 1, let scenario = summary.scenarios.first, let verdict = scenario.verdict else {
      return nil
    }
    let found = scenario.recommendation(parametersVary: summary.outline.parametersVary)
    guard let choice = found.choice, found.kind != .identical else { return nil }
    let allowed = scenario.arms.indices.filter { !verdict.leftOut.contains($0) }
    let others = zip(segments, scenario.segments).compactMap { segment, standing in
      standing.better(
        than: choice, among: allowed, margin: verdict.margin,
        lessIsBetter: summary.outline.objective.lessIsBetter
      ).map { (segment: segment, arm: $0.arm) }
    }
    // Of equal ones the first.
    let largest = others.map(\.segment.share).max()
    guard let other = others.first(where: { $0.segment.share == largest }) else { return nil }
    words =
      "By segment, \(TerminalText.inSentence(summary.outline.arms[other.arm].name)) is better for "
      + TerminalText.inSentence(other.segment.name)
  }
}
