import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// One goal, the best option for it with its value, and what becomes of the recommended one.
  private typealias Goal = (name: String, best: String, value: String, note: String)

  /// Whether another option is best for another goal; `nil` where nothing is recommended.
  var goalTable: TextTable? {
    let goals = goals
    guard !goals.isEmpty else { return nil }
    return TextTable(
      first: .init(heading: ["goal"], cells: goals.map(\.name), isNumeric: false),
      columns: [
        .init(heading: ["best option"], cells: goals.map(\.best), isNumeric: false, isProse: true),
        .init(heading: ["its value"], cells: goals.map(\.value)),
        .init(heading: ["recommended option"], cells: goals.map(\.note), isNumeric: false, isProse: true),
      ], indent: "  "
    ).captioned("Goals: does the best option depend on what you want?", .strong)
  }

  private var goals: [Goal] {
    guard recommendation.kind != .identical, let choice = recommendation.choice, !scenario.goals.isEmpty
    else { return [] }
    var rows: [Goal] = []
    if let best = scenario.verdict?.best {
      let chance = scenario.decision?[choice]?.best.map { "\(chanceText($0)) chance" }
      let isTie = recommendation.kind == .tie || recommendation.isTieOfPair
      let values = numbers.levels([best, choice].map { scenario.arms[$0].objective })
      rows.append(
        (
          objective.singleMetric.map(goalName) ?? "the objective",
          isTie ? tie(of: recommendation.tied, in: judged) : label(best), values[0],
          cell(
            values[1],
            isTie
              ? nil : best == choice || recommendation.twins.contains(best) ? chanceAlone(choice) : chance)
        ))
    }
    rows += scenario.goals.map { goal in
      let tied = tied(goal)
      let isTie = tied.count > 1
      let isTied = isTie && tied.contains(choice)
      let others = goal.ranking.filter { $0 != choice && tied.contains($0) }
      let best =
        isTie && !goal.isTie && isTied && others.count == 1
        ? "tie with \(name(others[0]))"
        : isTie
          ? tie(of: (isTied ? [choice] : []) + others, in: goal.ranking) : label(goal.ranking[0])
      let values = levels(goal.metric, [goal.ranking[0], choice])
      let twins = goal.nearTwins.first { $0.arms.contains(choice) && $0.arms.contains(goal.ranking[0]) }
      let chance = (twins?.best ?? goal.chances[choice]).map { chanceText($0) }
      let beside = twins.map { ", with \(names($0.arms.filter { $0 != choice }))" } ?? ""
      let note =
        isTied
        ? nil
        : goal.isLast(choice)
          ? "last" + (chance.map { ", \($0) chance" } ?? "") : chance.map { "\($0) chance\(beside)" }
      return (goalName(goal.metric), best, values[0], cell(values[1], note))
    }
    return rows
  }

  /// The options that tie for a goal: those within the margin of one another, and those that print the best one's value.
  func tied(_ goal: GoalSummary) -> [Int] {
    if goal.isTie { return goal.tied }
    let values = levels(goal.metric, goal.ranking)
    return zip(goal.ranking, values).filter { $0.1 == values[0] }.map(\.0)
  }

  /// `26.8%, 19% chance`: what the recommended option has, and how often it is best.
  private func cell(_ value: String, _ note: String?) -> String {
    note.map { $0.isEmpty ? value : "\(value), \($0)" } ?? value
  }

  /// A goal with the unit of what is no share and no count.
  func goalName(_ metric: Metric) -> String { metric.goalName + valueUnit(metric) }

  /// The same in a sentence: "By *value per install (sessions)*, …".
  func byGoal(_ metric: Metric) -> String { metric.byGoal + valueUnit(metric) }

  /// ` (sessions)`, ` (EUR)`: what value is counted in, in brackets; empty for any other metric.
  private func valueUnit(_ metric: Metric) -> String {
    guard metric == .valuePerInstall, let unit = outline.context?.valueUnit else { return "" }
    switch unit {
    case .currency(let code): return " (\(TerminalText.safe(code)))"
    case .sessions: return " (sessions)"
    case .none: return " (no currency)"
    }
  }

  /// Options that may be recommended and have a value.
  private var judged: [Int] {
    let leftOut = scenario.verdict?.leftOut ?? []
    return scenario.arms.indices.filter { scenario.arms[$0].objective != nil && !leftOut.contains($0) }
  }

  /// Names of a tie that a cell has room for.
  private static let mostNames = 3

  /// `tie: a and b`, `tie of all 4 options`, `tie: all but d`; `tie: a and 6 more` where both lists are long.
  private func tie(of arms: [Int], in all: [Int]) -> String {
    if arms.count == all.count, arms.count > 2 { return "tie of all \(arms.count) options" }
    let others = all.filter { !arms.contains($0) }
    let texts = [(arms, arms.map(name).inProse), (others, "all but " + others.map(name).inProse)]
      .filter { (1...Self.mostNames).contains($0.0.count) }.map(\.1)
    let shortest = texts.min { TerminalText.width($0) < TerminalText.width($1) }
    return "tie: \(shortest ?? "\(name(arms[0])) and \(arms.count - 1) more")"
  }

  /// What options have for a goal, with the digits that the least certain of them supports.
  func levels(_ metric: Metric, _ arms: [Int]) -> [String] {
    AnswerNumbers(unit: metric.unit, margin: 0).levels(arms.map { scenario.arms[$0][metric]?.estimate })
  }

  private func chanceAlone(_ arm: Int) -> String {
    let others = recommendation.twins + recommendation.alike.dropFirst()
    guard others.isEmpty else {
      return recommendation.chance.map {
        "\(chanceText($0)) chance, with \(names(others))"
      } ?? ""
    }
    return scenario.decision?[arm]?.best.map { "\(chanceText($0)) chance" } ?? ""
  }
}
