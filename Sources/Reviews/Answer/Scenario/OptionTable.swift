import ExperimentDesign
import Inference
import Rendering
import Studies

/// The options of an answer, best first: at most five columns of numbers, and the differences from the best.
extension AnswerScenario {
  private var isRanked: Bool { recommendation.kind != .identical }

  /// Arms that are compared with the best one, in the order of the rows.
  private var others: [Int] {
    rowOrder.filter { $0 != scenario.verdict?.best && scenario.arms[$0].behindBest != nil }
  }

  private var hasChances: Bool {
    isRanked && scenario.decision?.arms.contains { $0.best != nil } ?? false
  }

  /// The table; `nil` where no trial has a value of the objective.
  var options: TextTable? {
    guard scenario.arms.contains(where: { $0.objective != nil }) else { return nil }
    let order = rowOrder
    var columns: [TextTable.Column] = [
      .init(
        heading: objective.heading, cells: numbers.levels(order.map { scenario.arms[$0].objective }))
    ]
    let usual: [Metric] = [.optInPerInstall, .optInPerPrompted, .promptedPerInstall]
    columns += usual.filter { $0 != objective.singleMetric }.map { metric in
      .init(
        heading: Self.heading(metric),
        cells: order.map { arm in
          let estimate = scenario.arms[arm][metric]?.estimate
          return metric == .optInPerInstall
            ? AnswerNumbers(unit: .share, margin: 0).level(estimate) : AnswerNumbers.rough(estimate)
        })
    }
    if hasChances {
      columns.append(
        .init(
          heading: ["chance", "best"], cells: chances(order)))
    }
    return TextTable(
      first: .init(heading: [], label: "option", cells: order.map(label), isNumeric: false, isProse: true),
      columns: columns + [differences(order)].compactMap { $0 }, indent: "  ")
  }

  /// The chance of each option to be best; of options that share one, at the first of them.
  private func chances(_ order: [Int]) -> [String] {
    let shared = sharedChances
    return order.map { arm in
      guard let group = shared.first(where: { $0.arms.contains(arm) }) else {
        return chanceText(scenario.decision?[arm]?.best)
      }
      guard arm == order.first(where: group.arms.contains) else { return "shared" }
      // One of all options is best for certain.
      return group.arms.count == scenario.decision?.arms.count
        ? AnswerNumbers.chance(group.chance) : chanceText(group.chance)
    }
  }

  /// Options that are equally good as far as the inputs say, and the chance that one of them is best.
  ///
  /// Which of them is a hair ahead is no reason to choose it, so that a chance of each would be a ranking of nothing.
  private var sharedChances: [(arms: [Int], chance: MonteCarloNumber)] {
    guard let decision = scenario.decision else { return [] }
    var groups: [(arms: [Int], chance: MonteCarloNumber)] = []
    let tied = peers
    let own = tied.compactMap { decision[$0]?.best }
    if tied.count > 1, own.count == tied.count {
      groups.append((tied, .sum(ofExclusive: own)))
    }
    return groups
      + decision.nearTwins.filter { Set($0.arms).isDisjoint(with: tied) }.map {
        (arms: $0.arms, chance: $0.best)
      }
  }

  /// How far each option is from the best, and which are excluded; `nil` where there is neither.
  private func differences(_ order: [Int]) -> TextTable.Column? {
    let best = scenario.verdict?.best
    let cells = order.map { arm in
      arm == best || !isRanked ? "" : scenario.arms[arm].behindBest.map(value(of:)) ?? excluded(arm)
    }
    guard isRanked, let best, !others.isEmpty else {
      return cells.allSatisfy(\.isEmpty) ? nil : .init(heading: [], label: "difference", cells: cells)
    }
    return .init(
      heading: ["vs \(shortName(best))\(objective.isShare ? ", pp" : "")"], cells: cells,
      intervals: order.map { interval($0, best: best) })
  }

  /// The best option's name where a heading has room for it.
  private func shortName(_ best: Int) -> String {
    TerminalText.width(label(best)) <= Self.widestName ? label(best) : "the best"
  }

  /// Columns of the terminal that a name takes at most in the heading of a plot.
  private static let widestName = 10

  private static func heading(_ metric: Metric) -> [String] {
    switch metric {
    case .optInPerPrompted: ["of those", "prompted"]
    case .promptedPerInstall: ["shown", "prompt"]
    case _: metric.heading
    }
  }

  /// Arms by their objective, best first; those that may not be recommended last.
  ///
  /// Of options that hardly differ from the best one, the one that is recommended has the first row.
  var rowOrder: [Int] {
    let order = orderByMean
    guard let choice = recommendation.choice, let first = order.first, choice != first,
      recommendation.tieBreaker != nil, recommendation.twins.contains(first)
    else { return order }
    return [choice] + order.filter { $0 != choice }
  }

  private var orderByMean: [Int] {
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

  private func interval(_ arm: Int, best: Int?) -> IntervalRow? {
    if arm == best { return IntervalRow(mean: 0) }
    guard let behind = scenario.arms[arm].behindBest else { return nil }
    let scale = objective.unit.scale
    return IntervalRow(
      mean: behind.overTrials.mean * scale, lower: behind.uncertaintyInterval90.map { $0.lower * scale },
      upper: behind.uncertaintyInterval90.map { $0.upper * scale })
  }

  /// The number alone: the heading has the unit.
  private func value(of estimate: Estimate) -> String {
    numbers.bare(numbers.difference(estimate, signed: true))
  }

  private func excluded(_ arm: Int) -> String {
    recommendation.blockers.contains { $0.arms.contains(arm) } ? "excluded" : ""
  }

  /// What the bars beside the options are; empty where there are none.
  var barNote: String {
    isRanked && others.contains { scenario.arms[$0].behindBest?.uncertaintyInterval90 != nil }
      ? "Bars: 90% ranges over the uncertain inputs." : ""
  }

  /// What the errors of the options are, what a shared chance is, and that chances are rounded; empty where nothing is.
  var errorNote: String {
    let isShared = isRanked && !sharedChances.isEmpty
    let shared = isShared ? "A shared chance is that one of these options is best." : ""
    let rounded = hasChances ? RoundedShares.sentence(column: chances(rowOrder)) ?? "" : ""
    return [largestError, shared, rounded].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var largestError: String {
    let errors = scenario.arms.indices.compactMap { arm in
      scenario.arms[arm].behindBest?.overTrials.mcse ?? scenario.arms[arm].objective?.overTrials.mcse
    }
    guard let largest = errors.max(), largest > 0 else { return "" }
    return
      "Monte Carlo error at most \(SupportedDigits.oneDigitUp(largest * objective.unit.scale))\(numbers.suffix)."
  }
}
