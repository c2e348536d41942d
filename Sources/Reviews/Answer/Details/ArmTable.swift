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
    columns += differences + decisions
    if outline.arms.contains(where: { !$0.isAllowedByApple }) {
      columns.append(.init(heading: ["Apple's rules"], cells: outline.arms.map(mark), isNumeric: false))
    }
    return TextTable(
      first: .init(
        heading: ["option"], cells: outline.arms.map { TerminalText.safe($0.name) }, isNumeric: false),
      columns: columns)
  }

  /// How far each arm is from the baseline, each uncertainty in its own column.
  private var differences: [TextTable.Column] {
    guard outline.arms.count > 1 else { return [] }
    let unit = outline.objective.unit
    let words = EstimateText(unit: unit)
    func column(_ heading: [String], _ text: (Estimate?) -> String) -> TextTable.Column {
      .init(
        heading: heading,
        cells: scenario.arms.enumerated().map { arm, found in
          arm == outline.baseline ? "" : text(found.objectiveDifference)
        })
    }
    let baseline = TerminalText.shortened(
      TerminalText.safe(outline.arms[outline.baseline].name), width: 26)
    let range =
      outline.parametersVary
      ? [column(["90%", "range"]) { words.interval($0?.uncertaintyInterval90, of: $0, signed: true) }] : []
    return [column(["vs \(baseline)\(unit == .share ? ", pp" : "")"]) { words.difference($0) }] + range + [
      column(["90% prediction", "interval"]) {
        words.testInterval($0?.predictionInterval90, of: $0, signed: true)
      }
    ]
  }

  /// How sure the choice of each arm is, and what it may lose; nothing where no input is uncertain.
  private var decisions: [TextTable.Column] {
    guard let decision = scenario.decision, decision.valueOfPerfectInformation != nil else { return [] }
    let arms = outline.arms.indices.map { decision[$0] }
    let share = EstimateText(unit: .share)
    let words = EstimateText(unit: outline.objective.unit)
    return [
      .init(
        heading: ["chance", "best"],
        cells: arms.map { arm in (arm?.best).map { share.cell($0) + "%" } ?? "–" }),
      .init(
        heading: ["expected", outline.objective.isShare ? "loss, pp" : "loss"],
        cells: arms.map { arm in (arm?.regret).map { words.loss($0) } ?? "–" }),
    ]
  }
}

/// `not allowed (R83)`, or nothing.
private func mark(_ arm: RunDescription.Arm) -> String {
  arm.isAllowedByApple ? "" : "not allowed (\(arm.findings.map(\.rule).joined(separator: ", ")))"
}
