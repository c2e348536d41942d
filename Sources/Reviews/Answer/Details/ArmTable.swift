import ExperimentDesign
import Inference
import Rendering
import Studies

/// The answer's table: one row per arm of one scenario.
struct ArmTable {
  var summary: RunSummary
  var scenario: ScenarioSummary

  private var outline: RunOutline { summary.outline }

  var table: TextTable {
    let objective = outline.objective
    var columns: [TextTable.Column] = []
    let usual: [Metric] = [.optInPerInstall, .optInPerPrompted, .promptedPerInstall]
    if objective.singleMetric.map({ !usual.contains($0) }) ?? true {
      let words = EstimateText(unit: objective.unit)
      columns.append(
        .init(heading: objective.heading, cells: scenario.arms.map { words.level($0.objective) }))
    }
    for metric in usual {
      let words = EstimateText(unit: metric.unit)
      columns.append(
        .init(heading: metric.heading, cells: scenario.arms.map { words.level($0[metric]?.estimate) }))
    }
    columns += DifferenceColumns(outline: outline, unit: objective.unit)
      .columns(scenario.arms.map(\.objectiveDifference))
    columns += DecisionColumns(outline: outline, decision: scenario.decision).columns
    if outline.arms.contains(where: { !$0.isAllowedByApple }) {
      columns.append(.init(heading: ["Apple's rules"], cells: outline.arms.map(mark), isNumeric: false))
    }
    return TextTable(
      first: .init(
        heading: ["option"], cells: outline.arms.map { TerminalText.safe($0.name) }, isNumeric: false),
      columns: columns)
  }
}

/// `not allowed (R83)`, or nothing.
func mark(_ arm: RunDescription.Arm) -> String {
  arm.isAllowedByApple ? "" : "not allowed (\(arm.findings.map(\.rule).joined(separator: ", ")))"
}
