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
    for item in try space.member("blocked").items() {
      errors[try names.position(item.member("strategy"))] = try item.member("errors").texts()
    }
    self.init(
      experiment: try document.member("experiment").text(), objective: try document.objective(),
      strategies: names.all.enumerated().map {
        Strategy(name: $1, rules: rules[$0] ?? [], errors: errors[$0] ?? [])
      },
      result: try StrategySearchResult(
        reading: document, forbidden: forbidden, blocked: errors.keys.sorted(), names: names),
      seed: try document.seed(),
      guarantee: try document.member("guarantee").number(in: 0...1))
    for (path, member) in try space.member("keys").members() { keys.append((path, try member.texts())) }
    for step in try document.member("one_step").items() {
      let mean = try step.optionalNumber("difference")
      let mcse = try step.optionalNumber("mcse", in: 0...1e300)
      steps.append(
        Step(
          key: try step.member("key").text(), from: try step.member("from").text(),
          to: try step.member("to").text(), arm: try names.position(step.member("strategy")),
          isAlike: try step.member("is_alike").flag(), shown: mean.map { ($0, mcse) }))
    }
    includesForbidden = try document.member("includes_forbidden").flag()
    out = try document.optional("out")?.text()
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
    self.init(
      forbidden: forbidden, blocked: blocked, classes: classes,
      beyondGuardrails: try names.positions(space.member("beyond_guardrails")),
      withoutValue: try names.positions(space.member("without_value")),
      installs: try cost.member("installs").count(), twins: twins, choice: choice,
      rounds: rounds, means: means, errors: errors,
      margin: try document.optionalNumber("margin", in: 0...1e300),
      trials: try cost.member("trials").count(), strategyTrials: try cost.member("strategy_trials").count())
  }
}
