import ExperimentDesign
import Inference
import Studies
public import TextFormats

extension SearchReport {
  /// A search as ``SearchJSON/document(_:final:)`` writes it.
  ///
  /// - Throws: `JSONProblem` with the place of what no search has.
  public init(reading document: JSONMember) throws(JSONProblem) {
    let space = try document.member("space")
    let names = try NamedPositions(reading: document.member("names"), kind: "a strategy")
    var rules: [Int: [String]] = [:]
    var forbidden: [Int] = []
    for item in try space.member("not_allowed").items() {
      let arm = try names.position(item.member("strategy"))
      forbidden.append(arm)
      rules[arm] = try item.member("rules").texts()
    }
    var errors: [Int: [String]] = [:]
    // A search of an earlier version did not look at them.
    for item in try space.optional("blocked")?.items() ?? [] {
      errors[try names.position(item.member("strategy"))] = try item.member("errors").texts()
    }
    var limits: [Limit] = []
    for limit in try document.member("limits").items() {
      limits.append(
        Limit(
          text: try limit.member("text").text(), metBy: try limit.member("met_by").count(),
          count: try limit.member("searched").count(),
          winnerShare: try limit.optionalNumber("winner_holds", in: 0...1),
          bestShare: try limit.optionalNumber("best_without_limits_holds", in: 0...1),
          judged: try Self.judged(limit, names)))
    }
    self.init(
      experiment: try document.member("experiment").text(), objective: try document.objective(),
      strategies: names.all.enumerated().map {
        Strategy(name: $1, rules: rules[$0] ?? [], errors: errors[$0] ?? [])
      },
      result: try StrategySearchResult(
        reading: document, forbidden: forbidden, blocked: errors.keys.sorted(), names: names),
      views: try document.member("views").texts(), limits: limits, seed: try document.seed(),
      guarantee: try document.member("guarantee").number(in: 0...1))
    criterion = try document.member("criterion").word(StrategyCriterion.self)
    let front = try document.optional("frontier")
    trade = try front?.member("metric").word(Metric.self)
    for (path, member) in try space.member("keys").members() { keys.append((path, try member.texts())) }
    for step in try document.member("one_step").items() {
      let mean = try step.optionalNumber("difference")
      let mcse = try step.optionalNumber("mcse", in: 0...1e300)
      steps.append(
        Step(
          key: try step.member("key").text(), from: try step.member("from").text(),
          to: try step.member("to").text(), arm: try names.position(step.member("strategy")),
          isAlike: try step.member("is_alike").flag(), shown: mean.map { ($0, mcse) },
          broken: try Self.broken(step)))
    }
    includesForbidden = try document.member("includes_forbidden").flag()
    out = try document.optional("out")?.text()
  }

  /// What trials that did not choose show of a limit; searches of earlier versions have none.
  private static func judged(_ limit: JSONMember, _ names: NamedPositions) throws(JSONProblem) -> [Judged] {
    var judged: [Judged] = []
    for item in try limit.optional("judged")?.items() ?? [] {
      judged.append(
        Judged(
          arm: try names.position(item.member("strategy")),
          share: try item.optionalNumber("holds", in: 0...1),
          atLeast: try item.optionalNumber("at_least", in: 0...1), isShown: try item.member("is_shown").flag()
        ))
    }
    return judged
  }

  /// The limits that a strategy one step away is not shown to meet; searches of earlier versions do not say.
  private static func broken(_ step: JSONMember) throws(JSONProblem) -> [BrokenLimit] {
    var broken: [BrokenLimit] = []
    for item in try step.optional("limits_not_shown")?.items() ?? [] {
      broken.append(
        BrokenLimit(
          text: try item.member("text").text(), share: try item.optionalNumber("holds", in: 0...1)))
    }
    return broken
  }
}

extension StrategySearchResult {
  fileprivate init(
    reading document: JSONMember, forbidden: [Int], blocked: [Int], names: NamedPositions
  ) throws(JSONProblem) {
    let amounts = -1e300...1e300
    let space = try document.member("space")
    let cost = try document.member("cost")
    var classes: [[Int]] = []
    for alike in try space.member("alike").items() { classes.append(try names.positions(alike)) }
    for alone in try names.positions(space.member("alone")) { classes.append([alone]) }
    var front: [FrontPoint] = []
    if let found = try document.optional("frontier") {
      for point in try found.member("strategies").items() {
        front.append(
          FrontPoint(
            arm: try names.position(point.member("strategy")),
            objective: MonteCarloNumber(
              value: try point.member("objective").number(in: amounts),
              mcse: try point.member("objective_mcse").number(in: 0...1e300)),
            metric: MonteCarloNumber(
              value: try point.member("metric").number(in: amounts),
              mcse: try point.member("metric_mcse").number(in: 0...1e300)),
            trials: try point.member("trials").count()))
      }
    }
    var twins: [Int: [Int]] = [:]
    for (key, member) in try document.member("twins").members() {
      twins[try names.position(ofKey: key, in: member)] = try names.positions(member)
    }
    var rounds: [Round] = []
    for round in try document.member("rounds").items() {
      rounds.append(
        Round(
          trials: try round.member("trials").count(in: 0...1_000_000_000),
          leader: try names.position(round.member("leader")),
          dropped: try names.positions(round.member("left")),
          largestLead: try round.member("largest_lead_possible").number(in: amounts)))
    }
    var means: [Int: Double] = [:]
    var errors: [Int: Double] = [:]
    for item in try document.member("means").items() {
      let arm = try names.position(item.member("strategy"))
      means[arm] = try item.member("mean").number(in: amounts)
      errors[arm] = try item.optionalNumber("mcse", in: 0...1e300)
    }
    var choice: Choice?
    if let winner = try document.optional("winner") {
      choice = Choice(
        arm: try names.position(winner),
        largestLead: try document.member("guaranteed_margin").number(in: amounts))
    }
    let best = try document.optional("best_without_limits")
    let nearest = try document.optional("nearest_to_limits")
    let notShown = try space.optional("limits_not_shown")
    self.init(
      forbidden: forbidden, blocked: blocked, classes: classes,
      beyondGuardrails: try names.positions(space.member("beyond_guardrails")),
      withoutValue: try names.positions(space.member("without_value")),
      leftAfterFirstPass: try space.optional("left_after_first_pass")?.count(),
      beyondLimits: try names.positions(space.member("beyond_limits")),
      notShown: try notShown.map { all throws(JSONProblem) in try names.positions(all) } ?? [],
      nearest: try nearest.map { arm throws(JSONProblem) in try names.position(arm) },
      bestWithoutLimits: try best.map { best throws(JSONProblem) in try names.position(best) },
      installs: try cost.member("installs").count(), front: front, twins: twins, choice: choice,
      rounds: rounds, means: means, errors: errors,
      margin: try document.optionalNumber("margin", in: 0...1e300),
      trials: try cost.member("trials").count(), strategyTrials: try cost.member("strategy_trials").count())
  }
}
