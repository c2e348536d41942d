import ExperimentDesign
import Inference
import Rendering
import Studies

/// The page of one run: a first screen that answers, and sections that say why.
struct ReportOfRun {
  var run: ReportRun
  var names: ReportIDs
  /// Of the sections' headings.
  var level: Int
  /// Whether the table has all options, where no section behind it has them.
  var hasAllOptions = false
  /// Whether the list of next steps stands open below the first screen.
  var hasAllSteps = false

  var outline: RunOutline { run.outline }
  var summary: RunSummary { run.summary }
  /// The scenario that the first screen shows.
  var front: ScenarioSummary { summary.scenarios[0] }

  var sections: [HTMLPage.Section] {
    var appendix = (steps.map { [$0] } ?? []) + [sensitivity, numbers, funnels, layers]
    if outline.scenarios.contains(where: { $0.segments.count > 1 }) { appendix.append(segments) }
    if outline.scenarios.count > 1 { appendix.append(scenarios) }
    appendix += [metrics, turning, assumptions, rules, estimands, limits, reproducing]
    appendix[0].isAppendixStart = true
    return [answer]
      + appendix.map { section in
        var section = section
        section.isFolded = true
        return section
      }
  }

  /// What the first scenario's answer says.
  private var shortAnswer: Answer {
    let made = run.provenance
    return Answer(summary, file: made.file, store: made.store, again: made.again)
  }

  func section(_ name: String, _ title: String, _ blocks: [ReviewDocument.Block]) -> HTMLPage.Section {
    HTMLPage.Section(id: names.of(name), title: title, level: level, blocks: blocks)
  }

  // MARK: - The first screen

  var answer: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    if summary.trials < outline.trials {
      let done = SupportedDigits.grouped(summary.trials)
      let planned = SupportedDigits.grouped(outline.trials)
      blocks.append(
        .warning(
          "The run was cut short: \(done) of \(planned) trials. All that follows rests on those alone."))
    }
    if summary.trials == 0 {
      blocks.append(.warning("No trial is stored, so there is nothing to show yet."))
    }
    let answer = shortAnswer
    blocks.append(.decision(Answer.facts(decision(answer))))
    let part = answer.parts[0]
    let figures = ReportFigures(run: run, scenario: 0, names: names, arms: shown)
    if let drawing = figures.toBest { blocks.append(.figures([drawing])) }
    var numbers: [ReviewDocument.Block] = part.options.map { [.table(options($0))] } ?? []
    // One line stands below its table; several where there is room for them.
    if let reach { numbers.append(.note(reach)) }
    let contrasts = (part.contrasts + (hasManySweeps ? [] : part.sweeps)).map {
      ReviewDocument.Block.text($0)
    }
    if contrasts.count < 2 { numbers += contrasts }
    if let goals = part.goals { numbers.append(.table(goals)) }
    if !part.month.isEmpty { numbers.append(.list(part.month)) }
    var why = figures.tradeOff.map { [ReviewDocument.Block.figures([$0])] } ?? []
    if contrasts.count > 1 { why += contrasts }
    blocks.append(.columns([numbers, why]))
    return section("answer", "What to do", blocks)
  }

  /// Why not every install is shown the prompt of the option that is best.
  private var reach: String? {
    let choice = front.recommendation(parametersVary: outline.parametersVary).choice
    return choice.flatMap { PromptReach(summary: summary, scenario: front).sentence($0) }
  }

  /// Whether there are more sweeps than the first screen has room for.
  private var hasManySweeps: Bool { shortAnswer.parts[0].sweeps.count > 1 }

  /// The headline of the first scenario, what the others say, and the next step.
  private func decision(_ answer: Answer) -> [(label: String, text: String)] {
    var lines = answer.parts[0].facts(isWhole: true)
    // Which of several worlds the advice is for stands before it.
    if answer.parts.count > 1 { lines.insert(("Scenario", answer.parts[0].title ?? ""), at: 0) }
    lines.insert(contentsOf: answer.conditions, at: 0)
    for part in answer.parts.dropFirst() {
      let advice = part.headline.first { $0.label == "Recommendation" }?.text ?? ""
      lines.append(("In \(part.title ?? "")", advice))
    }
    // Beside the whole list it is said there.
    if !hasAllSteps, let step = answer.steps.first {
      // What to watch out for may take many lines, and the command is to be seen without them.
      let place = lines.lastIndex { ["Confidence", "Best guess", "Recommendation"].contains($0.label) }
      lines.insert(
        contentsOf: step.facts.map { ($0.label, $0.text) }, at: place.map { $0 + 1 } ?? lines.count)
    }
    return lines
  }

  /// The options that the first page has room for.
  private func options(_ table: TextTable) -> TextTable {
    let count = table.first.cells.count
    let most = hasAllOptions ? count : ShownArms.most
    let isCut = count > most
    return (isCut ? table.rows(Array(0..<most)) : table).captioned(
      (isRanked ? "The options, best first" : "The options") + scenarioSuffix(front)
        + (isCut ? ": \(most) of \(count); all are under “Every metric”" : ""), marked: chosen(table))
  }

  /// Whether the model makes a difference between the options.
  private var isRanked: Bool {
    front.recommendation(parametersVary: outline.parametersVary).kind != .identical
  }

  /// The row of the option that is recommended; of none where it has none.
  private func chosen(_ table: TextTable) -> Set<Int> {
    let choice = isRanked ? front.recommendation(parametersVary: outline.parametersVary).choice : nil
    let row = choice.flatMap { table.first.cells.firstIndex(of: outline.arms[$0].name) }
    return row.map { [$0] } ?? []
  }

  /// The answer with every error and range, which the first page leaves out.
  private var numbers: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = [.text(VerdictSentence(summary: summary, scenario: front).text)]
    if let others = ScenarioSentence(summary: summary).text { blocks.append(.text(others)) }
    if hasManySweeps { blocks.append(.list(shortAnswer.parts[0].sweeps)) }
    blocks.append(
      .table(
        "The options" + scenarioSuffix(front)
          + (hidden.isEmpty ? "" : ": the baseline and the best, \(shown.count) of \(outline.arms.count)"),
        ArmTable(summary: summary, scenario: front).table.rows(shown), marked: winner))
    blocks.append(.note(AnswerLegend(summary: summary).text))
    if let days { blocks.append(.figures([days])) }
    if summary.trials > 0, outline.arms.count == 1 {
      blocks.append(.note("There is one option, so there are no differences to show."))
    }
    return section("numbers", "All numbers of the answer", blocks)
  }

  /// The winner's row among those shown.
  private var winner: Set<Int> {
    Set(front.verdict.flatMap { shown.firstIndex(of: $0.best) }.map { [$0] } ?? [])
  }

  func scenarioSuffix(_ scenario: ScenarioSummary) -> String {
    outline.scenarios.count > 1 ? " under scenario \(Phrase.name(scenario.name))" : ""
  }

  /// The arms that the first screen has room for: the baseline and the best of the others.
  var shown: [Int] { ShownArms(summary: summary, scenario: front).positions }

  private var hidden: [Int] { outline.arms.indices.filter { !shown.contains($0) } }

  /// What to do next, each with its command; `nil` where nothing is.
  var steps: HTMLPage.Section? {
    let steps = shortAnswer.steps
    return steps.isEmpty ? nil : section("steps", "Next steps", [.steps(steps)])
  }

  /// What would change the answer, in the words of the short answer, and how precise it is.
  var turningPoints: HTMLPage.Section {
    let part = shortAnswer.parts[0]
    var blocks: [ReviewDocument.Block] = part.changes.isEmpty ? [] : [.list(part.changes)]
    if !part.errorNote.isEmpty { blocks.append(.note(part.errorNote)) }
    return section("changes", "What would change the answer", blocks)
  }

  /// Opt-in by day since the install.
  var byDay: HTMLPage.Section {
    section("days", "Opt-in by day", days.map { [.figures([$0])] } ?? [])
  }

  private var days: Drawing? { ReportFigures(run: run, scenario: 0, names: names, arms: shown).days }

  private var sensitivity: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] =
      shortAnswer.parts[0].changes.isEmpty
      ? [] : [.list(shortAnswer.parts[0].changes)]
    if let content = SensitivityTable(summary: summary, scenario: front).content {
      blocks.append(
        .table(content.table.adding(meanings(of: content.table)).adding(grades(of: content.table))))
      if let more = content.more { blocks.append(.note(more)) }
    } else if !outline.parametersVary {
      blocks.append(
        .text("No input is uncertain, so the answer depends on every number as written."))
    } else {
      blocks.append(
        .text(
          "No assumption stands out at this size: none goes with the lead more than an idle one could by chance."
        ))
    }
    blocks += UncertaintySourcesTable(outline: outline, scenario: front).blocks
    return section("sensitivity", "What would change the answer", blocks)
  }

  private func meanings(of table: TextTable) -> TextTable.Column {
    TextTable.Column(
      heading: ["meaning"],
      cells: table.first.cells.map { cell in
        cell.split(separator: " + ").compactMap { ParameterWords(path: String($0))?.meaning }
          .joined(separator: "; ")
      }, isNumeric: false)
  }

  private func grades(of table: TextTable) -> TextTable.Column {
    TextTable.Column(
      heading: ["evidence"],
      cells: table.first.cells.map { cell in
        outline.parameters.first { $0.path == cell }?.evidence.grade.rawValue ?? ""
      }, isNumeric: false)
  }
}

/// Which arms figures and the first screen show where there are too many for all.
struct ShownArms {
  var summary: RunSummary
  var scenario: ScenarioSummary

  /// Arms that a page has room for.
  static let most = 6

  /// In file order.
  var positions: [Int] {
    let outline = summary.outline
    guard outline.arms.count > Self.most else { return Array(outline.arms.indices) }
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    let ranked = outline.arms.indices.sorted { first, second in
      let merits = [first, second].map {
        scenario.arms[$0].objective.map { sign * $0.overTrials.mean } ?? -.infinity
      }
      return (merits[1], first) < (merits[0], second)
    }
    let best = scenario.verdict.map { [$0.best] } ?? []
    var chosen: [Int] = [outline.baseline] + best.filter { $0 != outline.baseline }
    for arm in ranked where chosen.count < Self.most && !chosen.contains(arm) { chosen.append(arm) }
    return chosen.sorted()
  }
}

/// Whether the winner of the first scenario wins in the others too.
struct ScenarioSentence {
  var summary: RunSummary

  var text: String? {
    guard summary.scenarios.count > 1, let best = summary.scenarios[0].verdict?.best else { return nil }
    let others = summary.scenarios.dropFirst()
    let turned = others.filter { $0.verdict?.best != best }
    func name(_ arm: Int) -> String { Phrase.name(summary.outline.arms[arm].name) }
    guard !turned.isEmpty else {
      return "\(name(best)) comes first in each of the \(summary.scenarios.count) scenarios."
    }
    let words = turned.map { scenario in
      let found = scenario.verdict.map { "\(name($0.best)) comes first" } ?? "there is no verdict"
      return "\(found) under scenario \(Phrase.name(scenario.name))"
    }
    return "This is scenario \(Phrase.name(summary.scenarios[0].name)); "
      + words.joined(separator: ", ") + "."
  }
}
