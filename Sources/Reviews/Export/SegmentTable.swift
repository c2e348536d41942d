import ExperimentDesign
import Inference
public import Studies

/// What a run found for each kind of people: one row per scenario, segment, arm and metric
/// (`Data/README.md`).
public enum SegmentTable {
  /// The names of the columns.
  public static let header =
    ["run", "experiment", "scenario", "segment", "share", "arm", "allowed_by_apple", "metric"]
    + EstimateCells.header + EstimateCells.differenceHeader

  /// The table of a run's summaries, one per segment.
  ///
  /// - Parameter share: a segment's share of installs, by scenario and name.
  public static func document(
    _ summaries: [RunSummary], share: (_ scenario: Int, _ segment: String) -> Double?
  ) -> CSVDocument {
    CSVDocument(header: header, rows: summaries.flatMap { rows($0, share) })
  }

  private static func rows(
    _ summary: RunSummary, _ share: (Int, String) -> Double?
  ) -> [[CSVDocument.Cell]] {
    let outline = summary.outline
    guard let segment = summary.segment else { return [] }
    var rows: [[CSVDocument.Cell]] = []
    for (scenario, found) in summary.scenarios.enumerated()
    where outline.scenarios[scenario].segments.contains(segment) {
      for (arm, found) in zip(outline.arms, found.arms) {
        // A median is of everybody; no segment has one.
        for metric in found.metrics where metric.metric != .medianDaysToDecision {
          rows.append(
            [
              .text(outline.run), .text(outline.experiment), .text(outline.scenarios[scenario].name),
              .text(segment), .optional(share(scenario, segment)), .text(arm.name),
              .flag(arm.isAllowedByApple), .text(metric.metric.rawValue),
            ] + EstimateCells.of(metric.estimate) + EstimateCells.ofDifference(metric.difference))
        }
      }
    }
    return rows
  }
}
