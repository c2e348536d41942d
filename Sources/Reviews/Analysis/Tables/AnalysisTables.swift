import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// The tables of one denominator: a row per arm, and a row per comparison.
struct AnalysisTables {
  var analysis: AnalysedTest
  var panel: AnalysisPanel

  private var statistics: CountsAnalysis { panel.statistics }

  /// Each arm on its own.
  var arms: TextTable {
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    let intervals = statistics.arms.map(\.interval)
    var columns: [TextTable.Column] = [
      .init(
        heading: [panel.denominator.rawValue],
        cells: panel.counts.map { SupportedDigits.grouped($0.n) }),
      .init(heading: ["allowed"], cells: panel.counts.map { SupportedDigits.grouped($0.x) }),
      .init(
        heading: ["allowed", panel.denominator.per],
        cells: zip(panel.counts, intervals).map { AnalysisNumbers.rate($0.rate, $1) }),
      .init(heading: [level, "interval"], cells: intervals.map { AnalysisNumbers.interval($0) }),
    ]
    // An arm alone is best of nothing, and within days there is no posterior of all of them.
    if analysis.arms.count > 1, !panel.isWithinParts {
      columns += [
        .init(
          heading: forOneLook(["chance", "best"]),
          cells: statistics.arms.map { AnalysisNumbers.probability($0.standing?.best) }),
        .init(
          heading: forOneLook(["expected", "loss"]),
          cells: statistics.arms.map { AnalysisNumbers.loss($0.standing?.expectedLoss) }),
      ]
    }
    return TextTable(
      first: .init(heading: ["option"], cells: analysis.arms.map(TerminalText.safe), isNumeric: false),
      columns: columns)
  }

  /// Each arm against the baseline.
  var comparisons: TextTable? {
    let comparisons = statistics.comparisons
    guard !comparisons.isEmpty else { return nil }
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    let heading = isSimultaneous ? ["\(level) together"] : ["\(level)", "interval"]
    let shown = comparisons.indices.map { ShownDifference($0, in: panel) }
    var columns: [TextTable.Column] = [
      .init(
        heading: ["vs \(shortBaseline),", "pp"] + (basis.map { ["(\($0))"] } ?? []),
        cells: shown.map { AnalysisNumbers.points($0.estimate, $0.interval) }),
      .init(heading: heading, cells: shown.map { AnalysisNumbers.interval($0.interval, signed: true) }),
    ]
    if !panel.isWithinParts {
      columns += [
        .init(heading: ["ratio"], cells: comparisons.map { AnalysisNumbers.ratio($0.counts.ratio) }),
        .init(
          heading: heading,
          cells: comparisons.map { AnalysisNumbers.ratioInterval($0.ratioInterval) }),
      ]
    }
    columns.append(
      .init(
        heading: forOneLook(["p", "(\(basis ?? "score"))"]), cells: shown.map { AnalysisNumbers.p($0.p) }))
    if comparisons.count > 1 {
      columns.append(
        .init(heading: forOneLook(["p", "(holm)"]), cells: shown.map { AnalysisNumbers.p($0.adjusted) }))
    }
    if !panel.isWithinParts {
      columns.append(
        .init(
          heading: forOneLook(["chance", "better"]),
          cells: comparisons.map { AnalysisNumbers.probability($0.chanceBetter) }))
    }
    // Without a plan the interval is there for readers of the JSON, and wide for a small test.
    if isLookedAt, panel.alwaysValid.contains(where: { $0 != nil }) {
      columns.append(
        .init(
          heading: ["interval", "at any look"],
          cells: panel.alwaysValid.map { AnalysisNumbers.interval($0, signed: true) }))
    }
    return TextTable(
      first: .init(
        heading: ["option"], cells: comparisons.map { TerminalText.safe(analysis.arms[$0.arm]) },
        isNumeric: false),
      columns: columns)
  }

  /// Whether the intervals of comparisons hold together, and are wider for it.
  var isSimultaneous: Bool { statistics.comparisonLevel != analysis.options.statistics.level }

  /// What differences are by, where they are not those of the counts.
  private var basis: String? {
    guard panel.isWithinParts else { return nil }
    let within = Set(panel.judgements.map(\.within))
    // Arms of one table may be compared within different parts.
    return within.count == 1 ? "within \((within.first ?? nil)?.words ?? "")" : "within parts"
  }

  /// Says of a column that it is for a single look where the test is looked at several times.
  private func forOneLook(_ heading: [String]) -> [String] {
    analysis.options.isRunning || analysis.looks != nil ? heading + ["(one look)"] : heading
  }

  private var isLookedAt: Bool { analysis.options.isRunning || analysis.options.plannedInstalls != nil }

  private var shortBaseline: String {
    TerminalText.shortened(TerminalText.safe(analysis.arms[analysis.baseline]), width: 26)
  }
}
