import ExperimentDesign
import Inference
public import Studies
public import TextFormats

/// A run as JSON of the schema `att-lab/run/2`.
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
      ("schema", .text("att-lab/run/2")),
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
      ("recommendation", recommendation(scenario, outline)),
      ("goals", .list(scenario.goals.map { goal($0, outline) })),
      ("runner_up", .optional(scenario.verdict?.runnerUp.map { outline.arms[$0].name })),
      ("lead", scenario.verdict?.runnerUp.map { _ in estimate(scenario.verdict?.lead) } ?? .null),
      (
        "not_told_apart_from_best",
        .list((scenario.verdict?.tied ?? []).map { .text(outline.arms[$0].name) })
      ),
      (
        "alternative_models",
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
      ("sources_of_uncertainty", scenario.ledger.map(ledger) ?? .null),
      ("sensitivity", scenario.sensitivity.map(explained) ?? .null),
      (
        "rank_correlations",
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

  private static func recommendation(_ scenario: ScenarioSummary, _ outline: RunOutline) -> JSONValue {
    let found = scenario.recommendation(parametersVary: outline.parametersVary)
    func name(_ arm: Int?) -> JSONValue { .optional(arm.map { outline.arms[$0].name }) }
    func names(_ arms: [Int]) -> JSONValue { .list(arms.map { .text(outline.arms[$0].name) }) }
    return .object([
      ("kind", .text(found.kind.rawValue)), ("choice", name(found.choice)),
      ("runner_up", name(found.runnerUp)), ("lead", found.lead.map { estimate($0) } ?? .null),
      ("safer_than", name(found.overtaken)), ("tied", names(found.tied)),
      ("chance_best", .optional(found.chance?.value)), ("chance_best_mcse", .optional(found.chance?.mcse)),
      ("confidence", .optional(found.confidence?.rawValue)),
      ("reversed_by", .list(found.reversedBy.map { .text($0.rawValue) })),
      ("falls_under", .list(found.fallsUnder.map { .text($0.rawValue) })),
      ("trials_needed", .optional(found.trialsNeeded.map { Double($0) })),
      ("blockers", .list(found.blockers.map { blocker($0, names($0.arms)) })),
    ])
  }

  private static func blocker(_ blocker: Blocker, _ arms: JSONValue) -> JSONValue {
    switch blocker.reason {
    case .forbidden(let rules):
      .object([("reason", .text("forbidden")), ("arms", arms), ("rules", .list(rules.map { .text($0) }))])
    case .error(let pitfall):
      .object([("reason", .text("error")), ("arms", arms), ("pitfall", .text(pitfall))])
    case .guardrail(let guardrail, let values):
      .object([
        ("reason", .text("guardrail")), ("arms", arms), ("metric", .text(guardrail.metric.rawValue)),
        ("limit", .number(guardrail.limit)), ("values", .list(values.map { .number($0) })),
      ])
    case .tracksBeforeConsent(let share):
      .object([("reason", .text("tracks_before_consent")), ("arms", arms), ("share", .number(share))])
    }
  }

  private static func goal(_ goal: GoalSummary, _ outline: RunOutline) -> JSONValue {
    func names(_ arms: [Int]) -> JSONValue { .list(arms.map { .text(outline.arms[$0].name) }) }
    return .object([
      ("metric", .text(goal.metric.rawValue)), ("ranking", names(goal.ranking)),
      ("tied", names(goal.isTie ? goal.tied : [])),
      (
        "chance_best",
        .object(
          goal.chances.enumerated().compactMap { arm, chance in
            chance.map { (outline.arms[arm].name, .number($0.value)) }
          })
      ),
    ])
  }

  private static func nearTwins(_ decision: Decision?, _ outline: RunOutline) -> JSONValue {
    let sets: [JSONValue] = (decision?.nearTwins ?? []).map { twins in
      .object([
        ("arms", .list(twins.arms.map { .text(outline.arms[$0].name) })),
        ("within", .number(twins.distance)), ("chance_best", .number(twins.best.value)),
        ("chance_best_mcse", .number(twins.best.mcse)),
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
      ("chance_best", decision?.best), ("chance_within_margin", decision?.withinMargin),
      ("expected_loss", decision?.regret), ("share_of_tests_won", decision?.testsWon),
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
                    ("parameter", .text($0.path)), ("quantile", .number($0.probability)),
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
              ("value_of_learning", .optional(row.value?.value)),
              ("value_of_learning_mcse", .optional(row.value?.mcse)),
              ("break_even", .optional(row.flip?.value)),
              ("break_even95", row.flip.map { .list([.number($0.lower), .number($0.upper)]) } ?? .null),
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
      ("uncertainty_interval_90", interval(estimate?.parameter90)),
      ("uncertainty_interval_90_is_at_most", .flag(estimate?.isAtMost ?? false)),
      ("prediction_interval_90", interval(estimate?.test90)),
      ("trials", .integer(Int64(estimate?.overTrials.count ?? 0))),
    ])
  }

  private static func difference(
    _ estimate: Estimate?, _ verdict: Inference.Verdict?, _ margin: Double
  ) -> JSONValue {
    .object([
      ("mean", .optional(estimate?.overTrials.mean)),
      ("mcse", .optional(estimate?.overTrials.mcse)),
      ("uncertainty_interval_90", interval(estimate?.parameter90)),
      ("uncertainty_interval_90_is_at_most", .flag(estimate?.isAtMost ?? false)),
      ("prediction_interval_90", interval(estimate?.test90)),
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
