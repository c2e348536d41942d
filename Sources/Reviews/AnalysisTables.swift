import Inference
import Studies
import TestData

/// The tables of one denominator: a row per arm, and a row per comparison.
struct AnalysisTables {
  var analysis: TestAnalysis
  var panel: AnalysisPanel

  private var statistics: CountsAnalysis { panel.statistics }

  /// Each arm on its own.
  var arms: TextTable {
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    let intervals = statistics.arms.map { $0.intervals[.wilson]?.value }
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
    // An arm alone is best of nothing.
    if analysis.arms.count > 1 {
      columns.append(
        .init(
          heading: ["probability", "best"],
          cells: statistics.arms.map { AnalysisNumbers.probability($0.standing.value?.best) }))
    }
    return TextTable(
      first: .init(heading: ["arm"], cells: analysis.arms.map(TerminalText.safe), isNumeric: false),
      columns: columns)
  }

  /// Each arm against the baseline.
  var comparisons: TextTable? {
    let comparisons = statistics.comparisons
    guard !comparisons.isEmpty else { return nil }
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    let heading = isSimultaneous ? ["\(level) together"] : ["\(level)", "interval"]
    let intervals = comparisons.map { $0.differenceIntervals[.miettinenNurminen]?.value }
    var columns: [TextTable.Column] = [
      .init(
        heading: ["points more", "than \(shortBaseline)"],
        cells: zip(comparisons, intervals).map {
          AnalysisNumbers.points($0.counts.difference.value, $1)
        }),
      .init(heading: heading, cells: intervals.map { AnalysisNumbers.interval($0, signed: true) }),
      .init(heading: ["ratio"], cells: comparisons.map { AnalysisNumbers.ratio($0.counts.ratio.value) }),
      .init(
        heading: heading,
        cells: comparisons.map { AnalysisNumbers.ratioInterval($0.ratioIntervals[.koopman]?.value) }),
      .init(
        heading: forOneLook(["p", "(score)"]),
        cells: comparisons.map { AnalysisNumbers.p($0.tests[.score]?.value?.p) }),
    ]
    if comparisons.count > 1, analysis.options.statistics.correction != .none {
      columns.append(
        .init(
          heading: forOneLook(["p", "(\(analysis.options.statistics.correction.name))"]),
          cells: comparisons.map { AnalysisNumbers.p($0.adjusted[.score]) }))
    }
    columns += [
      .init(
        heading: forOneLook(["probability", "better"]),
        cells: comparisons.map { AnalysisNumbers.probability($0.posterior.value?.better) }),
      .init(
        heading: forOneLook(["expected", "loss"]),
        cells: comparisons.map { AnalysisNumbers.loss($0.posterior.value?.expectedLoss) }),
    ]
    // Without a plan the interval is there for whoever reads the JSON, and wide for a small test.
    if isLookedAt, panel.alwaysValid.contains(where: { $0 != nil }) {
      columns.append(
        .init(
          heading: ["interval", "at any look"],
          cells: panel.alwaysValid.map { AnalysisNumbers.interval($0, signed: true) }))
    }
    return TextTable(
      first: .init(
        heading: ["arm"], cells: comparisons.map { TerminalText.safe(analysis.arms[$0.arm]) },
        isNumeric: false),
      columns: columns)
  }

  /// Whether the intervals of comparisons hold together, and are wider for it.
  var isSimultaneous: Bool { statistics.comparisonLevel != analysis.options.statistics.level }

  /// Says of a column that it is for a single look where the test is looked at several times.
  private func forOneLook(_ heading: [String]) -> [String] {
    analysis.options.isRunning || analysis.looks != nil ? heading + ["(one look)"] : heading
  }

  private var isLookedAt: Bool { analysis.options.isRunning || analysis.options.plannedInstalls != nil }

  private var shortBaseline: String {
    TerminalText.shortened(TerminalText.safe(analysis.arms[analysis.baseline]), width: 26)
  }
}
