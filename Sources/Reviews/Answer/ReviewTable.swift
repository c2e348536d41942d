import ExperimentDesign
import Inference
public import Rendering
public import Studies

extension RunAnswer {
  /// The table for a product review: a row for each option under each scenario, at most 25 columns.
  public var reviewTable: CSVDocument {
    CSVDocument(
      scenarios.flatMap { scenario in scenario.found.arms.indices.map { reviewRow(arm: $0, in: scenario) } })
  }

  private func reviewRow(arm: Int, in scenario: ScenarioAnswer) -> Fields {
    let (outline, found) = (summary.outline, scenario.found)
    let (own, decision) = (found.arms[arm], found.decision?[arm])
    func mean(_ metric: Metric) -> Double? { own[metric]?.estimate?.overTrials.mean }
    func field(_ metric: Metric) -> (key: String, value: JSONValue) {
      (metric.rawValue, .optional(mean(metric)))
    }
    let perMonth = outline.context?.volume?.installsPerMonth
    // The smallest chance that the option keeps a guardrail.
    let holds = found.guardrails.isEmpty ? nil : found.guardrails[arm].compactMap(\.chanceHolds?.value).min()
    return [
      ("experiment", .text(outline.experiment)), ("scenario", .text(found.name)),
      ("option", .text(outline.arms[arm].name)), ("advice", .optional(advice(of: arm, in: scenario))),
      ("objective", .text(outline.objective.name)), ("mean", .optional(own.objective?.overTrials.mean)),
      ("mcse", .optional(own.objective?.overTrials.mcse)),
      ("low_90", .optional(own.objective?.uncertaintyInterval90?.lower)),
      ("high_90", .optional(own.objective?.uncertaintyInterval90?.upper)),
      ("opt_ins_a_month", .optional(perMonth.flatMap { month in mean(.optInPerInstall).map { $0 * month } })),
      field(.optInPerPrompted), field(.promptedPerInstall), ("chance_best", .optional(decision?.best?.value)),
      ("expected_loss", .optional(decision?.regret?.value)),
      ("vs_best", .optional(own.vsBest?.overTrials.mean)),
      ("vs_best_low_90", .optional(own.vsBest?.uncertaintyInterval90?.lower)),
      ("vs_best_high_90", .optional(own.vsBest?.uncertaintyInterval90?.upper)),
      field(.attributedPerInstall), field(.valuePerInstall), field(.authorizedSessionsPerInstall),
      field(.sessionsLostPerInstall), ("guardrails_hold", .optional(holds)),
      ("cautions", .text(scenario.cautions.map(\.code).joined(separator: " "))), ("run", .text(outline.run)),
      ("seed", .unsigned(outline.seed)),
    ]
  }

  /// What the advice says of an option; `nil` where it does not name it.
  private func advice(of arm: Int, in scenario: ScenarioAnswer) -> String? {
    if scenario.found.blocked.contains(arm) { return "blocked" }
    let name = summary.outline.arms[arm].name
    guard case .test(let option, let rival, _, let meanwhile) = scenario.decided.advice else {
      return scenario.decided.advice.option == name ? scenario.decided.advice.key : nil
    }
    // A row by itself says what is tested against what.
    if [option, rival].contains(name) { return "test \(option) against \(rival)" }
    return meanwhile == name ? "meanwhile" : nil
  }
}
