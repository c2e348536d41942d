import ExperimentDesign
import Inference
import Rendering
import Studies

/// The segment to look at by itself: one where another option is better, or the largest if there is no such segment.
struct SegmentHint {
  /// The segment.
  var name: String
  /// Why it is named.
  var words: String

  /// `nil` where all people are of one kind.
  init?(summary: RunSummary) {
    let segments = summary.outline.scenarios.first?.segments ?? []
    guard segments.count > 1, let largest = segments.max(by: { $0.share < $1.share }) else { return nil }
    name = largest.name
    words = "By segment"
    guard let scenario = summary.scenarios.first, let verdict = scenario.verdict else { return }
    let found = scenario.recommendation(parametersVary: summary.outline.parametersVary)
    guard let choice = found.choice, found.kind != .identical else { return }
    let allowed = scenario.arms.indices.filter { !verdict.leftOut.contains($0) }
    var most = 0.0
    for (segment, standing) in zip(segments, scenario.segments) {
      let better = standing.better(
        than: choice, among: allowed, margin: verdict.margin,
        lessIsBetter: summary.outline.objective.lessIsBetter)
      guard let better, segment.share > most else { continue }
      most = segment.share
      name = segment.name
      words =
        "By segment, \(TerminalText.inSentence(summary.outline.arms[better.arm].name)) is better for "
        + TerminalText.inSentence(segment.name)
    }
  }
}
