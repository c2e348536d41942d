import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// What a run found for each kind of people: one row per scenario, segment, arm and metric
/// (`Data/README.md`).
public enum SegmentTable {
  /// The names of the columns.
  public static let header =
    ["run", "experiment", "scenario", "segment", "share", "arm", "allowed_by_apple", "metric"]
    + EstimateCells.header + EstimateCells.differenceHeader

  /// The table of a run's summaries, one per segment.
  public static func document(_ summaries: [RunSummary]) -> CSVDocument {
    CSVDocument(header: header, rows: summaries.flatMap(rows))
  }

  private static func rows(_ summary: RunSummary) -> [[CSVDocument.Cell]] {
    let outline = summary.outline
    guard let name = summary.segment else { return [] }
    var rows: [[CSVDocument.Cell]] = []
    for (scenario, found) in summary.scenarios.enumerated() {
      guard let position = outline.scenarios[scenario].position(ofSegment: name) else { continue }
      let segment = outline.scenarios[scenario].segments[position]
      for (arm, found) in zip(outline.arms, found.arms) {
        // A median is of everybody; no segment has one.
        for metric in found.metrics where metric.metric != .medianDaysToDecision {
          rows.append(
            [
              .text(outline.run), .text(outline.experiment), .text(outline.scenarios[scenario].name),
              .text(segment.name), .number(segment.share), .text(arm.name),
              .flag(arm.isAllowedByApple), .text(metric.metric.rawValue),
            ] + EstimateCells.of(metric.estimate) + EstimateCells.ofDifference(metric.difference))
        }
      }
    }
    return rows
  }
}
