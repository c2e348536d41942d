import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// Who has answered by the end of each day: one row per scenario, arm, answer and day
/// (`Data/README.md`).
public enum DayTable {
  /// The table of a run's curves, those of one answer after the other.
  public static func document(_ curves: [DayCurves]) -> CSVDocument {
    RecordTable(
      fields: RecordField.arms.of { $0.arm } + [
        .init("answer") { .text($0.curves.answer.rawValue) }, .init("day") { .count($0.day) },
      ] + RecordField.wholeEstimate { $0.level } + RecordField.difference { $0.difference },
      rows: curves.flatMap(DayOfArm.all)
    ).csv
  }
}

/// One day of one arm under one scenario.
private struct DayOfArm {
  let curves: DayCurves
  let arm: ArmOfScenario
  let day: Int

  var level: Estimate? { curves.levels[arm.scenario][arm.position][day] }
  var difference: Estimate? { curves.differences[arm.scenario][arm.position][day] }

  /// Every day of every arm under every scenario.
  static func all(of curves: DayCurves) -> [DayOfArm] {
    ArmOfScenario.all(of: curves.outline).flatMap { arm in
      curves.levels[arm.scenario][arm.position].indices.map { DayOfArm(curves: curves, arm: arm, day: $0) }
    }
  }
}
