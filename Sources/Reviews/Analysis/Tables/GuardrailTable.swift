import Inference
import Rendering
import Studies
import TestAnalysis

/// A row per guardrail and option but the baseline: what must not get worse, and whether it holds.
struct GuardrailTable {
  var result: TestResult

  private typealias Row = (words: GuardrailWords, comparison: Guardrail.Comparison, reading: TestGuardrail?)

  private var rows: [Row] {
    result.test.guardrails.flatMap { guardrail in
      guardrail.comparisons.map { comparison in
        let option = result.test.arms[comparison.arm]
        return (
          GuardrailWords(guardrail: guardrail), comparison,
          result.advice.guardrails.first { $0.column == guardrail.column && $0.option == option }
        )
      }
    }
  }

  var table: TextTable {
    let test = result.test
    let rows = rows
    func installs(_ row: Row) -> String {
      let arms = row.words.guardrail.arms
      return SupportedDigits.grouped(arms[row.comparison.arm].installs + arms[test.baseline].installs)
    }
    return TextTable(
      first: .init(
        heading: ["guardrail"], cells: rows.map(\.words.guardrail.column.rawValue), isNumeric: false),
      columns: [
        .init(
          heading: ["option"], cells: rows.map { TerminalText.safe(test.arms[$0.comparison.arm]) },
          isNumeric: false),
        .init(heading: ["of both", "installs"], cells: rows.map(installs)),
        .init(heading: ["per", "install"], cells: rows.map { $0.words.level($0.comparison.arm) }),
        .init(heading: ["vs", test.shortBaseline], cells: rows.map { $0.words.difference($0.comparison) }),
        .init(
          heading: [AnalysisNumbers.level(test.options.statistics.level), "interval"],
          cells: rows.map { $0.words.interval($0.comparison.interval) }),
        .init(heading: ["margin"], cells: rows.map(\.words.margin)),
        .init(
          heading: ["chance", "it holds"],
          cells: rows.map { row in AnalysisNumbers.probability(row.reading?.chance) }),
        .init(heading: ["state"], cells: rows.map { $0.reading?.state.rawValue ?? "–" }, isNumeric: false),
      ])
  }
}
