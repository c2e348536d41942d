import ExperimentDesign
import Rendering
import Studies

/// The best strategies of a search, the best first, with the keys in which each differs from it.
struct SearchTable {
  private let report: SearchReport

  init(_ report: SearchReport) { self.report = report }

  /// How many are shown: five, and the baseline.
  private static let most = 6

  private var unit: Unit { report.objective.unit }

  var table: TextTable {
    let rows = Array(report.best.prefix(Self.most))
    let numbers = AnswerNumbers(unit: unit, margin: report.margin ?? 0)
    let levels = numbers.levels(rows.map { row in row.mean.map { ($0, row.mcse) } })
    let heading = report.objective.singleMetric?.words.heading ?? ["objective"]
    var columns: [TextTable.Column] = [.init(heading: heading, cells: levels)]
    if rows.contains(where: { $0.chanceBest != nil }) {
      columns.append(
        .init(heading: ["chance", "best"], cells: rows.map { AnswerNumbers.chance($0.chanceBest) }))
    }
    if rows.contains(where: { $0.vsBest != nil }) {
      columns.append(
        .init(heading: ["vs the best" + (unit == .share ? ", pp" : "")], cells: rows.map(difference)))
    }
    columns.append(
      .init(heading: ["differs in"], cells: rows.map(settings), isNumeric: false, isProse: true))
    return TextTable(
      first: .init(
        heading: [], label: "option", cells: rows.map { TerminalText.safe($0.strategy) }, isNumeric: false),
      columns: columns, indent: "  ")
  }

  /// `-7.2 (-10.5 to -3.5)`.
  private func difference(_ row: SearchReport.Finalist) -> String {
    guard let mean = row.vsBest else { return "" }
    let plain = unit == .share ? 1 : 2
    func text(_ value: Double, error: Double?) -> String {
      SupportedDigits.text(
        value * unit.scale,
        decimals: min(plain, SupportedDigits.decimals(error: error.map { $0 * unit.scale }, plain: plain)),
        signed: true)
    }
    guard let low = row.vsBestLow, let high = row.vsBestHigh else { return text(mean, error: row.vsBestMcse) }
    let ends = [low, high].map { text($0, error: (high - low) / 20) }
    return "\(text(mean, error: row.vsBestMcse)) (\(ends[0]) to \(ends[1]))"
  }

  private func settings(_ row: SearchReport.Finalist) -> String {
    guard let settings = row.differsIn else { return "an option of the file's own" }
    return settings.map { TerminalText.safe("\($0.key): \($0.value)") }.joined(separator: ", ")
  }
}
