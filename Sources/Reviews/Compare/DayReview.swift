import ExperimentDesign
import Inference
public import Rendering
public import Studies
public import TextFormats

/// Shares answered by the end of each day: a day per row, an arm per column.
public struct DayReview {
  /// The shares by day.
  public var curves: DayCurves
  /// The scenarios to show; empty for all.
  public var scenarios: [String]

  private let margin: Double?

  /// Creates a review.
  ///
  /// - Parameters:
  ///   - curves: the shares by day.
  ///   - scenarios: the scenarios to show; empty for all.
  ///   - margin: the smallest difference that matters; `nil` for half a point, and to leave the
  ///     verdicts out of the text.
  public init(curves: DayCurves, scenarios: [String], margin: Double? = nil) {
    self.margin = margin
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
    var sections: [[ReviewDocument.Block]] = []
    for scenario in shown {
      let name = outline.scenarios.count > 1 ? ", scenario \(outline.scenarios[scenario].name)" : ""
      let segment = curves.segment.map { ", segment \($0)" } ?? ""
      sections.append([
        .title(
          "\(outline.experiment), run \(outline.run)\(name)\(segment): \(curves.answer.rawValue) per install"),
        .table(table(scenario)),
      ])
      if let margin, outline.arms.count > 1 {
        sections.append([
          .title("vs \(outline.arms[outline.baseline].name), margin ±\(marginInWords(margin, .share))"),
          .table(verdicts(scenario)),
        ])
      }
    }
    var words =
      "Cumulative, by the end of each day; day 0 is the day of the install. Only first answers count. ± is Monte Carlo standard error."
    if hasManyArms { words += " For every day: att-lab export \(outline.run) --table daily." }
    return ReviewDocument(sections + [[.note(words)]]).text(style)
  }

  /// What each day's difference to the baseline shows.
  private func verdict(_ scenario: Int, _ arm: Int, _ day: Int) -> Inference.Verdict? {
    curves.differences[scenario][arm][day].map {
      Inference.Verdict(
        of: $0, parametersVary: outline.parametersVary, margin: margin ?? 0.005,
        lessIsBetter: curves.answer == .denied)
    }
  }

  /// Whether arms are rows and some days the columns, because arms have no room beside each other.
  private var hasManyArms: Bool { outline.arms.count > ReviewStyle.mostArmsAbreast }

  private func verdicts(_ scenario: Int) -> TextTable {
    let words = EstimateText(unit: .share)
    return grid(scenario, arms: outline.arms.indices.filter { $0 != outline.baseline }) { arm, day in
      let difference = curves.differences[scenario][arm][day]
      return "\(words.difference(difference)) \(verdict(scenario, arm, day)?.words ?? "")"
    }
  }

  private func table(_ scenario: Int) -> TextTable {
    let words = EstimateText(unit: .share)
    return grid(scenario, arms: Array(outline.arms.indices)) { arm, day in
      curves.means[scenario][arm][day].map { words.cell($0) + "%" } ?? "–"
    }
  }

  /// A day per row and an arm per column; of many arms an arm per row and some days as columns.
  private func grid(
    _ scenario: Int, arms: [Int], cell: (_ arm: Int, _ day: Int) -> String
  ) -> TextTable {
    let days = arms.map { curves.levels[scenario][$0].count }.max() ?? 0
    func name(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }
    func shown(_ arm: Int, _ day: Int) -> String {
      day < curves.levels[scenario][arm].count ? cell(arm, day) : ""
    }
    guard hasManyArms else {
      return TextTable(
        first: .init(heading: ["day"], cells: (0..<days).map { "\($0)" }),
        columns: arms.map { arm in
          .init(heading: [name(arm)], cells: (0..<days).map { shown(arm, $0) })
        })
    }
    let some = [0, 1, 7, 30, 90, 365].filter { $0 < days - 1 } + [days - 1]
    return TextTable(
      first: .init(heading: ["option"], cells: arms.map(name), isNumeric: false),
      columns: some.filter { $0 >= 0 }.map { day in
        .init(heading: ["day \(day)"], cells: arms.map { shown($0, day) })
      })
  }

  /// One day of one arm: a row of CSV, an item of each list in JSON.
  private var fields: [RecordField<DayOfArm>] {
    let name = "\(curves.answer.rawValue)_per_install"
    return [
      .init(column: "run") { _ in .text(outline.run) },
      .init(column: "scenario") { .text($0.arm.scenarioName) },
      .init(column: "segment") { _ in .optional(curves.segment) },
      .init(column: "arm") { .text($0.arm.arm.name) }, .init(column: "day") { .count($0.day) },
      .init(column: name, key: "mean") { EstimatePart.mean.value(of: $0.level) },
      .init(column: "\(name)_mcse", key: "mcse") { EstimatePart.mcse.value(of: $0.level) },
      .init(column: "difference_to_baseline") { EstimatePart.mean.value(of: $0.difference) },
      .init(column: "difference_mcse") { EstimatePart.mcse.value(of: $0.difference) },
      .init("verdict") { .optional(verdict($0.arm.scenario, $0.arm.position, $0.day)?.rawValue) },
    ]
  }

  private func days(_ scenario: Int, _ arm: Int) -> [DayOfArm] {
    DayOfArm.days(of: ArmOfScenario(outline: outline, scenario: scenario, position: arm), in: curves)
  }

  /// One row per scenario, arm and day.
  public var csv: CSVDocument {
    let rows = shown.flatMap { scenario in outline.arms.indices.flatMap { days(scenario, $0) } }
    return RecordTable(fields: fields, rows: rows).csv
  }

  /// The curves, schema `att-lab/days/1`.
  public var json: JSONValue {
    let fields = fields
    return .object([
      ("schema", .text("att-lab/days/1")), ("run", .text(outline.run)),
      ("metric", .text("\(curves.answer.rawValue)_per_install")), ("segment", .optional(curves.segment)),
      (
        "scenarios",
        .object(
          shown.map { scenario in
            (
              outline.scenarios[scenario].name,
              .object(
                outline.arms.enumerated().map { arm, found in
                  (found.name, RecordTable(fields: fields, rows: days(scenario, arm)).jsonLists)
                })
            )
          })
      ),
    ])
  }
}
