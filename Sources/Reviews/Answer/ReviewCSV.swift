import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// The review table: one row per scenario and arm, with stable headers (`Data/README.md`).
public enum ReviewCSV {
  /// The table of a run.
  public static func document(_ summary: RunSummary) -> CSVDocument {
    let outline = summary.outline
    let metrics = columns(outline)
    let quantities = (outline.objective.singleMetric == nil ? ["objective"] : []) + metrics.map(\.rawValue)
    let header =
      ["experiment", "run", "scenario", "arm", "ask", "pre_prompt", "usage_string", "allowed_by_apple"]
      + quantities.flatMap { [$0, "\($0)_mcse", "\($0)_low", "\($0)_high"] }
      + [
        "difference_to_baseline", "difference_low", "difference_high", "test_low", "test_high",
        "p_best", "p_within_margin", "regret", "trials", "installs", "seed", "engine", "standing", "lead",
        "lead_low", "lead_high", "near_twins",
      ]
    var rows: [[CSVDocument.Cell]] = []
    for scenario in summary.scenarios {
      for (position, (arm, found)) in zip(outline.arms, scenario.arms).enumerated() {
        rows.append(
          row(arm, found, scenario: scenario.name, metrics, scenario.decision?[position], summary)
            + standing(position, scenario))
      }
    }
    return CSVDocument(header: header, rows: rows)
  }

  /// The objective's own metric first, then every other that any arm models.
  private static func columns(_ outline: RunOutline) -> [Metric] {
    let modelled = Set(outline.arms.flatMap { $0.metrics.joined() })
    let objective = outline.objective.singleMetric
    return (objective.map { [$0] } ?? [])
      + Metric.allCases.filter { modelled.contains($0) && $0 != objective }
  }

  private static func row(
    _ arm: RunDescription.Arm, _ found: ArmSummary, scenario: String, _ metrics: [Metric],
    _ decision: Decision.Arm?, _ summary: RunSummary
  ) -> [CSVDocument.Cell] {
    let outline = summary.outline
    var row: [CSVDocument.Cell] = [
      .text(outline.experiment), .text(outline.run), .text(scenario), .text(arm.name),
      .text(askWords(arm.ask)), .optional(arm.prePrompt), .text(arm.usageString), .flag(arm.isAllowedByApple),
    ]
    if outline.objective.singleMetric == nil { row += cells(found.objective) }
    for metric in metrics { row += cells(found[metric]?.estimate) }
    let difference = found.objectiveDifference
    row += [
      .optional(difference?.overTrials.mean), .optional(difference?.toldParameter90?.lower),
      .optional(difference?.toldParameter90?.upper), .optional(difference?.test90?.lower),
      .optional(difference?.test90?.upper),
      .optional(decision?.best?.value), .optional(decision?.withinMargin?.value),
      .optional(decision?.regret?.value),
      .integer(summary.trials), .integer(outline.installs), .unsigned(outline.seed), .text(outline.engine),
    ]
    return row
  }

  /// What may be said of the best arm, with its lead over the runner-up; which arm that is, and which are left
  /// out; the number of the arm's set of near-twins.
  private static func standing(_ arm: Int, _ scenario: ScenarioSummary) -> [CSVDocument.Cell] {
    guard let verdict = scenario.verdict else { return [.empty, .empty, .empty, .empty, .empty] }
    let twins = scenario.decision?.nearTwins.firstIndex { $0.arms.contains(arm) }
    let standing: String? =
      if arm == verdict.best {
        scenario.headline?.rawValue
      } else if arm == verdict.runnerUp {
        "runner_up"
      } else {
        verdict.leftOut.contains(arm) ? "left_out" : nil
      }
    let lead = arm == verdict.best ? verdict.lead : nil
    return [
      .optional(standing), .optional(lead?.overTrials.mean), .optional(lead?.toldParameter90?.lower),
      .optional(lead?.toldParameter90?.upper), twins.map { .integer($0 + 1) } ?? .empty,
    ]
  }

  private static func cells(_ estimate: Estimate?) -> [CSVDocument.Cell] {
    [
      .optional(estimate?.overTrials.mean), .optional(estimate?.overTrials.mcse),
      .optional(estimate?.toldParameter90?.lower), .optional(estimate?.toldParameter90?.upper),
    ]
  }
}
