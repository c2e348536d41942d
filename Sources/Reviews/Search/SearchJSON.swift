import ExperimentDesign
import Inference
public import Rendering
import Studies
public import TextFormats

/// A search as JSON, and as a table of strategies (`Data/README.md`).
public enum SearchJSON {
  /// The search, schema `att-lab/optimization/1`.
  ///
  /// - Parameter final: the answer of the run that the numbers come from; `nil` where no strategy may be chosen.
  public static func document(_ report: SearchReport, final: JSONValue?) -> JSONValue {
    let (experiment, result) = (report.experiment, report.result)
    return .object([
      ("schema", "att-lab/optimization/1"), ("experiment", .text(experiment.name)),
      ("seed", .text("\(report.seed)")), ("objective", .text(experiment.objective.name)),
      ("criterion", .text(report.criterion.rawValue)), ("views", .texts(result.views.map(\.name))),
      ("margin", .optional(result.margin)), ("guarantee", .number(report.guarantee)),
      ("guaranteed_margin", .optional(result.guaranteedMargin)),
      ("space", space(report)), ("rounds", rounds(report)),
      (
        "cost",
        .object([
          ("trials", .count(result.trials)), ("installs", .count(result.installs)),
          ("strategy_trials", .count(result.strategyTrials)),
          ("even_search", .count((result.rounds.last?.trials ?? 0) * result.searched)),
        ])
      ),
      ("winner", .optional(result.winner.map { experiment.arms[$0].name })),
      ("best_without_limits", .optional(result.bestWithoutLimits.map { experiment.arms[$0].name })),
      ("limits", limits(report)), ("one_step", steps(report)), ("frontier", front(report)),
      ("twins", twins(report)), ("final", final ?? .null),
    ])
  }

  /// What was searched, and why the others were not.
  private static func space(_ report: SearchReport) -> JSONValue {
    let (experiment, result) = (report.experiment, report.result)
    func names(_ arms: [Int]) -> JSONValue { .texts(arms.map { experiment.arms[$0].name }) }
    let keys = report.keys.map { (key: $0.path, value: JSONValue.texts($0.values)) }
    let forbidden = result.forbidden.map { arm in
      JSONValue.object([
        ("strategy", .text(experiment.arms[arm].name)),
        ("rules", .texts(experiment.arms[arm].findings.map(\.rule))),
      ])
    }
    return .object([
      ("keys", .object(keys)), ("product", .count(report.keys.reduce(1) { $0 * $1.values.count })),
      ("strategies", .count(experiment.arms.count)), ("not_allowed", .list(forbidden)),
      ("beyond_guardrails", names(result.beyondGuardrails)), ("without_value", names(result.withoutValue)),
      ("beyond_limits", names(result.beyondLimits)),
      ("left_after_first_pass", result.leftAfterFirstPass.map { .count($0) } ?? .null),
      ("alike", .list(result.classes.filter { $0.count > 1 }.map(names))),
      ("searched", .count(result.searched)),
    ])
  }

  private static func rounds(_ report: SearchReport) -> JSONValue {
    .list(
      report.result.rounds.map { round in
        .object([
          ("trials", .count(round.trials)),
          ("left", .texts(round.dropped.map { report.experiment.arms[$0].name })),
          ("leader", .text(report.experiment.arms[round.leader].name)),
          ("largest_lead_possible", .number(round.largestLead)),
        ])
      })
  }

  private static func limits(_ report: SearchReport) -> JSONValue {
    let result = report.result
    return .list(
      result.limits.map { limit in
        func share(_ arm: Int?) -> JSONValue { .optional(arm.flatMap { limit.findings[$0]?.share }) }
        return .object([
          ("text", .text(limit.limit.text)), ("met_by", .count(limit.metBy)),
          ("winner_holds", share(result.winner)),
          ("best_without_limits_holds", share(result.bestWithoutLimits)),
        ])
      })
  }

  private static func steps(_ report: SearchReport) -> JSONValue {
    .list(
      report.steps.map { step in
        .object([
          ("key", .text(step.key)), ("from", .text(step.from)), ("to", .text(step.to)),
          ("strategy", .text(report.experiment.arms[step.arm].name)),
          ("difference", step.isAlike ? .number(0) : .optional(step.difference?.mean)),
          ("mcse", step.isAlike ? .number(0) : .optional(step.difference.flatMap(\.mcse))),
        ])
      })
  }

  private static func front(_ report: SearchReport) -> JSONValue {
    guard let trade = report.trade else { return .null }
    return .object([
      ("metric", .text(trade.rawValue)),
      (
        "strategies",
        .list(
          report.result.front.map { point in
            .object([
              ("strategy", .text(report.experiment.arms[point.arm].name)),
              ("objective", .number(point.objective.value)),
              ("objective_mcse", .number(point.objective.mcse)),
              ("metric", .number(point.metric.value)), ("metric_mcse", .number(point.metric.mcse)),
              ("trials", .count(point.trials)),
            ])
          })
      ),
    ])
  }

  private static func twins(_ report: SearchReport) -> JSONValue {
    let twins = report.result.twins
    return .object(
      twins.keys.sorted().map { arm in
        (
          key: report.experiment.arms[arm].name,
          value: JSONValue.texts((twins[arm] ?? []).map { report.experiment.arms[$0].name })
        )
      })
  }

  /// Every strategy: what became of it, and its mean over the trials that it had.
  public static func csv(_ report: SearchReport) -> CSVDocument {
    let (experiment, result) = (report.experiment, report.result)
    var left: [Int: Int] = [:]
    for round in result.rounds { for arm in round.dropped { left[arm] = round.trials } }
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    func alike(_ arm: Int) -> String? {
      let first = result.classes.first { $0.contains(arm) }?.first
      return first == arm ? nil : first.map { experiment.arms[$0].name }
    }
    return RecordTable<Int>(
      fields: [
        RecordField("strategy") { .text(experiment.arms[$0].name) },
        RecordField("standing") { .text(standing(of: $0, in: result, hasLeft: left[$0] != nil)) },
        RecordField("alike") { .optional(alike($0)) },
        RecordField("mean") { .optional(result.means[$0].map { sign * $0 }) },
        RecordField("left_after_trials") { left[$0].map { .count($0) } ?? .null },
      ], rows: Array(experiment.arms.indices)
    ).csv
  }

  private static func standing(of arm: Int, in result: StrategySearchResult, hasLeft: Bool) -> String {
    if result.forbidden.contains(arm) { return "not_allowed" }
    if result.beyondGuardrails.contains(arm) { return "beyond_guardrail" }
    if result.withoutValue.contains(arm) { return "without_value" }
    if result.beyondLimits.contains(arm) { return "beyond_limit" }
    if result.winner == arm { return "winner" }
    if result.means[arm] == nil {
      return result.classes.contains { $0.first == arm } ? "left_in_first_pass" : "alike"
    }
    return hasLeft ? "left" : "stayed"
  }
}
