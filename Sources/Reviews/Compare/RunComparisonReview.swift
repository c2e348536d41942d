import ExperimentDesign
import Inference
public import Rendering
public import Studies
public import TextFormats

/// Several runs against the first, as text, CSV or JSON.
public struct RunComparisonReview {
  /// What was compared.
  public var comparison: RunComparison
  /// The scenarios to show; empty for all.
  public var scenarios: [String]

  private let margin: Double?

  /// Creates a review.
  ///
  /// - Parameters:
  ///   - comparison: what was compared.
  ///   - scenarios: the scenarios to show; empty for all.
  ///   - margin: the smallest difference that matters; `nil` for half a point of a share and a
  ///     hundredth of the first run's level otherwise.
  public init(comparison: RunComparison, scenarios: [String], margin: Double? = nil) {
    self.margin = margin
    self.comparison = comparison
    self.scenarios = scenarios
  }

  private var quantity: ComparedQuantity {
    comparison.metric.map { .metric($0) } ?? .objective(comparison.outlines[0].objective)
  }

  private var shown: [RunComparison.ScenarioRows] {
    comparison.scenarios.filter { scenarios.isEmpty || scenarios.contains($0.name) }
  }

  /// A run's name where it has one, else its id.
  private func label(_ run: Int) -> String {
    TerminalText.safe(comparison.outlines[run].name ?? comparison.outlines[run].run)
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    let inputs = self.inputs
    return ReviewDocument(
      [
        inputs.table.map { [.title("Inputs that differ"), .table($0)] } ?? [],
        inputs.more.map { [.note($0)] } ?? [],
      ] + [[.title("\(quantity.heading.joined(separator: " ")), run by run")]]
        + shown.map { scenario in
          (comparison.scenarios.count > 1 ? [.title("Scenario \(scenario.name)")] : []) + [
            .table(table(scenario))
          ]
        } + [([objectives].compactMap { $0 } + sharing + [verdictLegend]).map { .note($0) }]
    ).text(style)
  }

  private var inputs: DifferingInputs {
    DifferingInputs(
      comparison.outlines, labels: comparison.outlines.indices.map(label), ranges: comparison.jointRanges)
  }

  private var objectives: String? {
    guard comparison.metric == nil, Set(comparison.outlines.map(\.objective.name)).count > 1 else {
      return nil
    }
    return "The runs have different objectives. Choose a metric with --metric to compare them."
  }

  private var sharing: [String] {
    comparison.pairings.indices.dropFirst().map { run in
      let pair = "\(label(run)) and \(label(0))"
      switch comparison.pairings[run] {
      case .byTrial:
        return "\(pair) have the same seed, size and draws, so their differences are paired."
      case .bySeed:
        return
          "\(pair) have the same seed and size, and other inputs. The error of a change is that of differences trial by "
          + "trial, and its 90% range is not known."
      case .independent:
        return "\(pair) are independent, so the variances of their errors add up."
      }
    }
  }

  private func table(_ scenario: RunComparison.ScenarioRows) -> TextTable {
    let words = EstimateText(unit: quantity.unit)
    var columns: [TextTable.Column] = comparison.outlines.indices.map { run in
      .init(
        heading: [label(run), quantity.heading.joined(separator: " ")],
        cells: scenario.rows.map { words.level($0.levels[run]) })
    }
    for run in comparison.outlines.indices
    where scenario.rows.contains(where: { $0.differences[run] != nil }) {
      columns.append(
        .init(
          heading: ["change: \(label(run))", "− \(label(0))"],
          cells: scenario.rows.map { words.difference($0.differences[run]) }))
      if scenario.rows.contains(where: { $0.differences[run]?.uncertaintyInterval90 != nil }) {
        columns.append(
          .init(
            heading: ["90%", "range"],
            cells: scenario.rows.map { words.interval($0.differences[run]) }))
      }
      columns.append(
        .init(
          heading: ["verdict", "(±\(marginWords(scenario)))"],
          cells: scenario.rows.map { verdict($0, run)?.words ?? "" }, isNumeric: false))
    }
    return TextTable(
      first: .init(
        heading: ["option"], cells: scenario.rows.map { TerminalText.safe($0.arm) }, isNumeric: false),
      columns: columns)
  }

  /// The margin that verdicts keep to: one for all rows, or a part of each row's level.
  private func marginWords(_ scenario: RunComparison.ScenarioRows) -> String {
    let margins = scenario.rows.map { margin($0) }
    guard let first = margins.first, margins.allSatisfy({ $0 == first }) else { return "1%" }
    return marginInWords(first, quantity.unit)
  }

  private func margin(_ row: RunComparison.Row) -> Double {
    quantity.margin(margin, level: row.levels[0]?.overTrials.mean)
  }

  /// What an arm's difference to the first run shows.
  ///
  /// Runs that are not paired do not share their uncertain inputs, and then the 90% range of their
  /// difference is not known.
  private func verdict(_ row: RunComparison.Row, _ run: Int) -> Inference.Verdict? {
    row.differences[run].map { difference in
      Inference.Verdict(
        mean: difference.mean, mcse: difference.mcse, uncertaintyInterval90: difference.uncertaintyInterval90,
        parametersVary: comparison.outlines[0].parametersVary || comparison.outlines[run].parametersVary,
        margin: margin(row), lessIsBetter: quantity.lessIsBetter)
    }
  }

  private typealias Line = (scenario: String, run: Int, row: RunComparison.Row)

  /// One row per scenario, run and arm.
  private var records: RecordTable<Line> {
    func level(_ line: Line) -> Estimate? { line.row.levels[line.run] }
    func difference(_ line: Line) -> RunComparison.Difference? { line.row.differences[line.run] }
    return RecordTable(
      fields: [
        .init("scenario") { .text($0.scenario) }, .init(column: "metric") { _ in .text(quantity.name) },
        .init("run") { .text(comparison.outlines[$0.run].run) },
        .init(column: "name") { .optional(comparison.outlines[$0.run].name) },
        .init("arm") { .text($0.row.arm) },
      ] + RecordField.estimate(["mean": .mean, "mcse": .mcse], of: level)
        + [
          .init(column: "low") { EstimatePart.low.value(of: level($0)) },
          .init(column: "high") { EstimatePart.high.value(of: level($0)) },
          .init("difference_to_first") { .optional(difference($0)?.mean) },
          .init("difference_mcse") { .optional(difference($0)?.mcse) },
          .init(column: "difference_low") { .optional(difference($0)?.distinctUncertaintyInterval90?.lower) },
          .init(column: "difference_high") {
            .optional(difference($0)?.distinctUncertaintyInterval90?.upper)
          },
          .init(column: "pairing") {
            difference($0) == nil ? .null : .text(comparison.pairings[$0.run].rawValue)
          },
          .init(key: "difference_uncertainty_interval_90") {
            .interval(difference($0)?.distinctUncertaintyInterval90)
          },
          .init("margin") { difference($0) == nil ? .null : .number(margin($0.row)) },
          .init("verdict") { .optional(verdict($0.row, $0.run)?.rawValue) },
        ], rows: lines)
  }

  /// One row per scenario, run and arm.
  public var csv: CSVDocument { records.csv }

  /// The same rows, schema `att-lab/compare/1`.
  public var json: JSONValue {
    return .object([
      ("schema", .text("att-lab/compare/1")), ("metric", .text(quantity.name)),
      (
        "runs",
        .list(
          zip(comparison.outlines, comparison.pairings).map { outline, pairing in
            .object([
              ("run", .text(outline.run)), ("name", .optional(outline.name)),
              ("experiment", .text(outline.experiment)), ("pairing_with_first", .text(pairing.rawValue)),
            ])
          })
      ),
      ("inputs_that_differ", inputs.json), ("rows", records.json),
    ])
  }

  private var lines: [Line] {
    shown.flatMap { scenario in
      comparison.outlines.indices.flatMap { run in
        scenario.rows.filter { $0.levels[run] != nil }.map { (scenario.name, run, $0) }
      }
    }
  }
}

extension Inference.Verdict {
  /// The verdict as people read it; files keep the raw value.
  var words: String { self == .unknown ? "inconclusive" : rawValue }
}

extension EstimateText {
  /// A difference between runs in a table.
  func difference(_ difference: RunComparison.Difference?) -> String {
    guard let difference else { return "" }
    return cell(difference.mean, error: difference.mcse, signed: true)
  }

  /// The parameter interval of a difference between runs in a table.
  func interval(_ difference: RunComparison.Difference?) -> String {
    guard let difference, let interval = difference.uncertaintyInterval90 else { return "" }
    return (difference.isAtMost ? "within " : "")
      + text(of: interval, beside: difference.mean, error: difference.mcse, signed: true)
  }
}

/// How verdicts with a margin are to be read.
private let verdictLegend =
  "Verdict: equivalent if the 90% range lies within the margin in brackets (--margin). Better or worse if the 90% range, with its Monte Carlo error, lies on one side of 0. Otherwise inconclusive."
