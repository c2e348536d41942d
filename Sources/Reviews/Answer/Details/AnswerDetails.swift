import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

/// Everything that the short answer leaves out: every uncertainty, all sources of it, and the platform checks.
struct AnswerDetails {
  var summary: RunSummary
  /// What a command needs beside the run to find it, with a space before it.
  var storeOption: String

  private var outline: RunOutline { summary.outline }

  var sections: [[ReviewDocument.Block]] {
    summary.scenarios.indices.flatMap { sections($0) } + [[.note(AnswerLegend(summary: summary).text)]]
  }

  private func sections(_ position: Int) -> [[ReviewDocument.Block]] {
    let scenario = summary.scenarios[position]
    let title: [ReviewDocument.Block] =
      summary.scenarios.count > 1 ? [.title("Scenario \(scenario.name)")] : []
    return [
      title + [.text(VerdictSentence(summary: summary, scenario: scenario).text)],
      [.table(ArmTable(summary: summary, scenario: scenario).table)] + reach(scenario),
      position == summary.scenarios.count - 1 ? findings : [],
      SensitivityTable(summary: summary, scenario: scenario).blocks,
      UncertaintySourcesTable(outline: outline, scenario: scenario).blocks,
      alternatives(scenario),
    ]
  }

  /// Why not every install is shown the prompt, a line for each option.
  private func reach(_ scenario: ScenarioSummary) -> [ReviewDocument.Block] {
    let reach = PromptReach(summary: summary, scenario: scenario)
    return outline.arms.indices.compactMap(reach.sentence).map { .labelled("  ", $0, .faint) }
  }

  /// The alternative models by name, each with the option that is then best.
  private func alternatives(_ scenario: ScenarioSummary) -> [ReviewDocument.Block] {
    let listed = AlternativeSentence(outline: outline, scenario: scenario).listed
    guard !listed.isEmpty else { return [] }
    return [.text("Alternative models:"), .definitions(listed.map { ($0.name, $0.words) })]
  }

  /// The platform checks; of a run without them, what forbids arms alone.
  private var findings: [ReviewDocument.Block] {
    guard let platform = outline.platform else {
      return outline.arms.flatMap { arm in
        arm.findings.map {
          .paragraph("\(arm.name): not allowed (\($0.rule)): \($0.reason)", .warning, indent: "  ")
        }
      }
    }
    let findings = FindingLines(
      record: platform, arms: outline.arms.map(\.name),
      more: "att-lab show \(outline.run) --format json\(storeOption)")
    return findings.blocks
  }
}
