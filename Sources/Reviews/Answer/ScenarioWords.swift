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

  var numbers: AnswerNumbers {
    AnswerNumbers(
      unit: objective.unit, margin: found.verdict?.margin ?? objective.defaultMargin(level: 0))
  }

  /// An option in a cell.
  func label(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }

  /// An option in a sentence, where a name of several words stands in quotation marks.
  func name(_ arm: Int) -> String { TerminalText.inSentence(outline.arms[arm].name) }

  /// `a`, `a and b`, `a, b and 4 more`.
  func names(_ options: [String]) -> String {
    let shown = options.map(TerminalText.inSentence)
    return (shown.count > 4 ? shown.prefix(3) + ["\(shown.count - 3) more"] : shown[...]).map { $0 }.inProse
  }

  /// A chance, never said more surely than the draws can show: 50 draws without an exception are `>94%`.
  func chance(_ chance: MonteCarloNumber?) -> String {
    guard let chance, outline.parametersVary else { return AnswerNumbers.chance(chance) }
    let bound = min(0.5, 3 / Double(max(1, answer.summary.trials)))
    if chance.value > 1 - bound { return ">" + AnswerNumbers.bound(1 - bound) }
    return chance.value < bound ? "<" + AnswerNumbers.bound(bound) : AnswerNumbers.chance(chance)
  }

  /// What options have for a goal, with the digits that the least certain of them supports.
  func levels(_ metric: Metric, _ arms: [Int]) -> [String] {
    AnswerNumbers(unit: metric.unit, margin: 0).levels(arms.map { found.arms[$0][metric]?.estimate })
  }

  // MARK: - What to do

  /// What to do, in one or two sentences.
  var advice: String {
    switch scenario.decided.advice {
    case .blocked:
      found.arms.allSatisfy { $0.objective == nil }
        ? "No advice: no trial has a value of \(objective.singleMetric?.goalName ?? "the objective")."
        : "Nothing yet: every option is blocked. Fix one of them first."
    case .sameToTheModel(let options) where answer.steps.contains(where: { $0.kind == "say_words" }):
      "No ranking: \(names(options)) differ only in words, and words have no effect until you give them an odds ratio."
    case .sameToTheModel(let options):
      "No ranking\(objective.singleMetric.map { " by \($0.goalName)" } ?? ""): the model makes no difference between \(names(options)). Choose what is simplest to build."
    case .moreTrials where outline.isGoingOn: "Too few trials yet. More are on their way."
    case .moreTrials(let trials?):
      "Run \(SupportedDigits.grouped(trials)) trials first: \(SupportedDigits.grouped(answer.summary.trials)) are too few to say."
    case .moreTrials(nil): "No advice: more trials would hardly help. Ask for a larger difference."
    case .choose(let option, let ground): choose(TerminalText.inSentence(option), ground)
    case .test(let option, let rival, let size, _):
      "A/B test \(TerminalText.inSentence(option)) vs \(TerminalText.inSentence(rival))\(test(size))"
    }
  }

  private func choose(_ option: String, _ ground: Advice.Ground) -> String {
    let loss = scenario.choice.flatMap { found.decision?[$0]?.regret }.map(numbers.amount)
    return switch ground {
    case .onlyOption:
      outline.arms.count > 1
        ? "Choose \(option), the only option that may be chosen."
        : "Nothing to choose: \(option) is the only option."
    case .clear: "Choose \(option)."
    case .goal(let metric):
      "Choose \(option): options within \(margin) differ by \(metric.goalName), and it is best for that."
    case .littleToLose: "Choose \(option): a wrong choice gives up \(loss ?? "little") on average."
    case .simplest:
      "Choose \(option): it is simplest to build and gives up \(loss ?? "little") on average."
    case .tested(let day):
      "Choose \(option), unless you test further: the test by day \(day) is in these numbers."
    case .testWouldNotPay: "Choose \(option): a test would cost more than it gains."
    }
  }

  /// The margin in words: `0.5 pp`, `1%`.
  var margin: String {
    objective.isShare ? "\(SupportedDigits.exact(numbers.margin * 100)) pp" : "1%"
  }

  private func test(_ size: TestSize?) -> String {
    let isByRelease = answer.steps.contains { if case .plan(_, true, _) = $0 { true } else { false } }
    if isByRelease { return ", by release or language: installs of one release share one usage string." }
    guard let size else { return "." }
    let weeks = size.weeks == 1 ? "1 week" : "\(size.weeks) weeks"
    return
      ": \(SupportedDigits.grouped(size.installsPerOption)) installs each, \(weeks), read on day \(size.readOnDay)."
  }

  /// By how much the choice leads and how sure that is; `nil` where there is nothing to compare.
  var standing: String? {
    guard let choice = scenario.choice, let rival = scenario.rival, let lead = scenario.lead else {
      return nil
    }
    switch scenario.decided.advice {
    case .blocked, .sameToTheModel: return nil
    case .moreTrials, .choose, .test: break
    }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let isAhead = sign * lead.overTrials.mean >= 0
    let isWaiting = scenario.meanwhile.map { $0 != choice } ?? false
    let subject = isWaiting || scenario.meanwhile == nil ? name(choice) : "It"
    let range = numbers.range(isAhead ? lead : lead.negated).map {
      " (90% range \($0.hasSuffix(numbers.suffix) ? String($0.dropLast(numbers.suffix.count)) : $0))"
    }
    let compared =
      "\(subject) \(isAhead ? "leads" : "is behind") \(name(rival)) by \(numbers.difference(lead))\(range ?? "")"
    return compared + (confidence.map { "; \($0)" } ?? "") + "."
  }

  /// `chance to be best 66%: low`, with what it is conditional on.
  private var confidence: String? {
    guard let confidence = scenario.decided.confidence, outline.parametersVary else { return nil }
    let level =
      switch confidence.level {
      case .high: "high"
      case .medium: "medium"
      case .low: "low"
      }
    let conditions = confidence.conditions.map {
      "\(TerminalText.safe($0.path)) is exactly \(SupportedDigits.exact($0.value))"
    }
    return "chance to be best \(chance(confidence.chance)): \(level)"
      + (conditions.isEmpty ? "" : ", if \(conditions.inProse)")
  }

  /// What to use until the test is read.
  var meanwhile: String? {
    scenario.meanwhile.map { arm in
      arm == scenario.choice ? "\(name(arm))." : "\(name(arm)): it gives up least on average."
    }
  }

  /// The input that decides most, and where it turns the answer.
  var deciding: String? {
    guard let input = scenario.deciding, input.breakEven != nil || input.share ?? 1 >= 0.1 else { return nil }
    let meaning = ParameterWords(path: input.path)?.meaning
    let range = input.range90.map { " \(value($0[0], of: input)) to \(value($0[1], of: input))" } ?? ""
    let what =
      "\(TerminalText.safe(input.path)), \(meaning.map { "\($0) (" } ?? "(")\(input.evidence)\(range))"
    guard let turn = input.breakEven, let option = input.option else { return what + "." }
    let place = SupportedDigits.number(
      scale(input) * turn, error: scale(input) * (input.breakEvenError ?? 0), plain: 3)
    return
      "\(what): \(input.isBelow ? "below" : "above") \(place)\(unit(input)) \(TerminalText.inSentence(option)) is best."
  }

  /// Which option is ahead beyond a break-even value of an input.
  ///
  /// - Parameter place: where that is so, behind the options.
  func breakEven(_ flip: FlipPoint, of path: String, place: String) -> String? {
    guard let verdict = found.verdict, let other = verdict.runnerUp else { return nil }
    let isBelow = objective.lessIsBetter ? !flip.rises : flip.rises
    let isShare = ParameterWords(path: path)?.isShare == true
    let scale = isShare ? 100.0 : 1
    let value = SupportedDigits.number(
      scale * flip.value, error: scale * max((flip.upper - flip.lower) / 4, 1e-9), plain: 3)
    return
      "\(isBelow ? "Below" : "Above") \(value)\(isShare ? "%" : ""), \(name(other)) is ahead of \(name(verdict.best))\(place)."
  }

  private func scale(_ input: DecidingInput) -> Double {
    ParameterWords(path: input.path)?.isShare == true ? 100 : 1
  }
  private func unit(_ input: DecidingInput) -> String { scale(input) == 100 ? "%" : "" }

  private func value(_ number: Double, of input: DecidingInput) -> String {
    let ends = input.range90 ?? [number, number]
    return SupportedDigits.number(
      scale(input) * number, error: scale(input) * (ends[1] - ends[0]) / 40, plain: 2) + unit(input)
  }

  // MARK: - Goals

  /// Which option is best for which goal, in one line; `nil` where nothing else is wanted.
  var bestBy: String? {
    guard !found.goals.isEmpty, let best = scenario.order.first else { return nil }
    var groups: [(option: String, goals: [String])] = []
    func add(_ option: String, _ goal: String) {
      if let known = groups.firstIndex(where: { $0.option == option }) {
        groups[known].goals.append(goal)
      } else {
        groups.append((option, [goal]))
      }
    }
    if let metric = objective.singleMetric { add(name(best), metric.goalName) }
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
  func metricName(_ metric: Metric) -> String {
    guard metric == .valuePerInstall, let unit = outline.context?.valueUnit else { return metric.goalName }
    return switch unit {
    case .currency(let code): "\(metric.goalName) (\(TerminalText.safe(code)))"
    case .sessions: "\(metric.goalName) (sessions)"
    case .none: metric.goalName
    }
  }

  // MARK: - A month

  /// Opt-ins of a month with the digits that the error supports.
  func monthly(_ arm: Int) -> String {
    guard let volume = outline.context?.volume,
      let mean = found.arms[arm][.optInPerInstall]?.estimate?.overTrials
    else { return "–" }
    let count = mean.mean * volume.installsPerMonth
    return AnswerNumbers.rounded(count, error: max((mean.mcse ?? 0) * volume.installsPerMonth, count / 100))
  }

  /// What a difference of shares is worth in a month, after a comma; empty where nobody says how many install.
  func money(_ share: Double) -> String {
    guard let volume = outline.context?.volume else { return "" }
    let count = share * volume.installsPerMonth
    guard let value = volume.valuePerOptIn else {
      return ", \(AnswerNumbers.rounded(count, error: abs(count) / 20)) opt-ins a month"
    }
    return
      ", \(TerminalText.safe(volume.currency)) \(AnswerNumbers.rounded(count * value, error: abs(count * value) / 20)) a month"
  }
}
