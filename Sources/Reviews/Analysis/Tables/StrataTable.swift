import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// A row per part of a test (a segment, a day) and arm, for the first of its denominators.
struct StrataTable {
  var analysis: AnalysedTest
  var strata: Strata

  /// Parts shown on a terminal; the JSON has all.
  static let mostParts = 15

  private typealias Row = (part: Int, arm: Int)

  /// The parts shown: those with the most people, in their order.
  private var shown: [Int] {
    let parts = strata.names.indices
    guard parts.count > Self.mostParts else { return Array(parts) }
    let largest = parts.sorted { (-strata.people($0), $0) < (-strata.people($1), $1) }
    return largest.prefix(Self.mostParts).sorted()
  }

  /// The table, and what it leaves out.
  var blocks: [ReviewDocument.Block] {
    guard let panel = strata.panels.first else { return [] }
    let left = strata.names.count - shown.count
    let rest: [ReviewDocument.Block] =
      left > 0
      ? [.note("\(left) smaller \(strata.kind.plural) are left out here; --format json and csv have all.")]
      : []
    return [.table(table(panel))] + rest
  }

  private func table(_ panel: Strata.Panel) -> TextTable {
    let statistics = panel.statistics
    let rows: [Row] = shown.flatMap { part in analysis.arms.indices.map { (part, $0) } }
    func stratum(_ row: Row) -> StratifiedAnalysis.Stratum { statistics.strata[row.part] }
    let intervals = rows.map { stratum($0).intervals[$0.arm] }
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    var columns: [TextTable.Column] = [
      .init(
        heading: [panel.denominator.rawValue],
        cells: rows.map { SupportedDigits.grouped(stratum($0).counts[$0.arm].n) }),
      .init(
        heading: ["allowed"], cells: rows.map { SupportedDigits.grouped(stratum($0).counts[$0.arm].x) }),
      .init(
        heading: ["allowed", panel.denominator.words],
        cells: zip(rows, intervals).map { AnalysisNumbers.rate(stratum($0).counts[$0.arm].rate, $1) }),
      .init(heading: [level, "interval"], cells: intervals.map { AnalysisNumbers.interval($0) }),
    ]
    if analysis.arms.count > 1 {
      let comparisons = rows.map { row in stratum(row).comparisons.first { $0.arm == row.arm } }
      let isTogether = statistics.comparisonLevel != analysis.options.statistics.level
      let isAdjusted = statistics.comparisons > 1
      columns += [
        .init(
          heading: ["vs \(analysis.shortBaseline),", "pp"],
          cells: comparisons.map { AnalysisNumbers.points($0?.counts.difference, $0?.interval) }),
        .init(
          heading: isTogether ? ["\(level) together"] : [level, "interval"],
          cells: comparisons.map { AnalysisNumbers.interval($0?.interval, signed: true) }),
        .init(
          heading: ["p", isAdjusted ? "(holm)" : "(score)"],
          cells: comparisons.map { AnalysisNumbers.p($0?.adjusted) }),
      ]
    }
    return TextTable(
      first: .init(
        heading: ["option"],
        cells: rows.map {
          TerminalText.safe(strata.names[$0.part]) + ": " + TerminalText.safe(analysis.arms[$0.arm])
        }, isNumeric: false),
      columns: columns)
  }
}
