import ExperimentDesign
import Inference
import Rendering
import Studies

/// What several runs have to do with one another: what differs in what they were made from, and in what
/// they found.
struct ReportOfSeveral {
  var runs: [ReportRun]
  var comparisons: [RunComparison]

  private var labels: [String] { runs.map { TerminalText.safe($0.label) } }

  var sections: [HTMLPage.Section] {
    [differing, found].map { section($0) }
      + [made].map { part in
        var section = section(part)
        section.isFolded = true
        return section
      }
  }

  private func section(_ part: (String, String, [ReviewDocument.Block])) -> HTMLPage.Section {
    HTMLPage.Section(id: "compared-\(part.1)", title: part.0, level: 2, blocks: part.2)
  }

  // MARK: - What they found

  private var found: (String, String, [ReviewDocument.Block]) {
    var blocks: [ReviewDocument.Block] = [.decision(Answer.facts(runs.map(headline)))]
    if let unshared = comparisons[0].unshared {
      let noun = unshared == .option ? "option" : "scenario"
      blocks.append(
        .text(
          "No \(noun) of run \(Phrase.name(labels[0])) is in another run, so nothing is compared between runs. Give what is "
            + "to be compared the same name in both files."))
    } else {
      for comparison in comparisons { blocks += tables(comparison) }
    }
    let drawings = intervals
    if !drawings.isEmpty { blocks.append(.figures(drawings)) }
    blocks.append(
      .note(
        "Differences are each run minus \(Phrase.name(labels[0])), and ± is Monte Carlo standard error. Rows that differ by more than "
          + "twice that are marked. " + verdictLegend.replacing(" (--margin)", with: "")))
    let sharing = RunComparisonReview(comparison: comparisons[0], scenarios: []).sharing
    if !sharing.isEmpty { blocks.append(.list(sharing)) }
    return ("What that changes", "found", blocks)
  }

  /// What a run recommends, and its best guess.
  private func headline(_ run: ReportRun) -> (label: String, text: String) {
    let lines = Answer(run.summary, file: nil).parts.first?.headline ?? []
    let told = ["Recommendation", "Best guess"].compactMap { label in lines.first { $0.label == label }?.text
    }
    return (TerminalText.safe(run.label), told.joined(separator: " "))
  }

  private func tables(_ comparison: RunComparison) -> [ReviewDocument.Block] {
    let review = RunComparisonReview(comparison: comparison, scenarios: [])
    return comparison.scenarios.map { scenario in
      let marked = scenario.rows.indices.filter { row in
        scenario.rows[row].differences.contains { difference in
          guard let difference else { return false }
          return abs(difference.mean) > 2 * (difference.mcse ?? .infinity)
        }
      }
      let suffix = comparison.scenarios.count > 1 ? " under scenario \(Phrase.name(scenario.name))" : ""
      let quantity = review.quantity.heading.joined(separator: " ")
      return .table(
        "\(quantity), run by run\(suffix)", review.table(scenario), marked: Set(marked))
    }
  }

  /// The differences within each run, on one axis.
  private var intervals: [Drawing] {
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
      let what = figure.baseline.map { "differences to \(Phrase.name($0))" } ?? "the level"
      return Drawing(
        figure.figure, wide: figure.wide,
        caption:
          "Run \(Phrase.name(labels[number])): \(what). Axis: \(figure.axis). Thick: 90% range over the uncertain inputs; thin: 90% prediction "
          + "interval of a test. The axis is the same for each run.")
    }
  }

  // MARK: - What they were made from

  /// The rows in which the runs differ, numbers of the file first.
  private var differing: (String, String, [ReviewDocument.Block]) {
    let rows = (parameters + settings).filter { Set($0.values).count > 1 }
    let count = rows.count
    let sentence =
      count == 0
      ? "Nothing in the inputs differs."
      : "\(count) \(count == 1 ? "input differs" : "inputs differ") between the runs."
    return (
      "What differs in the inputs", "differing",
      [.text(sentence)] + (count == 0 ? [] : [.table("Inputs that differ", table(of: rows))])
    )
  }

  private func table(of rows: [(name: String, values: [String])]) -> TextTable {
    TextTable(
      first: .init(heading: ["input"], cells: rows.map { TerminalText.safe($0.name) }, isNumeric: false),
      columns: runs.indices.map { run in
        .init(
          heading: [labels[run]], cells: rows.map { TerminalText.safe($0.values[run]) }, isNumeric: false)
      })
  }

  private var made: (String, String, [ReviewDocument.Block]) {
    let rows = settings + parameters + [("begun", runs.map(\.provenance.begun))]
    let marked = rows.indices.filter { Set(rows[$0].values).count > 1 }
    return (
      "What the runs were made from", "made",
      [
        .table(
          "What the runs were made from; rows that differ are marked", table(of: rows), marked: Set(marked))
      ]
    )
  }

  private var settings: [(name: String, values: [String])] {
    [
      ("experiment", runs.map(\.outline.experiment)),
      ("question", runs.map { $0.outline.question ?? "none" }),
      ("options", runs.map { $0.outline.arms.map(\.name).joined(separator: ", ") }),
      ("scenarios", runs.map { $0.outline.scenarios.map(\.name).joined(separator: ", ") }),
      ("baseline", runs.map { $0.outline.arms[$0.outline.baseline].name }),
      ("objective", runs.map(\.outline.objective.name)),
      ("size", runs.map { SizeWords($0.summary).text }),
      ("days", runs.map { SupportedDigits.text($0.outline.horizonDays, decimals: 0) }),
      ("seed", runs.map { "\($0.outline.seed)" }),
      ("engine", runs.map(\.outline.engine)),
      ("overrides (--set)", runs.map { $0.provenance.overrides.joined(separator: ", ") }),
    ]
  }

  /// Numbers that are not written alike in every run.
  private var parameters: [(name: String, values: [String])] {
    DifferingInputs(
      runs.map(\.outline), labels: labels,
      ranges: comparisons.first?.jointRanges ?? runs.map { _ in [:] }
    ).rows.map { ($0.path, $0.knowledge) }
  }
}
