import ExperimentDesign
import Inference
import Rendering
import Studies

/// The options of an answer, best first: a few columns of numbers, and the differences from the best.
extension ScenarioWords {
  private var isRanked: Bool {
    switch scenario.decided.advice {
    case .sameToTheModel: false
    case .blocked, .moreTrials, .moreInstalls, .choose, .test: true
    }
  }

  /// The table; `nil` where no trial has a value of the objective.
  var options: TextTable? {
    guard found.arms.contains(where: { $0.objective != nil }) else { return nil }
    let order = scenario.order
    var columns: [TextTable.Column] = [levels(order).column(objective.heading) { $0 }]
    if objective.singleMetric != .optInPerInstall {
      columns.append(levels(.optInPerInstall, order).column(Metric.optInPerInstall.heading) { $0 })
    }
    if outline.context?.volume != nil {
      columns.append(order.column(["opt-ins", "a month"], monthly))
    }
    for (metric, heading) in [
      (Metric.optInPerPrompted, ["of those", "prompted"]), (.promptedPerInstall, ["shown", "prompt"]),
    ] where metric != objective.singleMetric {
      columns.append(
        order.column(heading) { arm in
          found.arms[arm][metric]?.estimate.map { Quantity($0.overTrials, .share).rough } ?? "–"
        })
    }
    if isRanked, outline.parametersVary, found.decision?.arms.contains(where: { $0.best != nil }) ?? false {
      columns.append(order.column(["chance", "best"], chanceBest))
    }
    return TextTable(
      first: order.names(nil, label: "option", isProse: true) { outline.arms[$0].name },
      columns: columns + [differences(order)].compactMap { $0 }, indent: "  ")
  }

  /// The chance of each option to be best; options that hardly differ share theirs, which stands at the first of them.
  private func chanceBest(_ arm: Int) -> Phrase {
    let twins = found.decision?.nearTwins.first { $0.arms.contains(arm) }?.arms ?? []
    if let first = scenario.order.first(where: twins.contains), first != arm { return "shared" }
    return chance(answer.summary.chance(of: arm, in: found))
  }

  /// How far each option is from the best, and which may not be chosen; `nil` where there is neither.
  private func differences(_ order: [Int]) -> TextTable.Column? {
    let best = found.verdict?.best
    let blocked = found.blocked
    let cells = order.map { arm -> Phrase in
      let behind = arm == best || !isRanked ? nil : found.arms[arm].vsBest
      return behind.map { difference($0).brief([.signed, .bare], negligible: negligible) }
        ?? (blocked.contains(arm) ? "blocked" : "")
    }
    guard isRanked, let best, order.contains(where: { found.arms[$0].vsBest != nil }) else {
      return cells.allSatisfy(\.isEmpty) ? nil : cells.column([], label: "difference") { $0 }
    }
    var column = cells.column(["vs the best\(objective.isShare ? ", pp" : "")"]) { $0 }
    column.intervals = order.map { $0 == best ? Quantity(0, .number) : found.arms[$0].vsBest.map(difference) }
    return column
  }

  /// The largest Monte Carlo error of the differences, or of the levels where there are none; `nil` for none.
  var largestError: Phrase? {
    let errors = found.arms.compactMap { $0.vsBest?.overTrials.mcse ?? $0.objective?.overTrials.mcse }
    guard let largest = errors.max(), largest > 0 else { return nil }
    return Quantity.atMost(largest, objective.unit.difference)
  }
}
