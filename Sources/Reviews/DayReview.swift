import Inference
public import Studies

/// Shares answered by the end of each day: a day per row, an arm per column.
public struct DayReview {
  /// The shares by day.
  public var curves: DayCurves
  /// The scenarios to show; empty for all.
  public var scenarios: [String]

  /// A review spelled out.
  public init(curves: DayCurves, scenarios: [String]) {
    self.curves = curves
    self.scenarios = scenarios
  }

  private var outline: RunOutline { curves.outline }

  private var shown: [Int] {
    outline.scenarios.indices.filter {
      scenarios.isEmpty || scenarios.contains(outline.scenarios[$0].name)
    }
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    var lines: [String] = []
    for scenario in shown {
      if !lines.isEmpty { lines.append("") }
      let name = outline.scenarios.count > 1 ? ", scenario \(outline.scenarios[scenario].name)" : ""
      let segment = curves.segment.map { ", segment \($0)" } ?? ""
      lines.append(
        style.bold(
          TerminalText.safe(
            "\(outline.experiment), run \(outline.run)\(name)\(segment): \(curves.answer.rawValue) per install"
          )))
      lines += table(scenario).lines(style)
    }
    lines += [
      "",
      style.dim(
        "By the end of each day, first answers alone; day 0 is the install itself. ± is simulation error."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ scenario: Int) -> TextTable {
    let words = EstimateText(unit: .share)
    var columns: [TextTable.Column] = []
    var days = 0
    for (arm, outline) in outline.arms.enumerated() {
      let curve = curves.means[scenario][arm]
      days = max(days, curve.count)
      columns.append(
        .init(
          heading: [TerminalText.safe(outline.name)],
          cells: curve.map { $0.map { words.cell($0) + " %" } ?? "–" }))
    }
    return TextTable(first: .init(heading: ["day"], cells: (0..<days).map { "\($0)" }), columns: columns)
  }

  /// One row per scenario, arm and day.
  public var csv: CSVDocument {
    let name = "\(curves.answer.rawValue)_per_install"
    var rows: [[CSVDocument.Cell]] = []
    for scenario in shown {
      for (arm, armOutline) in outline.arms.enumerated() {
        for (day, mean) in curves.means[scenario][arm].enumerated() {
          rows.append([
            .text(outline.run), .text(outline.scenarios[scenario].name), .optional(curves.segment),
            .text(armOutline.name), .integer(day), .optional(mean?.mean), .optional(mean?.mcse),
          ])
        }
      }
    }
    return CSVDocument(
      header: ["run", "scenario", "segment", "arm", "day", name, "\(name)_mcse"], rows: rows)
  }

  /// The curves, schema `att-lab/days/1`.
  public var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    for scenario in shown {
      var arms: [(key: String, value: JSONValue)] = []
      for (arm, armOutline) in outline.arms.enumerated() {
        let curve = curves.means[scenario][arm]
        arms.append(
          (
            armOutline.name,
            .object([
              ("mean", .list(curve.map { .optional($0?.mean) })),
              ("mcse", .list(curve.map { .optional($0?.mcse) })),
            ])
          ))
      }
      members.append((outline.scenarios[scenario].name, .object(arms)))
    }
    return .object([
      ("schema", .text("att-lab/days/1")), ("run", .text(outline.run)),
      ("metric", .text("\(curves.answer.rawValue)_per_install")), ("segment", .optional(curves.segment)),
      ("scenarios", .object(members)),
    ])
  }
}
