import Inference
import Rendering
import TestAnalysis
import TextFormats

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

  private func difference(_ row: Row) -> Double? {
    guard let own = row.own.rate, let baseline = row.baseline.rate else { return nil }
    return own - baseline
  }

  var table: TextTable {
    let baseline = TerminalText.shortened(TerminalText.safe(analysis.arms[analysis.baseline]), width: 26)
    return TextTable(
      first: .init(heading: ["by day"], cells: rows.map { "\($0.day)" }, isNumeric: false),
      columns: [
        .init(
          heading: ["option"], cells: rows.map { TerminalText.safe(analysis.arms[$0.arm]) }, isNumeric: false),
        .init(
          heading: ["installs", "that old"],
          cells: rows.map { SupportedDigits.grouped($0.own.n + $0.baseline.n) }),
        .init(
          heading: ["vs \(baseline),", "pp"],
          cells: rows.map { AnalysisNumbers.points(difference($0), $0.interval) }),
        .init(
          heading: [AnalysisNumbers.level(analysis.options.statistics.level), "interval"],
          cells: rows.map { AnalysisNumbers.interval($0.interval, signed: true) }),
      ])
  }
}

extension AnalysisJSON {
  /// The difference by each day; null for a single arm or day.
  static func ladder(_ analysis: AnalysedTest) -> JSONValue {
    guard let ladder = analysis.ladder else { return .null }
    let others = analysis.arms.indices.filter { $0 != analysis.baseline }
    return .list(
      ladder.rungs.map { rung in
        let baseline = rung.counts[analysis.baseline]
        return .object([
          ("day", .count(rung.day)),
          (
            "differences",
            .object(
              zip(others, rung.intervals).map { arm, found in
                let own = rung.counts[arm]
                return (
                  analysis.arms[arm],
                  .object([
                    (
                      "estimate",
                      .optional(own.rate.flatMap { rate in baseline.rate.map { rate - $0 } })
                    ),
                    ("ci", .interval(found)), ("installs", .count(own.n)),
                    ("baseline_installs", .count(baseline.n)),
                  ])
                )
              })
          ),
        ])
      })
  }
}
