import ExperimentDesign
import Inference
import Rendering
import Studies

/// What is said of one scenario of an answer: its value in words.
///
/// Decides nothing.
struct ScenarioWords {
  let answer: RunAnswer
  let scenario: ScenarioAnswer

  var outline: RunOutline { answer.summary.outline }
  var objective: Objective { outline.objective }
  var found: ScenarioSummary { scenario.found }

  /// An option in a sentence.
  func name(_ arm: Int) -> Name { Name(outline.arms[arm].name) }

  /// `a`, `a and b`, `a, b and 4 more`.
  func names(_ options: [String]) -> Phrase {
    let shown = options.map { Phrase(Name($0)) }
    return (shown.count > 4 ? Array(shown.prefix(3)) + ["\(shown.count - 3) more"] : shown).inProse
  }

  // MARK: - Numbers

  /// What two options may differ by and still count as equally good, in the unit of the objective.
  var margin: Double { found.verdict?.margin ?? objective.defaultMargin(level: 0) }

  /// Below this nobody needs a difference.
  var negligible: Double { margin / 10 }

  /// A difference of the objective.
  func difference(_ estimate: Estimate) -> Quantity { Quantity(estimate, objective.unit.difference) }

  /// By how much something differs, whichever way.
  func size(_ estimate: Estimate) -> Phrase {
    difference(estimate).magnitude.brief(negligible: negligible)
  }

  /// What options have for the objective, with the digits that the least certain of them supports.
  func levels(_ arms: [Int]) -> [Phrase] {
    Quantity.column(arms.map { found.arms[$0].objective.map { Quantity($0, objective.unit) } })
  }

  /// The same of a metric.
  func levels(_ metric: Metric, _ arms: [Int]) -> [Phrase] {
    Quantity.column(arms.map { found.arms[$0][metric]?.estimate.map { Quantity($0, metric.unit) } })
  }

  /// A chance over the draws of the uncertain inputs.
  func chance(_ chance: MonteCarloNumber?) -> Phrase {
    outline.parametersVary
      ? Quantity.chance(chance?.value, draws: answer.summary.trials) : Quantity.chance(chance?.value)
  }

  // MARK: - What to do

  /// What to do, in one or two sentences.
  var advice: Phrase {
    switch scenario.decided.advice {
    case .blocked:
      found.arms.allSatisfy { $0.objective == nil }
        ? "No advice: no trial has a value of \(objective.singleMetric?.goalName ?? "the objective")."
        : "Nothing yet: every option is blocked. Fix one of them first."
    case .sameToTheModel(let options)
    where answer.steps.contains(where: { if case .sayWords = $0 { true } else { false } }):
      "No ranking: \(names(options)) differ only in words, and words have no effect until you give them an odds ratio."
    case .sameToTheModel(let options):
      "No ranking\(objective.singleMetric.map { " by \($0.goalName)" } ?? ""): the model makes no difference between \(names(options)). Choose what is simplest to build."
    case .moreTrials where outline.isGoingOn: "Too few trials yet. More are on their way."
    case .moreTrials(let trials?):
      "Run \(trials, "trial") first: \(grouped: answer.summary.trials) are too few to say."
    case .moreTrials(nil): "No advice: more trials would hardly help. Ask for a larger difference."
    case .moreInstalls(let installs):
      "Simulate \(installs, "install") a trial first: \(grouped: outline.description.installs) are too few to say."
    case .choose(let option, let ground): choose(Name(option), ground)
    case .test(let option, let rival, let size, _):
      "A/B test \(Name(option)) vs \(Name(rival))\(test(size))"
    }
  }

  private func choose(_ option: Name, _ ground: Advice.Ground) -> Phrase {
    let loss =
      scenario.choice.flatMap { found.decision?[$0]?.regret }
      .map { (loss: MonteCarloNumber) -> Phrase in
        let unit = objective.unit.difference
        // What no draw has lost may be lost all the same.
        return loss.value < negligible
          ? "< \(Quantity.atMost(negligible, unit))" : Quantity(loss, unit).brief()
      } ?? "little"
    return switch ground {
    case .onlyOption:
      outline.arms.count > 1
        ? "Choose \(option), the only option that may be chosen."
        : "Nothing to choose: \(option) is the only option."
    case .clear: "Choose \(option)."
    case .goal(let metric):
      "Choose \(option): options within \(marginText) differ by \(metric.goalName), and it is best for that."
    case .littleToLose: "Choose \(option): on average it gives up \(loss)."
    case .simplest: "Choose \(option): it is simplest to build, and on average it gives up \(loss)."
    case .tested(let day):
      "Choose \(option), unless you test further: the test by day \(day) is in these numbers."
    case .testWouldNotPay: "Choose \(option): a test would cost more than it gains."
    }
  }

  /// `0.5 pp`, `1%`.
  private var marginText: Phrase { objective.isShare ? Quantity.given(margin, .points) : "1%" }

  private func test(_ size: TestSize?) -> Phrase {
    let isByRelease = answer.steps.contains { if case .plan(_, true, _) = $0 { true } else { false } }
    if isByRelease { return ", by release or language: installs of one release share one usage string." }
    guard let size else { return "." }
    return
      ": \(size.installsPerOption, "install") each, \(size.weeks, "week"), read on day \(size.readOnDay)."
  }

  /// By how much the choice leads and how sure that is; `nil` where there is nothing to compare.
  var standing: Phrase? {
    guard let choice = scenario.choice, let rival = scenario.rival, let lead = scenario.lead else {
      return nil
    }
    switch scenario.decided.advice {
    case .blocked, .sameToTheModel: return nil
    case .moreTrials, .moreInstalls, .choose, .test: break
    }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let isAhead = sign * lead.overTrials.mean >= 0
    let isWaiting = scenario.meanwhile.map { $0 != choice } ?? false
    let subject = isWaiting || scenario.meanwhile == nil ? Phrase(name(choice)) : "It"
    // Of a loss the lead itself is below zero; its size is said, and the range is of that.
    let shown = lead.overTrials.mean >= 0 ? lead : lead.negated
    let range = difference(shown).briefRange(.bare).map { range -> Phrase in
      " (90% range \(range))"
    }
    let verb: Phrase = isAhead ? "leads" : "is behind"
    let sure: Phrase? = confidence.map { "; \($0)" }
    return "\(subject) \(verb) \(name(rival)) by \(size(lead))\(range)\(sure)."
  }

  /// `chance to be best 66%: low`, with what it is conditional on.
  var confidence: Phrase? {
    guard let confidence = scenario.decided.confidence, outline.parametersVary else { return nil }
    let conditions = confidence.onlyIf.map { condition -> Phrase in
      "\(condition.path) is exactly \(Quantity.given(condition.value, .number))"
    }
    let ifs: Phrase = conditions.isEmpty ? "" : ", if \(conditions.inProse)"
    return "chance to be best \(chance(confidence.chanceBest)): \(confidence.level.rawValue)\(ifs)"
  }

  /// What to use until the test is read.
  var meanwhile: Phrase? {
    scenario.meanwhile.map { arm in
      arm == scenario.choice ? "\(name(arm))." : "\(name(arm)): it gives up least on average."
    }
  }

  // MARK: - Inputs

  /// The input that decides most, and where it turns the answer.
  var deciding: Phrase? {
    guard let input = scenario.deciding, input.breakEven != nil || input.share >= 0.1 else { return nil }
    let range = input.range90.map { ends -> Phrase in
      let digits = (ends.upper - ends.lower) / 40
      return
        " \(number(ends.lower, of: input.path, error: digits, plain: 2)) to \(number(ends.upper, of: input.path, error: digits, plain: 2))"
    }
    let known: Phrase = "\(input.evidence)\(range)"
    let what: Phrase =
      ParameterWords(path: input.path).map { "\(input.path), \($0.meaning) (\(known))" }
      ?? "\(input.path), (\(known))"
    guard let turn = input.breakEven, let option = input.option else { return "\(what)." }
    let side: Phrase = isBelow(turn) ? "below" : "above"
    return "\(what): \(side) \(place(turn, of: input.path)) \(Name(option)) is best."
  }

  /// Which option is ahead beyond a break-even value of an input.
  ///
  /// - Parameter place: where that is so, behind the options.
  func breakEven(_ flip: FlipPoint, of path: String, place: Phrase) -> Phrase? {
    guard let verdict = found.verdict, let other = verdict.runnerUp else { return nil }
    let side: Phrase = isBelow(flip) ? "Below" : "Above"
    return
      "\(side) \(self.place(flip, of: path)), \(name(other)) is ahead of \(name(verdict.best))\(place)."
  }

  /// Whether the other option is best below a break-even value, else above it.
  private func isBelow(_ flip: FlipPoint) -> Bool { objective.lessIsBetter ? !flip.rises : flip.rises }

  private func place(_ flip: FlipPoint, of path: String) -> Phrase {
    number(flip.value, of: path, error: max((flip.upper - flip.lower) / 4, 1e-9))
  }

  /// A value of an input, in the unit that people know it in.
  private func number(_ value: Double, of path: String, error: Double, plain: Int = 3) -> Phrase {
    let unit: Unit = ParameterWords(path: path)?.isShare == true ? .share : .number
    return Quantity.written(value, unit, error: error, plain: plain)
  }

  // MARK: - Goals

  /// Which option is best for which goal, in one line; `nil` where nothing else is wanted.
  var bestBy: Phrase? {
    guard !found.goals.isEmpty, let best = scenario.order.first else { return nil }
    var groups: [(option: Phrase, goals: [Phrase])] = []
    func add(_ option: Phrase, _ goal: Phrase) {
      if let known = groups.firstIndex(where: { $0.option == option }) {
        groups[known].goals.append(goal)
      } else {
        groups.append((option, [goal]))
      }
    }
    if let metric = objective.singleMetric {
      let isSame = if case .sameToTheModel = scenario.decided.advice { true } else { false }
      add(isSame ? "no difference" : Phrase(name(best)), "\(metric.goalName)")
    }
    for goal in found.goals {
      let tied = tied(goal)
      add(
        tied.count == goal.ranking.count ? "no difference" : names(tied.map { outline.arms[$0].name }),
        metricName(goal.metric))
    }
    return groups.map { "\($0.goals.joined(separator: ", ")): \($0.option)" }.joined(separator: " · ")
  }

  /// The options that tie for a goal: those within the margin of one another, and those that print the best one's value.
  func tied(_ goal: GoalSummary) -> [Int] {
    if goal.isTie { return goal.tied }
    let values = levels(goal.metric, goal.ranking)
    return zip(goal.ranking, values).filter { $0.1 == values[0] }.map(\.0)
  }

  /// A goal, with what value is counted in.
  func metricName(_ metric: Metric) -> Phrase {
    let unit = metric == .valuePerInstall ? outline.context?.valueUnit.map { " (\($0))" } : nil
    return "\(metric.goalName)\(unit ?? "")"
  }

  // MARK: - A month

  /// Opt-ins of a month with the digits that the error supports.
  func monthly(_ arm: Int) -> Phrase {
    guard let volume = outline.context?.volume,
      let mean = found.arms[arm][.optInPerInstall]?.estimate?.overTrials
    else { return "–" }
    let count = mean.mean * volume.installsPerMonth
    return Quantity.count(count, error: max((mean.mcse ?? 0) * volume.installsPerMonth, count / 100))
  }

  /// What a difference of shares is worth in a month, after a comma; `nil` where nobody says how many install.
  func money(_ share: Double) -> Phrase? {
    guard let volume = outline.context?.volume else { return nil }
    let count = share * volume.installsPerMonth
    guard let value = volume.valuePerOptIn else {
      return ", \(Quantity.count(count, error: abs(count) / 20)) opt-ins a month"
    }
    return ", \(volume.currency) \(Quantity.count(count * value, error: abs(count * value) / 20)) a month"
  }
}
