import ExperimentDesign
import Inference
import Rendering
import Studies

extension ScenarioWords {
  /// Every arm in the order of the file, with every error and range.
  var arms: TextTable {
    let usual: [Metric] = [.optInPerInstall, .optInPerPrompted, .promptedPerInstall]
    var columns: [TextTable.Column] = []
    if objective.singleMetric.map({ !usual.contains($0) }) ?? true {
      columns.append(levels(objective.heading, objective.unit, \.objective))
    }
    columns += usual.map { metric in levels(metric.heading, metric.unit) { $0[metric]?.estimate } }
    columns += differences + decisions
    if outline.arms.contains(where: { !$0.isAllowedByApple }) {
      columns.append(
        outline.arms.names("Apple's rules") { arm in
          arm.isAllowedByApple ? "" : "not allowed (\(arm.findings.joined(separator: ", ")))"
        })
    }
    return TextTable(first: outline.arms.names("option", \.name), columns: columns)
  }

  /// `25.0 ± 0.4%`; what days and numbers are of stands in the heading.
  private func levels(
    _ heading: [String], _ unit: Unit, _ estimate: (ArmSummary) -> Estimate?
  ) -> TextTable.Column {
    found.arms.column(heading) { arm in
      estimate(arm).map { Quantity($0, unit).full(unit == .share ? [] : .bare) } ?? "–"
    }
  }

  /// How far each arm is from the baseline, each uncertainty in its own column.
  private var differences: [TextTable.Column] {
    guard outline.arms.count > 1 else { return [] }
    let unit = objective.unit.difference
    func column(_ heading: [String], _ text: (Estimate) -> Phrase?) -> TextTable.Column {
      found.arms.indices.column(heading) { arm in
        arm == outline.baseline ? nil : found.arms[arm].differenceToBaseline.flatMap(text) ?? "–"
      }
    }
    let baseline = TerminalText.heading(outline.arms[outline.baseline].name)
    let look: Quantity.Look = [.signed, .bare]
    let range =
      outline.parametersVary ? [column(["90%", "range"]) { Quantity($0, unit).ends(look) }] : []
    return [
      column(["vs \(baseline)\(unit == .points ? ", pp" : "")"]) { Quantity($0, unit).full(look) }
    ] + range
  }

  /// How sure the choice of each arm is, and what it may lose; nothing where no input is uncertain.
  private var decisions: [TextTable.Column] {
    guard let decision = found.decision, decision.valueOfPerfectInformation != nil else { return [] }
    let arms = outline.arms.indices.map { decision[$0] }
    return [
      arms.column(["chance", "best"]) { ($0?.best).map { Quantity($0, .share).full() } ?? "–" },
      arms.column(["expected", objective.isShare ? "loss, pp" : "loss"]) {
        ($0?.regret).map { Quantity($0, objective.unit.difference).loss() } ?? "–"
      },
    ]
  }
}
