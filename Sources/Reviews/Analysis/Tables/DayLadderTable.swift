import Inference
import Rendering
import TestAnalysis

/// A row per day and arm other than the baseline: how the difference moves with the day.
struct DayLadderTable {
  var analysis: AnalysedTest
  var ladder: DayLadder

  private typealias Row = (
    day: Int, arm: Int, own: ObservedCount, baseline: ObservedCount, interval: ConfidenceInterval?
  )

  private var rows: [Row] {
    let others = analysis.arms.indices.filter { $0 != analysis.baseline }
    return ladder.rungs.flatMap { rung in
      zip(others, rung.intervals).map {
        (rung.day, $0, rung.counts[$0], rung.counts[analysis.baseline], $1)
      }
    }
  }

  var table: TextTable {
    TextTable(
      first: .init(heading: ["by day"], cells: rows.map { "\($0.day)" }, isNumeric: false),
      columns: [
        .init(
          heading: ["option"], cells: rows.map { TerminalText.safe(analysis.arms[$0.arm]) }, isNumeric: false),
        .init(
          heading: ["installs", "that old"],
          cells: rows.map { SupportedDigits.grouped($0.own.n + $0.baseline.n) }),
        .init(
          heading: ["vs \(analysis.shortBaseline),", "pp"],
          cells: rows.map {
            AnalysisNumbers.points(TwoArms($0.own, against: $0.baseline).difference, $0.interval)
          }),
        .init(
          heading: [AnalysisNumbers.level(analysis.options.statistics.level), "interval"],
          cells: rows.map { AnalysisNumbers.interval($0.interval, signed: true) }),
      ])
  }
}
