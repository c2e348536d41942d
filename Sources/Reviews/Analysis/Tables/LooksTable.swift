import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// A row per look and comparison: the share of the plan, the score and what would stop the test.
struct LooksTable {
  var analysis: AnalysedTest
  var looks: InterimLooks

  private typealias Row = (moment: AsOf, arm: Int, look: GroupSequentialReading.Look, decides: Bool)

  private var rows: [Row] {
    looks.readings.flatMap { reading -> [Row] in
      guard let sequential = reading.sequential else { return [] }
      return zip(looks.moments, sequential.looks.indices).map { moment, index in
        (moment, reading.arm, sequential.looks[index], index == sequential.firstCrossing)
      }
    }
  }

  var table: TextTable {
    TextTable(
      first: .init(heading: ["look at"], cells: rows.map { "\($0.moment)" }, isNumeric: false),
      columns: [
        .init(
          heading: ["option"], cells: rows.map { TerminalText.safe(analysis.arms[$0.arm]) }, isNumeric: false),
        .init(
          heading: ["of the", "plan"],
          cells: rows.map { SupportedDigits.text($0.look.fraction * 100, decimals: 0) + "%" }),
        .init(heading: ["score"], cells: rows.map { score($0.look.score, signed: true) }),
        .init(heading: ["stops", "beyond"], cells: rows.map { score($0.look.bound, signed: false) }),
        .init(
          heading: ["difference, pp,", "at every look"],
          cells: rows.map { AnalysisNumbers.interval($0.look.interval, signed: true) }),
        .init(heading: [], cells: rows.map { $0.decides ? "stops the test" : "" }, isNumeric: false),
      ])
  }

  private func score(_ value: Double?, signed: Bool) -> String {
    value.map { SupportedDigits.text($0, decimals: 2, signed: signed) } ?? "–"
  }
}
