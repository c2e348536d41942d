import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

extension RunAnswer {
  /// The table for a product review: a row for each option under each scenario, at most 25 columns.
  var reviewTable: CSVDocument {
    RecordTable(
      fields: Self.reviewFields,
      rows: scenarios.flatMap { scenario in
        scenario.found.arms.indices.map { ReviewedArm(arm: $0, scenario: scenario, summary: summary) }
      }
    ).csv
  }

  private static var reviewFields: [RecordField<ReviewedArm>] {
    func mean(_ metric: Metric) -> RecordField<ReviewedArm> {
      .init(metric.rawValue) { .optional($0.mean(metric)) }
    }
    return [
      .init("experiment") { .text($0.outline.experiment) }, .init("scenario") { .text($0.found.name) },
      .init("option") { .text($0.name) }, .init("advice") { .optional($0.advice) },
      .init("objective") { .text($0.outline.objective.name) },
      .init("mean") { .optional($0.own.objective?.overTrials.mean) },
      .init("mcse") { .optional($0.own.objective?.overTrials.mcse) },
      .init("low_90") { .optional($0.own.objective?.distinctUncertaintyInterval90?.lower) },
      .init("high_90") { .optional($0.own.objective?.distinctUncertaintyInterval90?.upper) },
      .init("opt_ins_a_month") { .optional($0.optInsAMonth) }, mean(.optInPerPrompted),
      mean(.promptedPerInstall),
      .init("chance_best") { .optional($0.found.decision?[$0.arm]?.best?.value) },
      .init("expected_loss") { .optional($0.found.decision?[$0.arm]?.regret?.value) },
      .init("vs_best") { .optional($0.own.behindBest?.overTrials.mean) },
      .init("vs_best_low_90") { .optional($0.own.behindBest?.uncertaintyInterval90?.lower) },
      .init("vs_best_high_90") { .optional($0.own.behindBest?.uncertaintyInterval90?.upper) },
      mean(.attributedPerInstall), mean(.valuePerInstall), mean(.authorizedSessionsPerInstall),
      mean(.sessionsLostPerInstall), .init("guardrails_hold") { .optional($0.guardrailsHold) },
      .init("cautions") { .text($0.scenario.cautions.map(\.code).joined(separator: " ")) },
      .init("run") { .text($0.outline.run) }, .init("seed") { .unsigned($0.outline.seed) },
    ]
  }
}

/// One option under one scenario.
private struct ReviewedArm {
  let arm: Int
  let scenario: ScenarioAnswer
  let summary: RunSummary

  var outline: RunOutline { summary.outline }
  var found: ScenarioSummary { scenario.found }
  var own: ArmSummary { found.arms[arm] }
  var name: String { outline.arms[arm].name }

  func mean(_ metric: Metric) -> Double? { own[metric]?.estimate?.overTrials.mean }

  var optInsAMonth: Double? {
    outline.context?.volume.flatMap { volume in mean(.optInPerInstall).map { $0 * volume.installsPerMonth } }
  }

  /// The smallest chance that the option keeps a guardrail.
  var guardrailsHold: Double? {
    found.guardrails.isEmpty ? nil : found.guardrails[arm].compactMap(\.chance?.value).min()
  }

  /// At the option that the advice names its kind; `against`, `meanwhile` and `blocked` at others.
  var advice: String? {
    if found.blockers.contains(where: { $0.arms.contains(arm) }) { return "blocked" }
    let advice = scenario.decided.advice
    if advice.option == name { return advice.key }
    guard case .test(_, let rival, _, let meanwhile) = advice else { return nil }
    return rival == name ? "against" : meanwhile == name ? "meanwhile" : nil
  }
}
