import Inference
import Studies
import TestAnalysis
import TestData
import TextFormats

extension AnalysisJSON {
  /// By column, what must not get worse; null where the data have no such column.
  static func guardrails(_ analysis: AnalysedTest) -> JSONValue {
    guard !analysis.guardrails.isEmpty else { return .null }
    return .object(analysis.guardrails.map { ($0.column.rawValue, document($0, analysis)) })
  }

  private static func document(_ guardrail: Guardrail, _ analysis: AnalysedTest) -> JSONValue {
    .object([
      ("margin", .number(guardrail.margin.amount)),
      ("margin_is_relative", .flag(guardrail.margin.isRelative)),
      ("margin_in_units", .optional(guardrail.marginInUnits)),
      ("at_age", guardrail.age.map { .count($0) } ?? .null),
      ("comparison_confidence", .number(guardrail.level.value)),
      (
        "winsorised",
        guardrail.winsorising.map {
          .object([
            ("quantile", .number(Winsorising.quantile)), ("lower", .number($0.lower)),
            ("upper", .number($0.upper)),
          ])
        } ?? .null
      ),
      (
        "arms",
        byArm(analysis) { position in
          let arm = guardrail.arms[position]
          return .object([
            ("n", .count(arm.installs)), ("unknown", .count(arm.unknown)), ("too_young", .count(arm.young)),
            ("x", arm.retained.map { .count($0) } ?? .null), ("mean", .optional(arm.mean)),
          ])
        }
      ),
      (
        "comparisons",
        .object(guardrail.comparisons.map { (analysis.arms[$0.arm], comparison($0)) })
      ),
      ("dependence_on_arm", chiSquare(guardrail.dependence)),
    ])
  }

  private static func comparison(_ comparison: Guardrail.Comparison) -> JSONValue {
    .object([
      ("finding", .optional(comparison.finding?.rawValue)), ("reason", .optional(comparison.reason?.words)),
      ("estimate", .optional(comparison.difference)), ("method", .optional(comparison.method?.rawValue)),
      ("within", .optional(comparison.within?.rawValue)),
      ("ci", .interval(comparison.interval)), ("p_not_worse", .optional(comparison.p?.value)),
    ])
  }

  /// What is shown of an arm not being worse, and whether it may be shipped; null where it was not asked.
  static func decision(
    _ index: Int, _ panel: AnalysisPanel, _ analysis: AnalysedTest
  ) -> [(key: String, value: JSONValue)] {
    let isMain = panel.denominator == analysis.mainPanel?.denominator
    let decision = isMain ? analysis.decisions[index] : nil
    return [
      (
        "non_inferiority",
        decision?.nonInferiority.map {
          .object([
            ("margin", .number($0.margin)), ("statistic", .optional($0.test?.statistic)),
            ("p", .optional($0.test?.p.value)), ("ci", .interval($0.interval)),
            ("is_shown", .flag($0.isShown)),
          ])
        } ?? .null
      ),
      ("decision", .optional(decision?.ship?.rawValue)),
    ]
  }
}
