import ExperimentDesign
import Inference
import Studies

/// What several runs have to do with one another: what differs in what they were made from, and in what
/// they found.
struct ReportOfSeveral {
  var runs: [ReportRun]
  var comparisons: [RunComparison]

  private var labels: [String] { runs.map { TerminalText.safe($0.label) } }

  var sections: [ReportPage.Section] {
    [found, made].map { title, name, blocks in
      ReportPage.Section(sectionID: "compared-\(name)", sectionTitle: title, level: 2, blocks: blocks)
    }
  }

  // MARK: - What they found

  private var found: (String, String, [ReportPage.Block]) {
    var blocks: [ReportPage.Block] = runs.map { run in
      .text(
        "Run `\(run.label)`: "
          + VerdictSentence(summary: run.summary, scenario: run.summary.scenarios[0]).text)
    }
    for comparison in comparisons { blocks += tables(comparison) }
    let drawings = intervals
    if !drawings.isEmpty { blocks.append(.figures(drawings)) }
    blocks.append(
      .note(
        "Differences are each run less `\(labels[0])`, and ± is simulation error. Rows that differ by more than "
          + "twice that are marked. " + verdictLegend.replacing(" (--margin)", with: "")))
    let sharing = RunComparisonReview(comparison: comparisons[0], scenarios: []).sharing
    if !sharing.isEmpty { blocks.append(.list(sharing)) }
    return ("Side by side", "found", blocks)
  }

  private func tables(_ comparison: RunComparison) -> [ReportPage.Block] {
    let review = RunComparisonReview(comparison: comparison, scenarios: [])
    return comparison.scenarios.map { scenario in
      let marked = scenario.rows.indices.filter { row in
        scenario.rows[row].differences.contains { difference in
          guard let difference else { return false }
          return abs(difference.mean) > 2 * (difference.mcse ?? .infinity)
        }
      }
      let suffix = comparison.scenarios.count > 1 ? " under scenario `\(scenario.name)`" : ""
      let quantity = review.quantity.heading.joined(separator: " ")
      return .table(
        "\(quantity), run by run\(suffix)", review.table(scenario), marked: Set(marked))
    }
  }

  /// The differences within each run, on one axis.
  private var intervals: [(figure: Figure, caption: String)] {
    var figures = runs.enumerated().compactMap { number, run -> (run: Int, figure: IntervalFigure)? in
      let shown = ShownArms(summary: run.summary, scenario: run.summary.scenarios[0]).positions
      return ReportFigures(
        run: run, scenario: 0, names: ReportIDs(prefix: "compared-\(number + 1)-"), arms: shown
      ).intervalFigure.map { (number, $0) }
    }
    guard Set(runs.map(\.outline.objective.name)).count == 1, let first = figures.first else { return [] }
    let reach = figures.dropFirst().reduce(first.figure.domain) { reach, next in
      let domain = next.figure.domain
      return min(reach.lowerBound, domain.lowerBound)...max(reach.upperBound, domain.upperBound)
    }
    for index in figures.indices { figures[index].figure.reach = reach }
    return figures.map { number, figure in
      let what = figure.baseline.map { "differences to `\($0)`" } ?? "the level"
      return (
        figure.figure,
        "Run `\(labels[number])`: \(what). Thick: what the file allows; thin: what a test would show. "
          + "The axis is the same for each run."
      )
    }
  }

  // MARK: - What they were made from

  private var made: (String, String, [ReportPage.Block]) {
    var rows: [(name: String, values: [String])] = [
      ("experiment", runs.map(\.outline.experiment)),
      ("question", runs.map { $0.outline.question ?? "none" }),
      ("arms", runs.map { $0.outline.arms.map(\.name).joined(separator: ", ") }),
      ("scenarios", runs.map { $0.outline.scenarios.map(\.name).joined(separator: ", ") }),
      ("baseline", runs.map { $0.outline.arms[$0.outline.baseline].name }),
      ("objective", runs.map(\.outline.objective.name)),
      ("design", runs.map(\.outline.design.rawValue)),
      ("size", runs.map { SizeWords($0.summary).text }),
      ("days", runs.map { SupportedDigits.text($0.outline.horizonDays, decimals: 0) }),
      ("seed", runs.map { "\($0.outline.seed)" }),
      ("engine", runs.map(\.outline.engine)),
      ("set from outside", runs.map { $0.provenance.overrides.joined(separator: ", ") }),
      ("begun", runs.map(\.provenance.begun)),
    ]
    rows += parameters
    let marked = rows.indices.filter { Set(rows[$0].values).count > 1 }
    let table = TextTable(
      first: .init(heading: ["what"], cells: rows.map { TerminalText.safe($0.name) }, isNumeric: false),
      columns: runs.indices.map { run in
        .init(
          heading: [labels[run]], cells: rows.map { TerminalText.safe($0.values[run]) }, isNumeric: false)
      } + [
        .init(
          heading: ["differs"], cells: rows.indices.map { marked.contains($0) ? "differs" : "" },
          isNumeric: false)
      ])
    return (
      "What they were made from", "made",
      [
        .text(
          parameters.isEmpty
            ? "Every number that the runs share is written alike."
            : parameters.count == 1
              ? "1 number is written differently; it stands at the end of the table."
              : "\(parameters.count) numbers are written differently; they stand at the end of the table."),
        .table("What the runs were made from; rows that differ are marked", table, marked: Set(marked)),
      ]
    )
  }

  /// Numbers that are not written alike in every run.
  private var parameters: [(name: String, values: [String])] {
    let places = Set(runs.flatMap { $0.outline.parameters.map(\.place) }).sorted()
    return places.compactMap { place in
      let distributions = runs.map { run in
        run.outline.parameters.first { $0.place == place }?.distribution ?? "not there"
      }
      return Set(distributions).count > 1 ? (place, distributions) : nil
    }
  }
}
