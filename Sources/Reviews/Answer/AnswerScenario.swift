import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

/// What the answer says of one scenario.
struct AnswerScenario {
  var summary: RunSummary
  var scenario: ScenarioSummary
  var file: String?
  let recommendation: Recommendation

  init(summary: RunSummary, scenario: ScenarioSummary, file: String?) {
    self.summary = summary
    self.scenario = scenario
    self.file = file
    recommendation = scenario.recommendation(parametersVary: summary.outline.parametersVary)
  }

  var outline: RunOutline { summary.outline }
  var objective: Objective { outline.objective }

  var numbers: AnswerNumbers {
    // Without a verdict no arm has a value, and no number is compared with the margin.
    AnswerNumbers(
      unit: objective.unit, margin: scenario.verdict?.margin ?? objective.defaultMargin(level: 0))
  }

  func name(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }

  /// `a`, `a and b`, `a, b and c`, `a, b and 4 more`.
  func names(_ arms: [Int]) -> String {
    let shown = arms.count > 4 ? arms.prefix(3).map(name) + ["\(arms.count - 3) more"] : arms.map(name)
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The margin in words: `0.5 pp`, `1%`.
  var margin: String {
    objective.isShare ? "\(SupportedDigits.exact(numbers.margin * 100)) pp" : "1%"
  }

  // MARK: - Table

  var table: AnswerTable? {
    guard !scenario.arms.isEmpty, scenario.arms.contains(where: { $0.objective != nil }) else { return nil }
    let extra: [Metric] = [.optInPerInstall, .optInPerPrompted, .promptedPerInstall]
      .filter { $0 != objective.singleMetric }
    var headings = [objective.heading] + extra.map(Self.heading)
    let isRanked = recommendation.kind != .identical
    let hasChances = isRanked && scenario.decision?.arms.contains { $0.best != nil } ?? false
    if hasChances { headings.append(["chance", "best"]) }
    let order = rowOrder
    let best = scenario.verdict?.best
    let levels = numbers.levels(order.map { scenario.arms[$0].objective })
    let rows = zip(order, levels).map { arm, level -> AnswerTable.Row in
      let own = scenario.arms[arm]
      var cells = [level]
      cells += extra.map { metric in
        metric == .optInPerInstall
          ? AnswerNumbers(unit: .share, margin: 0).level(own[metric]?.estimate)
          : AnswerNumbers.rough(own[metric]?.estimate)
      }
      if hasChances { cells.append(AnswerNumbers.chance(scenario.decision?[arm]?.best)) }
      return AnswerTable.Row(
        name: name(arm), cells: cells, interval: interval(arm, best: best),
        difference: arm == best || !isRanked ? "" : own.behindBest.map { value(of: $0) } ?? excluded(arm))
    }
    let others = order.filter { $0 != best && scenario.arms[$0].behindBest != nil }
    return AnswerTable(
      headings: headings, rows: rows,
      plotTitle: others.isEmpty || !isRanked
        ? "" : best.map { "vs \(name($0))\(objective.isShare ? ", pp" : "")" } ?? "",
      note: note(hasBars: isRanked && others.contains { scenario.arms[$0].behindBest?.parameter90 != nil }))
  }

  private static func heading(_ metric: Metric) -> [String] {
    switch metric {
    case .optInPerPrompted: ["of those", "prompted"]
    case .promptedPerInstall: ["shown", "prompt"]
    case _: metric.heading
    }
  }

  /// Arms by their objective, best first; those that may not be recommended last.
  private var rowOrder: [Int] {
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let leftOut = Set(scenario.verdict?.leftOut ?? [])
    return scenario.arms.indices.sorted { first, second in
      let keys = [first, second].map { arm in
        (
          leftOut.contains(arm) ? 1 : 0,
          -(scenario.arms[arm].objective.map { sign * $0.overTrials.mean } ?? -.infinity), arm
        )
      }
      return keys[0] < keys[1]
    }
  }

  private func interval(_ arm: Int, best: Int?) -> IntervalPlot.Row? {
    if arm == best { return IntervalPlot.Row(mean: 0) }
    guard let behind = scenario.arms[arm].behindBest else { return nil }
    let scale = objective.unit.scale
    return IntervalPlot.Row(
      mean: behind.overTrials.mean * scale, lower: behind.parameter90.map { $0.lower * scale },
      upper: behind.parameter90.map { $0.upper * scale })
  }

  /// The number alone: the heading has the unit.
  private func value(of estimate: Estimate) -> String {
    let text = numbers.difference(estimate, signed: true)
    return text.hasSuffix(" pp") ? String(text.dropLast(3)) : text
  }

  private func excluded(_ arm: Int) -> String {
    recommendation.blockers.contains { $0.arms.contains(arm) } ? "excluded" : ""
  }

  private func note(hasBars: Bool) -> String {
    let errors = scenario.arms.indices.compactMap { arm in
      scenario.arms[arm].behindBest?.overTrials.mcse ?? scenario.arms[arm].objective?.overTrials.mcse
    }
    let bars = hasBars ? "Bars: 90% ranges over the uncertain inputs. " : ""
    guard let largest = errors.max(), largest > 0 else { return bars }
    return bars
      + "Monte Carlo error at most \(SupportedDigits.oneDigitUp(largest * objective.unit.scale))\(numbers.suffix)."
  }

  // MARK: - Contrasts

  /// What each pre-prompt and each usage string does, where two arms differ in nothing else.
  var contrasts: [String] {
    guard recommendation.kind != .identical else { return [] }
    return scenario.contrasts.map { found in
      let contrast = found.contrast
      let subject: String
      switch contrast.subject {
      case .prePrompt: subject = "Pre-prompt, \(name(contrast.arm)) vs \(name(contrast.reference))"
      case .usageString: subject = "Usage string, \(name(contrast.arm)) vs \(name(contrast.reference))"
      }
      let difference = found.difference
      let text = numbers.difference(difference, signed: true)
      guard let range = difference.parameter90, let shown = numbers.range(difference) else {
        return "\(subject): \(text)."
      }
      let sign = objective.lessIsBetter ? -1.0 : 1.0
      let isNear = max(abs(range.lower), abs(range.upper)) <= numbers.margin
      let verdict =
        isNear
        ? "No practical difference."
        : range.lower <= 0 && range.upper >= 0
          ? "Inconclusive." : sign * difference.overTrials.mean > 0 ? "It helps." : "It hurts."
      let ends = shown.hasSuffix(numbers.suffix) ? String(shown.dropLast(numbers.suffix.count)) : shown
      return "\(subject): \(text) (90% range \(ends)). \(verdict)"
    }
  }

  // MARK: - Goals

  var goals: [Answer.GoalRow] {
    guard recommendation.kind != .identical, let choice = recommendation.choice, !scenario.goals.isEmpty
    else { return [] }
    var rows: [Answer.GoalRow] = []
    if let best = scenario.verdict?.best {
      let chance = scenario.decision?[choice]?.best.map { "\(name(choice)): \(AnswerNumbers.chance($0))" }
      let own = objective.singleMetric?.goalName ?? "the objective"
      let isTie = recommendation.kind == .tie
      rows.append(
        Answer.GoalRow(
          goal: own, best: isTie ? "tie: " + names(recommendation.tied) : name(best),
          note: isTie ? "" : best == choice ? chanceAlone(choice) : chance ?? ""))
    }
    rows += scenario.goals.map { goal in
      let isTied = goal.isTie && goal.tied.contains(choice)
      let best =
        isTied ? "tie: " + names([choice] + goal.tied.filter { $0 != choice }) : name(goal.ranking[0])
      let chance = AnswerNumbers.chance(goal.chances[choice])
      let note: String
      if isTied {
        note = ""
      } else if goal.ranking[0] == choice {
        note = goal.chances[choice] == nil ? "" : "\(chance) chance"
      } else if goal.isLast(choice) {
        note = "\(name(choice)) is last" + (goal.chances[choice] == nil ? "" : " (\(chance))")
      } else {
        note = goal.chances[choice] == nil ? "" : "\(name(choice)): \(chance)"
      }
      return Answer.GoalRow(goal: goal.metric.goalName, best: best, note: note)
    }
    return rows
  }

  private func chanceAlone(_ arm: Int) -> String {
    scenario.decision?[arm]?.best.map { "\(AnswerNumbers.chance($0)) chance" } ?? ""
  }
}
