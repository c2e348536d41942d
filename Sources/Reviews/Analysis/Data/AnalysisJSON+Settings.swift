import Inference
import Studies
import TestAnalysis
import TestData
import TextFormats

extension AnalysisJSON {
  /// What was chosen, who was assigned and who is excluded, and why no verdict is given.
  static func settings(_ analysis: AnalysedTest) -> [(key: String, value: JSONValue)] {
    let shares = analysis.options.allocation ?? analysis.arms.map { _ in 1 }
    let whole = shares.reduce(0, +)
    return [
      ("margin", .number(analysis.options.statistics.margin)),
      ("allocation", byArm(analysis) { .number(shares[$0] / whole) }),
      (
        "assigned",
        analysis.assigned.map { assigned in byArm(analysis) { .count(assigned[$0]) } } ?? .null
      ),
      ("excluded", excluded(analysis)), ("findings", findings(analysis)),
      ("verdict_withheld", .optional(analysis.withheld?.name)),
    ]
  }

  /// What the rates of a panel are of: the outcome, the denominator and the day.
  static func estimand(_ panel: AnalysisPanel, _ analysis: AnalysedTest) -> JSONValue {
    var day: JSONValue = .null
    if case .events(_, let number, _) = analysis.material { day = .count(number) }
    return .object([
      ("outcome", .text("allowed")), ("denominator", .text(panel.denominator.rawValue)), ("day", day),
    ])
  }

  /// The verdict of a comparison and what it rests on; null without one.
  static func judgement(
    _ index: Int, _ panel: AnalysisPanel, _ analysis: AnalysedTest
  ) -> [(key: String, value: JSONValue)] {
    let judgement = panel.judgements[index]
    return [
      ("verdict", .optional(judgement.verdict?.rawValue)),
      ("verdict_basis", .optional(analysis.verdictBasis(of: index, in: panel)?.rawValue)),
      ("verdict_within", .optional(judgement.within?.rawValue)),
      ("verdict_left_out", .optional(judgement.leftOut)),
      ("verdict_difference", .optional(judgement.difference)),
      ("verdict_ci", .interval(judgement.interval)), ("verdict_p", .optional(judgement.p?.value)),
      ("verdict_p_adjusted", .optional(judgement.adjusted?.value)),
    ]
  }

  /// Whether the split of installs is the one that was meant; null where it cannot be known.
  static func sampleRatio(_ analysis: AnalysedTest) -> JSONValue {
    guard let ratio = analysis.sampleRatio else { return .null }
    return .object([
      ("statistic", .optional(ratio.test.statistic)), ("p", .number(ratio.test.p.value)),
      ("mismatch", .flag(ratio.mismatch)), ("is_sequential", .flag(ratio.isSequential)),
      ("expected", byArm(analysis) { .number(ratio.expected[$0]) }),
    ])
  }

  /// By arm and kind, the installs left out of every count; null for counts, which have no rows.
  private static func excluded(_ analysis: AnalysedTest) -> JSONValue {
    guard case .events = analysis.material else { return .null }
    return byArm(analysis) { arm in
      .object(
        DataFinding.Kind.allCases.filter(\.isExcluded).map { kind in
          let found = analysis.findings.first { $0.finding.kind == kind }
          return (kind.name, .count(found?.finding.byArm[arm] ?? 0))
        })
    }
  }

  /// Everything found in the rows; null for counts.
  private static func findings(_ analysis: AnalysedTest) -> JSONValue {
    guard case .events = analysis.material else { return .null }
    return .list(
      analysis.findings.map { found in
        .object([
          ("kind", .text(found.finding.kind.name)),
          ("installs", byArm(analysis) { .count(found.finding.byArm[$0]) }),
          ("is_excluded", .flag(found.finding.kind.isExcluded)),
          ("is_doubtful", .flag(found.finding.kind.isDoubtful)),
          ("dependence_on_arm", chiSquare(found.dependence)),
          ("lines", .list(found.finding.firstLines.map { .count($0) })),
        ])
      })
  }
}
