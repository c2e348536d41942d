import Inference
public import TestAnalysis
import TestData
public import TextFormats

/// An analysis as JSON, schema `att-lab/analysis/1`.
///
/// Counts for one denominator are one object; a table of counts and event rows have the same object
/// per denominator, under `per_install`, `per_prompted` and `per_answered`. What cannot be had is
/// null.
public enum AnalysisJSON {
  /// The document of counts given for one denominator.
  public static func document(ofOne analysis: AnalysedTest) -> JSONValue {
    guard let panel = analysis.mainPanel else { return document(ofTable: analysis) }
    return .object(
      [("schema", .text("att-lab/analysis/1"))] + body(panel, analysis) + settings(analysis) + [
        ("sample_ratio", sampleRatio(analysis)), ("warnings", warnings(analysis)),
      ])
  }

  /// The document of a table.
  public static func document(ofTable analysis: AnalysedTest) -> JSONValue {
    var fields: [(key: String, value: JSONValue)] = [("schema", .text("att-lab/analysis/1"))]
    switch analysis.material {
    case .counts: break
    case .events(let asOf, let day, let rows):
      fields += [
        ("as_of", .text(asOf.moment.description)), ("day", .count(day)),
        ("rows", .count(rows)),
      ]
    }
    for denominator in Denominator.allCases {
      let panel = analysis.panels.first { $0.denominator == denominator }
      fields.append(
        (
          denominator.fieldName,
          panel.map { .object(body($0, analysis) + strata(denominator, analysis)) } ?? .null
        ))
    }
    fields += [
      ("common_stratum", commonStratum(analysis)), ("clusters", clusters(analysis)),
      ("guardrails", guardrails(analysis)),
    ]
    switch analysis.material {
    case .counts: break
    case .events:
      fields += [
        ("by_day", ladder(analysis)), ("looks", looks(analysis)),
      ]
    }
    fields += settings(analysis)
    fields += [("sample_ratio", sampleRatio(analysis)), ("warnings", warnings(analysis))]
    return .object(fields)
  }

  private static func body(
    _ panel: AnalysisPanel, _ analysis: AnalysedTest
  ) -> [(key: String, value: JSONValue)] {
    [
      ("denominator", .text(panel.denominator.rawValue)),
      ("baseline", .text(analysis.arms[analysis.baseline])),
      ("estimand", estimand(panel, analysis)),
      ("confidence", .number(analysis.options.statistics.level.value)),
      ("comparison_confidence", .number(panel.statistics.comparisonLevel.value)),
      (
        "arms", byArm(analysis) { arm(panel.statistics.arms[$0]) }
      ),
      (
        "comparisons",
        .object(
          panel.statistics.comparisons.indices.map { index in
            let made = panel.statistics.comparisons[index]
            return (
              analysis.arms[made.arm],
              .object(
                judgement(index, panel, analysis) + decision(index, panel, analysis)
                  + comparison(made) + [
                    ("always_valid", .interval(panel.alwaysValid[index])),
                    ("anytime_p", .optional(panel.anytimeP[index]?.value)),
                  ])
            )
          })
      ),
    ]
  }

  private static func arm(_ arm: CountsAnalysis.Arm) -> JSONValue {
    .object([
      ("x", .count(arm.count.x)), ("n", .count(arm.count.n)),
      ("rate", .optional(arm.count.rate)), ("ci", .interval(arm.interval)),
      ("chance_best", .optional(arm.standing?.best)),
      ("expected_loss", .optional(arm.standing?.expectedLoss)),
    ])
  }

  private static func comparison(
    _ comparison: CountsAnalysis.Comparison
  ) -> [(key: String, value: JSONValue)] {
    [
      ("difference", effect(comparison.counts.difference, comparison.interval)),
      ("ratio", effect(comparison.counts.ratio, comparison.ratioInterval)),
      ("score", score(comparison.test, adjusted: comparison.adjusted)),
      ("p_better", .optional(comparison.chanceBetter)),
    ]
  }

  /// An estimate and its confidence interval.
  static func effect(_ estimate: Double?, _ interval: ConfidenceInterval?) -> JSONValue {
    .object([("estimate", .optional(estimate)), ("ci", .interval(interval))])
  }

  /// A value per arm.
  static func byArm(_ analysis: AnalysedTest, _ value: (Int) -> JSONValue) -> JSONValue {
    .object(analysis.arms.indices.map { (analysis.arms[$0], value($0)) })
  }

  private static func warnings(_ analysis: AnalysedTest) -> JSONValue {
    .texts(AnalysisNotices(analysis).warnings)
  }
}
