import Inference
public import Rendering
public import TestAnalysis
import TestData
import TextFormats

/// The analysis of a real test as a person reads it on a terminal.
///
/// In this order: what is wrong with the data, the verdict, a row per arm and denominator, the
/// comparisons, how to read them.
public struct AnalysisText {
  /// What was found.
  public var analysis: AnalysedTest
  /// Width and colour.
  public var style: ReviewStyle
  /// The table that was read, for commands that read it too; `nil` for counts that stand in the command.
  public var file: String?

  /// Creates a text.
  public init(analysis: AnalysedTest, style: ReviewStyle, file: String? = nil) {
    self.analysis = analysis
    self.style = style
    self.file = file
  }

  /// The whole text, with a line break at its end.
  public var text: String { ReviewDocument(sections).text(style) }

  private var sections: [[ReviewDocument.Block]] {
    let notices = AnalysisNotices(analysis)
    var sections: [[ReviewDocument.Block]] = []
    if !analysis.dataProblems.isEmpty {
      sections.append(
        [.title("Problems in the data")] + notices.dataProblems.map { .item($0, .warning) })
    }
    let choice = AnalysisChoice(analysis: analysis).sentence
    sections.append(
      [.title("Verdict")]
        + (AnalysisVerdict(analysis: analysis).sentences + [choice].compactMap { $0 }).map { .text($0) })
    if !analysis.guardrails.isEmpty {
      sections.append([
        .heading("Guardrails: metrics that must not get worse"),
        .table(GuardrailTable(analysis: analysis).table),
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
      for strata in analysis.strata where !strata.panels.isEmpty {
        let table = StrataTable(analysis: analysis, strata: strata)
        sections.append([.heading(heading(strata, panel))] + table.blocks)
      }
    }
    if let looks = analysis.looks {
      sections.append([
        .heading("Interim looks, per install"),
        .table(LooksTable(analysis: analysis, looks: looks).table),
      ])
    }
    if !analysis.cautions.isEmpty || !analysis.remarks.isEmpty {
      sections.append(
        [.title("Notes before you use the numbers")] + notices.cautions.map { .item($0, .warning) }
          + notices.remarks.map { .item($0) })
    }
    return sections + (step.map { [[.title("Next step"), .steps([$0])]] } ?? []) + [[.note(reading)]]
  }

  /// What to do with a finished test whose measurement holds; `nil` for any other.
  private var step: ReviewDocument.Step? {
    guard let file, AnalysisChoice(analysis: analysis).isFinal else { return nil }
    let experiment = Placeholder.experiment.rawValue
    var command = "att-lab calibrate \(experiment) --update \(TerminalText.shellWord(file))"
    var text = "Let this test correct the numbers that your experiment assumes. \(experiment) is its file."
    switch analysis.material {
    case .events(let asOf, let day, _):
      // A date alone is shown as the end of its day.
      let date = asOf.isDateOnly ? String("\(asOf)".suffix(10)) : "\(asOf)"
      command += " --as-of \(date) --day \(day)"
    case .counts:
      command += " --day \(analysis.countedBy.map(String.init) ?? "DAY")"
      if analysis.countedBy == nil {
        text += " DAY is how many days old each install was when it was counted."
      }
    }
    if let shares = analysis.options.allocation {
      let split = zip(analysis.arms, PlanNumbers.split(shares)).map { "\($0)=\($1)" }.joined(separator: ",")
      command += " --allocation \(TerminalText.shellWord(split))"
    }
    return ReviewDocument.Step(
      title: "Update your file", text: text, command: command + " --out newer.yaml")
  }

  private func sections(_ panel: AnalysisPanel) -> [[ReviewDocument.Block]] {
    let tables = AnalysisTables(analysis: analysis, panel: panel)
    var arms: [ReviewDocument.Block] = [.heading(heading(panel))]
    if panel.denominator != .installs, analysis.arms.count > 1 {
      arms.append(
        .text("Options that ask at different moments prompted different people: compare them per install."))
    }
    arms.append(.table(tables.arms))
    if panel.denominator == .installs, let split = SplitSentence(analysis: analysis).text {
      arms.append(.text(split))
    }
    return [arms, tables.comparisons.map { [.table($0)] } ?? []]
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
    var text = "Methods. Rates have Wilson intervals at \(level). "
    if analysis.panels.contains(where: { !$0.statistics.comparisons.isEmpty }) {
      text +=
        "Differences are in pp, with Miettinen–Nurminen score intervals and tests. Ratios have Koopman intervals. "
      if analysis.panels.contains(where: { AnalysisTables(analysis: analysis, panel: $0).isSimultaneous }) {
        text += "Intervals of comparisons are simultaneous (Dunnett). "
      }
      text +=
        "Chances are posterior probabilities under a Beta(0.5, 0.5) prior. Expected loss, in pp, is what you give up on "
        + "average by choosing the option. "
      if arms > 2 { text += "p (holm) allows for \(arms - 1) comparisons. " }
    }
    if analysis.looks != nil {
      text += "Looks: Lan–DeMets alpha spending of the O'Brien–Fleming type. "
    } else if analysis.options.isRunning {
      text += "At any look: asymptotic confidence sequence (Waudby-Smith et al.). "
    }
    if !analysis.guardrails.isEmpty { text += GuardrailTable(analysis: analysis).reading }
    if analysis.options.nonInferiorityMargin != nil {
      text +=
        "Non-inferiority: Farrington–Manning one-sided test, or the interval behind the verdict. "
    }
    return text + "--format json has every number."
  }

  private var arms: Int { analysis.arms.count }
}
