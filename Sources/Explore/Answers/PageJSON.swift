import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Rendering
import Reviews
import Runs
import Studies
import TextFormats

/// What a page is told; its script has the types.
enum PageJSON {
  /// What a page shows of a text before a trial is done: its options, its inputs, its warnings.
  static func experiment(_ plan: SimulationPlan, _ file: ExperimentFile) -> JSONValue {
    let experiment = plan.experiment
    // A baseline that the text names has to be renamed before its option is removed.
    let baseline = file.locations["baseline"].map { _ in experiment.arms[experiment.baselineIndex].name }
    return [
      "kind": "experiment", "name": .text(experiment.name), "question": .optional(experiment.question),
      "trials": .count(experiment.trials), "installs": .count(experiment.installs),
      "seed": .text("\(plan.seed)"), "baseline": .optional(baseline), "events": .texts(experiment.eventKinds),
      "usageStrings": .texts(file.usageStrings), "prePrompts": .texts(file.prePrompts),
      "scenarios": .texts(experiment.scenarios.map(\.name)),
      "options": .list(
        experiment.arms.map { arm in
          [
            "name": .text(arm.name),
            // An option of a sweep stands in the text under another name.
            "written": .flag(file.locations["arms.\(arm.name)"] != nil),
            "moment": moment(arm.strategy.trigger, experiment.eventKinds),
            "delay": .optional(arm[.delaySeconds].constant), "prePrompt": .optional(arm.prePrompt?.name),
            "usageString": .text(arm.usageString.name), "allowed": .flag(arm.isAllowedByApple),
            // What is left to the default is tried otherwise too.
            "retry": .optional(
              experiment.openInputs.choices[arm.name]?.contains(.retry) == false
                ? arm.strategy.retry.rawValue : nil),
          ]
        }),
      "alert": alert(of: experiment), "inputs": inputs(of: plan),
      "warnings": .list(file.warnings.map { problem($0.problem, .warning) }),
    ]
  }

  /// The other system alert of the app, as the first option meets it.
  private static func alert(of experiment: Experiment) -> JSONValue {
    let arm = experiment.arms[0]
    guard let alert = arm.surroundings[0][0].alerts.first else { return .null }
    let isOpen = experiment.openInputs.choices[arm.name]?.contains(.moment(alert.id)) ?? true
    return [
      "name": .text(alert.name), "moment": moment(alert.moment, experiment.eventKinds),
      "open": .flag(isOpen),
    ]
  }

  private static func moment(_ trigger: AskTrigger, _ events: [String]) -> JSONValue {
    guard trigger.kind.row.isCounted else { return ["at": .text(trigger.kind.rawValue)] }
    return [
      "at": .text(trigger.kind.rawValue), "count": .count(trigger.count),
      "event": .optional(trigger.event?.element(of: events)),
    ]
  }

  /// The inputs of an experiment, as a page moves and searches them.
  static func inputs(of plan: SimulationPlan) -> JSONValue {
    .list(
      ExperimentInput.all(of: plan.experiment, seed: plan.seed).map { input in
        let words = ParameterWords(path: input.path)
        return [
          "path": .text(input.path), "setting": .text(input.setting), "text": .text(input.text),
          "meaning": .optional(words?.meaning), "share": .flag(words?.isShare ?? false),
          "middle": .optional(input.middle), "low": .optional(input.range?.lowerBound),
          "high": .optional(input.range?.upperBound), "grade": .text(input.evidence.grade.rawValue),
          "source": .optional(input.evidence.source),
        ]
      })
  }

  /// What a page shows of an answer: the pieces of its report, and what its inputs do.
  static func look(
    _ look: LiveLook, _ plan: SimulationPlan, in exploration: Exploration
  ) throws -> JSONValue {
    let commands = RunCommands(file: exploration.path, store: exploration.store)
    let run = try ReportRun(RunPage(RunAnswer(look.summary), commands: commands), look.course, of: nil)
    return [
      "kind": "look", "run": .text(look.summary.outline.run), "trials": .count(look.summary.trials),
      "of": .count(plan.experiment.trials), "whole": .flag(look.isWhole),
      "pieces": .object(run.pieces.map { ($0.name, .text($0.html)) }),
      "influences": try InputInfluence.json(of: look.summary),
    ]
  }

  /// What a page gets in place of an answer: problems, each with its line where it has one.
  static func problems(_ error: any Error) -> JSONValue {
    let words =
      switch error {
      case let error as RunTooLarge: "\(error). Give fewer trials or installs."
      case is WorkStopped: "The program was stopped. Start it again and open the new address."
      case is DecodingError: "The request is not one that this page sends. Load the page again."
      default: "\(error)"
      }
    let problems =
      (error as? FileProblems)?.problems ?? [FileProblem(0, words)]
    return ["kind": "problems", "problems": .list(problems.map { problem($0, .error) })]
  }

  private static func problem(_ problem: FileProblem, _ severity: Severity) -> JSONValue {
    [
      "file": .text(problem.file), "line": .count(problem.line), "column": .count(problem.column),
      "message": .text(problem.message), "severity": .text(severity.rawValue),
    ]
  }
}
