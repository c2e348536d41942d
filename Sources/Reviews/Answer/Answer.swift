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
    /// What to do, the best guess, and how sure it is.
    var headline: [(label: String, text: String)]
    /// What to watch out for, the weightiest first.
    var cautions: [String]
    /// What is said after these where it takes no more lines; `nil` for nothing.
    var aside: String?
    /// The options, best first; `nil` where no trial has a value of the objective.
    var options: TextTable?
    /// What the bars beside the options are; empty where there are none.
    var barNote: String
    /// What the errors of the options are; empty where they have none.
    var errorNote: String
    /// What each pre-prompt and usage string does.
    var contrasts: [String]
    /// What each swept key does, and its best value.
    var sweeps: [String]
    /// Whether another option is best for another goal; `nil` where nothing is recommended.
    var goals: TextTable?
    /// What a month brings, where the volume is known; empty otherwise.
    var month: [String]
    var changes: [String]
    /// Whether the last of these is about the alternative models, which `--verbose` lists.
    var countsModels: Bool
  }

  var question: String
  /// What the answers of several scenarios hold under: what was set from outside, and how they differ.
  ///
  /// Of one scenario it stands in its headline.
  var conditions: [(label: String, text: String)]
  var parts: [Part]
  /// What to do next.
  var steps: [ReviewDocument.Step]
  /// How the run can be found again.
  var stored: String

  /// - Parameters:
  ///   - summary: what the run found.
  ///   - file: the experiment's file, as it was named; `nil` where it is not known.
  ///   - store: the store's path, as it was named; `nil` where the run is kept nowhere.
  ///   - again: how the run is made again with more trials; `nil` where nobody knows.
  public init(
    _ summary: RunSummary, file: String?, store: String? = AnswerText.usualStore, again: RepeatedRun? = nil
  ) {
    let outline = summary.outline
    let isOne = summary.scenarios.count == 1
    let scenarios = summary.scenarios.map { scenario in
      AnswerScenario(summary: summary, scenario: scenario, file: file, again: again)
    }
    question = outline.question ?? outline.experiment
    let conditions = AnswerConditions(summary: summary).facts
    self.conditions = isOne ? [] : conditions
    parts = scenarios.map { scenario in
      Part(
        title: isOne ? nil : scenario.scenario.name,
        headline: (isOne ? conditions : []) + scenario.headline, cautions: scenario.warnings,
        aside: scenario.isByAttribution ? nil : scenario.shortWait,
        options: scenario.options, barNote: scenario.barNote, errorNote: scenario.errorNote,
        contrasts: scenario.contrasts, sweeps: scenario.sweeps,
        goals: scenario.goalTable,
        month: scenario.month, changes: scenario.changes,
        countsModels: scenario.countsModels)
    }
    // What is to be fixed first under one scenario is fixed before anything is tested.
    steps =
      scenarios.first?.steps(
        storeOption: store.map { Self.storeOption($0) },
        fixesFirst: scenarios.contains(where: \.isFixFirst)) ?? []
    let count =
      summary.trials == outline.trials
      ? SupportedDigits.grouped(summary.trials)
      : "\(SupportedDigits.grouped(summary.trials)) of \(SupportedDigits.grouped(outline.trials))"
    let name = outline.name.map { " (\($0))" } ?? ""
    stored =
      (store == nil ? "Not saved: " : "Saved as \(outline.run)\(name): ")
      + "\(count) \(outline.trials == 1 ? "trial" : "trials") x "
      + "\(SupportedDigits.grouped(outline.installs)) installs, seed \(outline.seed)."
  }

  /// What a command needs beside a run to find it, with a space before it.
  static func storeOption(_ store: String) -> String {
    store == AnswerText.usualStore ? "" : " --db \(TerminalText.shellWord(store))"
  }
}
