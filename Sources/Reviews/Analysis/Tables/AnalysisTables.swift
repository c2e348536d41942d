import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// The tables of one denominator: a row per arm, and a row per comparison.
struct AnalysisTables {
  var analysis: AnalysedTest
  var panel: AnalysisPanel

  private var statistics: CountsAnalysis { panel.statistics }

  /// Every option and how it compares with the baseline: what is shown first.
  ///
  /// - Parameter facts: what the decision rests on; `nil` without one.
  func options(_ facts: DecisionFacts?) -> TextTable {
    let arms = analysis.arms.indices
    let index = arms.map { arm in statistics.comparisons.firstIndex { $0.arm == arm } }
    let judged = index.map { $0.map { panel.judgements[$0] } }
    let shown = facts?.options ?? []
    let standings = analysis.arms.map { name in shown.first { $0.name == name } }
    var columns: [TextTable.Column] = [
      .init(
        heading: [panel.denominator.rawValue], cells: panel.counts.map { SupportedDigits.grouped($0.n) }),
      .init(heading: ["allowed"], cells: panel.counts.map { SupportedDigits.grouped($0.x) }),
      .init(
        heading: ["allowed", panel.denominator.words],
        cells: statistics.arms.map { AnalysisNumbers.rate($0.count.rate, $0.interval) }),
    ]
    if arms.count > 1 {
      let level = AnalysisNumbers.level(analysis.options.statistics.level)
      let limits = [0, analysis.options.statistics.margin, -analysis.options.statistics.margin]
      columns += [
        .init(
          heading: ["vs \(analysis.shortBaseline),", "pp"] + (basis.map { ["(\($0))"] } ?? []),
          cells: judged.map { $0.map { AnalysisNumbers.points($0.difference, $0.interval) } ?? "" }),
        .init(
          heading: isSimultaneous ? ["\(level)", "together"] : [level, "interval"],
          cells: judged.map {
            $0.map { AnalysisNumbers.interval($0.interval, signed: true, deciding: limits) } ?? ""
          }),
        .init(
          heading: ["verdict"], cells: judged.map { $0.map { $0.verdict?.words ?? "none" } ?? "" },
          isNumeric: false),
      ]
    }
    if facts != nil {
      columns += [
        .init(
          heading: forOneLook(["chance", "best"]),
          cells: standings.map { AnalysisNumbers.probability($0?.chance?.value) }),
        .init(
          heading: forOneLook(["expected", "loss, pp"]),
          cells: standings.map { AnalysisNumbers.loss($0?.loss?.value) }),
      ]
    }
    return TextTable(
      first: .init(heading: ["option"], cells: analysis.arms.map(TerminalText.safe), isNumeric: false),
      columns: columns)
  }

  /// What else there is to know of each option: its rate's interval, the ratio, p-values.
  var details: TextTable {
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    let index = analysis.arms.indices.map { arm in
      statistics.comparisons.firstIndex { $0.arm == arm }
    }
    let made = index.map { $0.map { statistics.comparisons[$0] } }
    let shown = index.map { $0.map { ShownDifference($0, in: panel) } }
    var columns: [TextTable.Column] = [
      .init(
        heading: ["allowed", panel.denominator.words, level],
        cells: statistics.arms.map { AnalysisNumbers.interval($0.interval) })
    ]
    if !statistics.comparisons.isEmpty, !panel.isWithinParts {
      columns += [
        .init(
          heading: ["ratio"], cells: made.map { $0.map { AnalysisNumbers.ratio($0.counts.ratio) } ?? "" }),
        .init(
          heading: [level, isSimultaneous ? "together" : "interval"],
          cells: made.map { $0.map { AnalysisNumbers.ratioInterval($0.ratioInterval) } ?? "" }),
        .init(
          heading: forOneLook(["chance", "better"]),
          cells: made.map { $0.map { AnalysisNumbers.probability($0.chanceBetter) } ?? "" }),
      ]
    }
    if !statistics.comparisons.isEmpty {
      columns.append(
        .init(
          heading: forOneLook(["p", "(\(basis ?? "score"))"]),
          cells: shown.map { $0.map { AnalysisNumbers.p($0.p) } ?? "" }))
    }
    if statistics.comparisons.count > 1 {
      columns.append(
        .init(
          heading: forOneLook(["p", "(holm)"]),
          cells: shown.map { $0.map { AnalysisNumbers.p($0.adjusted) } ?? "" }))
    }
    // Without a plan the interval is there for readers of the JSON, and wide for a small test.
    if isLookedAt, panel.alwaysValid.contains(where: { $0 != nil }) {
      columns.append(
        .init(
          heading: ["interval", "at any look"],
          cells: index.map { $0.map { AnalysisNumbers.interval(panel.alwaysValid[$0], signed: true) } ?? "" })
      )
    }
    return TextTable(
      first: .init(heading: ["option"], cells: analysis.arms.map(TerminalText.safe), isNumeric: false),
      columns: columns)
  }

  /// Whether the intervals of comparisons hold together, and are wider for it.
  var isSimultaneous: Bool { statistics.comparisonLevel != analysis.options.statistics.level }

  /// What differences are by, where they are not those of the counts.
  private var basis: String? {
    guard panel.isWithinParts else { return nil }
    let within = Set(panel.judgements.map(\.within))
    // Arms of one table may be compared within different parts.
    return within.count == 1 ? "within \((within.first ?? nil)?.words ?? "")" : "within parts"
  }

  /// Says of a column that it is for a single look where the test is looked at several times.
  private func forOneLook(_ heading: [String]) -> [String] {
    analysis.options.isRunning || analysis.looks != nil ? heading + ["(one look)"] : heading
  }

  private var isLookedAt: Bool { analysis.options.isRunning || analysis.options.plannedInstalls != nil }
}
