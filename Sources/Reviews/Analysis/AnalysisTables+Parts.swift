import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// What the test says by day, by look, by part and by guardrail.
extension TestResult {
  private var level: String { Quantity.given(test.options.statistics.level.value, .share).text }

  /// A row per day and arm other than the baseline: how the difference moves with the day.
  func table(_ rows: [DayComparison]) -> TextTable {
    TextTable(
      first: rows.column(["by day"], isNumeric: false) { "\($0.day)" },
      columns: [
        rows.names("option") { test.arms[$0.option] },
        rows.column(["installs", "that old"]) { "\(grouped: $0.counts.arm.n + $0.counts.baseline.n)" },
        rows.column(test.vsBaseline) {
          AnalysisNumbers.shares.difference($0.counts.difference, $0.interval)
        },
        rows.column([level, "interval"]) { AnalysisNumbers.shares.differences($0.interval) },
      ])
  }

  /// A row per look and comparison: the share of the plan, the score and what would stop the test.
  func table(_ looks: InterimLooks) -> TextTable {
    let rows = looks.readings.flatMap { reading in
      zip(looks.moments, reading.sequential.looks.indices).map { moment, index in
        (
          moment: moment, arm: reading.option, look: reading.sequential.looks[index],
          decides: index == reading.sequential.firstCrossing
        )
      }
    }
    func score(_ value: Double?, _ look: Quantity.Look = []) -> Phrase {
      value.map { Quantity.fixed($0, .number, 2, look) } ?? "–"
    }
    return TextTable(
      first: rows.column(["look at"], isNumeric: false) { Phrase(verbatim: "\($0.moment)") },
      columns: [
        rows.names("option") { test.arms[$0.arm] },
        rows.column(["of the", "plan"]) { Quantity.fixed($0.look.fraction, .share, 0) },
        rows.column(["score"]) { score($0.look.score, .signed) },
        rows.column(["stops", "beyond"]) { score($0.look.bound) },
        rows.column(["difference, pp,", "at every look"]) {
          AnalysisNumbers.shares.differences($0.look.interval)
        },
        rows.column([], isNumeric: false) { $0.decides ? "stops the test" : nil },
      ])
  }

  /// A row per guardrail and option but the baseline: what must not get worse, and whether it holds.
  var guardrailTable: TextTable {
    let rows = test.guardrails.flatMap { guardrail in
      guardrail.comparisons.map { comparison in
        (words: GuardrailWords(guardrail: guardrail), of: comparison, option: test.arms[comparison.option])
      }
    }
    let readings = rows.map { row in
      advice.guardrails.first { $0.column == row.words.guardrail.column && $0.option == row.option }
    }
    return TextTable(
      first: rows.column(["guardrail"], isNumeric: false) { "\($0.words.guardrail.column.rawValue)" },
      columns: [
        rows.names("option", \.option),
        rows.column(["of both", "installs"]) { row in
          let arms = row.words.guardrail.arms
          return "\(grouped: arms[row.of.option].installs + arms[test.baseline].installs)"
        },
        rows.column(["per", "install"]) { $0.words.level($0.of.option) },
        rows.column(["vs", test.shortBaseline]) {
          $0.words.numbers.difference($0.of.difference, $0.of.interval)
        },
        // Of several options they hold together, and are wider for it.
        rows.column([level, test.arms.count > 2 ? "together" : "interval"]) {
          $0.words.numbers.differences($0.of.interval)
        },
        rows.column(["margin"], \.words.margin),
        readings.column(["chance", "it holds"]) { AnalysisNumbers.probability($0?.chance) },
        readings.column(["state"], isNumeric: false) { "\($0?.state.rawValue ?? "–")" },
      ])
  }
}
