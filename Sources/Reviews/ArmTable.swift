import ExperimentDesign
import Inference
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
    columns += differences
    if outline.arms.contains(where: { !$0.isAllowedByApple }) {
      columns.append(.init(heading: ["Apple's rules"], cells: outline.arms.map(mark), isNumeric: false))
    }
    return TextTable(
      first: .init(
        heading: ["arm"], cells: outline.arms.map { TerminalText.safe($0.name) }, isNumeric: false),
      columns: columns)
  }

  private var differences: [TextTable.Column] {
    guard outline.arms.count > 1 else { return [] }
    let words = EstimateText(unit: outline.objective.unit)
    let isShare = outline.objective.unit == .share
    var columns: [TextTable.Column] = [
      .init(
        heading: [isShare ? "points more" : "difference", "than \(baseline)"],
        cells: cells { words.difference($0) })
    ]
    if outline.parametersVary {
      columns.append(
        .init(
          heading: ["if assumptions", "hold"],
          cells: cells { words.interval($0?.parameter90, of: $0, signed: true) }))
    }
    columns.append(
      .init(
        heading: ["a test", "would show"],
        cells: cells { words.interval($0?.test90, of: $0, signed: true) }))
    return columns
  }

  private var baseline: String {
    TerminalText.shortened(TerminalText.safe(outline.arms[outline.baseline].name), width: 20)
  }

  private func cells(_ text: (Estimate?) -> String) -> [String] {
    scenario.arms.indices.map {
      $0 == outline.baseline ? "" : text(scenario.arms[$0].objectiveDifference)
    }
  }
}

/// `not allowed (R83)`, or nothing.
func mark(_ arm: ArmOutline) -> String {
  arm.isAllowedByApple ? "" : "not allowed (\(arm.findings.map(\.rule).joined(separator: ", ")))"
}
