import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

/// What a run answers under one scenario, as data.
struct ScenarioJSON {
  private let scenario: ScenarioAnswer
  private let words: ScenarioWords
  private var outline: RunOutline { words.outline }
  private var found: ScenarioSummary { scenario.found }

  init(_ page: RunPage, _ scenario: ScenarioAnswer) {
    (self.scenario, words) = (scenario, page.words(scenario))
  }

  func json() throws -> JSONValue {
    let (verdict, decision) = (found.verdict, found.decision)
    let arms = outline.arms.indices.map { (key: name($0), value: ArmJSON(arm: $0, in: found, outline).json) }
    let differences = outline.arms.indices.filter { $0 != outline.baseline }.map {
      (key: name($0), value: ArmJSON(arm: $0, in: found, outline).differences)
    }
    let correlations = found.assumptions.map { input -> JSONValue in
      ["parameter": .text(input.parameter), "rank_correlation": .number(input.correlation)]
    }
    let parts: [[(key: String, value: JSONValue)]] = [
      [
        ("advice", try advice()), ("confidence", try scenario.decided.confidence.map(confidence) ?? .null),
        ("cautions", .list(zip(scenario.cautions, words.cautions).map { caution($0, $1.text) })),
        ("decided_by", try scenario.deciding.map { try JSONValue(encoding: $0) } ?? .null),
        ("arms", .object(arms)), ("differences", .object(differences)),
        ("margin", .optional(decision?.margin)), ("near_twins", twins),
      ],
      withError("value_of_perfect_information", decision?.valueOfPerfectInformation),
      [
        ("best", .optional(verdict.map { name($0.best) })),
        ("runner_up", .optional(verdict?.runnerUp.map(name))),
        ("lead", verdict?.runnerUp == nil ? .null : .estimate(verdict?.lead)),
        ("not_told_apart_from_best", names(verdict?.tied ?? [])), ("goals", .list(found.goals.map(goal))),
        ("blockers", .list(found.blockers.map(blocker))), ("alternative_models", models),
        ("sensitivity", sensitivity),
        ("rank_correlations", .list(correlations)),
      ],
    ]
    return .object(parts.flatMap { $0 })
  }

  private func name(_ arm: Int) -> String { outline.arms[arm].name }
  private func names(_ arms: [Int]) -> JSONValue { .texts(arms.map(name)) }

  // MARK: - What to do

  private func advice() throws -> JSONValue {
    var because: Advice.Ground?
    var (goal, against, meanwhile): (Metric?, String?, String?)
    var (test, same): (TestSize?, [String]) = (nil, [])
    var (trials, installs): (Int?, Int?) = (nil, nil)
    switch scenario.decided.advice {
    case .blocked: break
    case .sameToTheModel(let options): same = options
    case .moreTrials(let needed): trials = needed
    case .moreInstalls(let needed): installs = needed
    case .choose(_, let ground):
      because = ground
      if case .goal(let metric) = ground { goal = metric }
    case .test(_, let rival, let size, let until): (against, test, meanwhile) = (rival, size, until)
    }
    return [
      "kind": .text(scenario.decided.advice.key), "option": .optional(scenario.decided.advice.option),
      "because": .optional(because?.key), "goal": .optional(goal?.rawValue), "against": .optional(against),
      "test": try test.map { try JSONValue(encoding: $0) } ?? .null, "meanwhile": .optional(meanwhile),
      "same": .texts(same), "trials_needed": trials.map { .count($0) } ?? .null,
      "installs_needed": installs.map { .count($0) } ?? .null,
      "is_close": .flag(scenario.decided.isClose),
    ]
  }

  private func confidence(_ confidence: Confidence) throws -> JSONValue {
    [
      "level": .text(confidence.level.rawValue), "chance_best": .number(confidence.chance.value),
      "chance_best_mcse": .number(confidence.chance.mcse), "chance_shown": .number(confidence.shownChance),
      "only_if": try JSONValue(encoding: confidence.conditions),
    ]
  }

  private func caution(_ caution: Caution, _ words: String) -> JSONValue {
    var (options, metric): ([String], Metric?) = ([], nil)
    switch caution {
    case .silentWords(let option): options = [option]
    case .guardrailOpen(let option, let reading): (options, metric) = ([option], reading.guardrail.metric)
    case .earlyReports(_, let shares), .lostRequests(let shares, _): options = shares.map(\.option)
    case .model(_, let best, let option, _): options = [option, best]
    case .last(let goal, let option, let best): (options, metric) = ([option, best], goal)
    case .shortWait(let option, let best, _): (options, metric) = ([option, best], .attributedPerInstall)
    case .narrowObjective(let option, let goal): (options, metric) = ([option], goal)
    case .check(_, let found, _): options = found
    case .file, .close: break
    }
    return [
      "code": .text(caution.code), "text": .text(words), "options": .texts(options),
      "metric": .optional(metric?.rawValue),
    ]
  }

  /// What keeps options out.
  private func blocker(_ blocker: Blocker) -> JSONValue {
    var (rules, values): ([String], [JSONValue]) = ([], [])
    var (pitfall, limit, share): (String?, GuardrailLimit?, Double?)
    let reason: JSONValue
    switch blocker.reason {
    case .forbidden(let broken): (reason, rules) = ("forbidden", broken)
    case .error(let tag): (reason, pitfall) = ("error", tag)
    case .guardrail(let reading, _):
      (reason, limit, share) = ("guardrail", reading.guardrail, reading.chance?.value)
      values = reading.mean.map { [JSONValue.number($0)] } ?? []
    case .tracksBeforeConsent(let reported): (reason, share) = ("tracks_before_consent", reported)
    }
    return [
      "reason": reason, "arms": names(blocker.arms), "rules": .texts(rules), "pitfall": .optional(pitfall),
      "metric": .optional(limit?.metric.rawValue), "limit": .optional(limit?.limit), "values": .list(values),
      "share": .optional(share),
    ]
  }

  // MARK: - What it rests on

  private var twins: JSONValue {
    .list(
      (found.decision?.nearTwins ?? []).map { twins in
        .object(
          [("arms", names(twins.arms)), ("within", .number(twins.distance))]
            + withError("chance_best", twins.best))
      })
  }

  private func goal(_ goal: GoalSummary) -> JSONValue {
    func named(_ values: [Double?]) -> JSONValue {
      .object(
        values.enumerated().compactMap { arm, value -> (key: String, value: JSONValue)? in
          value.map { (name(arm), .number($0)) }
        })
    }
    return [
      "metric": .text(goal.metric.rawValue), "ranking": names(goal.ranking),
      "tied": names(goal.isTie ? goal.tied : []), "means": named(goal.means),
      "chance_best": named(goal.chances.map { $0?.value }),
    ]
  }

  private var models: JSONValue {
    guard let models = found.alternatives else { return .null }
    return .list(
      models.map { model in
        [
          "model": .text(model.model.rawValue), "outcome": .text(model.outcome.rawValue),
          "best": .text(name(model.best)), "lead": .optional(model.lead?.mean),
          "lead_mcse": .optional(model.lead?.mcse),
        ]
      })
  }

  private var sensitivity: JSONValue {
    guard let ranking = found.sensitivity else { return .null }
    let rows = ranking.rows.map { row -> JSONValue in
      // Of inputs drawn together: the break-even value of each, and the ends of its 95% interval.
      let together = row.members.map { member -> (key: String, value: JSONValue) in
        let flip = member.flip
        return (member.parameter, .list([flip.value, flip.lower, flip.upper].map { .number($0) }))
      }
      return .object(
        [("places", .texts(row.parameters))] + withError("share", row.share)
          + withError("value_of_learning", row.value) + [
            ("break_even", .optional(row.flip?.value)),
            ("break_even95", row.flip.map { .ends($0.lower, $0.upper) } ?? .null),
            ("break_even_together", .object(together)),
          ])
    }
    return [
      "parameters": .list(rows), "sampling": .optional(ranking.sampling), "rest": .number(ranking.rest),
      "trials": .count(ranking.trials),
    ]
  }
}
