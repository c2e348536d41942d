import Inference
import Rendering
import Studies
import TestAnalysis

/// A row per guardrail and arm: what must not get worse, and whether it did.
struct GuardrailTable {
  var analysis: AnalysedTest

  private typealias Row = (words: GuardrailWords, arm: Int, comparison: Guardrail.Comparison?)

  private var rows: [Row] {
    analysis.guardrails.flatMap { guardrail in
      analysis.arms.indices.map { arm in
        (GuardrailWords(guardrail: guardrail), arm, guardrail.comparisons.first { $0.arm == arm })
      }
    }
  }

  private var level: String {
    AnalysisNumbers.level(analysis.options.statistics.level)
  }

  var table: TextTable {
    let baseline = TerminalText.shortened(TerminalText.safe(analysis.arms[analysis.baseline]), width: 20)
    var columns: [TextTable.Column] = [
      .init(
        heading: ["option"], cells: rows.map { TerminalText.safe(analysis.arms[$0.arm]) }, isNumeric: false),
      .init(
        heading: ["installs"],
        cells: rows.map { SupportedDigits.grouped($0.words.guardrail.arms[$0.arm].installs) }),
      .init(
        heading: ["too", "young"],
        cells: rows.map { SupportedDigits.grouped($0.words.guardrail.arms[$0.arm].young) }),
      .init(heading: ["rate", "or mean"], cells: rows.map { $0.words.level($0.arm) }),
    ]
    if analysis.arms.count > 1 {
      columns += [
        .init(
          heading: ["vs", baseline], cells: rows.map { row in row.comparison.map(row.words.difference) ?? "" }
        ),
        .init(
          heading: [level, "interval"],
          cells: rows.map { row in row.comparison.map { row.words.interval($0.interval) } ?? "" }),
        .init(heading: ["margin"], cells: rows.map { $0.comparison == nil ? "" : $0.words.margin }),
        .init(
          heading: ["finding"], cells: rows.map { row in row.comparison.map(finding) ?? "" }, isNumeric: false
        ),
      ]
    }
    return TextTable(
      first: .init(
        heading: ["guardrail"], cells: rows.map(\.words.guardrail.column.rawValue), isNumeric: false),
      columns: columns)
  }

  private func finding(_ comparison: Guardrail.Comparison) -> String {
    switch comparison.finding {
    case .notWorse: "not worse"
    case .mayBeWorse: "may be worse"
    case .worse: "worse"
    case nil: "not judged"
    }
  }

  /// How the numbers were made.
  var reading: String {
    var text =
      "Guardrails are read on installs old enough: retention of day N at N + 1 days, value at the day of the rates. "
    text +=
      "One is not worse where the lower limit of the interval lies above minus its margin, a one-sided test at "
    let alpha = analysis.options.statistics.level.alpha / 2
    text += "\(SupportedDigits.text(alpha * 100, decimals: 1))%. "
    let within = analysis.guardrails.lazy.flatMap(\.comparisons).first { $0.within != nil }?.within
    if analysis.isLookedAtAgain {
      text += "Intervals hold at every look. "
    } else if let within {
      text += "Differences are combined within \(within.words), for retention by Mantel–Haenszel. "
    } else {
      text += "Retention: Farrington and Manning's test and the interval that inverts it. "
    }
    guard let value = analysis.guardrails.first(where: { $0.column == .value }),
      let limits = value.winsorising
    else { return text }
    text += "Value: "
    if !analysis.isLookedAtAgain { text += "Welch's interval; " }
    return text
      + "values beyond \(limits.lower) and \(limits.upper) count as these (quantile \(Winsorising.quantile) of all "
      + "options together). "
  }
}
