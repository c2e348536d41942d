import Inference
public import TestAnalysis
import TestData
import TextFormats

/// All options per one denominator.
struct PanelRow: Encodable {
  var denominator: String
  var baseline: String
  var estimand: Estimand
  var confidence: Double
  var comparisonConfidence: Double
  var arms: ByName<RateRow>
  var comparisons: ByName<ComparisonRow>
  var segments: PartsRow?
  var days: PartsRow?

  struct Estimand: Encodable {
    let outcome = "allowed"
    var denominator: String
    var day: Int?
  }

  init(_ panel: AnalysisPanel, _ test: AnalysedTest) {
    denominator = panel.denominator.rawValue
    baseline = test.arms[test.baseline]
    estimand = Estimand(denominator: panel.denominator.rawValue, day: test.readDay)
    confidence = test.options.statistics.level.value
    comparisonConfidence = panel.statistics.comparisonLevel.value
    arms = test.byName { RateRow(panel.statistics.arms[$0], isOverall: !panel.isWithinParts) }
    comparisons = ByName(
      panel.statistics.comparisons.indices.map { index in
        (test.arms[panel.statistics.comparisons[index].arm], ComparisonRow(index, panel, test))
      })
    func parts(_ kind: Strata.Kind) -> PartsRow? {
      guard let strata = test.strata.first(where: { $0.kind == kind }),
        let found = strata.panels.first(where: { $0.denominator == panel.denominator })
      else { return nil }
      return PartsRow(strata, found, test)
    }
    (segments, days) = (parts(.segment), parts(.day))
  }
}

extension AnalysedTest {
  /// The day after the install by which event rows are read; `nil` for counts.
  var readDay: Int? { if case .events(_, let day, _) = material { day } else { nil } }
}

extension AnalysisPanel {
  /// Whether options are compared within days or segments: what is over all of them would mix in their differences.
  public var isWithinParts: Bool { judgements.contains { $0.basis == .mantelHaenszel } }
}

/// One option on its own.
struct RateRow: Encodable {
  var x: Int
  var n: Int
  var rate: Double?
  var ci: [Double]?
  var chanceBest: Double?
  var expectedLoss: Double?

  /// - Parameter isOverall: whether options are compared over the whole test, so that a posterior says something.
  init(_ arm: CountsAnalysis.Arm, isOverall: Bool) {
    (x, n, rate) = (arm.count.x, arm.count.n, arm.count.rate)
    ci = arm.interval?.ends
    chanceBest = isOverall ? arm.standing?.best : nil
    expectedLoss = isOverall ? arm.standing?.expectedLoss : nil
  }
}

struct EffectRow: Encodable {
  var estimate: Double?
  var ci: [Double]?

  init(_ estimate: Double?, _ interval: ConfidenceInterval?) {
    self.estimate = estimate
    ci = interval?.ends
  }
}

struct ScoreRow: Encodable {
  var statistic: Double?
  var p: Double
  var pAdjusted: Double?

  init?(_ test: SignificanceTest?, adjusted: PValue?) {
    guard let test else { return nil }
    (statistic, p, pAdjusted) = (test.statistic, test.p.value, adjusted?.value)
  }
}

struct ChiSquareRow: Encodable {
  var statistic: Double?
  var degreesOfFreedom: Int?
  var p: Double

  init?(_ test: SignificanceTest?) {
    guard let test else { return nil }
    (statistic, degreesOfFreedom, p) = (test.statistic, test.degreesOfFreedom, test.p.value)
  }
}

/// One option against the baseline.
struct ComparisonRow: Encodable {
  var verdict: String?
  var verdictBasis: String?
  var verdictWithin: String?
  var verdictLeftOut: Double?
  var verdictDifference: Double?
  var verdictCi: [Double]?
  var verdictP: Double?
  var verdictPAdjusted: Double?
  /// Why there is no verdict.
  var reason: String?
  var nonInferiority: NonInferiorityRow?
  var difference: EffectRow
  var ratio: EffectRow
  var score: ScoreRow?
  var pBetter: Double?
  var alwaysValid: [Double]?
  var anytimeP: Double?

  struct NonInferiorityRow: Encodable {
    var margin: Double
    var statistic: Double?
    var p: Double?
    var ci: [Double]?
    var isShown: Bool
  }

  init(_ index: Int, _ panel: AnalysisPanel, _ test: AnalysedTest) {
    let judgement = panel.judgements[index]
    verdict = judgement.verdict?.rawValue
    verdictBasis = test.verdictBasis(of: index, in: panel)?.rawValue
    verdictWithin = judgement.within?.rawValue
    verdictLeftOut = judgement.leftOut
    verdictDifference = judgement.difference
    verdictCi = judgement.interval?.ends
    verdictP = judgement.p?.value
    verdictPAdjusted = judgement.adjusted?.value
    reason = judgement.reason?.rawValue
    if panel.denominator == test.mainPanel?.denominator {
      nonInferiority = test.nonInferiority[index].map {
        NonInferiorityRow(
          margin: $0.margin, statistic: $0.test?.statistic, p: $0.test?.p.value, ci: $0.interval?.ends,
          isShown: $0.isShown)
      }
    }
    let made = panel.statistics.comparisons[index]
    difference = EffectRow(made.counts.difference, made.interval)
    ratio = EffectRow(made.counts.ratio, made.ratioInterval)
    score = ScoreRow(made.test, adjusted: made.adjusted)
    pBetter = panel.isWithinParts ? nil : made.chanceBetter
    alwaysValid = panel.alwaysValid[index]?.ends
    anytimeP = panel.anytimeP[index]?.value
  }
}

/// The test within its segments, or its days of enrolment.
struct PartsRow: Encodable {
  var comparisons: Int
  var comparisonConfidence: Double
  var strata: [PartRow]
  var mantelHaenszel: ByName<PooledRow?>
  /// Whether installs are split alike in every part; null per other denominators.
  var split: ChiSquareRow?

  struct PooledRow: Encodable {
    var estimate: Double
    var ci: [Double]
    var test: ChiSquareRow?
  }

  init(_ strata: Strata, _ panel: Strata.Panel, _ test: AnalysedTest) {
    comparisons = panel.statistics.comparisons
    comparisonConfidence = panel.statistics.comparisonLevel.value
    self.strata = strata.names.indices.map { PartRow(strata, $0, panel, test) }
    let others = test.arms.indices.filter { $0 != test.baseline }
    mantelHaenszel = ByName(
      zip(others, panel.pooled).map { arm, pooled in
        (
          test.arms[arm],
          pooled.map { PooledRow(estimate: $0.estimate, ci: $0.interval.ends, test: ChiSquareRow($0.test)) }
        )
      })
    split = panel.denominator == .installs ? ChiSquareRow(strata.drift) : nil
  }
}

/// One segment or day.
struct PartRow: Encodable {
  var segment: String?
  var day: String?
  var arms: ByName<PartRateRow>
  var comparisons: ByName<PartComparisonRow>
  var sampleRatio: PartSplitRow?

  struct PartRateRow: Encodable {
    var x: Int
    var n: Int
    var rate: Double?
    var ci: [Double]?
  }

  struct PartComparisonRow: Encodable {
    var difference: EffectRow
    var score: ScoreRow?
  }

  struct PartSplitRow: Encodable { var p: Double }

  init(_ strata: Strata, _ part: Int, _ panel: Strata.Panel, _ test: AnalysedTest) {
    let stratum = panel.statistics.strata[part]
    switch strata.kind {
    case .segment: segment = strata.names[part]
    case .day: day = strata.names[part]
    }
    arms = test.byName { arm in
      let count = stratum.counts[arm]
      return PartRateRow(x: count.x, n: count.n, rate: count.rate, ci: stratum.intervals[arm]?.ends)
    }
    comparisons = ByName(
      stratum.comparisons.map {
        (
          test.arms[$0.arm],
          PartComparisonRow(
            difference: EffectRow($0.counts.difference, $0.interval),
            score: ScoreRow($0.test, adjusted: $0.adjusted))
        )
      })
    if panel.denominator == .installs {
      sampleRatio = strata.sampleRatios[part].map { PartSplitRow(p: $0.test.p.value) }
    }
  }
}
