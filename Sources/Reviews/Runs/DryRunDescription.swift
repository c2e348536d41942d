public import ExperimentDesign
import PromptFlow
public import Rendering
import RuleBook
import Studies
public import TextFormats

/// What a simulation would do: resolved arms, parameters with their evidence, size.
public struct DryRunDescription {
  /// The resolved experiment.
  public var experiment: Experiment
  /// The seed that would be used.
  public var seed: UInt64
  /// Whether the seed was drawn for this look and would be drawn anew.
  public var isSeedDrawn: Bool
  /// Every parameter once, sorted by path.
  public var parameters: [RunDescription.Parameter]
  /// What is doubtful in the file, one line each.
  public var warnings: [String]
  /// Threads it would run on.
  public var threads: Int
  /// What it would take.
  public var cost: DryRunCost
  /// The platform checks of the arms.
  public var platform: PlatformDescription
  /// The file as a command line names it.
  public var path: String

  /// Creates a plan.
  public init(
    experiment: Experiment, seed: UInt64, isSeedDrawn: Bool, parameters: [RunDescription.Parameter],
    warnings: [String], threads: Int, cost: DryRunCost, platform: PlatformDescription, path: String
  ) {
    self.experiment = experiment
    self.seed = seed
    self.isSeedDrawn = isSeedDrawn
    self.parameters = parameters
    self.warnings = warnings
    self.threads = threads
    self.cost = cost
    self.platform = platform
    self.path = path
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    let question = experiment.question.map { ": \($0)" } ?? ""
    let findings = FindingLines(
      record: platform, arms: experiment.arms.map(\.name), more: "att-lab check \(path)")
    return ReviewDocument([
      [.heading(experiment.name + question), .text(size), .text(costs)],
      [.title("Arms"), .table(arms)],
      [.title("Numbers"), .text(counts), .table(numbers)],
      findings.blocks,
      warnings.map { .paragraph($0, .warning, indent: "") },
    ]).text(style)
  }

  private var size: String {
    let scenarios =
      experiment.scenarios.count == 1 ? "" : " under each of \(experiment.scenarios.count) scenarios"
    let (fewest, most) = (cost.trials.lowerBound, cost.trials.upperBound)
    let trials =
      fewest == most
      ? "\(SupportedDigits.grouped(most)) \(most == 1 ? "trial" : "trials")"
      : "\(SupportedDigits.grouped(fewest)) to \(SupportedDigits.grouped(most)) trials"
    return trials + (cost.why.map { " (\($0))" } ?? "") + " of "
      + "\(SupportedDigits.grouped(experiment.installs)) installs\(scenarios), "
      + (isSeedDrawn ? "seed to be drawn." : "seed \(seed).")
  }

  private var costs: String {
    let most = duration(cost.seconds.upperBound)
    return "It takes about \(duration(cost.seconds.lowerBound))"
      + (cost.trials.count == 1 ? "" : " to \(most)")
      + " on \(threads) \(threads == 1 ? "thread" : "threads"), \(bytes(cost.memory)) of memory and "
      + "\(bytes(cost.disk)) in the store."
  }

  private var counts: String {
    let uncertain = parameters.filter(\.isDrawn).count
    let assumed = parameters.filter { $0.evidence.grade == .assumed }.count
    return "\(parameters.count) in all: \(uncertain) uncertain, \(assumed) assumed."
  }

  private var arms: TextTable {
    let arms = experiment.arms
    return TextTable(
      first: column("option", arms.map(\.name)),
      columns: [
        column("ask", arms.map { askWords($0.strategy.trigger, eventKinds: experiment.eventKinds) }),
        column("delay, s", arms.map(delay)),
        column("hook", arms.map(\.strategy.hook.word)),
        column("retry", arms.map(\.strategy.retry.word)),
        column("pre-prompt", arms.map { $0.prePrompt?.name ?? "" }),
        column("usage string", arms.map(\.usageString.name)),
        column("settings link", arms.map(\.strategy.settingsLink.word)),
      ])
  }

  private func delay(_ arm: Arm) -> String {
    guard let seconds = arm.delaySeconds.constant else { return "uncertain" }
    return "\(seconds)"
  }

  private var numbers: TextTable {
    TextTable(
      first: column("place", parameters.map(\.path)),
      columns: [
        column("value", parameters.map(\.knowledge.words)),
        column("evidence", parameters.map { $0.evidence.grade.rawValue }),
        column("date", parameters.map { $0.evidence.date ?? "" }),
      ])
  }

  private func column(_ heading: String, _ cells: [String]) -> TextTable.Column {
    .init(heading: [heading], cells: cells.map(TerminalText.safe), isNumeric: false)
  }

  private var records: RecordTable<RunDescription.Parameter> {
    RecordTable(
      fields: [
        .init(column: "place") { .text($0.path) }, .init("value") { .text($0.distribution) },
        .init("is_uncertain") { .flag($0.isDrawn) }, .init("grade") { .text($0.evidence.grade.rawValue) },
        .init("source") { .optional($0.evidence.source) }, .init("date") { .optional($0.evidence.date) },
        .init("denominator") { .optional($0.evidence.denominator) },
      ], rows: parameters)
  }

  /// The parameters as a table.
  public var csv: CSVDocument { records.csv }

  /// The plan of a run, schema `att-lab/dry-run/1`.
  public var json: JSONValue {
    .object([
      ("schema", .text("att-lab/dry-run/1")),
      ("experiment", .text(experiment.name)),
      ("question", .optional(experiment.question)),
      ("seed", isSeedDrawn ? .null : .unsigned(seed)),
      ("trials", .count(cost.trials.lowerBound)),
      ("installs", .count(experiment.installs)),
      ("baseline", .text(experiment.baseline)),
      ("objective", .text(experiment.objective.name)),
      ("trials_most", .count(cost.trials.upperBound)),
      ("expected_seconds", .number(cost.seconds.lowerBound)),
      ("expected_seconds_most", .number(cost.seconds.upperBound)),
      ("expected_memory_bytes", .number(cost.memory.rounded())),
      ("expected_store_bytes", .number(cost.disk.rounded())),
      ("scenarios", .texts(experiment.scenarios.map(\.name))),
      ("arms", .object(experiment.arms.map { ($0.name, arm($0)) })),
      ("parameters", records.json(by: \.path)),
      ("warnings", .texts(warnings)),
    ])
  }

  private func arm(_ arm: Arm) -> JSONValue {
    .object([
      ("ask", .text(askWords(arm.strategy.trigger, eventKinds: experiment.eventKinds))),
      ("delay_seconds", .optional(arm.delaySeconds.constant)),
      ("hook", .text(arm.strategy.hook.word)),
      ("retry", .text(arm.strategy.retry.word)),
      ("pre_prompt", .optional(arm.prePrompt?.name)),
      ("usage_string", .text(arm.usageString.name)),
      ("settings_link", .text(arm.strategy.settingsLink.word)),
      ("findings", .list(arm.findings.map { .text("\($0.rule): \($0.reason)") })),
    ])
  }
}

/// What a simulation would take.
public struct DryRunCost: Equatable, Sendable {
  /// The fewest and the most trials.
  public var trials: ClosedRange<Int>
  /// What makes them others than the file's; `nil` where nothing does.
  public var why: String?
  /// For the fewest and for the most trials, storing, answer and alternative models included.
  public var seconds: ClosedRange<Double>
  /// Bytes of memory for the most trials.
  public var memory: Double
  /// Bytes in the store for the most trials.
  public var disk: Double

  /// Creates a cost.
  public init(
    trials: ClosedRange<Int>, why: String?, seconds: ClosedRange<Double>, memory: Double, disk: Double
  ) {
    self.trials = trials
    self.why = why
    self.seconds = seconds
    self.memory = memory
    self.disk = disk
  }
}

/// Bytes in words, two digits: `46 MB`, `1.2 GB`.
public func bytes(_ count: Double) -> String {
  let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
  var value = count
  var unit = 0
  while value >= 999.5, unit < units.count - 1 {
    value /= 1_000
    unit += 1
  }
  let isShort = value < 9.95 && unit > 0
  return (isShort ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))") + " " + units[unit]
}
