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

  /// An answer spelled out.
  public init(summary: RunSummary, store: String, warnings: [String], style: ReviewStyle) {
    self.summary = summary
    self.store = store
    self.warnings = warnings
    self.style = style
  }

  private var outline: RunOutline { summary.outline }

  /// The whole answer, with a line break at its end.
  public var text: String {
    var lines: [String] = []
    let question = outline.question.map { ": \($0)" } ?? ""
    lines += paragraph(outline.experiment + question).map(style.bold)
    lines.append("")
    lines += progress
    for (position, scenario) in summary.scenarios.enumerated() {
      if summary.scenarios.count > 1 {
        lines.append(style.bold("Scenario \(TerminalText.safe(scenario.name))"))
      }
      lines += paragraph(VerdictSentence(summary: summary, scenario: scenario).text)
      lines.append("")
      lines += ArmTable(summary: summary, scenario: scenario).table.lines(style)
      lines.append("")
      if position == summary.scenarios.count - 1 { lines += findings }
      lines += leaning(scenario)
      let ledger = LedgerTable(outline: outline, scenario: scenario).lines(style)
      lines += ledger + (ledger.isEmpty ? [] : [""])
    }
    lines += legend
    lines += warnings.flatMap { paragraph($0, indent: "  ").map(style.warning) }
    lines += closing
    return lines.joined(separator: "\n") + "\n"
  }

  /// What stands above the verdict of a run that is not through.
  private var progress: [String] {
    guard summary.trials < outline.trials else { return short }
    let done = SupportedDigits.grouped(summary.trials)
    let planned = SupportedDigits.grouped(outline.trials)
    return paragraph("So far \(done) of \(planned) trials; simulate the same file again to go on.")
      .map(style.warning) + [""]
  }

  /// What stands above the verdict of a run that may run no more trials and has not reached its goal.
  private var short: [String] {
    guard let stopping = summary.stopping, !stopping.isMet else { return [] }
    return paragraph(stoppingSentence(stopping, trials: summary.trials)).map(style.warning) + [""]
  }

  private func leaning(_ scenario: ScenarioSummary) -> [String] {
    let table = LeaningTable(summary: summary, scenario: scenario)
    return table.lines(style) + (table.isEmpty ? [] : [""])
  }

  private var legend: [String] { paragraph(AnswerLegend(summary: summary).text).map(style.dim) + [""] }

  /// What the platform's rules say; of a run that was never held against them, what forbids arms alone.
  private var findings: [String] {
    guard let platform = outline.platform else {
      let found = outline.arms.flatMap { arm in
        arm.findings.flatMap {
          paragraph("\(arm.name): not allowed (\($0.rule)): \($0.reason)", indent: "  ")
        }
      }
      return found.isEmpty ? [] : found.map(style.warning) + [""]
    }
    return FindingLines(
      record: platform, arms: outline.arms.map(\.name),
      more: "att-lab export \(outline.run) --table findings\(storeOption)"
    ).lines(style) + [""]
  }

  private var closing: [String] {
    let trials = SupportedDigits.grouped(summary.trials)
    let planned = SupportedDigits.grouped(outline.trials)
    let count = summary.trials == outline.trials ? trials : "\(trials) of \(planned)"
    let name = outline.name.map { " (\($0))" } ?? ""
    let enough = summary.stopping.flatMap {
      $0.isMet ? stoppingSentence($0, trials: summary.trials) : nil
    }
    return (enough.map { paragraph($0) } ?? [])
      + paragraph(
        "Run \(outline.run)\(name): \(count) \(outline.trials == 1 ? "trial" : "trials") of \(SupportedDigits.grouped(outline.installs)) installs, "
          + "seed \(outline.seed), stored in \(store).")
      + paragraph(
        "More: att-lab compare \(outline.run) --metric sessions_lost_per_install\(storeOption)", indent: "  ")
  }

  /// What a command needs beside the run to find it.
  private var storeOption: String { store == "att-lab.sqlite" ? "" : " --db \(store)" }

  private func paragraph(_ text: String, indent: String = "") -> [String] {
    TerminalText.wrapped(TerminalText.safe(text), width: style.textWidth, indent: indent)
  }
}
