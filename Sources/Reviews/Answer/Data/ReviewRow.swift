import ExperimentDesign
import Inference
import Studies

/// A row of the table for a product review: one option under one scenario, at most 25 columns.
struct ReviewRow: Encodable {
  let experiment: String
  let scenario: String
  let option: String
  /// At the option that the advice names its kind; `against`, `meanwhile` and `blocked` at others.
  let advice: String?
  let objective: String
  let mean: Double?
  let mcse: Double?
  let low90: Double?
  let high90: Double?
  let optInsAMonth: Double?
  let optInPerPrompted: Double?
  let promptedPerInstall: Double?
  let chanceBest: Double?
  let expectedLoss: Double?
  let vsBest: Double?
  let vsBestLow90: Double?
  let vsBestHigh90: Double?
  let attributedPerInstall: Double?
  let valuePerInstall: Double?
  let authorizedSessionsPerInstall: Double?
  let sessionsLostPerInstall: Double?
  /// The smallest chance that the option keeps a guardrail.
  let guardrailsHold: Double?
  /// Codes, separated by blanks.
  let cautions: String
  let run: String
  let seed: UInt64

  private enum CodingKeys: String, CodingKey {
    case experiment, scenario, option, advice, objective, mean, mcse
    case low90 = "low_90"
    case high90 = "high_90"
    case optInsAMonth, optInPerPrompted, promptedPerInstall, chanceBest, expectedLoss, vsBest
    case vsBestLow90 = "vs_best_low_90"
    case vsBestHigh90 = "vs_best_high_90"
    case attributedPerInstall, valuePerInstall, authorizedSessionsPerInstall, sessionsLostPerInstall
    case guardrailsHold, cautions, run, seed
  }

  init(_ arm: Int, in scenario: ScenarioAnswer, of summary: RunSummary) {
    let (outline, found) = (summary.outline, scenario.found)
    let own = found.arms[arm]
    func mean(_ metric: Metric) -> Double? { own[metric]?.estimate?.overTrials.mean }
    experiment = outline.experiment
    self.scenario = found.name
    option = outline.arms[arm].name
    let isBlocked = found.blockers.contains { $0.arms.contains(arm) }
    advice = isBlocked ? "blocked" : Self.advice(outline.arms[arm].name, scenario.decided.advice)
    objective = outline.objective.name
    self.mean = own.objective?.overTrials.mean
    mcse = own.objective?.overTrials.mcse
    low90 = own.objective?.distinctUncertaintyInterval90?.lower
    high90 = own.objective?.distinctUncertaintyInterval90?.upper
    optInsAMonth = outline.context?.volume.flatMap { volume in
      mean(.optInPerInstall).map { $0 * volume.installsPerMonth }
    }
    optInPerPrompted = mean(.optInPerPrompted)
    promptedPerInstall = mean(.promptedPerInstall)
    chanceBest = found.decision?[arm]?.best?.value
    expectedLoss = found.decision?[arm]?.regret?.value
    vsBest = own.behindBest?.overTrials.mean
    vsBestLow90 = own.behindBest?.uncertaintyInterval90?.lower
    vsBestHigh90 = own.behindBest?.uncertaintyInterval90?.upper
    attributedPerInstall = mean(.attributedPerInstall)
    valuePerInstall = mean(.valuePerInstall)
    authorizedSessionsPerInstall = mean(.authorizedSessionsPerInstall)
    sessionsLostPerInstall = mean(.sessionsLostPerInstall)
    guardrailsHold =
      found.guardrails.isEmpty ? nil : found.guardrails[arm].compactMap(\.chance?.value).min()
    cautions = scenario.cautions.map(\.code).joined(separator: " ")
    run = outline.run
    seed = outline.seed
  }

  private static func advice(_ option: String, _ advice: Advice) -> String? {
    if advice.option == option { return advice.key }
    guard case .test(_, let rival, _, let meanwhile) = advice else { return nil }
    return rival == option ? "against" : meanwhile == option ? "meanwhile" : nil
  }

  /// Every option under every scenario.
  static func all(_ answer: RunAnswer) -> [ReviewRow] {
    answer.scenarios.flatMap { scenario in
      scenario.found.arms.indices.map { ReviewRow($0, in: scenario, of: answer.summary) }
    }
  }
}
