import Inference
public import Rendering
public import TestAnalysis
import TestData

/// The analysis of a real test as a person reads it on a terminal.
///
/// In this order: what is wrong with the data, the verdict, a row per arm and denominator, the
/// comparisons, how to read them.
public struct AnalysisText {
  /// What was found.
  public var analysis: AnalysedTest
  /// Width and colour.
  public var style: ReviewStyle

  /// Creates a text.
  public init(analysis: AnalysedTest, style: ReviewStyle) {
    self.analysis = analysis
    self.style = style
  }

  /// The whole text, with a line break at its end.
  public var text: String { ReviewDocument(sections).text(style) }

  private var sections: [[ReviewDocument.Block]] {
    let notices = AnalysisNotices(analysis)
    var sections: [[ReviewDocument.Block]] = []
    if !analysis.dataProblems.isEmpty {
      sections.append(
        [.title("What is wrong with the data")] + notices.dataProblems.map { .item($0, .warning) })
    }
    sections.append([.title("Verdict")] + AnalysisVerdict(analysis: analysis).sentences.map { .text($0) })
    if !analysis.guardrails.isEmpty {
      sections.append([
        .heading("Guardrails: what must not get worse"), .table(GuardrailTable(analysis: analysis).table),
      ])
    }
    if let ladder = analysis.ladder {
      sections.append([
        .heading("Difference by day after the install, per install"),
        .table(DayLadderTable(analysis: analysis, ladder: ladder).table),
      ])
    }
    for panel in analysis.panels { sections += self.sections(panel) }
    if let panel = analysis.mainPanel {
      for strata in analysis.strata where !strata.panels.isEmpty { sections += self.sections(strata, panel) }
    }
    if let looks = analysis.looks {
      sections.append([
        .heading("Looks at the test, per install, against the plan"),
        .table(LooksTable(analysis: analysis, looks: looks).table),
      ])
    }
    if let overTime = analysis.overTime {
      let table = OverTimeTable(analysis: analysis, overTime: overTime)
      sections.append([
        .heading("Over time, by day \(overTime.day) after the install, of all installs as long as watched"),
        .table(table.arms),
      ])
      sections.append([.table(table.comparisons)])
    }
    if !analysis.cautions.isEmpty || !analysis.remarks.isEmpty {
      sections.append(
        [.title("To know before using the numbers")] + notices.cautions.map { .item($0, .warning) }
          + notices.remarks.map { .item($0) })
    }
    return sections + [[.note(reading)]]
  }

  private func sections(_ panel: AnalysisPanel) -> [[ReviewDocument.Block]] {
    let tables = AnalysisTables(analysis: analysis, panel: panel)
    var arms: [ReviewDocument.Block] = [.heading(heading(panel)), .table(tables.arms)]
    if panel.denominator == .installs, let split = SplitSentence(analysis: analysis).text {
      arms.append(.text(split))
    }
    return [arms, tables.comparisons.map { [.table($0)] } ?? []]
  }

  private func sections(_ strata: Strata, _ panel: AnalysisPanel) -> [[ReviewDocument.Block]] {
    let effects = strata.kind == .segment ? analysis.segmentEffects : []
    let table = StrataTable(analysis: analysis, strata: strata)
    return [[.heading(heading(strata, panel)), .layout(table.lines)]]
      + effects.map { found in
        let table = SegmentEffectsTable(analysis: analysis, strata: strata, found: found)
        return [.heading(table.heading), .table(table.table)]
      }
  }

  /// The warnings alone, one a line, for beside a table that has no place for them.
  public var warnings: String {
    AnalysisNotices(analysis).warnings.map { TerminalText.safe($0) + "\n" }.joined()
  }

  private func heading(_ strata: Strata, _ panel: AnalysisPanel) -> String {
    switch (strata.kind, analysis.material) {
    case (.segment, _): "By segment, \(panel.denominator.per)"
    case (.day, .counts): "By day, \(panel.denominator.per)"
    case (.day, .events(_, let day, _)):
      "By day of the install (UTC), \(panel.denominator.per), at day \(day)"
    }
  }

  private func heading(_ panel: AnalysisPanel) -> String {
    let per = panel.denominator.per
    let title = per.prefix(1).uppercased() + per.dropFirst()
    switch analysis.material {
    case .counts: return title
    case .events(let asOf, let day, _):
      return "\(title), at day \(day): installs at least \(day) \(day == 1 ? "day" : "days") old at \(asOf)"
    }
  }

  private var reading: String {
    let statistics = analysis.options.statistics
    let level = AnalysisNumbers.level(statistics.level)
    var text = "How to read it. Intervals of rates are Wilson's, at \(level). "
    if analysis.panels.contains(where: { !$0.statistics.comparisons.isEmpty }) {
      text +=
        "Differences are in points, by Miettinen and Nurminen, with their score test; ratios by Koopman. "
      if analysis.panels.contains(where: { AnalysisTables(analysis: analysis, panel: $0).isSimultaneous }) {
        text += "Intervals of comparisons are wide enough to hold all together, by Dunnett's constant. "
      }
      text +=
        "Probabilities are of the posterior under Beta(\(number(statistics.prior.a)), "
        + "\(number(statistics.prior.b))); expected loss is what choosing the arm would cost on average against the best "
        + "of all arms, in points. "
      if statistics.correction != .none, arms > 2 {
        text += "p (\(statistics.correction.name)) allows for \(arms - 1) comparisons. "
      }
    }
    if analysis.looks != nil {
      let type =
        switch analysis.options.spending {
        case .obrienFlemingType: "O'Brien and Fleming's"
        case .pocockType: "Pocock's"
        }
      text += "Looks: boundaries by Lan and DeMets' spending, of \(type) type. "
    } else if analysis.options.isRunning {
      text += "At any look: the asymptotic confidence sequence of Waudby-Smith and others. "
    }
    if !analysis.guardrails.isEmpty { text += GuardrailTable(analysis: analysis).reading }
    if !analysis.segmentEffects.isEmpty {
      text +=
        "A segment's effect drawn to the mean allows for how much segments differ and how sure each is (normal around normal); "
        + "a reversal is an effect of the other sign than the mean's. "
    }
    if analysis.options.nonInferiorityMargin != nil {
      text +=
        "Not worse by a margin: Farrington and Manning's one-sided test, or the interval that the verdict rests on. "
    }
    if analysis.overTime != nil {
      text += "Over time: Aalen and Johansen's incidence, intervals by the complementary log-log. "
    }
    return text + "--format json has every method."
  }

  private var arms: Int { analysis.arms.count }

  private func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
