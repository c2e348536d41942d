import ExperimentDesign
import Inference
public import Studies
public import TextFormats

/// A run as JSON of the schema `att-lab/run/1`.
public enum RunJSON {
  /// The whole run; numbers at full precision, absent ones null.
  ///
  /// - Parameters:
  ///   - summary: the run's.
  ///   - margin: the smallest difference that matters, for the verdicts of the differences; `nil` for
  ///     half a point of a share and a hundredth of the baseline's level otherwise.
  public static func document(_ summary: RunSummary, margin: Double? = nil) -> JSONValue {
    let outline = summary.outline
    return .object([
      ("schema", .text("att-lab/run/1")),
      ("run", .text(outline.run)),
      ("name", .optional(outline.name)),
      ("experiment", .text(outline.experiment)),
      ("question", .optional(outline.question)),
      ("seed", .unsigned(outline.seed)),
      ("trials", .integer(Int64(summary.trials))),
      ("planned_trials", .integer(Int64(outline.trials))),
      ("installs", .integer(Int64(outline.installs))),
      ("engine", .text(outline.engine)),
      ("design", .text(outline.design.rawValue)),
      ("baseline", .text(outline.arms[outline.baseline].name)),
      ("objective", .text(outline.objective.name)),
      ("segment", .optional(summary.segment)),
      ("stopping", summary.stopping.map(stopping) ?? .null),
      ("file_findings", RunJSON.findings(ofArm: nil, in: outline)),
      ("scenarios", .object(summary.scenarios.map { ($0.name, scenario($0, outline, margin)) })),
    ])
  }

  private static func stopping(_ found: StoppingOutcome) -> JSONValue {
    .object([
      ("rule", .text(found.rule.name)), ("goal", .number(found.rule.limit)),
      ("reached", .optional(found.reached)), ("met", .flag(found.isMet)),
    ])
  }

  private static func scenario(
    _ scenario: ScenarioSummary, _ outline: RunOutline, _ margin: Double?
  ) -> JSONValue {
    let arms = Array(zip(outline.arms, scenario.arms))
    let others = arms.enumerated().filter { $0.offset != outline.baseline }.map(\.element)
    let found = arms.enumerated().map { position, pair in
      (key: pair.0.name, value: arm(position, outline, pair.1, scenario.decision?[position]))
    }
    var members: [(key: String, value: JSONValue)] = [
      ("arms", .object(found)),
      ("differences", .object(others.map { ($0.0.name, differences($0.1, scenario, outline, margin)) })),
      ("margin", .optional(scenario.decision?.margin)),
      ("near_twins", nearTwins(scenario.decision, outline)),
    ]
    let worth = scenario.decision?.valueOfPerfectInformation
    members += [
      ("value_of_perfect_information", .optional(worth?.value)),
      ("value_of_perfect_information_mcse", .optional(worth?.mcse)),
    ]
    members += [
      ("best", .optional(scenario.verdict.map { outline.arms[$0.best].name })),
      ("headline", .optional(scenario.headline?.rawValue)),
      ("runner_up", .optional(scenario.verdict?.runnerUp.map { outline.arms[$0].name })),
      ("lead", scenario.verdict?.runnerUp.map { _ in estimate(scenario.verdict?.lead) } ?? .null),
      (
        "not_told_apart_from_best",
        .list((scenario.verdict?.tied ?? []).map { .text(outline.arms[$0].name) })
      ),
      (
        "rivals",
        scenario.rivals.map { rivals in
          .list(
            rivals.map { rival in
              .object([
                ("model", .text(rival.model.rawValue)), ("outcome", .text(rival.outcome.rawValue)),
                ("best", .text(outline.arms[rival.best].name)), ("lead", .optional(rival.lead?.mean)),
                ("lead_mcse", .optional(rival.lead?.mcse)),
              ])
            })
        } ?? .null
      ),
      ("input_search", scenario.inputSearch.map { search($0, outline) } ?? .null),
      ("ledger", scenario.ledger.map(ledger) ?? .null),
      ("explained", scenario.sensitivity.map(explained) ?? .null),
      (
        "leans_on",
        .list(
          scenario.assumptions.map {
            .object([
              ("parameter", .text($0.parameter)), ("rank_correlation", .number($0.correlation)),
            ])
          })
      ),
    ]
    return .object(members)
  }

  private static func nearTwins(_ decision: Decision?, _ outline: RunOutline) -> JSONValue {
    let sets: [JSONValue] = (decision?.nearTwins ?? []).map { twins in
      .object([
        ("arms", .list(twins.arms.map { .text(outline.arms[$0].name) })),
        ("within", .number(twins.distance)), ("p_best", .number(twins.best.value)),
        ("p_best_mcse", .number(twins.best.mcse)),
      ])
    }
    return .list(sets)
  }

  private static func arm(
    _ position: Int, _ outline: RunOutline, _ found: ArmSummary, _ decision: Decision.Arm?
  ) -> JSONValue {
    let arm = outline.arms[position]
    let objective = outline.objective
    var members: [(key: String, value: JSONValue)] = [
      ("allowed_by_apple", .flag(arm.isAllowedByApple)),
      ("findings", findings(ofArm: position, in: outline)),
      ("reviewer", sights(ofArm: position, in: outline)),
      ("ask", .text(askWords(arm.ask))),
      ("pre_prompt", .optional(arm.prePrompt)),
      ("usage_string", .text(arm.usageString)),
      (
        "metrics",
        .object(found.metrics.map { ($0.metric.rawValue, estimate($0.estimate)) })
      ),
    ]
    if objective.singleMetric == nil { members.append(("objective_value", estimate(found.objective))) }
    members += [
      ("final_states", finalStates(found.finalStates))
    ]
    for (name, number) in [
      ("p_best", decision?.best), ("p_within_margin", decision?.withinMargin),
      ("regret", decision?.regret), ("share_of_tests_won", decision?.testsWon),
    ] {
      members += [(name, .optional(number?.value)), ("\(name)_mcse", .optional(number?.mcse))]
    }
    return .object(members)
  }

  private static func differences(
    _ found: ArmSummary, _ scenario: ScenarioSummary, _ outline: RunOutline, _ margin: Double?
  ) -> JSONValue {
    let baseline = scenario.arms[outline.baseline]
    func member(_ name: String, _ quantity: ComparedQuantity) -> (key: String, value: JSONValue) {
      let margin = quantity.margin(margin, level: quantity.level(baseline)?.overTrials.mean)
      let verdict = quantity.verdict(found, outline: outline, margin: margin)
      return (name, difference(quantity.difference(found), verdict, margin))
    }
    var members = found.metrics.map { member($0.metric.rawValue, .metric($0.metric)) }
    if outline.objective.singleMetric == nil {
      members.append(member("objective_value", .objective(outline.objective)))
    }
    return .object(members)
  }

  private static func search(_ search: InputSearch, _ outline: RunOutline) -> JSONValue {
    .object([
      ("simulated", .integer(Int64(search.settings.count))),
      (
        "changed_by",
        search.change.map { change in
          .object([
            (
              "inputs",
              .list(
                change.inputs.map {
                  .object([
                    ("parameter", .text($0.place)), ("quantile", .number($0.probability)),
                    ("value", .number($0.value)),
                  ])
                })
            ),
            ("best", .text(outline.arms[change.best].name)), ("lead", .optional(change.lead?.mean)),
            ("lead_mcse", .optional(change.lead?.mcse)),
          ])
        } ?? .null
      ),
    ])
  }

  private static func ledger(_ ledger: VarianceLedger) -> JSONValue {
    .object([
      ("parameters", .optional(ledger.parameters?.value)),
      ("parameters_mcse", .optional(ledger.parameters?.mcse)), ("test", .optional(ledger.test)),
      ("simulation", .number(ledger.simulation)),
      ("with_four_times_the_trials", .number(ledger.withFourTimesTheTrials)),
      ("with_twice_the_installs", .optional(ledger.withTwiceTheInstalls)),
    ])
  }

  private static func explained(_ sensitivity: SensitivityRanking) -> JSONValue {
    .object([
      (
        "parameters",
        .list(
          sensitivity.rows.map { row in
            .object([
              ("places", .list(row.parameters.map { .text($0) })),
              ("share", .number(row.share.value)), ("share_mcse", .number(row.share.mcse)),
              ("value_of_knowing", .optional(row.value?.value)),
              ("value_of_knowing_mcse", .optional(row.value?.mcse)),
              ("turns_at", .optional(row.flip?.value)),
              ("turns_at95", row.flip.map { .list([.number($0.lower), .number($0.upper)]) } ?? .null),
            ])
          })
      ),
      ("sampling", .optional(sensitivity.sampling)), ("rest", .number(sensitivity.rest)),
      ("trials", .integer(Int64(sensitivity.trials))),
    ])
  }

  /// Always an object, whose numbers are null and whose trials are 0 where no trial has a value.
  private static func estimate(_ estimate: Estimate?) -> JSONValue {
    .object([
      ("mean", .optional(estimate?.overTrials.mean)),
      ("mcse", .optional(estimate?.overTrials.mcse)),
      ("sd", .optional(estimate?.overTrials.standardDeviation)),
      ("parameter90", interval(estimate?.parameter90)),
      ("parameter90_is_at_most", .flag(estimate?.isAtMost ?? false)),
      ("test90", interval(estimate?.test90)),
      ("trials", .integer(Int64(estimate?.overTrials.count ?? 0))),
    ])
  }

  private static func difference(
    _ estimate: Estimate?, _ verdict: Inference.Verdict?, _ margin: Double
  ) -> JSONValue {
    .object([
      ("mean", .optional(estimate?.overTrials.mean)),
      ("mcse", .optional(estimate?.overTrials.mcse)),
      ("parameter90", interval(estimate?.parameter90)),
      ("parameter90_is_at_most", .flag(estimate?.isAtMost ?? false)),
      ("test90", interval(estimate?.test90)),
      ("margin", .number(margin)), ("verdict", .optional(verdict?.rawValue)),
    ])
  }

  private static func interval(_ interval: CentralInterval?) -> JSONValue {
    guard let interval else { return .null }
    return .list([.number(interval.lower), .number(interval.upper)])
  }

  private static func finalStates(_ states: FinalStates) -> JSONValue {
    .object([
      ("authorized", .integer(states.authorized)),
      ("denied_by_answer", .integer(states.deniedByAnswer)),
      ("denied_by_device", .integer(states.deniedByDevice)),
      ("restricted", .integer(states.restricted)),
      ("undetermined", .integer(states.undetermined)),
      ("no_att", .integer(states.noATT)),
    ])
  }
}
