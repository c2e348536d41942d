import Inference
import Rendering
import TestAnalysis

/// The shares that have allowed and denied by a day, and how they compare.
struct OverTimeTable {
  var analysis: AnalysedTest
  var overTime: OverTime

  private var level: ConfidenceLevel { analysis.options.statistics.level }

  /// Each arm on its own.
  var arms: TextTable {
    var columns: [TextTable.Column] = []
    for decision in PermissionDecision.allCases {
      let estimates = overTime.arms.map { decision == .allowed ? $0.allowed : $0.denied }
      let intervals = estimates.map { interval($0) }
      columns.append(
        .init(
          heading: ["\(decision.rawValue)", "by day \(overTime.day)"],
          cells: zip(estimates, intervals).map { AnalysisNumbers.rate($0?.probability, $1) }))
      columns.append(
        .init(
          heading: [AnalysisNumbers.level(level), "interval"],
          cells: intervals.map { AnalysisNumbers.interval($0) }))
    }
    return TextTable(
      first: .init(heading: ["option"], cells: analysis.arms.map(TerminalText.safe), isNumeric: false),
      columns: columns)
  }

  /// Each arm against the baseline.
  var comparisons: TextTable {
    let comparisons = overTime.comparisons
    let intervals = comparisons.map { comparison in
      comparison.allowed.flatMap { try? $0.interval(overTime.comparisonLevel) }
    }
    let baseline = TerminalText.shortened(TerminalText.safe(analysis.arms[analysis.baseline]), width: 26)
    var columns: [TextTable.Column] = [
      .init(
        heading: ["vs \(baseline),", "pp"],
        cells: zip(comparisons, intervals).map { AnalysisNumbers.points($0.allowed?.difference, $1) }),
      .init(
        heading: [
          AnalysisNumbers.level(level), overTime.comparisonLevel == level ? "interval" : "together",
        ],
        cells: intervals.map { AnalysisNumbers.interval($0, signed: true) }),
      .init(heading: ["p"], cells: comparisons.map { AnalysisNumbers.p(test($0)?.p) }),
    ]
    if comparisons.contains(where: { $0.gray != nil }) {
      columns.append(
        .init(heading: ["p", "(Gray)"], cells: comparisons.map { AnalysisNumbers.p($0.gray?.p) }))
    }
    return TextTable(
      first: .init(
        heading: ["option"], cells: comparisons.map { TerminalText.safe(analysis.arms[$0.arm]) },
        isNumeric: false),
      columns: columns)
  }

  private func interval(_ estimate: IncidenceEstimate?) -> ConfidenceInterval? {
    estimate.flatMap { try? $0.interval(level) }
  }

  private func test(_ comparison: OverTime.Comparison) -> TestResult? {
    comparison.allowed.flatMap { try? $0.test() }
  }
}
