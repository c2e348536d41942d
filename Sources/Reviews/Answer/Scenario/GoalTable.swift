import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// One goal, the best option for it, and what becomes of the recommended one.
  private typealias Goal = (name: String, best: String, note: String)

  /// Whether another option is best for another goal; `nil` where nothing is recommended.
  var goalTable: TextTable? {
    let goals = goals
    guard !goals.isEmpty else { return nil }
    return TextTable(
      first: .init(heading: ["goal"], cells: goals.map(\.name), isNumeric: false),
      columns: [
        .init(heading: ["best option"], cells: goals.map(\.best), isNumeric: false, isProse: true),
        .init(heading: ["recommended option"], cells: goals.map(\.note), isNumeric: false, isProse: true),
      ], indent: "  "
    ).captioned("Goals: does the best option depend on what you want?", .strong)
  }

  private var goals: [Goal] {
    guard recommendation.kind != .identical, let choice = recommendation.choice, !scenario.goals.isEmpty
    else { return [] }
    var rows: [Goal] = []
    if let best = scenario.verdict?.best {
      let chance = scenario.decision?[choice]?.best.map {
        "\(name(choice)): \(AnswerNumbers.chance($0)) chance"
      }
      let own = objective.singleMetric?.goalName ?? "the objective"
      let isTie = recommendation.kind == .tie
      rows.append(
        (
          own, isTie ? tie(of: recommendation.tied, among: scenario.decision?.arms.count) : label(best),
          isTie ? "" : best == choice ? chanceAlone(choice) : chance ?? ""
        ))
    }
    rows += scenario.goals.map { goal in
      let isTied = goal.isTie && goal.tied.contains(choice)
      let best =
        isTied
        ? tie(of: [choice] + goal.tied.filter { $0 != choice }, among: goal.ranking.count)
        : label(goal.ranking[0])
      let chance = AnswerNumbers.chance(goal.chances[choice])
      let note: String
      if isTied {
        note = ""
      } else if goal.ranking[0] == choice {
        note = goal.chances[choice] == nil ? "" : "\(chance) chance"
      } else if goal.isLast(choice) {
        note =
          "\(name(choice)) is last" + (goal.chances[choice] == nil ? "" : " (best in \(chance))")
      } else {
        note = goal.chances[choice] == nil ? "" : "\(name(choice)): \(chance) chance"
      }
      return (goal.metric.goalName, best, note)
    }
    return rows
  }

  /// `tie: a and b`, `tie of all options`, and the number alone where the names would be too long for a table.
  private func tie(of arms: [Int], among count: Int?) -> String {
    if arms.count == count, arms.count > 2 { return "tie of all \(arms.count) options" }
    let text = "tie: " + names(arms)
    return arms.count > 2 && TerminalText.width(text) > 44 ? "tie of \(arms.count) options" : text
  }

  private func chanceAlone(_ arm: Int) -> String {
    guard recommendation.twins.isEmpty else {
      return recommendation.chance.map {
        "\(AnswerNumbers.chance($0)) chance to be best, with \(names(recommendation.twins))"
      } ?? ""
    }
    return scenario.decision?[arm]?.best.map { "\(AnswerNumbers.chance($0)) chance to be best" } ?? ""
  }
}
