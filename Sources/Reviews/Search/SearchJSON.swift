import ExperimentDesign
import Inference
import Rendering
import Studies
public import TextFormats

/// A search as JSON, and as a table of strategies (`Data/README.md`).
public enum SearchJSON {
  /// The search, schema `att-lab/optimization/1`.
  ///
  /// - Parameter final: the answer of the run that the numbers come from; `nil` where no strategy may be chosen.
  public static func document(_ report: SearchReport, final: JSONValue?) -> JSONValue {
    let result = report.result
    return .object([
      ("schema", "att-lab/optimization/1"), ("experiment", .text(report.experiment)),
      ("seed", .text("\(report.seed)")), ("objective", .text(report.objective.name)),
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
      ("winner", .optional(result.winner.map { report.name($0) })),
      ("one_step", steps(report)),
      ("twins", twins(report)),
      ("names", .texts(report.strategies.map(\.name))),
      (
        "means",
        .list(
          result.means.keys.sorted().map { arm in
            .object([
              ("strategy", .text(report.name(arm))), ("mean", .optional(result.means[arm])),
              ("mcse", .optional(result.errors[arm])),
              ("trials", result.trialsOfMeans[arm].map { .count($0) } ?? .null),
            ])
          })
      ), ("includes_forbidden", .flag(report.includesForbidden)), ("out", .optional(report.out)),
      ("final", final ?? .null),
    ])
  }

  /// What the search depends on: the same for the same search, however it was asked for.
  ///
  /// - Parameters:
  ///   - content: what an experiment with all strategies is found by.
  ///   - final: what the run of the best is found by; `nil` for none.
  public static func asked(_ report: SearchReport, ofContent content: String, final: String?) -> JSONValue {
    .object([
      ("experiment", .text(content)), ("final", .optional(final)),
      ("margin", .optional(report.result.margin)),
      ("guarantee", .number(report.guarantee)),
      ("installs", .count(report.result.installs)), ("trials", .count(report.result.trials)),
      ("includes_forbidden", .flag(report.includesForbidden)),
    ])
  }

  /// What was searched, and why the others were not.
  private static func space(_ report: SearchReport) -> JSONValue {
    let result = report.result
    func names(_ arms: [Int]) -> JSONValue { .texts(arms.map { report.name($0) }) }
    let keys = report.keys.map { (key: $0.path, value: JSONValue.texts($0.values)) }
    let forbidden = result.forbidden.map { arm in
      JSONValue.object([
        ("strategy", .text(report.name(arm))),
        ("rules", .texts(report.strategies[arm].rules)),
      ])
    }
    let blocked = result.blocked.map { arm in
      JSONValue.object([
        ("strategy", .text(report.name(arm))), ("errors", .texts(report.strategies[arm].errors)),
      ])
    }
    return .object([
      ("keys", .object(keys)), ("product", .count(report.keys.reduce(1) { $0 * $1.values.count })),
      ("strategies", .count(report.strategies.count)), ("not_allowed", .list(forbidden)),
      ("blocked", .list(blocked)),
      ("beyond_guardrails", names(result.beyondGuardrails)), ("without_value", names(result.withoutValue)),
      ("alike", .list(result.classes.filter { $0.count > 1 }.map(names))),
      ("alone", names(result.classes.filter { $0.count == 1 }.compactMap(\.first))),
      ("searched", .count(result.searched)),
    ])
  }

  private static func rounds(_ report: SearchReport) -> JSONValue {
    .list(
      report.result.rounds.map { round in
        .object([
          ("trials", .count(round.trials)),
          ("left", .texts(round.dropped.map { report.name($0) })),
          ("leader", .text(report.name(round.leader))),
          ("largest_lead_possible", .number(round.largestLead)),
        ])
      })
  }

  private static func steps(_ report: SearchReport) -> JSONValue {
    .list(
      report.steps.map { step in
        .object([
          ("key", .text(step.key)), ("from", .text(step.from)), ("to", .text(step.to)),
          ("strategy", .text(report.name(step.arm))),
          ("difference", step.isAlike ? .number(0) : .optional(step.difference?.mean)),
          ("mcse", step.isAlike ? .number(0) : .optional(step.difference.flatMap { $0.mcse })),
          ("is_alike", .flag(step.isAlike)),
        ])
      })
  }

  private static func twins(_ report: SearchReport) -> JSONValue {
    let twins = report.result.twins
    return .object(
      twins.keys.sorted().map { arm in
        (
          key: report.name(arm),
          value: JSONValue.texts((twins[arm] ?? []).map { report.name($0) })
        )
      })
  }

  /// Every strategy: what became of it, its mean over the trials of the search that it had, and over those of the answer.
  ///
  /// - Parameter answer: the run that simulated the best anew; `nil` for none.
  static func csv(_ report: SearchReport, answer: RunSummary?) -> CSVDocument {
    let result = report.result
    var left: [Int: Int] = [:]
    for round in result.rounds { for arm in round.dropped { left[arm] = round.trials } }
    let sign = report.objective.lessIsBetter ? -1.0 : 1.0
    func alike(_ arm: Int) -> String? {
      let first = result.classes.first { $0.contains(arm) }?.first
      return first == arm ? nil : first.map { report.name($0) }
    }
    let trials = result.trialsOfMeans
    var anew: [String: MonteCarloMean] = [:]
    for (arm, found) in zip(answer?.outline.arms ?? [], answer?.scenarios[0].arms ?? []) {
      anew[arm.name] = found.objective?.overTrials
    }
    return RecordTable<Int>(
      fields: [
        RecordField("strategy") { .text(report.name($0)) },
        RecordField("standing") { .text(standing(of: $0, in: result, hasLeft: left[$0] != nil)) },
        RecordField("alike") { .optional(alike($0)) },
        RecordField("objective") { _ in .text(report.objective.name) },
        RecordField("mean") { .optional(result.means[$0].map { sign * $0 }) },
        RecordField("mcse") { .optional(result.errors[$0]) },
        RecordField("trials") { trials[$0].map { .count($0) } ?? .null },
        RecordField("answer_mean") { .optional(anew[report.name($0)]?.mean) },
        RecordField("answer_mcse") { .optional(anew[report.name($0)]?.mcse) },
        RecordField("left_after_trials") { left[$0].map { .count($0) } ?? .null },
      ], rows: Array(report.strategies.indices)
    ).csv
  }

  private static func standing(of arm: Int, in result: StrategySearchResult, hasLeft: Bool) -> String {
    if result.forbidden.contains(arm) { return "not_allowed" }
    if result.blocked.contains(arm) { return "blocked" }
    if result.beyondGuardrails.contains(arm) { return "beyond_guardrail" }
    if result.withoutValue.contains(arm) { return "without_value" }
    if result.winner == arm { return "winner" }
    if result.means[arm] == nil { return "alike" }
    return hasLeft ? "left" : "stayed"
  }
}
