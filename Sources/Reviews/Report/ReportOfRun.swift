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

  /// Everything behind the first screen, for readers of plain text: the sections of the page without their pictures.
  var document: ReviewDocument {
    let brief = run.page.whole
    let closing = brief.sections.suffix(1)
    let rest = [options, byDay, funnels, inputs, method].map { section in
      [.title("\(section.title)")] + section.blocks.filter(\.isForPlainText)
    }
    return ReviewDocument(brief.sections.dropLast() + rest + closing)
  }

  private var page: RunPage { run.page }
  private var words: ScenarioWords { page.words(page.answer.scenarios[0]) }

  private func section(_ id: String, _ title: String, _ blocks: [ReviewDocument.Block]) -> HTMLPage.Section {
    HTMLPage.Section(id: id, title: title, blocks: blocks)
  }

  // MARK: - The first screen

  var answer: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    if summary.trials < outline.trials {
      blocks.append(
        .warning(
          "The run was cut short: \(trialsText(of: summary)). All that follows rests on those alone."))
    }
    if summary.trials == 0 {
      blocks.append(.warning("No trial is stored, so there is nothing to show yet."))
    }
    guard !page.answer.scenarios.isEmpty else { return section("answer", "What to do", blocks) }
    let words = words
    var facts = page.facts(words, most: words.cautions.count)
    // Which of several worlds the advice is for stands before it.
    if page.answer.scenarios.count > 1 {
      facts.insert(.init(label: "Scenario", text: Phrase(Name(front.name))), at: 0)
    }
    facts += page.answer.scenarios.dropFirst().map {
      .init(label: "In \($0.found.name)", text: page.words($0).advice, role: .advice)
    }
    blocks.append(.decision(facts))
    let figures = ReportFigures(run: run, scenario: 0, arms: shown)
    if let drawing = figures.ranges { blocks.append(.figures([drawing])) }
    var numbers: [ReviewDocument.Block] = words.options.map { [.table(shortTable($0))] } ?? []
    if let reach { numbers.append(.note(reach)) }
    numbers += words.contrasts.prefix(mostContrasts).map { .text($0) }
    if let bestBy = words.bestBy { numbers.append(.text("Best by: \(bestBy)")) }
    blocks.append(.columns([numbers, figures.tradeOff.map { [.figures([$0])] } ?? []]))
    let counts = summary.inputCounts
    let all = counts.yours + counts.guesses + counts.published + counts.assumed
    blocks.append(
      .note(
        "\(counts.assumed + counts.guesses) of \(all) inputs are assumed, \(counts.yours) are measured by the team."
      ))
    if !hasAllSteps { blocks += page.nextSteps }
    return section("answer", "What to do", blocks)
  }

  /// Contrasts and sweeps that the first screen has room for.
  private let mostContrasts = 4

  /// Why not every install is shown the prompt of the option that is best.
  private var reach: Phrase? {
    page.answer.scenarios[0].choice.flatMap { PromptReach(summary: summary, scenario: front).sentence($0) }
  }

  /// The options that the first page has room for.
  private func shortTable(_ table: TextTable) -> TextTable {
    let count = table.first.cells.count
    let most = hasAllOptions ? count : ShownArms.most
    let isCut = count > most
    let cut: Phrase = isCut ? ": \(most) of \(count); all are under “Options and ranges”" : ""
    return (isCut ? table.rows(Array(0..<most)) : table).captioned(
      "The options, best first\(scenarioSuffix(front))\(cut)", marked: chosen)
  }

  /// The row of the option that the advice names; of none where it names none.
  private var chosen: Set<Int> {
    let scenario = page.answer.scenarios[0]
    let row = scenario.decided.advice.option.flatMap { option in
      scenario.order.firstIndex { outline.arms[$0].name == option }
    }
    return row.map { [$0] } ?? []
  }

  // MARK: - Options and ranges

  /// The answer with every error and range, which the first page leaves out.
  private var options: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    blocks += eachScenario { position in
      let scenario = summary.scenarios[position]
      let table = ArmTable(summary: summary, scenario: scenario).table
      let best = scenario.verdict.map { Set([$0.best]) } ?? []
      return [.table("The options\(scenarioSuffix(scenario))", table, marked: best)]
    }
    let rest =
      page.answer.scenarios.first.map {
        Array(page.words($0).contrasts.dropFirst(mostContrasts)) + page.words($0).sweeps
      } ?? []
    if !rest.isEmpty { blocks.append(.list(rest)) }
    blocks.append(.note(legend))
    return section("options", "Options and ranges", blocks)
  }

  func scenarioSuffix(_ scenario: ScenarioSummary) -> Phrase {
    outline.scenarios.count > 1 ? " under scenario \(Name(scenario.name))" : ""
  }

  /// The arms that the first screen has room for: the baseline and the best of the others.
  var shown: [Int] { ShownArms(summary: summary, scenario: front).positions }

  /// What to do next, each with its command; `nil` where nothing is.
  var steps: HTMLPage.Section? {
    let steps = page.nextSteps
    return steps.isEmpty ? nil : section("steps", "Next steps", steps)
  }

  /// What would change the advice.
  var turningPoints: HTMLPage.Section {
    section("changes", "What would change the advice", models)
  }

  /// The alternative models, and the fewest inputs that change the advice.
  private var models: [ReviewDocument.Block] {
    guard let first = page.answer.scenarios.first else { return [] }
    let words = page.words(first)
    let table = words.models.map {
      ReviewDocument.Block.table("Alternative models: another reading of the same facts", $0)
    }
    return (words.deciding.map { [.text("Decided by \($0)")] } ?? []) + (table.map { [$0] } ?? [])
      + (words.turningInputs.map { [.text($0)] } ?? [])
  }

  /// What the numbers of the tables are.
  private var legend: Phrase {
    """
    ± is the Monte Carlo standard error, which more trials reduce. 90% range: over the uncertain inputs, which only \
    data narrows. Expected loss: what choosing the option gives up on average. 90% prediction interval: where 90 of \
    100 A/B tests of \(outline.testSize) would land.
    """
  }

  // MARK: - Over time

  /// Opt-in by day since the install.
  var byDay: HTMLPage.Section {
    section(
      "days", "Opt-in by day",
      eachScenario { ReportFigures(run: run, scenario: $0, arms: shown).days.map { [.figures([$0])] } ?? [] })
  }

  /// Blocks of every scenario; those of the first stand open.
  private func eachScenario(_ blocks: (Int) -> [ReviewDocument.Block]) -> [ReviewDocument.Block] {
    let all = outline.scenarios.indices.map(blocks)
    return all.prefix(1).joined()
      + zip(outline.scenarios, all).dropFirst().map { .folded("Scenario \(Name($0.name))", $1) }
  }

  // MARK: - Funnel

  var funnels: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] =
      summary.trials > 0 ? [.text("What became of the installs and requests of each option.")] : []
    blocks += eachScenario { position in
      [
        .table(
          "What became of the requests, per 100 installs\(scenarioSuffix(summary.scenarios[position]))",
          requests(run.funnel.scenarios[position]))
      ]
    }
    blocks.append(
      .note(
        "A lost request ends without an alert and spends nothing; the app may ask again. A request that waited "
          + "was answered later and is not lost."))
    return section("funnel", "Funnel by option", blocks)
  }

  private func requests(_ arms: [Funnel.Arm]) -> TextTable {
    func cell(_ mean: MonteCarloMean?) -> Phrase { mean.map { Quantity($0, .share).full(.bare) } ?? "–" }
    return TextTable(
      first: .init(heading: ["option"], cells: outline.arms.map(\.name), isNumeric: false),
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
    blocks += models
    blocks += SensitivityTable(summary: summary, scenario: front).blocks
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
      .init(heading: [heading], cells: order.map(text), isNumeric: false)
    }
    if !order.isEmpty {
      let title: Phrase = "Every number, its evidence and its source"
      let table = TextTable(
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
        ])
      blocks.append(.folded(title, [.table(title, table)]))
    }
    return section("inputs", "Inputs and their evidence", blocks)
  }

  // MARK: - Method

  private var method: HTMLPage.Section {
    let provenance = run.provenance
    let named: Phrase? = outline.name.map { ", named \(Name($0))" }
    var facts: [Phrase] = [
      "Experiment \(Name(outline.experiment)), run \(outline.run)\(named).",
      "\(sizeText(of: summary)), seed \(outline.seed), engine \(outline.engine).",
      "Begun \(provenance.begun); \(provenance.duration) of simulation.",
    ]
    if let stopping = summary.stopping {
      facts.append(sentence(stopping, of: summary))
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
      .folded("The experiment file", [.listing("The experiment file", provenance.fileText)]),
    ]
    if let population = provenance.populationText {
      let title = "The population file that it names"
      blocks.append(.folded("\(title)", [.listing(title, population)]))
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

extension ReviewDocument.Block {
  /// Neither a picture nor somebody's file.
  fileprivate var isForPlainText: Bool {
    switch self {
    case .figures, .listing: false
    case .folded(_, let blocks): blocks.allSatisfy(\.isForPlainText)
    case _: true
    }
  }
}

extension LostRequestCause {
  /// What became of the request.
  fileprivate var words: String {
    switch self {
    case .notActive: "lost: app not active (R19)"
    case .behindAlert: "lost: another alert was up (R21)"
    case .queued: "waited behind another alert (R52)"
    case .unanswered: "alert left unanswered (R31)"
    }
  }
}
