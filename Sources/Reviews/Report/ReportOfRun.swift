import ExperimentDesign
import Inference
import Rendering
import Studies

/// The page of one run: a first screen that answers, and sections that say why.
struct ReportOfRun {
  var run: ReportRun
  /// Whether the table has all options, where no section behind it has them.
  var hasAllOptions = false
  /// Whether the list of next steps stands open below the first screen.
  var hasAllSteps = false

  var outline: RunOutline { run.outline }
  var summary: RunSummary { run.summary }
  /// The scenario that the first screen shows.
  var front: ScenarioSummary { summary.scenarios[0] }

  var sections: [HTMLPage.Section] {
    [answer]
      + [options, byDay, funnels, inputs, method].map { section in
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

  private func section(_ id: String, _ title: String, _ blocks: [ReviewDocument.Block]) -> HTMLPage.Section {
    HTMLPage.Section(id: id, title: title, blocks: blocks)
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
    let figures = ReportFigures(run: run, scenario: 0, arms: shown)
    if let drawing = figures.ranges { blocks.append(.figures([drawing])) }
    var numbers: [ReviewDocument.Block] = part.options.map { [.table(shortTable($0))] } ?? []
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
    let others = answer.steps.dropFirst()
    if !hasAllSteps, !others.isEmpty {
      blocks += [.heading("After that"), .steps(Array(others))]
    }
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
      lines.insert(contentsOf: step.facts, at: place.map { $0 + 1 } ?? lines.count)
    }
    return lines
  }

  /// The options that the first page has room for.
  private func shortTable(_ table: TextTable) -> TextTable {
    let count = table.first.cells.count
    let most = hasAllOptions ? count : ShownArms.most
    let isCut = count > most
    return (isCut ? table.rows(Array(0..<most)) : table).captioned(
      (isRanked ? "The options, best first" : "The options") + scenarioSuffix(front)
        + (isCut ? ": \(most) of \(count); all are under “Options and ranges”" : ""), marked: chosen(table))
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

  // MARK: - Options and ranges

  /// The answer with every error and range, which the first page leaves out.
  private var options: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    for scenario in summary.scenarios {
      let best = scenario.verdict.map { Set([$0.best]) } ?? []
      blocks.append(.text(VerdictSentence(summary: summary, scenario: scenario).text))
      blocks.append(
        .table(
          "The options" + scenarioSuffix(scenario), ArmTable(summary: summary, scenario: scenario).table,
          marked: best))
    }
    if hasManySweeps { blocks.append(.list(shortAnswer.parts[0].sweeps)) }
    blocks.append(.note(AnswerLegend(summary: summary).text))
    return section("options", "Options and ranges", blocks)
  }

  func scenarioSuffix(_ scenario: ScenarioSummary) -> String {
    outline.scenarios.count > 1 ? " under scenario \(Phrase.name(scenario.name))" : ""
  }

  /// The arms that the first screen has room for: the baseline and the best of the others.
  var shown: [Int] { ShownArms(summary: summary, scenario: front).positions }

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

  // MARK: - Over time

  /// Opt-in by day since the install.
  var byDay: HTMLPage.Section {
    section(
      "days", "Opt-in by day",
      eachScenario { ReportFigures(run: run, scenario: $0, arms: shown).days.map { [.figures([$0])] } ?? [] })
  }

  /// Blocks of every scenario, each under its name where there are several.
  private func eachScenario(_ blocks: (Int) -> [ReviewDocument.Block]) -> [ReviewDocument.Block] {
    outline.scenarios.indices.flatMap { position in
      (outline.scenarios.count > 1
        ? [.text("Scenario \(Phrase.name(outline.scenarios[position].name)):")] : []) + blocks(position)
    }
  }

  // MARK: - Funnel

  var funnels: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    if summary.trials > 0 {
      blocks.append(
        .text(
          "How each option spends its installs, stage by stage, and where it loses them. Devices that are “off” let "
            + "no app ask. Reaching the moment is shown for devices that can be asked at all."))
      blocks.append(.figures(ReportFigures(run: run, scenario: 0, arms: shown).funnels))
    }
    blocks += summary.scenarios.indices.map { position in
      .table(
        "What became of the requests, per 100 installs" + scenarioSuffix(summary.scenarios[position]),
        requests(run.funnel.scenarios[position]))
    }
    blocks.append(
      .note(
        "A lost request ends without an alert and spends nothing; the app may ask again. A request that waited "
          + "was answered later and is not lost."))
    return section("funnel", "Funnel by option", blocks)
  }

  private func requests(_ arms: [Funnel.Arm]) -> TextTable {
    let words = EstimateText(unit: .share)
    func cell(_ mean: MonteCarloMean?) -> String { mean.map { words.cell($0) } ?? "–" }
    return TextTable(
      first: .init(
        heading: ["option"], cells: outline.arms.map { TerminalText.safe($0.name) }, isNumeric: false),
      columns: [.init(heading: ["requests"], cells: arms.map { cell($0.requests) })]
        + LostRequestCause.allCases.map { cause in
          .init(
            heading: [cause.words],
            cells: arms.map { arm in cell(arm.lost.first { $0.cause == cause }?.perInstall) })
        })
  }

  // MARK: - Inputs and evidence

  private var inputs: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    let changes = shortAnswer.parts[0].changes
    if !changes.isEmpty { blocks.append(.list(changes)) }
    if let content = SensitivityTable(summary: summary, scenario: front).content {
      blocks.append(.table(content.table))
      if let more = content.more { blocks.append(.note(more)) }
    }
    blocks += UncertaintySourcesTable(outline: outline, scenario: front).blocks
    let parameters = outline.parameters
    // What an arm sets is what is compared, not what is assumed of the world.
    let world = parameters.filter { !$0.path.hasPrefix("arms.") }
    let grades = Evidence.Grade.allCases.map { grade in
      "\(world.count { $0.evidence.grade == grade }) \(grade.rawValue)"
    }.joined(separator: ", ")
    blocks.append(
      .text(
        "\(world.count) numbers: \(grades). \(world.count(where: \.isDrawn)) of them are uncertain and drawn once per "
          + "trial. What has no evidence counts as assumed."))
    let order = Evidence.Grade.allCases.reversed().flatMap { grade in
      parameters.filter { $0.evidence.grade == grade }
    }
    func column(_ heading: String, _ text: (RunDescription.Parameter) -> String) -> TextTable.Column {
      .init(heading: [heading], cells: order.map { TerminalText.safe(text($0)) }, isNumeric: false)
    }
    if !order.isEmpty {
      blocks.append(
        .table(
          "Every number, its evidence and its source",
          TextTable(
            first: column("parameter") { $0.path },
            columns: [
              column("value") { $0.knowledge.words }, column("evidence") { $0.evidence.grade.rawValue },
              column("source") { parameter in
                [
                  parameter.evidence.source, parameter.evidence.date,
                  parameter.evidence.denominator.map { "of \($0)" },
                ]
                .compactMap { $0 }.joined(separator: "; ")
              },
            ])))
    }
    if !run.provenance.warnings.isEmpty {
      blocks.append(.text("Doubtful in the file:"))
      blocks.append(.list(run.provenance.warnings))
    }
    return section("inputs", "Inputs and their evidence", blocks)
  }

  // MARK: - Method

  private var method: HTMLPage.Section {
    let provenance = run.provenance
    var facts = [
      "Experiment \(Phrase.name(outline.experiment)), run \(outline.run)\(outline.name.map { ", named \(Phrase.name($0))" } ?? "").",
      "\(SizeWords(summary).text), seed \(outline.seed), engine \(outline.engine).",
      "Begun \(provenance.begun); \(provenance.duration) of simulation.",
    ]
    if let stopping = summary.stopping {
      facts.append(stoppingSentence(stopping, of: summary))
    }
    if !provenance.overrides.isEmpty {
      facts.append("Set from outside: \(provenance.overrides.joined(separator: ", ")).")
    }
    if let note = provenance.note { facts.append("Note: \(note)") }
    var blocks: [ReviewDocument.Block] = [
      .list(facts),
      .text(
        "Every install lives under every option with the same random numbers, a device to reduce variance. Means are over "
          + "trials; each trial's ratio is formed from that trial's sums. The same file, seed and engine give the same "
          + "numbers, bit for bit, on any number of threads."),
      .listing("Commands", provenance.commands.joined(separator: "\n")),
      .listing("The experiment file", provenance.fileText),
    ]
    if let population = provenance.populationText {
      blocks.append(.listing("The population file that it names", population))
    }
    return section("method", "Method, and how to repeat it", blocks)
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

extension ReviewDocument.Step {
  /// The step and its command, in the box that is read first.
  fileprivate var facts: [(label: String, text: String)] {
    let stop = text.hasSuffix(".") ? "" : "."
    return [
      ("Next step", "\(title)\(continuesTitle ? "" : ":") \(text)\(stop)"), ("Command", command),
    ]
  }
}
