import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies
import TextFormats

/// A mean with each of the three uncertainties apart; of no trial with a value null, and 0 trials.
struct EstimateFinding: Encodable {
  let mean: Double?
  let mcse: Double?
  let sd: Double?
  let uncertaintyInterval90: [Double]?
  /// Whether that is the most that the inputs allow, as noise hides what they do.
  let uncertaintyInterval90IsAtMost: Bool
  let predictionInterval90: [Double]?
  let trials: Int

  private enum CodingKeys: String, CodingKey {
    case mean, mcse, sd
    case uncertaintyInterval90 = "uncertainty_interval_90"
    case uncertaintyInterval90IsAtMost = "uncertainty_interval_90_is_at_most"
    case predictionInterval90 = "prediction_interval_90"
    case trials
  }

  init(_ estimate: Estimate?) {
    mean = estimate?.overTrials.mean
    mcse = estimate?.overTrials.mcse
    sd = estimate?.overTrials.standardDeviation
    uncertaintyInterval90 = estimate?.uncertaintyInterval90.map { [$0.lower, $0.upper] }
    uncertaintyInterval90IsAtMost = estimate?.isAtMost ?? false
    predictionInterval90 = estimate?.predictionInterval90.map { [$0.lower, $0.upper] }
    trials = estimate?.overTrials.count ?? 0
  }
}

/// A difference to the baseline, with the verdict of its 90% range.
struct DifferenceFinding: Encodable {
  let mean: Double?
  let mcse: Double?
  let uncertaintyInterval90: [Double]?
  let uncertaintyInterval90IsAtMost: Bool
  let predictionInterval90: [Double]?
  let margin: Double
  let verdict: String?

  private enum CodingKeys: String, CodingKey {
    case mean, mcse
    case uncertaintyInterval90 = "uncertainty_interval_90"
    case uncertaintyInterval90IsAtMost = "uncertainty_interval_90_is_at_most"
    case predictionInterval90 = "prediction_interval_90"
    case margin, verdict
  }

  init(_ quantity: ComparedQuantity, _ arm: ArmSummary, baseline: ArmSummary, _ outline: RunOutline) {
    let estimate = EstimateFinding(quantity.difference(arm))
    (mean, mcse, uncertaintyInterval90) = (estimate.mean, estimate.mcse, estimate.uncertaintyInterval90)
    uncertaintyInterval90IsAtMost = estimate.uncertaintyInterval90IsAtMost
    predictionInterval90 = estimate.predictionInterval90
    margin = quantity.margin(nil, level: quantity.level(baseline)?.overTrials.mean)
    verdict = quantity.verdict(arm, outline: outline, margin: margin)?.rawValue
  }

  /// Those of an arm, by metric.
  static func all(
    ofArm arm: Int, in scenario: ScenarioSummary, _ outline: RunOutline
  ) -> ByName<DifferenceFinding> {
    let (own, baseline) = (scenario.arms[arm], scenario.arms[outline.baseline])
    func difference(_ quantity: ComparedQuantity) -> DifferenceFinding {
      DifferenceFinding(quantity, own, baseline: baseline, outline)
    }
    let metrics = own.metrics.map { ($0.metric.rawValue, difference(.metric($0.metric))) }
    guard outline.objective.singleMetric == nil else { return ByName(metrics) }
    return ByName(metrics + [("objective_value", difference(.objective(outline.objective)))])
  }
}

/// One option under one scenario.
struct ArmFinding: Encodable {
  let allowedByApple: Bool
  let findings: [FindingRow]
  let reviewer: [Visibility]?
  let ask: String
  let prePrompt: String?
  let usageString: String
  let metrics: ByName<EstimateFinding>
  let objectiveValue: EstimateFinding?
  let finalStates: States
  let guardrails: [Guardrail]
  let chanceBest: Double?
  let chanceBestMcse: Double?
  let chanceWithinMargin: Double?
  let chanceWithinMarginMcse: Double?
  let expectedLoss: Double?
  let expectedLossMcse: Double?
  let shareOfTestsWon: Double?
  let shareOfTestsWonMcse: Double?

  struct States: Encodable {
    let authorized, deniedByAnswer, deniedByDevice, restricted, undetermined, noAtt: Int64
  }
  /// Whether a limit of the team's own is kept.
  struct Guardrail: Encodable {
    let metric: String, limit: Double, chanceHolds: Double?, chanceHoldsMcse: Double?
    let state: GuardrailReading.State
  }
  struct Visibility: Encodable {
    let scenario: String?, segment: String?, visibility: String, afterSeconds: Double?, reviewNote: String?
  }

  init(_ position: Int, in scenario: ScenarioSummary, _ outline: RunOutline) {
    let (arm, found) = (outline.arms[position], scenario.arms[position])
    let decision = scenario.decision?[position]
    allowedByApple = arm.isAllowedByApple
    findings =
      outline.platform.map { FindingRow.all(in: $0) { $0.arms.contains(position) } }
      ?? arm.findings.map(FindingRow.init)
    reviewer = outline.platform.map { platform in
      platform.visibilities.filter { $0.arm == position }.map { seen in
        let names = seen.names(in: outline)
        return Visibility(
          scenario: names.scenario, segment: names.segment, visibility: seen.outcome.rawValue,
          afterSeconds: seen.afterSeconds, reviewNote: seen.reviewNote)
      }
    }
    ask = askWords(arm.ask)
    prePrompt = arm.prePrompt
    usageString = arm.usageString
    metrics = ByName(found.metrics.map { ($0.metric.rawValue, EstimateFinding($0.estimate)) })
    objectiveValue = outline.objective.singleMetric == nil ? EstimateFinding(found.objective) : nil
    let states = found.finalStates
    finalStates = States(
      authorized: states.authorized, deniedByAnswer: states.deniedByAnswer,
      deniedByDevice: states.deniedByDevice, restricted: states.restricted,
      undetermined: states.undetermined, noAtt: states.noATT)
    guardrails = (scenario.guardrails.isEmpty ? [] : scenario.guardrails[position]).map {
      Guardrail(
        metric: $0.guardrail.metric.rawValue, limit: $0.guardrail.limit, chanceHolds: $0.chance?.value,
        chanceHoldsMcse: $0.chance?.mcse, state: $0.state)
    }
    (chanceBest, chanceBestMcse) = (decision?.best?.value, decision?.best?.mcse)
    (chanceWithinMargin, chanceWithinMarginMcse) = (
      decision?.withinMargin?.value, decision?.withinMargin?.mcse
    )
    (expectedLoss, expectedLossMcse) = (decision?.regret?.value, decision?.regret?.mcse)
    (shareOfTestsWon, shareOfTestsWonMcse) = (decision?.testsWon?.value, decision?.testsWon?.mcse)
  }
}

/// A finding of the platform checks.
struct FindingRow: Encodable {
  let pitfall: String?
  let rules: [String]
  let severity: String?
  let forbids: Bool
  let what: String
  let why: String?
  let fix: String?
  let waived: String?
  let file: String?
  let line: Int?
  let column: Int?
  let key: String?

  init(_ finding: DescribedFinding) {
    (pitfall, rules, severity) = (finding.pitfall, finding.rules, finding.severity.rawValue)
    (forbids, what, why, fix) = (finding.forbids, finding.what, finding.why, finding.fix)
    let place = finding.location
    (waived, file, key) = (finding.waived, place.file, place.key)
    (line, column) = place.line > 0 ? (place.line, place.column) : (nil, nil)
  }

  /// A rule that forbids an arm of a run that was never held against the others.
  init(_ rule: BrokenRule) {
    (pitfall, rules, severity, forbids, what) = (nil, [rule.rule], nil, true, rule.reason)
    (why, fix, waived, file, line, column, key) = (nil, nil, nil, nil, nil, nil, nil)
  }

  /// Some findings, the weightiest first.
  static func all(
    in platform: PlatformDescription, where isIt: (DescribedFinding) -> Bool
  ) -> [FindingRow] {
    PlatformDescription(findings: platform.findings.filter(isIt), visibilities: []).ranked.map(
      FindingRow.init)
  }
}
