import Inference
import TestAnalysis
import TestData

/// One arm per one denominator, over all installs or within one segment or day.
struct AnalysisRow {
  let analysis: AnalysedTest
  let denominator: Denominator
  /// The position of the arm.
  let arm: Int
  let count: ObservedCount
  let wilson: ConfidenceInterval?
  /// What tables show of the arm's difference to the baseline; nothing for the baseline.
  let difference: ShownDifference
  let sampleRatio: SampleRatio?
  let comparisonLevel: ConfidenceLevel
  /// What there is over all installs alone; `nil` in the row of a part.
  let whole: Whole?
  /// What there is within a part alone; `nil` in a row over all installs.
  let part: Part?

  /// The part of installs that a row is of.
  struct Part {
    let kind: Strata.Kind
    let name: String
  }

  /// The name of the row's part, where it is of this kind.
  func name(of kind: Strata.Kind) -> String? { part?.kind == kind ? part?.name : nil }
}

extension AnalysisRow {
  /// The row of an arm over all installs.
  init(_ analysis: AnalysedTest, _ panel: AnalysisPanel, arm: Int) {
    let index = panel.statistics.comparisons.firstIndex { $0.arm == arm }
    self.init(
      analysis: analysis, denominator: panel.denominator, arm: arm,
      count: panel.statistics.arms[arm].count,
      wilson: panel.statistics.arms[arm].interval,
      difference: index.map { ShownDifference($0, in: panel) } ?? .absent,
      sampleRatio: analysis.sampleRatio, comparisonLevel: panel.statistics.comparisonLevel,
      whole: Whole(analysis: analysis, panel: panel, arm: arm, index: index), part: nil)
  }

  /// The rows of every part and arm; none where a part lacks the denominator.
  static func parts(
    _ strata: Strata, _ denominator: Denominator, _ analysis: AnalysedTest
  ) -> [AnalysisRow] {
    guard let panel = strata.panels.first(where: { $0.denominator == denominator }) else { return [] }
    return strata.names.indices.flatMap { part in
      analysis.arms.indices.map { AnalysisRow(analysis, strata, panel, part: part, arm: $0) }
    }
  }

  private init(
    _ analysis: AnalysedTest, _ strata: Strata, _ panel: Strata.Panel, part: Int, arm: Int
  ) {
    let stratum = panel.statistics.strata[part]
    let comparison = stratum.comparisons.first { $0.arm == arm }
    self.init(
      analysis: analysis, denominator: panel.denominator, arm: arm, count: stratum.counts[arm],
      wilson: stratum.intervals[arm],
      difference: ShownDifference(
        estimate: comparison?.counts.difference, interval: comparison?.interval,
        p: comparison?.test?.p, adjusted: comparison?.adjusted),
      sampleRatio: panel.denominator == .installs ? strata.sampleRatios[part] : nil,
      comparisonLevel: panel.statistics.comparisonLevel, whole: nil,
      part: Part(kind: strata.kind, name: strata.names[part]))
  }
}

extension AnalysisRow {
  /// An arm over all installs: what its verdict is, what it rests on and what was chosen.
  struct Whole {
    let analysis: AnalysedTest
    let panel: AnalysisPanel
    let arm: Int
    /// The position of the arm's comparison; `nil` for the baseline.
    let index: Int?

    private var isMain: Bool { panel.denominator == analysis.mainPanel?.denominator }

    /// The comparison over all days; `nil` where the split differs between days, which would mix in what differs
    /// between them.
    var overAll: CountsAnalysis.Comparison? {
      panel.isWithinParts ? nil : index.map { panel.statistics.comparisons[$0] }
    }
    var ratio: ConfidenceInterval? { overAll?.ratioInterval }
    var ranking: PosteriorRanking? {
      panel.isWithinParts ? nil : panel.statistics.arms[arm].standing
    }
    var alwaysValid: ConfidenceInterval? { index.flatMap { panel.alwaysValid[$0] } }
    var anytimeP: PValue? { index.flatMap { panel.anytimeP[$0] } }

    var verdict: Inference.Verdict? { judgement?.verdict }
    var basis: VerdictBasis? { index.flatMap { analysis.verdictBasis(of: $0, in: panel) } }
    var interval: ConfidenceInterval? { index.flatMap { analysis.interval(of: $0, in: panel) } }
    var judgement: Judgement? { index.map { panel.judgements[$0] } }

    /// The share of installs that the arm was to have.
    var allocation: Double {
      let shares = analysis.options.allocation ?? analysis.arms.map { _ in 1 }
      return shares[arm] / shares.reduce(0, +)
    }
    var assigned: Int? { analysis.assigned?[arm] }
    /// Installs left out of every count; `nil` for counts, which have no rows.
    var excluded: Int? {
      guard day != nil else { return nil }
      return analysis.findings.filter(\.finding.kind.isExcluded).reduce(0) { $0 + $1.finding.byArm[arm] }
    }
    /// The day of the estimand; `nil` for counts.
    var day: Int? {
      if case .events(_, let day, _) = analysis.material { day } else { nil }
    }

    /// Whether it may be shipped; `nil` in rows of other denominators than the first.
    var decision: ComparisonDecision? { isMain ? index.map { analysis.decisions[$0] } : nil }

    /// What was found of a guardrail; `nil` in rows of other denominators than the first.
    func guardrail(_ column: GuardrailColumn) -> Guardrail? {
      isMain ? analysis.guardrails.first { $0.column == column } : nil
    }
  }
}
