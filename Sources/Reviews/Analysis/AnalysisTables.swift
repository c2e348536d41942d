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
  private var level: String { Quantity.given(analysis.options.statistics.level.value, .share).text }

  /// For every option the position of its comparison; `nil` for the baseline.
  private var comparisons: [Int?] {
    analysis.arms.indices.map { arm in statistics.comparisons.firstIndex { $0.option == arm } }
  }

  /// Every option and how it compares with the baseline: what is shown first.
  ///
  /// - Parameter facts: what the decision rests on; `nil` without one.
  func options(_ facts: DecisionFacts?) -> TextTable {
    let judged = comparisons.map { $0.map { panel.judgements[$0] } }
    let margin = analysis.options.statistics.margin
    var columns = panel.denominator.columns(statistics.arms.map { ($0.count, $0.interval) })
    if analysis.arms.count > 1 {
      columns += [
        judged.column(analysis.vsBaseline + (basis.map { ["(\($0))"] } ?? [])) {
          $0.map { AnalysisNumbers.shares.difference($0.difference, $0.interval) }
        },
        judged.column([level, isSimultaneous ? "together" : "interval"]) {
          $0.map { AnalysisNumbers(deciding: [margin, -margin]).differences($0.interval) }
        },
        judged.column(["verdict"], isNumeric: false) { $0.map { "\($0.verdict?.words ?? "none")" } },
      ]
    }
    if let facts {
      let standings = analysis.arms.map { name in facts.options.first { $0.name == name } }
      columns += [
        standings.column(forOneLook("chance", "best")) { AnalysisNumbers.probability($0?.chance?.value) },
        standings.column(forOneLook("expected", "loss, pp")) { AnalysisNumbers.loss($0?.loss?.value) },
      ]
    }
    return TextTable(first: analysis.arms.names("option") { $0 }, columns: columns)
  }

  /// What else there is to know of each option: its rate's interval, the ratio, p-values.
  var details: TextTable {
    let made = comparisons.map { $0.map { statistics.comparisons[$0] } }
    let shown = comparisons.map { $0.map(panel.shown) }
    // Installs are no units where releases or languages are.
    var columns =
      analysis.clustered.isEmpty
      ? [
        statistics.arms.column(["allowed", panel.denominator.words, level]) {
          AnalysisNumbers.shares.levels($0.interval)
        }
      ] : []
    if !statistics.comparisons.isEmpty, !panel.restsOnParts {
      columns += [
        made.column(["ratio"]) { $0.map { AnalysisNumbers.ratio($0.counts.ratio) } },
        made.column([level, isSimultaneous ? "together" : "interval"]) {
          $0.map { AnalysisNumbers.ratioInterval($0.ratioInterval) }
        },
        made.column(forOneLook("chance", "better")) {
          $0.map { AnalysisNumbers.probability($0.chanceBetter) }
        },
      ]
    }
    if !statistics.comparisons.isEmpty {
      columns.append(
        shown.column(forOneLook("p", "(\(basis ?? "score"))")) { $0.map { AnalysisNumbers.p($0.p) } })
    }
    if statistics.comparisons.count > 1 {
      columns.append(shown.column(forOneLook("p", "together")) { $0.map { AnalysisNumbers.p($0.adjusted) } })
    }
    return TextTable(first: analysis.arms.names("option") { $0 }, columns: columns)
  }

  /// Whether the intervals of comparisons hold together, and are wider for it.
  private var isSimultaneous: Bool { statistics.comparisonLevel != analysis.options.statistics.level }

  /// What differences are by, where they are not those of the counts.
  private var basis: String? {
    let judgements = panel.judgements
    guard judgements.contains(where: \.replacesCounts) else { return nil }
    let found = Set(
      judgements.map { judged -> String? in
        if let look = judged.earlierLook {
          return "at \(look.isDateOnly ? "\("\(look)".suffix(10))" : "\(look)")"
        }
        if let within = judged.within { return "within \(within.words)" }
        return judged.basis == .clusterRobust
          ? analysis.clustered.first.map { "over \($0.kind.plural)" } : nil
      })
    // Arms of one table may be compared within different parts, or at different looks.
    return found.count == 1 ? found.first ?? nil : panel.restsOnParts ? "within parts" : "when decided"
  }

  /// Says of a column that it is for a single look where the test is looked at several times.
  private func forOneLook(_ heading: String...) -> [String] {
    analysis.isLookedAtAgain ? heading + ["(one look)"] : heading
  }
}

extension Denominator {
  /// Columns of people, of those who allowed, and of their share.
  func columns(_ rows: [(count: ObservedCount, interval: Interval?)]) -> [TextTable.Column] {
    [
      rows.column([rawValue]) { "\(grouped: $0.count.n)" },
      rows.column(["allowed"]) { "\(grouped: $0.count.x)" },
      rows.column(["allowed", words]) { AnalysisNumbers.shares.level($0.count.rate, $0.interval) },
    ]
  }
}

extension AnalysedTest {
  /// The heading of differences to the baseline.
  var vsBaseline: [String] { ["vs \(shortBaseline),", "pp"] }

  /// The baseline's name, cut to fit a heading.
  var shortBaseline: String { TerminalText.heading(arms[baseline]) }
}
