import ExperimentDesign
import Inference
public import Studies
public import TextFormats

/// A run as JSON of the schema `att-lab/run/1`.
public enum RunJSON {
  /// The whole run; numbers at full precision, absent ones null.
  public static func document(_ summary: RunSummary) -> JSONValue {
    let outline = summary.outline
    return .object([
      ("schema", .text("att-lab/run/1")),
      ("run", .text(outline.run)),
      ("name", .optional(outline.name)),
      ("experiment", .text(outline.experiment)),
      ("question", .optional(outline.question)),
      ("seed", .unsigned(outline.seed)),
      ("trials", .count(summary.trials)),
      ("planned_trials", .count(outline.trials)),
      ("installs", .count(outline.installs)),
      ("engine", .text(outline.engine)),
      ("sampling", .text(outline.description.sampling.rawValue)),
      ("test_installs_per_arm", outline.context?.testInstalls.map { .count($0) } ?? .null),
      ("baseline", .text(outline.arms[outline.baseline].name)),
      ("objective", .text(outline.objective.name)),
      ("segment", .optional(summary.segment)),
      ("settings", .texts(outline.assumedOtherwise)),
      ("depends_on_scenario", .flag(summary.dependsOnScenario)),
      ("stopping", summary.stopping.map(stopping) ?? .null),
      ("file_findings", RunJSON.findings(ofArm: nil, in: outline)),
      ("cautions", .texts((outline.context?.cautions ?? []).map(\.text))),
      ("scenarios", .object(summary.scenarios.map { ($0.name, scenario($0, outline)) })),
    ])
  }

  private static func stopping(_ found: StoppingOutcome) -> JSONValue {
    .object([
      ("goal", .number(found.goal)), ("reached", .optional(found.reached)), ("met", .flag(found.isMet)),
    ])
  }

  private static func scenario(
    _ scenario: ScenarioSummary, _ outline: RunOutline
  ) -> JSONValue {
    let arms = Array(zip(outline.arms, scenario.arms))
    let others = arms.enumerated().filter { $0.offset != outline.baseline }.map(\.element)
    let found = arms.enumerated().map { position, pair in
      (key: pair.0.name, value: arm(position, outline, pair.1, scenario.decision?[position]))
    }
    var members: [(key: String, value: JSONValue)] = [
      ("arms", .object(found)),
      ("differences", .object(others.map { ($0.0.name, differences($0.1, scenario, outline)) })),
      ("margin", .optional(scenario.decision?.margin)),
      ("near_twins", nearTwins(scenario.decision, outline)),
    ]
    members += withError("value_of_perfect_information", scenario.decision?.valueOfPerfectInformation)
    members += [
      ("best", name(scenario.verdict?.best, outline)),
      ("recommendation", recommendation(scenario, outline)),
      ("goals", .list(scenario.goals.map { goal($0, outline) })),
      ("runner_up", name(scenario.verdict?.runnerUp, outline)),
      ("lead", scenario.verdict?.runnerUp.map { _ in estimate(scenario.verdict?.lead) } ?? .null),
      ("not_told_apart_from_best", names(scenario.verdict?.tied ?? [], outline)),
      (
        "alternative_models",
        scenario.alternatives.map { .list($0.map { alternative($0, outline) }) } ?? .null
      ),
      ("input_search", scenario.inputSearch.map { search($0, outline) } ?? .null),
      ("sources_of_uncertainty", scenario.uncertaintySources.map(uncertaintySources) ?? .null),
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

  private static func alternative(_ model: AlternativeVerdict, _ outline: RunOutline) -> JSONValue {
    .object(
      [
        ("model", .text(model.model.rawValue)), ("outcome", .text(model.outcome.rawValue)),
        ("best", name(model.best, outline)),
      ] + lead(model.lead))
  }

  private static func recommendation(_ scenario: ScenarioSummary, _ outline: RunOutline) -> JSONValue {
    let found = scenario.recommendation(parametersVary: outline.parametersVary)
    let choice: [(key: String, value: JSONValue)] = [
      ("kind", .text(found.kind.rawValue)), ("choice", name(found.choice, outline)),
      ("runner_up", name(found.runnerUp, outline)), ("lead", found.lead.map { estimate($0) } ?? .null),
      ("safer_than", name(found.overtaken, outline)), ("tied", names(found.tied, outline)),
      ("tie_broken_by", .optional(found.tieBreaker?.metric.rawValue)),
      ("better_in_tie", names(found.tieBreaker?.arms ?? [], outline)), ("alike", names(found.alike, outline)),
      ("twins", names(found.twins, outline)),
    ]
    let reasons: [(key: String, value: JSONValue)] = [
      ("confidence", .optional(found.confidence?.rawValue)),
      ("reversed_by", .texts(found.reversedBy.map(\.rawValue))),
      ("falls_under", .texts(found.fallsUnder.map(\.rawValue))),
      ("trials_needed", .optional(found.trialsNeeded.map { Double($0) })),
      ("test", found.test.map { test($0, outline) } ?? .null),
      ("blockers", .list(found.blockers.map { blocker($0, names($0.arms, outline)) })),
      ("early_reports", .list(scenario.earlyReports.map { early($0, outline) })),
    ]
    return .object(
      choice + withError("chance_best", found.chance) + withError("expected_loss", found.loss) + reasons)
  }

  private static func test(_ test: SettlingTest, _ outline: RunOutline) -> JSONValue {
    let calendar = outline.context?.volume.flatMap {
      test.margin.calendar(at: $0, readAt: outline.readingAge)
    }
    func size(_ size: SettlingTest.Size) -> JSONValue {
      .object([("difference", .number(size.difference)), ("installs_per_arm", .number(size.installsPerArm))])
    }
    return .object([
      ("margin", size(test.margin)), ("lead", test.lead.map(size) ?? .null),
      ("weeks", calendar.map { .count($0.wholeWeeks) } ?? .null),
      ("read_on", calendar.map { .count($0.readOn) } ?? .null),
    ])
  }

  private static func blocker(_ blocker: Blocker, _ arms: JSONValue) -> JSONValue {
    switch blocker.reason {
    case .forbidden(let rules):
      .object([("reason", .text("forbidden")), ("arms", arms), ("rules", .texts(rules))])
    case .error(let pitfall):
      .object([("reason", .text("error")), ("arms", arms), ("pitfall", .text(pitfall))])
    case .guardrail(let reading, let lead):
      .object(
        [
          ("reason", .text("guardrail")), ("arms", arms),
          ("metric", .text(reading.guardrail.metric.rawValue)),
          ("limit", .number(reading.guardrail.limit)), ("value", .optional(reading.mean)),
        ] + withError("chance", reading.chance) + [("lead", .optional(lead?.overTrials.mean))])
    case .tracksBeforeConsent(let share):
      .object([("reason", .text("tracks_before_consent")), ("arms", arms), ("share", .number(share))])
    }
  }

  private static func early(_ report: EarlyReport, _ outline: RunOutline) -> JSONValue {
    .object([
      ("reason", .text(report.reason.rawValue)), ("arm", name(report.arm, outline)),
      ("share", .number(report.share)),
    ])
  }

  private static func goal(_ goal: GoalSummary, _ outline: RunOutline) -> JSONValue {
    .object([
      ("metric", .text(goal.metric.rawValue)), ("ranking", names(goal.ranking, outline)),
      ("tied", names(goal.isTie ? goal.tied : [], outline)),
      (
        "means",
        .object(
          goal.means.enumerated().compactMap { arm, mean in
            mean.map { (outline.arms[arm].name, .number($0)) }
          })
      ),
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
    .list(
      (decision?.nearTwins ?? []).map { twins in
        .object(
          [("arms", names(twins.arms, outline)), ("within", .number(twins.distance))]
            + withError("chance_best", twins.best))
      })
  }

  private static func arm(
    _ position: Int, _ outline: RunOutline, _ found: ArmSummary, _ decision: Decision.Arm?
  ) -> JSONValue {
    let arm = outline.arms[position]
    let objective = outline.objective
    var members: [(key: String, value: JSONValue)] = [
      ("allowed_by_apple", .flag(arm.isAllowedByApple)),
      ("findings", findings(ofArm: position, in: outline)),
      ("reviewer", visibilities(ofArm: position, in: outline)),
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
      members += withError(name, number)
    }
    return .object(members)
  }

  private static func differences(
    _ found: ArmSummary, _ scenario: ScenarioSummary, _ outline: RunOutline
  ) -> JSONValue {
    let baseline = scenario.arms[outline.baseline]
    func member(_ name: String, _ quantity: ComparedQuantity) -> (key: String, value: JSONValue) {
      let margin = quantity.margin(nil, level: quantity.level(baseline)?.overTrials.mean)
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
      ("simulated", .count(search.settings.count)),
      (
        "changed_by",
        search.change.map { change in
          .object(
            [
              (
                "inputs",
                .list(
                  change.inputs.map {
                    .object([
                      ("parameter", .text($0.path)), ("quantile", .number($0.probability)),
                      ("value", .number($0.value)),
                    ])
                  })
              ), ("best", name(change.best, outline)),
            ] + lead(change.lead))
        } ?? .null
      ),
    ])
  }

  private static func uncertaintySources(_ sources: UncertaintySources) -> JSONValue {
    .object(
      withError("parameters", sources.parameters) + [
        ("test", .optional(sources.test)), ("simulation", .number(sources.simulation)),
        ("with_four_times_the_trials", .number(sources.withFourTimesTheTrials)),
        ("with_twice_the_installs", .optional(sources.withTwiceTheInstalls)),
      ])
  }

  private static func explained(_ sensitivity: SensitivityRanking) -> JSONValue {
    .object([
      (
        "parameters",
        .list(
          sensitivity.rows.map { row in
            .object(
              [("places", .texts(row.parameters))] + withError("share", row.share)
                + withError("value_of_learning", row.value) + [
                  ("break_even", .optional(row.flip?.value)),
                  ("break_even95", row.flip.map { .ends($0.lower, $0.upper) } ?? .null),
                  (
                    "break_even_together",
                    .object(row.members.map { ($0.parameter, breakEven($0.flip)) })
                  ),
                ])
          })
      ),
      ("sampling", .optional(sensitivity.sampling)), ("rest", .number(sensitivity.rest)),
      ("trials", .count(sensitivity.trials)),
    ])
  }

  private static func breakEven(_ flip: FlipPoint) -> JSONValue {
    .object([("break_even", .number(flip.value)), ("break_even95", .ends(flip.lower, flip.upper))])
  }

  /// Always an object, whose numbers are null and whose trials are 0 where no trial has a value.
  private static func estimate(_ estimate: Estimate?) -> JSONValue {
    .object(
      [
        ("mean", EstimatePart.mean.value(of: estimate)), ("mcse", EstimatePart.mcse.value(of: estimate)),
        ("sd", EstimatePart.sd.value(of: estimate)),
      ] + intervals(estimate) + [("trials", EstimatePart.trials.value(of: estimate))])
  }

  private static func difference(
    _ estimate: Estimate?, _ verdict: Inference.Verdict?, _ margin: Double
  ) -> JSONValue {
    .object(
      [("mean", EstimatePart.mean.value(of: estimate)), ("mcse", EstimatePart.mcse.value(of: estimate))]
        + intervals(estimate)
        + [("margin", .number(margin)), ("verdict", .optional(verdict?.rawValue))])
  }

  private static func intervals(_ estimate: Estimate?) -> [(key: String, value: JSONValue)] {
    [
      ("uncertainty_interval_90", .interval(estimate?.uncertaintyInterval90)),
      ("uncertainty_interval_90_is_at_most", .flag(estimate?.isAtMost ?? false)),
      ("prediction_interval_90", .interval(estimate?.predictionInterval90)),
    ]
  }

  private static func name(_ arm: Int?, _ outline: RunOutline) -> JSONValue {
    .optional(arm.map { outline.arms[$0].name })
  }

  private static func names(_ arms: [Int], _ outline: RunOutline) -> JSONValue {
    .texts(arms.map { outline.arms[$0].name })
  }

  private static func lead(_ lead: AlternativeVerdict.Lead?) -> [(key: String, value: JSONValue)] {
    [("lead", .optional(lead?.mean)), ("lead_mcse", .optional(lead?.mcse))]
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
