import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Runs
import TextFormats

/// What a page shows of a text before a trial is done: its options, its inputs, its warnings.
enum PageExperiment {
  static func json(of plan: SimulationPlan, _ file: ExperimentFile) -> JSONValue {
    let experiment = plan.experiment
    return .object([
      ("kind", .text("experiment")), ("name", .text(experiment.name)),
      ("question", .optional(experiment.question)), ("trials", .count(experiment.trials)),
      ("installs", .count(experiment.installs)), ("seed", .text("\(plan.seed)")),
      // A baseline that the text names has to be renamed before its option is removed.
      (
        "baseline",
        .optional(file.locations["baseline"].map { _ in experiment.arms[experiment.baselineIndex].name })
      ),
      ("events", .texts(experiment.eventKinds)), ("usageStrings", .texts(file.usageStrings)),
      ("prePrompts", .texts(file.prePrompts)), ("scenarios", .texts(experiment.scenarios.map(\.name))),
      ("options", .list(experiment.arms.map { option($0, experiment, file) })),
      ("inputs", PageInputs.json(of: plan)),
      ("warnings", .list(file.warnings.map(PageProblem.json(of:)))),
    ])
  }

  private static func option(_ arm: Arm, _ experiment: Experiment, _ file: ExperimentFile) -> JSONValue {
    .object([
      ("name", .text(arm.name)),
      // An option of a sweep stands in the text under another name.
      ("written", .flag(file.locations["arms.\(arm.name)"] != nil)),
      ("moment", moment(arm.strategy.trigger, experiment.eventKinds)),
      ("delay", .optional(arm.delaySeconds.constant)), ("prePrompt", .optional(arm.prePrompt?.name)),
      ("usageString", .text(arm.usageString.name)), ("allowed", .flag(arm.isAllowedByApple)),
    ])
  }

  private static func moment(_ trigger: AskTrigger, _ events: [String]) -> JSONValue {
    switch trigger {
    case .launch: .object([("at", .text("launch"))])
    case .onboarding: .object([("at", .text("onboarding"))])
    case .session(let number): .object([("at", .text("session")), ("count", .count(number))])
    case .event(let kind, let count):
      .object([
        ("at", .text("event")), ("count", .count(count)),
        ("event", .optional(events.indices.contains(kind.rawValue) ? events[kind.rawValue] : nil)),
      ])
    }
  }
}
