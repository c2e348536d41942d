import Inference
public import Rendering
public import TestAnalysis
import TestData

/// An analysis as a table: one row per denominator and arm, with stable headers (`Data/README.md`).
public enum AnalysisCSV {
  /// The names of the columns.
  static let header =
    [
      "denominator", "arm", "is_baseline", "allowed", "people", "rate", "wilson_low", "wilson_high", "p_best",
      "difference", "difference_low", "difference_high", "ratio", "ratio_low", "ratio_high", "odds_ratio",
      "odds_ratio_low", "odds_ratio_high", "p", "p_adjusted", "p_better", "expected_loss", "always_valid_low",
      "always_valid_high", "verdict", "margin", "confidence", "sample_ratio_p",
      "segment", "day", "verdict_basis", "verdict_low", "verdict_high", "comparison_confidence", "correction",
      "anytime_p", "prior_a", "prior_b", "allocation", "assigned", "excluded", "at_day",
      "non_inferior", "non_inferior_p", "decision", "adjusted_difference", "adjusted_low", "adjusted_high",
      "shrunken_difference", "shrunken_low", "shrunken_high", "p_reversal",
      "verdict_within", "verdict_left_out",
    ] + GuardrailColumn.allCases.flatMap(guardrailHeader)

  /// The columns of a guardrail.
  private static func guardrailHeader(_ column: GuardrailColumn) -> [String] {
    [
      "", "_installs", "_difference", "_difference_low", "_difference_high", "_margin", "_p_not_worse",
      "_finding",
    ].map { column.rawValue + $0 }
  }

  /// The table of an analysis.
  public static func document(_ analysis: AnalysedTest) -> CSVDocument {
    var rows: [[CSVDocument.Cell]] = []
    for panel in analysis.panels {
      for arm in analysis.arms.indices { rows.append(row(arm, panel, analysis)) }
      for strata in analysis.strata { rows += self.rows(strata, panel.denominator, analysis) }
    }
    return CSVDocument(header: header, rows: rows)
  }

  private static func row(
    _ position: Int, _ panel: AnalysisPanel, _ analysis: AnalysedTest
  ) -> [CSVDocument.Cell] {
    let arm = panel.statistics.arms[position]
    let index = panel.statistics.comparisons.firstIndex { $0.arm == position }
    let comparison = index.map { panel.statistics.comparisons[$0] }
    let wilson = arm.intervals[.wilson]?.value
    let shown = index.map { ShownDifference($0, in: panel) }
    // What is over all days mixes in what differs between them where the split does.
    let overAll = panel.isWithinParts ? nil : comparison
    let ratio = overAll?.ratioIntervals[.koopman]?.value
    let odds = overAll?.oddsRatioIntervals[.woolf]?.value
    let standing = panel.isWithinParts ? nil : arm.standing.value
    let alwaysValid = index.flatMap { panel.alwaysValid[$0] }
    let options = analysis.options.statistics
    return [
      .text(panel.denominator.rawValue), .text(analysis.arms[position]),
      .flag(position == analysis.baseline), .integer(arm.count.x), .integer(arm.count.n),
      .optional(arm.count.rate), .optional(wilson?.lower), .optional(wilson?.upper),
      .optional(standing?.best), .optional(shown?.estimate), .optional(shown?.interval?.lower),
      .optional(shown?.interval?.upper),
      .optional(overAll?.counts.ratio.value), .optional(ratio?.lower), .optional(ratio?.upper),
      .optional(overAll?.counts.oddsRatio.value), .optional(odds?.lower), .optional(odds?.upper),
      .optional(shown?.p?.value), .optional(shown?.adjusted?.value),
      .optional(overAll?.posterior.value?.better), .optional(standing?.expectedLoss),
      .optional(alwaysValid?.lower), .optional(alwaysValid?.upper),
      .optional(index.flatMap { analysis.verdict(of: $0, in: panel).value?.rawValue }),
      .number(options.margin),
      .number(options.level.value), .optional(analysis.sampleRatio?.test.p.value),
      .empty, .empty,
    ] + settings(position, index, panel, analysis) + guardrails(position, index, panel, analysis)
  }

  /// What the verdict rests on and what was chosen, in the order of the last columns.
  private static func settings(
    _ arm: Int, _ index: Int?, _ panel: AnalysisPanel, _ analysis: AnalysedTest
  ) -> [CSVDocument.Cell] {
    let options = analysis.options.statistics
    let shares = analysis.options.allocation ?? analysis.arms.map { _ in 1 }
    let prior = options.priors[arm] ?? options.prior
    let interval = index.flatMap { analysis.interval(of: $0, in: panel) }
    let excluded = analysis.findings.filter(\.finding.kind.isExcluded)
    var known: CSVDocument.Cell = .empty
    var day: CSVDocument.Cell = .empty
    if case .events(_, let number, _) = analysis.material {
      known = .integer(excluded.reduce(0) { $0 + $1.finding.byArm[arm] })
      day = .integer(number)
    }
    return [
      .optional(index.flatMap { analysis.verdictBasis(of: $0, in: panel)?.rawValue }),
      .optional(interval?.lower), .optional(interval?.upper),
      .number(panel.statistics.comparisonLevel.value), .text(options.correction.name),
      .optional(index.flatMap { panel.anytimeP[$0]?.value }), .number(prior.a), .number(prior.b),
      .number(shares[arm] / shares.reduce(0, +)), analysis.assigned.map { .integer($0[arm]) } ?? .empty,
      known, day,
    ]
  }

  /// What must not get worse, in the rows of the first denominator.
  private static func guardrails(
    _ arm: Int, _ index: Int?, _ panel: AnalysisPanel, _ analysis: AnalysedTest
  ) -> [CSVDocument.Cell] {
    let isMain = panel.denominator == analysis.mainPanel?.denominator
    let decision = isMain ? index.map { analysis.decisions[$0] } : nil
    let found = decision?.nonInferiority
    let adjusted =
      panel.denominator == .installs ? index.flatMap { analysis.adjusted?.differences[$0].value } : nil
    let cells: [CSVDocument.Cell] = [
      found.map { .flag($0.isShown) } ?? .empty, .optional(found?.test?.p.value),
      .optional(decision?.ship?.rawValue),
      .optional(adjusted?.estimate), .optional(adjusted?.interval.lower), .optional(adjusted?.interval.upper),
      .empty, .empty, .empty, .empty,
      .optional(index.flatMap { panel.judgements[$0].within?.rawValue }),
      .optional(index.flatMap { panel.judgements[$0].leftOut }),
    ]
    return cells
      + GuardrailColumn.allCases.flatMap { column -> [CSVDocument.Cell] in
        guard isMain, let guardrail = analysis.guardrails.first(where: { $0.column == column }) else {
          return guardrailHeader(column).map { _ in .empty }
        }
        let comparison = guardrail.comparisons.first { $0.arm == arm }
        return [
          .optional(guardrail.arms[arm].mean), .integer(guardrail.arms[arm].installs),
          .optional(comparison?.difference), .optional(comparison?.interval?.lower),
          .optional(comparison?.interval?.upper), .optional(guardrail.marginInUnits),
          .optional(comparison?.p?.value), .optional(comparison?.finding?.rawValue),
        ]
      }
  }

  /// A row per part and arm; what is only had over all parts is empty.
  private static func rows(
    _ strata: Strata, _ denominator: Denominator, _ analysis: AnalysedTest
  ) -> [[CSVDocument.Cell]] {
    guard let panel = strata.panels.first(where: { $0.denominator == denominator }) else { return [] }
    return strata.names.indices.flatMap { part in
      analysis.arms.indices.map { arm in
        let stratum = panel.statistics.strata[part]
        let comparison = stratum.comparisons.first { $0.arm == arm }
        let effect = shrunken(strata, part, arm, denominator, analysis)
        let ratio = denominator == .installs ? strata.sampleRatios[part].value : nil
        let cells: [String: CSVDocument.Cell] = [
          "denominator": .text(denominator.rawValue), "arm": .text(analysis.arms[arm]),
          "is_baseline": .flag(arm == analysis.baseline), "allowed": .integer(stratum.counts[arm].x),
          "people": .integer(stratum.counts[arm].n), "rate": .optional(stratum.counts[arm].rate),
          "wilson_low": .optional(stratum.intervals[arm].value?.lower),
          "wilson_high": .optional(stratum.intervals[arm].value?.upper),
          "difference": .optional(comparison?.counts.difference.value),
          "difference_low": .optional(comparison?.interval.value?.lower),
          "difference_high": .optional(comparison?.interval.value?.upper),
          "p": .optional(comparison?.test.value?.p.value),
          "p_adjusted": .optional(comparison?.adjusted?.value),
          "confidence": .number(analysis.options.statistics.level.value),
          "sample_ratio_p": .optional(ratio?.test.p.value),
          "comparison_confidence": .number(panel.statistics.comparisonLevel.value),
          "correction": .text(analysis.options.statistics.correction.name),
          "shrunken_difference": .optional(effect?.estimate),
          "shrunken_low": .optional(effect?.interval.lower),
          "shrunken_high": .optional(effect?.interval.upper),
          "p_reversal": .optional(effect?.reversal),
          strata.kind.rawValue: .text(strata.names[part]),
        ]
        return header.map { cells[$0] ?? .empty }
      }
    }
  }

  /// The effect within a segment, drawn towards the mean of all.
  private static func shrunken(
    _ strata: Strata, _ part: Int, _ arm: Int, _ denominator: Denominator, _ analysis: AnalysedTest
  ) -> ShrunkenEffects.Effect? {
    guard strata.kind == .segment, denominator == strata.panels.first?.denominator,
      let found = analysis.segmentEffects.first(where: { $0.arm == arm }),
      let index = found.segments.firstIndex(of: part)
    else { return nil }
    return found.effects.effects[index]
  }
}
