import Inference
public import Rendering
public import TestAnalysis
import TestData
import TextFormats

/// An analysis as a table: one row per denominator and arm, with stable headers (`Data/README.md`).
public enum AnalysisCSV {
  /// The table of an analysis.
  public static func document(_ analysis: AnalysedTest) -> CSVDocument {
    var rows: [AnalysisRow] = []
    for panel in analysis.panels {
      rows += analysis.arms.indices.map { AnalysisRow(analysis, panel, arm: $0) }
      for strata in analysis.strata { rows += AnalysisRow.parts(strata, panel.denominator, analysis) }
    }
    return RecordTable(fields: fields, rows: rows).csv
  }

  private static var fields: [RecordField<AnalysisRow>] {
    rates + comparison + verdict + settings + decision + within
      + GuardrailColumn.allCases.flatMap(guardrail)
  }

  private static var rates: [RecordField<AnalysisRow>] {
    [
      .init("denominator") { .text($0.denominator.rawValue) },
      .init("arm") { .text($0.analysis.arms[$0.arm]) },
      .init("is_baseline") { .flag($0.arm == $0.analysis.baseline) },
      .init("allowed") { .count($0.count.x) }, .init("people") { .count($0.count.n) },
      .init("rate") { .optional($0.count.rate) }, .init("wilson_low") { .optional($0.wilson?.lower) },
      .init("wilson_high") { .optional($0.wilson?.upper) },
      .init("chance_best") { .optional($0.whole?.ranking?.best) },
    ]
  }

  private static var comparison: [RecordField<AnalysisRow>] {
    [
      .init("difference") { .optional($0.difference.estimate) },
      .init("difference_low") { .optional($0.difference.interval?.lower) },
      .init("difference_high") { .optional($0.difference.interval?.upper) },
      .init("ratio") { .optional($0.whole?.overAll?.counts.ratio) },
      .init("ratio_low") { .optional($0.whole?.ratio?.lower) },
      .init("ratio_high") { .optional($0.whole?.ratio?.upper) },
      .init("p") { .optional($0.difference.p?.value) },
      .init("p_adjusted") { .optional($0.difference.adjusted?.value) },
      .init("p_better") { .optional($0.whole?.overAll?.chanceBetter) },
      .init("expected_loss") { .optional($0.whole?.ranking?.expectedLoss) },
      .init("always_valid_low") { .optional($0.whole?.alwaysValid?.lower) },
      .init("always_valid_high") { .optional($0.whole?.alwaysValid?.upper) },
    ]
  }

  private static var verdict: [RecordField<AnalysisRow>] {
    [
      .init("verdict") { .optional($0.whole?.verdict?.rawValue) },
      .init("margin") { $0.whole == nil ? .null : .number($0.analysis.options.statistics.margin) },
      .init("confidence") { .number($0.analysis.options.statistics.level.value) },
      .init("sample_ratio_p") { .optional($0.sampleRatio?.test.p.value) },
      .init("segment") { .optional($0.name(of: .segment)) }, .init("day") { .optional($0.name(of: .day)) },
      .init("verdict_basis") { .optional($0.whole?.basis?.rawValue) },
      .init("verdict_low") { .optional($0.whole?.interval?.lower) },
      .init("verdict_high") { .optional($0.whole?.interval?.upper) },
    ]
  }

  private static var settings: [RecordField<AnalysisRow>] {
    [
      .init("comparison_confidence") { .number($0.comparisonLevel.value) },
      .init("anytime_p") { .optional($0.whole?.anytimeP?.value) },
      .init("allocation") { .optional($0.whole?.allocation) },
      .init("assigned") { ($0.whole?.assigned).map { .count($0) } ?? .null },
      .init("excluded") { ($0.whole?.excluded).map { .count($0) } ?? .null },
      .init("at_day") { ($0.whole?.day).map { .count($0) } ?? .null },
    ]
  }

  /// What may be shipped, in the rows of the first denominator.
  private static var decision: [RecordField<AnalysisRow>] {
    [
      .init("non_inferior") { ($0.whole?.decision?.nonInferiority).map { .flag($0.isShown) } ?? .null },
      .init("non_inferior_p") { .optional($0.whole?.decision?.nonInferiority?.test?.p.value) },
      .init("decision") { .optional($0.whole?.decision?.ship?.rawValue) },
    ]
  }

  private static var within: [RecordField<AnalysisRow>] {
    [
      .init("verdict_within") { .optional($0.whole?.judgement?.within?.rawValue) },
      .init("verdict_left_out") { .optional($0.whole?.judgement?.leftOut) },
    ]
  }

  /// What must not get worse, in the rows of the first denominator.
  private static func guardrail(_ column: GuardrailColumn) -> [RecordField<AnalysisRow>] {
    typealias Found = (arm: Guardrail.Arm, guardrail: Guardrail, comparison: Guardrail.Comparison?)
    let name = column.rawValue
    let fields: [RecordField<Found>] = [
      .init(name) { .optional($0.arm.mean) }, .init("\(name)_installs") { .count($0.arm.installs) },
      .init("\(name)_difference") { .optional($0.comparison?.difference) },
      .init("\(name)_difference_low") { .optional($0.comparison?.interval?.lower) },
      .init("\(name)_difference_high") { .optional($0.comparison?.interval?.upper) },
      .init("\(name)_margin") { .optional($0.guardrail.marginInUnits) },
      .init("\(name)_p_not_worse") { .optional($0.comparison?.p?.value) },
      .init("\(name)_finding") { .optional($0.comparison?.finding?.rawValue) },
    ]
    return fields.of { row in
      guard let guardrail = row.whole?.guardrail(column) else { return nil }
      return (
        guardrail.arms[row.arm], guardrail, guardrail.comparisons.first { $0.arm == row.arm }
      )
    }
  }
}
