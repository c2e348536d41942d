public import ExperimentDesign
public import Rendering
public import Studies
public import TextFormats

/// A search as JSON, and as a table of strategies (`Data/README.md`).
public enum SearchJSON {
  /// The search, schema `att-lab/optimization/1`.
  ///
  /// - Parameters:
  ///   - keys: the keys that were searched, each with its values.
  ///   - final: the answer of the run that the numbers come from; `nil` where no strategy may be chosen.
  public static func document(
    _ experiment: Experiment, _ result: StrategySearchResult, seed: UInt64, guarantee: Double,
    keys: [(path: String, values: [String])], final: JSONValue?
  ) -> JSONValue {
    func names(_ arms: [Int]) -> JSONValue { .texts(arms.map { experiment.arms[$0].name }) }
    return .object([
      ("schema", "att-lab/optimization/1"), ("experiment", .text(experiment.name)),
      ("seed", .text("\(seed)")), ("objective", .text(experiment.objective.name)),
      ("margin", .optional(result.margin)), ("guarantee", .number(guarantee)),
      ("guaranteed_margin", .optional(result.guaranteedMargin)),
      (
        "space",
        .object([
          ("keys", .object(keys.map { (key: $0.path, value: JSONValue.texts($0.values)) })),
          ("strategies", .count(experiment.arms.count)),
          (
            "not_allowed",
            .list(
              result.forbidden.map { arm in
                .object([
                  ("strategy", .text(experiment.arms[arm].name)),
                  ("rules", .texts(experiment.arms[arm].findings.map(\.rule))),
                ])
              })
          ),
          ("beyond_guardrails", names(result.beyondGuardrails)),
          ("without_value", names(result.withoutValue)),
          ("alike", .list(result.classes.filter { $0.count > 1 }.map(names))),
          ("searched", .count(result.searched)),
        ])
      ),
      (
        "rounds",
        .list(
          result.rounds.map { round in
            .object([
              ("trials", .count(round.trials)), ("left", names(round.dropped)),
              ("leader", .text(experiment.arms[round.leader].name)),
              ("largest_lead_possible", .number(round.largestLead)),
            ])
          })
      ),
      (
        "cost",
        .object([
          ("trials", .count(result.trials)), ("strategy_trials", .count(result.strategyTrials)),
          ("even_search", .count((result.rounds.last?.trials ?? 0) * result.searched)),
        ])
      ),
      ("winner", .optional(result.winner.map { experiment.arms[$0].name })),
      ("final", final ?? .null),
    ])
  }

  /// Every strategy: what became of it, and its mean over the trials that it had.
  public static func csv(_ experiment: Experiment, _ result: StrategySearchResult) -> CSVDocument {
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
    if result.winner == arm { return "winner" }
    if result.means[arm] == nil { return "alike" }
    return hasLeft ? "left" : "stayed"
  }
}
