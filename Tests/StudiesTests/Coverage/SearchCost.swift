import Foundation
import Inference
import TestAnalysis

/// What a search costs beside a full grid, an even search and Kim & Nelson's procedure, on problems with a known best.
struct SearchCost {
  /// How the means of the options lie.
  enum Means: String, CaseIterable {
    case oneAhead = "one ahead by the margin, the others equal"
    case steps = "steps of 0.4 points"
    case spread = "spread evenly over 6 points"
    case equal = "all equal"

    func values(_ count: Int) -> [Double] {
      switch self {
      case .oneAhead: [0.2 + SearchCost.margin] + [Double](repeating: 0.2, count: count - 1)
      case .steps: (0..<count).map { 0.2 - 0.004 * Double($0) }
      case .spread: (0..<count).map { 0.2 - 0.06 * Double($0) / Double(count - 1) }
      case .equal: [Double](repeating: 0.2, count: count)
      }
    }
  }

  static let margin = 0.005
  /// The standard deviation of an option's value over the trials.
  static let deviation = 0.04
  /// The share of its variance that all options have together, as common people and inputs make it.
  static let shared = 0.5
  private static let firstStage = 50

  /// One kind of problem.
  struct Row {
    var options: Int
    var means: Means
    /// Trials of each option, summed over the options, on average.
    var search = 0.0
    var even = 0.0
    var grid = 0.0
    var kimNelson = 0.0
    /// The share of searches that named an option within the margin of the best.
    var good = (search: 0.0, grid: 0.0, kimNelson: 0.0)
  }

  /// Problems of each kind on the page.
  static let problems = 200

  /// - Parameters:
  ///   - options: how many there are.
  ///   - problems: how many are simulated.
  /// - Throws: what drawing throws.
  static func row(_ options: Int, _ means: Means, problems: Int) throws -> Row {
    let values = means.values(options)
    let best = values.max() ?? 0
    let grid = FullGrid(firstStage: firstStage, options: options, guarantee: 0.95)
    let constant = try grid.constant()
    let kimNelson = KimNelson(firstStage: firstStage, options: options, guarantee: 0.95)
    var row = Row(options: options, means: means)
    let share = 1 / Double(problems)
    func isGood(_ named: Int) -> Double { best - values[named] <= margin + 1e-12 ? share : 0 }
    for problem in 0..<problems {
      var draws = FixedDraws(purpose: 301, simulation: problem)
      func trial() throws -> [Double] {
        let common = try draws.normal()
        return try values.map {
          $0 + deviation * (shared.squareRoot() * common + (1 - shared).squareRoot() * (try draws.normal()))
        }
      }
      var search = try Elimination(options: options, guarantee: 0.95)
      var spent = 0
      while true {
        while search.trials < search.nextRound {
          let drawn = try trial()
          search.add(search.alive.map { drawn[$0] })
          spent += search.alive.count
        }
        if try search.look().largestLead <= margin || search.alive.count == 1 { break }
      }
      row.search += share * Double(spent)
      row.even += share * Double(options * search.trials)
      row.good.search += isGood(search.rounds[search.rounds.count - 1].leader)
      draws = FixedDraws(purpose: 302, simulation: problem)
      let sequential = try kimNelson.run(zone: margin) { try trial() }
      row.kimNelson += share * Double(sequential.strategyTrials)
      row.good.kimNelson += isGood(sequential.named)
      draws = FixedDraws(purpose: 303, simulation: problem)
      let whole = try grid.run(zone: margin, constant: constant) {
        values[$0] + deviation * (try draws.normal())
      }
      row.grid += share * Double(whole.strategyTrials)
      row.good.grid += isGood(whole.named)
    }
    return row
  }

  /// The page, as Markdown.
  ///
  /// - Throws: what drawing throws.
  static func page(problems: Int = problems) throws -> String {
    var rows: [String] = []
    for options in [10, 24, 48] {
      for means in Means.allCases { rows.append(try row(options, means, problems: problems).line) }
    }
    return """
      # What a search costs

      How many trials `att-lab optimize` takes beside other ways to the same choice.

      Each row has \(problems) problems whose best option is known. An option's value has a standard deviation of 4 points \
      over the trials. Half of its variance is the same for all options, as common people and inputs make it. The margin \
      is half a point, the guarantee 95%. Numbers are trials of each option, summed over the options, on average over the \
      problems. All draws come from fixed streams, so that the same program gives the same figures anywhere: \
      `RECORD=1 swift test -c release --filter SearchCostTests` writes this page.

      - **Full grid**: every option gets as many trials as its own variance asks for, in two stages (Rinott 1978). Options do \
      not share their trials.
      - **Even search**: the rule of the search, without leaving any option out.
      - **Kim and Nelson**: their sequential procedure KN (2001) with a look after every trial. It promises less: only that \
      the best is found where it leads by the margin.

      *Good* is the share of problems in which the option named is within the margin of the best.

      | options | their means | search | good | full grid | times | even search | times | Kim and Nelson | good |
      |---|---|---|---|---|---|---|---|---|---|
      \(rows.joined(separator: "\n"))

      *Times* is how many times the trials of the search the other way takes.

      ## What limits these figures

      - The more options are far behind, the more a search saves: they leave early. Where all are equal none should leave, and \
      nothing but the margin ends the search.
      - The search shares people and inputs between options, as experiments do. A grid whose options share them as well \
      would need fewer trials than this one.
      - The full grid and Kim and Nelson's procedure promise less: that the best is found where it leads by the margin. The \
      search promises an option within the margin for all means, for skewed trials, and whenever it is stopped.
      - That promise is why it takes more trials than Kim and Nelson's procedure.
      - Values are normal here. Trials of one option are counted, not seconds: what a trial costs depends on the experiment.

      """
  }
}

extension SearchCost.Row {
  /// A row of the page's table.
  var line: String {
    func count(_ number: Double) -> String { String(Int(number.rounded())) }
    func times(_ number: Double) -> String { String(format: "%.1f", number / search) }
    func percent(_ share: Double) -> String { String(format: "%.1f%%", 100 * share) }
    let cells = [
      "\(options)", means.rawValue, count(search), percent(good.search), count(grid), times(grid),
      count(even),
      times(even), count(kimNelson), percent(good.kimNelson),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
