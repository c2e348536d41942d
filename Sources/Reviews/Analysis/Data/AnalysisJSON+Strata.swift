import Inference
import Studies
import TestAnalysis
import TestData
import TextFormats

extension AnalysisJSON {
  /// `segments` and `days` of one denominator; null where the data do not have them.
  static func strata(
    _ denominator: Denominator, _ analysis: AnalysedTest
  ) -> [(key: String, value: JSONValue)] {
    Strata.Kind.allCases.map { kind in
      guard let strata = analysis.strata.first(where: { $0.kind == kind }),
        let panel = strata.panels.first(where: { $0.denominator == denominator })
      else { return (kind.plural, .null) }
      return (kind.plural, document(strata, panel, analysis))
    }
  }

  private static func document(
    _ strata: Strata, _ panel: Strata.Panel, _ analysis: AnalysedTest
  ) -> JSONValue {
    let others = analysis.arms.indices.filter { $0 != analysis.baseline }
    return .object([
      ("comparisons", .count(panel.statistics.comparisons)),
      ("comparison_confidence", .number(panel.statistics.comparisonLevel.value)),
      (
        "strata",
        .list(
          strata.names.indices.map { part in
            stratum(strata, part, panel, analysis)
          })
      ),
      (
        "mantel_haenszel",
        .object(
          zip(others, panel.pooled).map { arm, difference in
            (
              analysis.arms[arm],
              difference.map {
                .object([
                  ("estimate", .number($0.estimate)), ("ci", .interval($0.interval)),
                  ("test", chiSquare($0.test)),
                ])
              } ?? .null
            )
          })
      ),
      // The split is of installs and of nothing else.
      ("split", panel.denominator == .installs ? chiSquare(strata.drift) : .null),
    ])
  }

  private static func stratum(
    _ strata: Strata, _ part: Int, _ panel: Strata.Panel, _ analysis: AnalysedTest
  ) -> JSONValue {
    let stratum = panel.statistics.strata[part]
    return .object([
      (strata.kind.rawValue, .text(strata.names[part])),
      (
        "arms",
        byArm(analysis) { arm in
          let count = stratum.counts[arm]
          return .object([
            ("x", .count(count.x)), ("n", .count(count.n)), ("rate", .optional(count.rate)),
            ("ci", .interval(stratum.intervals[arm])),
          ])
        }
      ),
      (
        "comparisons",
        .object(
          stratum.comparisons.map { comparison in
            (
              analysis.arms[comparison.arm],
              .object([
                (
                  "difference",
                  effect(comparison.counts.difference, comparison.interval)
                ),
                ("score", score(comparison.test, adjusted: comparison.adjusted)),
              ])
            )
          })
      ),
      (
        "sample_ratio",
        panel.denominator == .installs
          ? strata.sampleRatios[part].map { .object([("p", .number($0.test.p.value))]) } ?? .null
          : .null
      ),
    ])
  }

  static func score(_ result: TestResult?, adjusted: PValue?) -> JSONValue {
    guard let result else { return .null }
    return .object(
      [
        ("statistic", .optional(result.statistic)), ("p", .number(result.p.value)),
        ("p_adjusted", .optional(adjusted?.value)),
      ] + logarithm(result.p))
  }

  static func chiSquare(_ result: TestResult?) -> JSONValue {
    guard let result else { return .null }
    return .object(
      [
        ("statistic", .optional(result.statistic)),
        ("degrees_of_freedom", result.degreesOfFreedom.map { .count($0) } ?? .null),
        ("p", .number(result.p.value)),
      ] + logarithm(result.p))
  }

  /// `ln_p`, where p is too small for a number to hold.
  private static func logarithm(_ p: PValue) -> [(key: String, value: JSONValue)] {
    p.value < 1e-300 ? [("ln_p", .number(p.ln))] : []
  }
}
