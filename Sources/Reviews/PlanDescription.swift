public import ExperimentDesign
import PromptFlow
public import Studies

/// What a simulation would do: resolved arms, parameters with their evidence, size.
public struct PlanDescription {
  /// The resolved experiment.
  public var experiment: Experiment
  /// The seed that would be used.
  public var seed: UInt64
  /// Whether the seed was drawn for this look and would be drawn anew.
  public var isSeedDrawn: Bool
  /// Every parameter once, sorted by place.
  public var parameters: [ParameterOutline]
  /// What is doubtful in the file, one line each.
  public var warnings: [String]
  /// Threads it would run on.
  public var threads: Int
  /// How long it would take, measured on a part of it.
  public var expectedSeconds: Double
  /// What the platform's rules say of the arms.
  public var platform: PlatformRecord
  /// The file as a command line names it.
  public var path: String

  /// A plan spelled out.
  public init(
    experiment: Experiment, seed: UInt64, isSeedDrawn: Bool, parameters: [ParameterOutline],
    warnings: [String], threads: Int, expectedSeconds: Double, platform: PlatformRecord, path: String
  ) {
    self.experiment = experiment
    self.seed = seed
    self.isSeedDrawn = isSeedDrawn
    self.parameters = parameters
    self.warnings = warnings
    self.threads = threads
    self.expectedSeconds = expectedSeconds
    self.platform = platform
    self.path = path
  }

  /// As a person reads it.
  public func text(_ style: ReviewStyle) -> String {
    let question = experiment.question.map { ": \($0)" } ?? ""
    var lines = wrapped(experiment.name + question, style).map(style.bold)
    lines += wrapped(size, style)
    lines += ["", style.bold("Arms")] + arms.lines(style)
    lines += ["", style.bold("Numbers")] + wrapped(counts, style) + numbers.lines(style)
    let findings = FindingLines(
      record: platform, arms: experiment.arms.map(\.name), more: "att-lab check \(path)")
    lines += [""] + findings.lines(style)
    if !warnings.isEmpty { lines.append("") }
    lines += warnings.flatMap { wrapped($0, style) }.map(style.warning)
    return lines.joined(separator: "\n") + "\n"
  }

  private var size: String {
    let scenarios =
      experiment.scenarios.count == 1 ? "" : " under each of \(experiment.scenarios.count) scenarios"
    return "\(SupportedDigits.grouped(experiment.trials)) \(experiment.trials == 1 ? "trial" : "trials") of "
      + "\(SupportedDigits.grouped(experiment.installs)) installs\(scenarios), design \(experiment.design.rawValue), "
      + (isSeedDrawn ? "seed to be drawn" : "seed \(seed)")
      + ", about \(duration(expectedSeconds)) on \(threads) \(threads == 1 ? "thread" : "threads")."
  }

  private var counts: String {
    let uncertain = parameters.filter(\.isDrawn).count
    let assumed = parameters.filter { $0.evidence.grade == .assumed }.count
    return "\(parameters.count) in all: \(uncertain) uncertain, \(assumed) assumed."
  }

  private var arms: TextTable {
    let arms = experiment.arms
    return TextTable(
      first: column("arm", arms.map(\.name)),
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
      first: column("place", parameters.map(\.place)),
      columns: [
        column("value", parameters.map(\.law)),
        column("evidence", parameters.map { $0.evidence.grade.rawValue }),
        column("date", parameters.map { $0.evidence.date ?? "" }),
      ])
  }

  private func column(_ heading: String, _ cells: [String]) -> TextTable.Column {
    .init(heading: [heading], cells: cells.map(TerminalText.safe), isNumeric: false)
  }

  private func wrapped(_ text: String, _ style: ReviewStyle) -> [String] {
    TerminalText.wrapped(TerminalText.safe(text), width: style.textWidth)
  }

  /// The parameters as a table.
  public var csv: CSVDocument {
    CSVDocument(
      header: ["place", "value", "is_uncertain", "grade", "source", "date", "denominator"],
      rows: parameters.map {
        [
          .text($0.place), .text($0.law), .flag($0.isDrawn), .text($0.evidence.grade.rawValue),
          .optional($0.evidence.source), .optional($0.evidence.date), .optional($0.evidence.denominator),
        ]
      })
  }

  /// The plan, schema `att-lab/plan/1`.
  public var json: JSONValue {
    .object([
      ("schema", .text("att-lab/plan/1")),
      ("experiment", .text(experiment.name)),
      ("question", .optional(experiment.question)),
      ("seed", isSeedDrawn ? .null : .unsigned(seed)),
      ("trials", .integer(Int64(experiment.trials))),
      ("installs", .integer(Int64(experiment.installs))),
      ("design", .text(experiment.design.rawValue)),
      ("baseline", .text(experiment.baseline)),
      ("objective", .text(experiment.objective.name)),
      ("expected_seconds", .number(expectedSeconds)),
      ("scenarios", .list(experiment.scenarios.map { .text($0.name) })),
      ("arms", .object(experiment.arms.map { ($0.name, arm($0)) })),
      ("parameters", .object(parameters.map { ($0.place, parameter($0)) })),
      ("warnings", .list(warnings.map { .text($0) })),
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

  private func parameter(_ parameter: ParameterOutline) -> JSONValue {
    .object([
      ("value", .text(parameter.law)),
      ("is_uncertain", .flag(parameter.isDrawn)),
      ("grade", .text(parameter.evidence.grade.rawValue)),
      ("source", .optional(parameter.evidence.source)),
      ("date", .optional(parameter.evidence.date)),
      ("denominator", .optional(parameter.evidence.denominator)),
    ])
  }
}
