public import ExperimentDesign
import Inference
public import Rendering
public import Studies
public import TextFormats

/// The arms of one run against its baseline, by one or several quantities.
public struct ArmComparison {
  /// The run and what it found.
  public var summary: RunSummary
  /// What to compare by; empty for the objective and, beside it, every metric's level.
  public var metrics: [Metric]
  /// The scenarios to show; empty for all.
  public var scenarios: [String]

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - summary: the run's.
  ///   - metrics: what to compare; empty for the objective.
  ///   - scenarios: the scenarios to show; empty for all.
  ///   - margin: the smallest difference that matters, in units of each quantity; `nil` for half a
  ///     point of a share and a hundredth of the baseline's level otherwise.
  public init(
    summary: RunSummary, metrics: [Metric], scenarios: [String], margin: Double? = nil
  ) {
    self.margin = margin
    self.summary = summary
    self.metrics = metrics
    self.scenarios = scenarios
  }

  private let margin: Double?

  private var outline: RunOutline { summary.outline }

  private func margin(_ quantity: ComparedQuantity, _ scenario: ScenarioSummary) -> Double {
    quantity.margin(margin, level: quantity.level(scenario.arms[outline.baseline])?.overTrials.mean)
  }

  private var shown: [ScenarioSummary] {
    summary.scenarios.filter { scenarios.isEmpty || scenarios.contains($0.name) }
  }

  private var quantities: [ComparedQuantity] {
    metrics.isEmpty ? [.objective(outline.objective)] : metrics.map { .metric($0) }
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    let segment = summary.segment.map { ", segment \($0)" } ?? ""
    var sections: [[ReviewDocument.Block]] = []
    for scenario in shown {
      let name = summary.scenarios.count > 1 ? ", scenario \(scenario.name)" : ""
      sections.append([.title("\(outline.experiment), run \(outline.run)\(name)\(segment)\(progress)")])
      sections += quantities.map { [.table(table($0, scenario))] }
      if metrics.isEmpty { sections.append([levels(scenario)]) }
    }
    var words = "± is Monte Carlo standard error. \(legend)"
    if outline.arms.count > 1 { words += " " + verdictLegend }
    return ReviewDocument(sections + [[.note(words)]]).text(style)
  }

  /// How far a run is that is not through.
  private var progress: String {
    summary.trials < outline.trials
      ? ", \(SupportedDigits.grouped(summary.trials)) of \(SupportedDigits.grouped(outline.trials)) trials done"
      : ""
  }

  private var legend: String { "Differences are paired: every option is simulated on the same installs." }

  private func table(_ quantity: ComparedQuantity, _ scenario: ScenarioSummary) -> TextTable {
    let words = EstimateText(unit: quantity.unit)
    var columns: [TextTable.Column] = [
      .init(heading: quantity.heading, cells: scenario.arms.map { words.level(quantity.level($0)) })
    ]
    if outline.parametersVary {
      columns.append(
        .init(
          heading: ["90%", "range"],
          cells: scenario.arms.map {
            let level = quantity.level($0)
            return words.interval(level?.uncertaintyInterval90, of: level, signed: false)
          }))
    }
    columns += DifferenceColumns(outline: outline, unit: quantity.unit)
      .columns(scenario.arms.map { quantity.difference($0) })
    if outline.arms.count > 1 {
      let margin = margin(quantity, scenario)
      columns.append(
        .init(
          heading: ["verdict", "(±\(marginInWords(margin, quantity.unit)))"],
          cells: scenario.arms.enumerated().map { position, arm in
            position == outline.baseline
              ? "" : quantity.verdict(arm, outline: outline, margin: margin)?.words ?? "–"
          }, isNumeric: false))
    }
    let missing = scenario.arms.map { quantity.level($0)?.overTrials.missing ?? summary.trials }
    if missing.contains(where: { $0 > 0 }) {
      columns.append(
        .init(heading: ["trials", "without"], cells: missing.map { $0 == 0 ? "" : "\($0)" }))
    }
    return TextTable(first: armColumn, columns: columns + marks)
  }

  /// Every metric's level, a metric per row; where to find them for many arms.
  private func levels(_ scenario: ScenarioSummary) -> ReviewDocument.Block {
    guard outline.arms.count <= ReviewStyle.mostArmsAbreast else {
      return .text(
        "For the other metrics of \(outline.arms.count) options, use --metric NAME. "
          + "For all of them: att-lab export \(outline.run) --table summary")
    }
    let modelled = Metric.allCases.filter { metric in scenario.arms.contains { $0[metric] != nil } }
    return .table(
      TextTable(
        first: .init(
          heading: ["metric"], cells: modelled.map { $0.heading.joined(separator: " ") }, isNumeric: false),
        columns: zip(outline.arms, scenario.arms).map { arm, found in
          .init(
            heading: [TerminalText.safe(arm.name)],
            cells: modelled.map { EstimateText(unit: $0.unit).level(found[$0]?.estimate) })
        }))
  }

  private var armColumn: TextTable.Column {
    .init(heading: ["option"], cells: outline.arms.map { TerminalText.safe($0.name) }, isNumeric: false)
  }

  private var marks: [TextTable.Column] {
    guard outline.arms.contains(where: { !$0.isAllowedByApple }) else { return [] }
    return [.init(heading: ["Apple's rules"], cells: outline.arms.map(mark), isNumeric: false)]
  }

  private struct Row {
    let arm: RunDescription.Arm
    let scenario: ScenarioSummary
    let quantity: ComparedQuantity
    let found: ArmSummary
    let margin: Double

    var level: Estimate? { quantity.level(found) }
    var difference: Estimate? { quantity.difference(found) }
  }

  /// One row per scenario, quantity and arm.
  public var csv: CSVDocument {
    RecordTable(
      fields: identity
        + RecordField.estimate(["mean": .mean, "mcse": .mcse, "low": .low, "high": .high]) {
          $0.level
        } + RecordField.difference { $0.difference }
        + RecordField.estimate(["test_low": .testLow, "test_high": .testHigh]) { $0.difference }
        + RecordField.estimate(["trials": .trials]) { $0.level } + verdicts,
      rows: rows
    ).csv
  }

  private var identity: [RecordField<Row>] {
    [
      .init("run") { _ in .text(outline.run) }, .init("scenario") { .text($0.scenario.name) },
      .init("segment") { _ in .optional(summary.segment) }, .init("metric") { .text($0.quantity.name) },
      .init("arm") { .text($0.arm.name) }, .init("allowed_by_apple") { .flag($0.arm.isAllowedByApple) },
    ]
  }

  private var verdicts: [RecordField<Row>] {
    [
      .init("margin") { .number($0.margin) },
      .init("verdict") {
        .optional($0.quantity.verdict($0.found, outline: outline, margin: $0.margin)?.rawValue)
      },
    ]
  }

  private var rows: [Row] {
    shown.flatMap { scenario in
      quantities.flatMap { quantity in
        zip(outline.arms, scenario.arms).map { arm, found in
          Row(
            arm: arm, scenario: scenario, quantity: quantity, found: found, margin: margin(quantity, scenario)
          )
        }
      }
    }
  }

  /// The run's own document, with the scenarios to show alone.
  public var json: JSONValue {
    var shownAlone = summary
    shownAlone.scenarios = shown
    if !metrics.isEmpty {
      for scenario in shownAlone.scenarios.indices {
        for arm in shownAlone.scenarios[scenario].arms.indices {
          shownAlone.scenarios[scenario].arms[arm].metrics.removeAll { !metrics.contains($0.metric) }
        }
      }
    }
    return RunJSON.document(shownAlone, margin: margin)
  }
}

/// How verdicts with a margin are to be read.
let verdictLegend =
  "Verdict: equivalent if the 90% range lies within the margin in brackets (--margin). Better or worse if the 90% range, with its Monte Carlo error, lies on one side of 0. Otherwise inconclusive."
