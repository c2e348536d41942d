import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// What a run found for each kind of people: one row per scenario, segment, arm and metric
/// (`Data/README.md`).
public enum SegmentTable {
  private struct Row {
    let arm: ArmOfScenario
    let segment: RunDescription.Segment
    let metric: MetricSummary
  }

  /// The table of a run's summaries, one per segment.
  public static func document(_ summaries: [RunSummary]) -> CSVDocument {
    RecordTable(
      fields: RecordField.run.of { $0.arm.outline } + [RecordField.scenario].of { $0.arm } + [
        .init("segment") { .text($0.segment.name) }, .init("share") { .number($0.segment.share) },
      ] + [RecordField.arm, .allowedByApple].of { $0.arm } + [
        .init("metric") { .text($0.metric.metric.rawValue) }
      ] + RecordField.wholeEstimate { $0.metric.estimate }
        + RecordField.difference { $0.metric.difference },
      rows: summaries.flatMap(rows)
    ).csv
  }

  private static func rows(_ summary: RunSummary) -> [Row] {
    guard let name = summary.segment else { return [] }
    return ArmOfScenario.all(of: summary.outline).flatMap { arm -> [Row] in
      let scenario = arm.outline.scenarios[arm.scenario]
      guard let position = scenario.position(ofSegment: name) else { return [] }
      // A median is of everybody; no segment has one.
      return arm.found(in: summary).metrics.filter { $0.metric != .medianDaysToDecision }.map {
        Row(arm: arm, segment: scenario.segments[position], metric: $0)
      }
    }
  }
}
