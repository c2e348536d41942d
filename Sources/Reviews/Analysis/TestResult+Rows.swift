import Inference
package import Rendering
package import Studies
import TestAnalysis
import TestData

extension TestResult {
  /// The table of a test: a row for each option per denominator, and for each guardrail.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: rows) }

  private var rows: [TestResultRow] {
    test.panels.flatMap { panel in test.arms.indices.map { TestResultRow(self, panel, $0) } }
      + test.guardrails.flatMap { guardrail in
        test.arms.indices.map { TestResultRow(self, guardrail, $0) }
      }
  }
}

/// One option by one measure.
private struct TestResultRow: Encodable {
  var denominator: String
  var arm: String
  var isBaseline: Bool
  /// `allowed`, or the column of a guardrail, whose `rate` is a share or a mean.
  var measure = "allowed"
  var allowed: Int?
  var people: Int
  var rate: Double?
  var wilsonLow: Double?
  var wilsonHigh: Double?
  var chanceBest: Double?
  var expectedLoss: Double?
  /// The difference that the verdict is about, where that is not the one of the counts too.
  var difference: Double?
  var differenceLow: Double?
  var differenceHigh: Double?
  var ratio: Double?
  var ratioLow: Double?
  var ratioHigh: Double?
  var p: Double?
  var pAdjusted: Double?
  var pBetter: Double?
  var verdict: String?
  var verdictBasis: String?
  var verdictWithin: String?
  var verdictLeftOut: Double?
  var verdictLow: Double?
  var verdictHigh: Double?
  var nonInferior: Bool?
  var nonInferiorP: Double?
  /// Of a guardrail: the chance that it holds.
  var chanceOfHolding: Double?
  var margin: Double?
  var confidence: Double
  var comparisonConfidence: Double
  var sampleRatioP: Double?
  var allocation: Double?
  var assigned: Int?
  var excluded: Int?
  var atDay: Int?
  /// What the test says to do: `choose`, `test` or `none`, and of which option.
  var advice: String?
  var advisedOption: String?

  private init(
    _ result: TestResult, denominator: Denominator, _ arm: Int, people: Int, rate: Double?,
    level: ConfidenceLevel
  ) {
    let test = result.test
    self.denominator = denominator.rawValue
    self.arm = test.arms[arm]
    isBaseline = arm == test.baseline
    self.people = people
    self.rate = rate
    confidence = test.options.statistics.level.value
    comparisonConfidence = level.value
  }

  /// The row of an option over the whole test.
  init(_ result: TestResult, _ panel: AnalysisPanel, _ arm: Int) {
    let test = result.test
    let own = panel.statistics.arms[arm]
    self.init(
      result, denominator: panel.denominator, arm, people: own.count.n, rate: own.count.rate,
      level: panel.statistics.comparisonLevel)
    allowed = own.count.x
    (wilsonLow, wilsonHigh) = (own.interval?.lower, own.interval?.upper)
    margin = test.options.statistics.margin
    allocation = test.share(of: arm)
    assigned = test.assigned?[arm]
    sampleRatioP = test.sampleRatio?.test.p.value
    atDay = test.readDay
    if atDay != nil {
      excluded = test.findings.filter(\.finding.kind.isExcluded).reduce(0) { $0 + $1.finding.byArm[arm] }
    }
    if panel.denominator == test.mainPanel?.denominator {
      (advice, advisedOption) = (result.advice.kind, result.advice.decided?.advice.option)
    }
    if panel.denominator == test.mainPanel?.denominator, let facts = result.advice.facts {
      // Of those that may be chosen, as the advice has them.
      let option = facts.options.first { $0.name == self.arm }
      (chanceBest, expectedLoss) = (option?.chance?.value, option?.loss?.value)
    } else if !panel.restsOnParts {
      (chanceBest, expectedLoss) = (own.standing?.best, own.standing?.expectedLoss)
    }
    guard let index = panel.statistics.comparisons.firstIndex(where: { $0.option == arm }) else { return }
    add(index, panel, test)
  }

  private mutating func add(_ index: Int, _ panel: AnalysisPanel, _ test: AnalysedTest) {
    let comparison = panel.statistics.comparisons[index]
    let judgement = panel.judgements[index]
    let shown = panel.shown(index)
    difference = shown.estimate
    (differenceLow, differenceHigh) = (shown.interval?.lower, shown.interval?.upper)
    (p, pAdjusted) = (shown.p?.value, shown.adjusted?.value)
    if !panel.restsOnParts {
      ratio = comparison.counts.ratio
      (ratioLow, ratioHigh) = (comparison.ratioInterval?.lower, comparison.ratioInterval?.upper)
      pBetter = comparison.chanceBetter
    }
    verdict = judgement.verdict?.rawValue
    verdictBasis = judgement.verdictBasis?.rawValue
    (verdictWithin, verdictLeftOut) = (judgement.within?.key, judgement.leftOut)
    (verdictLow, verdictHigh) = (judgement.interval?.lower, judgement.interval?.upper)
    if panel.denominator == test.mainPanel?.denominator, let found = test.nonInferiority[index] {
      (nonInferior, nonInferiorP) = (found.isShown, found.adjusted?.value)
    }
  }

  /// The row of an option for what must not get worse.
  init(_ result: TestResult, _ guardrail: Guardrail, _ arm: Int) {
    let (test, own) = (result.test, guardrail.arms[arm])
    self.init(
      result, denominator: .installs, arm, people: own.installs, rate: own.mean, level: guardrail.level)
    measure = guardrail.column.rawValue
    margin = guardrail.marginInUnits
    atDay = guardrail.age
    guard let comparison = guardrail.comparisons.first(where: { $0.option == arm }) else { return }
    difference = comparison.difference
    (differenceLow, differenceHigh) = (comparison.interval?.lower, comparison.interval?.upper)
    (p, pAdjusted) = (comparison.p?.value, comparison.adjusted?.value)
    verdict =
      result.advice.guardrails.first {
        $0.column == guardrail.column && $0.option == test.arms[arm]
      }?.state.rawValue
    verdictWithin = comparison.within?.key
    chanceOfHolding = comparison.interval == nil ? nil : comparison.p.map { 1 - $0.value }
  }
}

extension AnalysedTest {
  /// The day after the install by which event rows are read; `nil` for counts.
  fileprivate var readDay: Int? { asOf == nil ? nil : day }

  /// The share of installs that an option was to have.
  fileprivate func share(of arm: Int) -> Double {
    let shares = options.allocation ?? arms.map { _ in 1 }
    return shares[arm] / shares.reduce(0, +)
  }
}

extension TestAdvice {
  /// `choose`, `test` (go on, or read it again), or `none` with the reason in ``withheld``.
  fileprivate var kind: String {
    switch decided?.advice {
    case .choose?: "choose"
    case .test?: "test"
    case .blocked?, .sameToTheModel?, .moreTrials?, .moreInstalls?, nil: "none"
    }
  }
}

extension AnalysisPanel {
  /// The difference that tables show of a comparison, alone and adjusted over all: that of the counts, or where the
  /// verdict is by differences within parts of the test, these put together.
  func shown(
    _ index: Int
  ) -> (estimate: Double?, interval: Interval?, p: PValue?, adjusted: PValue?) {
    let (made, judged) = (statistics.comparisons[index], judgements[index])
    return judged.replacesCounts
      ? (judged.difference, judged.interval, judged.p, judged.adjusted)
      : (made.counts.difference, made.interval, made.test?.p, made.pAdjusted)
  }
}
