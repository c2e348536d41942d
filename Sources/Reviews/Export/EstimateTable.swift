import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// The tidy tables of a run: a row for each arm under each scenario and metric, day or segment (`Data/README.md`).
public enum EstimateTable {
  private struct Row<Key> {
    let arm: ArmOfScenario
    let key: Key
    let level: Estimate?
    let difference: Estimate?
  }

  /// Every metric that is modelled; the objective before them, where it is a weighted sum.
  public static func metrics(_ summary: RunSummary) -> CSVDocument {
    let goal = summary.outline.objective.singleMetric
    let rows = ArmOfScenario.all(of: summary.outline).flatMap { arm in
      let found = arm.found(in: summary)
      let sum = Row<Metric?>(
        arm: arm, key: nil, level: found.objective, difference: found.objectiveDifference)
      return (goal == nil ? [sum] : [])
        + found.metrics.map { Row(arm: arm, key: $0.metric, level: $0.estimate, difference: $0.difference) }
    }
    return document(
      RecordField.arms.of { $0.arm } + [
        .init("metric") { .text($0.key?.rawValue ?? "objective") },
        .init("is_objective") { .flag($0.key == goal) },
      ], rows)
  }

  /// Who has answered by the end of each day, for curves of one answer after the other.
  public static func daily(_ curves: [DayCurves]) -> CSVDocument {
    let rows = curves.flatMap { curves in
      ArmOfScenario.all(of: curves.outline).flatMap { arm in
        let (levels, differences) = (curves.levels[arm.scenario], curves.differences[arm.scenario])
        return levels[arm.position].indices.map { day in
          Row(
            arm: arm, key: (answer: curves.answer, day: day), level: levels[arm.position][day],
            difference: differences[arm.position][day])
        }
      }
    }
    return document(
      RecordField.arms.of { $0.arm } + [
        .init("answer") { .text($0.key.answer.rawValue) }, .init("day") { .count($0.key.day) },
      ], rows)
  }

  /// Every metric of each kind of people, by the run's summaries of one segment each.
  public static func segments(_ summaries: [RunSummary]) -> CSVDocument {
    let rows = summaries.flatMap { summary in
      ArmOfScenario.all(of: summary.outline).flatMap { arm in
        let scenario = arm.outline.scenarios[arm.scenario]
        let segment = summary.segment.flatMap(scenario.position).map { scenario.segments[$0] }
        // A median is of everybody; no segment has one.
        return segment.map { segment in
          arm.found(in: summary).metrics.filter { $0.metric != .medianDaysToDecision }.map {
            Row(
              arm: arm, key: (segment: segment, metric: $0.metric), level: $0.estimate,
              difference: $0.difference)
          }
        } ?? []
      }
    }
    return document(
      (RecordField.run.of { $0.outline } + [RecordField.scenario]).of { $0.arm } + [
        .init("segment") { .text($0.key.segment.name) }, .init("share") { .number($0.key.segment.share) },
      ] + [RecordField.arm, .allowedByApple].of { $0.arm }
        + [.init("metric") { .text($0.key.metric.rawValue) }], rows)
  }

  private static func document<Key>(_ fields: [RecordField<Row<Key>>], _ rows: [Row<Key>]) -> CSVDocument {
    RecordTable(
      fields: fields + RecordField.whole.of { $0.level } + RecordField.difference.of { $0.difference },
      rows: rows
    ).csv
  }
}
