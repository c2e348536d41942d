import ExperimentDesign
import Inference
public import Studies

/// The answer as a person reads it on a terminal.
public struct AnswerText {
  /// The run and what it found.
  public var summary: RunSummary
  /// The store the run is in, as it was named.
  public var store: String
  /// What is doubtful in the file, one line each.
  public var warnings: [String]
  /// Width and colour.
  public var style: ReviewStyle

  /// Creates an answer.
  public init(summary: RunSummary, store: String, warnings: [String], style: ReviewStyle) {
    self.summary = summary
    self.store = store
    self.warnings = warnings
    self.style = style
  }

  private var outline: RunOutline { summary.outline }

  /// The whole answer, with a line break at its end.
  public var text: String {
    let question = outline.question.map { ": \($0)" } ?? ""
    return ReviewDocument(
      [[.heading(outline.experiment + question)], progress]
        + summary.scenarios.indices.flatMap { sections($0) }
        + [
          [.note(AnswerLegend(summary: summary).text)],
          warnings.map { .paragraph($0, .warning, indent: "  ") } + closing,
        ]
    ).text(style)
  }

  private func sections(_ position: Int) -> [[ReviewDocument.Block]] {
    let scenario = summary.scenarios[position]
    let title: [ReviewDocument.Block] =
      summary.scenarios.count > 1 ? [.title("Scenario \(scenario.name)")] : []
    return [
      title + [.text(VerdictSentence(summary: summary, scenario: scenario).text)],
      [.table(ArmTable(summary: summary, scenario: scenario).table)],
      position == summary.scenarios.count - 1 ? findings : [],
      SensitivityTable(summary: summary, scenario: scenario).blocks,
      LedgerTable(outline: outline, scenario: scenario).blocks,
    ]
  }

  /// What stands above the verdict of a run that is not through, or may run no more trials and has not reached its
  /// goal.
  private var progress: [ReviewDocument.Block] {
    if summary.trials < outline.trials {
      let done = SupportedDigits.grouped(summary.trials)
      let planned = SupportedDigits.grouped(outline.trials)
      return [
        .paragraph(
          "So far \(done) of \(planned) trials; simulate the same file again to go on.", .warning, indent: "")
      ]
    }
    guard let stopping = summary.stopping, !stopping.isMet else { return [] }
    return [.paragraph(stoppingSentence(stopping, trials: summary.trials), .warning, indent: "")]
  }

  /// What the platform's rules say; of a run that was never held against them, what forbids arms alone.
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
      more: "att-lab export \(outline.run) --table findings\(storeOption)")
    return [.layout(findings.lines)]
  }

  private var closing: [ReviewDocument.Block] {
    let trials = SupportedDigits.grouped(summary.trials)
    let planned = SupportedDigits.grouped(outline.trials)
    let count = summary.trials == outline.trials ? trials : "\(trials) of \(planned)"
    let name = outline.name.map { " (\($0))" } ?? ""
    let enough = summary.stopping.flatMap {
      $0.isMet ? stoppingSentence($0, trials: summary.trials) : nil
    }
    return (enough.map { [.text($0)] } ?? []) + [
      .text(
        "Run \(outline.run)\(name): \(count) \(outline.trials == 1 ? "trial" : "trials") of \(SupportedDigits.grouped(outline.installs)) installs, "
          + "seed \(outline.seed), stored in \(store)."),
      .paragraph(
        "More: att-lab compare \(outline.run) --metric sessions_lost_per_install\(storeOption)", .plain,
        indent: "  "),
    ]
  }

  /// What a command needs beside the run to find it.
  private var storeOption: String { store == "att-lab.sqlite" ? "" : " --db \(store)" }
}
