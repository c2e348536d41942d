import ExperimentDesign
import Inference
import Rendering
import RuleBook
public import Studies

/// The answer of a run, as every output shows it: what to do first, and why below it.
///
/// Terminal, Markdown, JSON and the report are drawn from this; none of them decides what is said.
public struct Answer {
  /// One scenario's part.
  struct Part {
    /// The scenario's name; `nil` where there is one alone.
    var title: String?
    var headline: [(label: String, text: String)]
    var table: AnswerTable?
    /// What each pre-prompt, usage string and swept key does.
    var contrasts: [String]
    var goals: [GoalRow]
    /// What a month brings, where the volume is known; empty otherwise.
    var month: [String]
    var changes: [String]
  }

  /// One goal, the best option for it, and what becomes of the recommended one.
  struct GoalRow {
    var goal: String
    var best: String
    var note: String
  }

  /// What to do next.
  struct Step {
    var title: String
    var text: String
    var command: String
  }

  var question: String
  var parts: [Part]
  var steps: [Step]
  /// How the run can be found again.
  var stored: String

  /// - Parameters:
  ///   - summary: what the run found.
  ///   - file: the experiment's file, as it was named; `nil` where it is not at hand.
  ///   - storeOption: what a command needs beside the run to find it, with a space before it.
  ///   - again: how the run is made again with more trials; `nil` where nobody knows.
  public init(
    _ summary: RunSummary, file: String?, storeOption: String = "", again: RepeatedRun? = nil
  ) {
    let outline = summary.outline
    let isOne = summary.scenarios.count == 1
    let scenarios = summary.scenarios.map { scenario in
      AnswerScenario(summary: summary, scenario: scenario, file: file)
    }
    question = outline.question ?? outline.experiment
    parts = scenarios.map { scenario in
      Part(
        title: isOne ? nil : scenario.scenario.name, headline: scenario.headline, table: scenario.table,
        contrasts: scenario.contrasts + scenario.sweeps, goals: scenario.goals, month: scenario.month,
        changes: scenario.changes
      )
    }
    steps = scenarios.first?.steps(storeOption: storeOption, again: again) ?? []
    let count =
      summary.trials == outline.trials
      ? SupportedDigits.grouped(summary.trials)
      : "\(SupportedDigits.grouped(summary.trials)) of \(SupportedDigits.grouped(outline.trials))"
    let name = outline.name.map { " (\($0))" } ?? ""
    stored =
      "Saved as \(outline.run)\(name): \(count) \(outline.trials == 1 ? "trial" : "trials") x "
      + "\(SupportedDigits.grouped(outline.installs)) installs, seed \(outline.seed)."
  }
}

/// The five columns of the answer's table, its rows best first.
struct AnswerTable {
  struct Row {
    var name: String
    var cells: [String]
    var interval: IntervalPlot.Row?
    /// The difference from the best option, in words.
    var difference: String
  }
  var headings: [[String]]
  var rows: [Row]
  /// What the plot and the differences are: `vs launch, pp`; empty without other options.
  var plotTitle: String
  /// What the bars and the errors are.
  var note: String

  /// The plot of the rows, in that many columns.
  func plot(width: Int) -> IntervalPlot { IntervalPlot(rows: rows.map(\.interval), width: width) }
}
