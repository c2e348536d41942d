import Inference
import Rendering
import Studies
import TestAnalysis
import TestData
import TextFormats

/// Effects within segments, drawn towards their mean, beside the raw differences.
struct SegmentEffectsTable {
  var analysis: AnalysedTest
  var strata: Strata
  var found: SegmentEffects

  /// Rows shown on a terminal; the JSON has all.
  private var shown: [(segment: Int, effect: ShrunkenEffects.Effect)] {
    let all = zip(found.segments, found.effects.effects).map { ($0, $1) }
    guard all.count > StrataTable.mostParts else { return all }
    let largest = all.sorted { (-strata.people($0.0), $0.0) < (-strata.people($1.0), $1.0) }
    return largest.prefix(StrataTable.mostParts).sorted { $0.0 < $1.0 }
  }

  private func raw(_ segment: Int) -> Double? {
    strata.panels.first?.statistics.strata[segment].comparisons.first { $0.arm == found.arm }?
      .counts.difference.value
  }

  var heading: String {
    let mean = SupportedDigits.text(found.effects.mean * 100, decimals: 1, signed: true)
    let spread = SupportedDigits.text(found.effects.fit.betweenVariance.squareRoot() * 100, decimals: 1)
    return
      "Effect of \(name(found.arm)) vs \(name(analysis.baseline)) by segment, drawn towards their mean of \(mean) pp "
      + "(standard deviation between segments \(spread) pp by REML)"
  }

  var table: TextTable {
    let rows = shown
    return TextTable(
      first: .init(
        heading: ["segment"], cells: rows.map { TerminalText.safe(strata.names[$0.segment]) },
        isNumeric: false),
      columns: [
        .init(
          heading: ["raw,", "pp"],
          cells: rows.map { AnalysisNumbers.points(raw($0.segment), $0.effect.interval) }),
        .init(
          heading: ["drawn to", "mean, pp"],
          cells: rows.map { AnalysisNumbers.points($0.effect.estimate, $0.effect.interval) }),
        .init(
          heading: [AnalysisNumbers.level(analysis.options.statistics.level), "interval"],
          cells: rows.map { AnalysisNumbers.interval($0.effect.interval, signed: true) }),
        .init(
          heading: ["chance of", "a reversal"],
          cells: rows.map { AnalysisNumbers.probability($0.effect.reversal) }),
      ])
  }

  private func name(_ arm: Int) -> String { TerminalText.inSentence(analysis.arms[arm]) }
}

extension AnalysisJSON {
  /// Effects within segments, drawn towards their mean; null where there are too few.
  static func shrunken(_ strata: Strata, _ panel: Strata.Panel, _ analysis: AnalysedTest) -> JSONValue {
    guard strata.kind == .segment, panel.denominator == strata.panels.first?.denominator,
      !analysis.segmentEffects.isEmpty
    else { return .null }
    return .object(
      analysis.segmentEffects.map { found in
        (
          analysis.arms[found.arm],
          .object([
            ("mean", .number(found.effects.mean)),
            ("between_sd", .number(found.effects.fit.betweenVariance.squareRoot())),
            (
              "strata",
              .list(
                zip(found.segments, found.effects.effects).map { segment, effect in
                  .object([
                    ("segment", .text(strata.names[segment])), ("estimate", .number(effect.estimate)),
                    ("ci", .interval(effect.interval)), ("p_reversal", .number(effect.reversal)),
                  ])
                })
            ),
          ])
        )
      })
  }

  /// The difference adjusted for what is known at install; null where the data have no such columns.
  static func adjusted(_ index: Int, _ panel: AnalysisPanel, _ analysis: AnalysedTest) -> JSONValue {
    guard panel.denominator == .installs, let adjusted = analysis.adjusted,
      let found = adjusted.differences[index].value
    else { return .null }
    return .object([
      ("columns", .texts(adjusted.columns)), ("estimate", .number(found.estimate)),
      ("standard_error", .number(found.standardError)), ("ci", .interval(found.interval)),
      ("groups", .count(found.groups)), ("merged_groups", .count(found.merged)),
    ])
  }
}
