import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// Who has answered by the end of each day: one row per scenario, arm, answer and day
/// (`Data/README.md`).
public enum DayTable {
  /// The names of the columns.
  public static let header =
    ["run", "experiment", "scenario", "arm", "allowed_by_apple", "answer", "day"] + EstimateCells.header
    + EstimateCells.differenceHeader

  /// The table of a run's curves, those of one answer after the other.
  public static func document(_ curves: [DayCurves]) -> CSVDocument {
    CSVDocument(header: header, rows: curves.flatMap(rows))
  }

  private static func rows(_ curves: DayCurves) -> [[CSVDocument.Cell]] {
    let outline = curves.outline
    var rows: [[CSVDocument.Cell]] = []
    for (scenario, arms) in curves.levels.enumerated() {
      for (arm, days) in arms.enumerated() {
        for (day, level) in days.enumerated() {
          rows.append(
            [
              .text(outline.run), .text(outline.experiment), .text(outline.scenarios[scenario].name),
              .text(outline.arms[arm].name), .flag(outline.arms[arm].isAllowedByApple),
              .text(curves.answer.rawValue), .integer(day),
            ] + EstimateCells.of(level)
              + EstimateCells.ofDifference(curves.differences[scenario][arm][day]))
        }
      }
    }
    return rows
  }
}
