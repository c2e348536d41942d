import ExperimentDesign
import Foundation
import Inference
public import Rendering
import ResultStore
import Studies

/// The page of one run: a first screen that answers, and sections that say why.
extension ReportRun {
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
  public var document: ReviewDocument {
    let brief = page.whole
    let closing = brief.sections.suffix(1)
    let rest = [options, byDay, funnels, inputs, method].compactMap { section in
      let blocks = section.blocks.filter(\.isForPlainText)
      return blocks.isEmpty ? nil : [.title("\(section.title)")] + blocks
    }
    return ReviewDocument(brief.sections.dropLast() + rest + closing)
  }

  private var words: ScenarioWords { page.words(page.answer.scenarios[0]) }

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
    guard !page.answer.scenarios.isEmpty else { return .init("answer", "What to do", blocks) }
    let words = words
    var facts = page.facts(words, most: words.cautions.count)
    // Which of several worlds the advice is for stands before it.
    if page.answer.scenarios.count > 1 {
      facts.insert(Fact("Scenario", Phrase(Name(front.name))), at: 0)
    }
    facts += page.answer.scenarios.dropFirst().map {
      Fact("In \($0.found.name)", page.words($0).advice, .advice)
    }
    blocks.append(.decision(facts))
    let figures = ReportFigures(run: self, scenario: 0, arms: shown)
    if let drawing = figures.ranges { blocks.append(.figure(drawing)) }
    var numbers: [ReviewDocument.Block] = words.options.map { [.table(shortTable($0))] } ?? []
    // Why not every install is shown the prompt of the option that is best.
    if let reach = page.answer.scenarios[0].choice.flatMap(words.reach) { numbers.append(.note(reach)) }
    numbers += words.contrasts.prefix(mostContrasts).map { .text($0) }
    if let bestBy = words.bestBy { numbers.append(.text("Best by: \(bestBy)")) }
    blocks.append(.columns([numbers, figures.tradeOff.map { [.figure($0)] } ?? []]))
    let inputs = outline.inputCounts.reduce(0) { $0 + $1.value }
    blocks.append(
      .note("\(inputs) inputs: \(outline.inputsByEvidence). Yours are what the team has measured."))
    if !isInPieces { blocks += page.nextSteps }
    return .init("answer", "What to do", blocks)
  }

  /// Contrasts that the first screen has room for.
  private var mostContrasts: Int { 4 }

  /// The options that the first page has room for.
  private func shortTable(_ table: TextTable) -> TextTable {
    let count = table.first.cells.count
    let most = isInPieces ? count : Self.mostShown
    let isCut = count > most
    let cut: Phrase = isCut ? ": \(most) of \(count); all are under “Options and ranges”" : ""
    return table.prefix(most).captioned(
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
      let table = page.words(page.answer.scenarios[position]).arms
      let best = scenario.verdict.map { Set([$0.best]) } ?? []
      return [.table("The options\(scenarioSuffix(scenario))", table, marked: best)]
    }
    let rest =
      page.answer.scenarios.first.map { Array(page.words($0).contrasts.dropFirst(mostContrasts)) } ?? []
    if !rest.isEmpty { blocks.append(.list(rest)) }
    blocks.append(.note(legend))
    return .init("options", "Options and ranges", blocks)
  }

  func scenarioSuffix(_ scenario: ScenarioSummary) -> Phrase {
    outline.scenarios.count > 1 ? " under scenario \(Name(scenario.name))" : ""
  }

  /// Arms that a page has room for.
  private static let mostShown = 6

  /// The arms that figures and the first screen have room for, in the order of the file: the baseline and the best.
  private var shown: [Int] {
    guard outline.arms.count > Self.mostShown else { return Array(outline.arms.indices) }
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    func merit(_ arm: Int) -> Double {
      front.arms[arm].objective.map { sign * $0.overTrials.mean } ?? -.infinity
    }
    let ranked = outline.arms.indices.sorted { (merit($1), $0) < (merit($0), $1) }
    var chosen: [Int] = []
    for arm in [outline.baseline] + (front.verdict.map { [$0.best] } ?? []) + ranked
    where chosen.count < Self.mostShown && !chosen.contains(arm) { chosen.append(arm) }
    return chosen.sorted()
  }

  /// What to do next, with what the commands need of a page whose text and run are kept nowhere yet; `nil` where nothing
  /// is.
  var steps: HTMLPage.Section? {
    let note = "Save the file or keep the run before you type a command: it reads what is kept."
    return page.nextSteps.isEmpty
      ? nil : HTMLPage.Section("steps", "Next steps", page.nextSteps + [.note("\(note)")])
  }

  /// What would change the advice; `nil` where nothing is known beside what the first screen says.
  var turningPoints: HTMLPage.Section? {
    models.map { HTMLPage.Section("changes", "What would change the advice", [$0]) }
  }

  private var models: ReviewDocument.Block? {
    page.answer.scenarios.first.flatMap { page.words($0).models }.map {
      .table("Alternative models: another reading of the same facts", $0)
    }
  }

  /// What decides, and the alternative models.
  private var deciding: [ReviewDocument.Block] {
    let words = page.answer.scenarios.first.flatMap { page.words($0).deciding }
    let isMissing = outline.arms.count > 1 && front.alternatives == nil
    let missing: ReviewDocument.Block? =
      isMissing ? .note("Alternative models were not simulated with these trials.") : nil
    return [words.map { .text("Decided by \($0)") }, models, missing].compactMap { $0 }
  }

  /// What the numbers of the tables are.
  private var legend: Phrase {
    """
    ± is the Monte Carlo standard error, which more trials reduce. 90% range: over the uncertain inputs, which only \
    data narrows. Expected loss: what choosing the option gives up on average.
    """
  }

  // MARK: - Over time

  /// Opt-in by day since the install.
  var byDay: HTMLPage.Section {
    .init(
      "days", "Opt-in by day",
      eachScenario { scenario in
        ReportFigures(run: self, scenario: scenario, arms: shown).days.map { [.figure($0)] } ?? []
      })
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
          requests(funnel[position]))
      ]
    }
    blocks.append(
      .note(
        "A lost request ends without an alert and spends nothing; the app may ask again. A request that waited "
          + "was answered later and is not lost."))
    return .init("funnel", "Funnel by option", blocks)
  }

  private func requests(_ arms: [[Counter: MonteCarloMean]]) -> TextTable {
    TextTable(
      first: outline.arms.names("option", \.name),
      columns: RunCourse.counters.map { counter in
        arms.column([counter.ofRequests]) { arm in
          arm[counter].map { Quantity($0, .share).full(.bare) } ?? "–"
        }
      })
  }

  // MARK: - Inputs and evidence

  private var inputs: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    blocks += deciding
    blocks += SensitivityTable(summary: summary, scenario: front).blocks
    if front.verdict?.runnerUp != nil, let worth = front.decision?.valueOfPerfectInformation {
      let size = Quantity(worth, outline.objective.unit.difference).loss([])
      blocks.append(.note("To know every uncertain input before choosing is worth \(size)."))
    }
    let parameters = outline.parameters
    let inputs = outline.inputCounts.reduce(0) { $0 + $1.value }
    // What an arm sets is what is compared, not what is assumed of the world.
    let drawn = parameters.count { $0.isDrawn && !$0.path.hasPrefix("arms.") }
    blocks.append(
      .text(
        "\(inputs) numbers: \(outline.inputsByEvidence). \(drawn) of them are uncertain and drawn once per trial. What the file "
          + "gives without evidence counts as guessed, what it leaves to the preset as assumed."))
    let order = Evidence.Grade.allCases.reversed().flatMap { grade in
      parameters.filter { $0.evidence.grade == grade }
    }
    if !order.isEmpty {
      let title: Phrase = "Every number, its evidence and its source"
      let table = TextTable(
        first: order.names("parameter", \.path),
        columns: [
          order.names("value", \.words), order.names("evidence", outline.evidence(of:)),
          order.names("source") { parameter in
            let evidence = parameter.evidence
            return [evidence.source, evidence.date, evidence.denominator.map { "of \($0)" }]
              .compactMap { $0 }.joined(separator: "; ")
          },
        ])
      blocks.append(.folded(title, [.table(title, table)]))
    }
    return .init("inputs", "Inputs and their evidence", blocks)
  }

  // MARK: - Method

  private var method: HTMLPage.Section {
    let named: Phrase? = outline.name.map { ", named \(Name($0))" }
    var facts: [Phrase] = [
      "Experiment \(Name(outline.experiment)), run \(outline.run)\(named).",
      "\(sizeText(of: summary)), seed \(outline.seed), engine \(outline.engine).",
    ]
    if let source {
      facts.append("Begun \(source.record.createdAt.formatted(.iso8601)); \(source.duration) of simulation.")
    }
    if let stopping = summary.stopping { facts.append(stoppingSentence(stopping, of: summary)) }
    if let overrides = source?.record.inputs.overrides, !overrides.isEmpty {
      facts.append("Set from outside: \(overrides.joined(separator: ", ")).")
    }
    if let note = source?.record.note { facts.append("Note: \(note)") }
    var blocks: [ReviewDocument.Block] = [
      .list(facts),
      .text(
        "Every install lives under every option with the same random numbers, a device to reduce variance. Means are over "
          + "trials; each trial's ratio is formed from that trial's sums. The same file, seed and engine give the same "
          + "numbers, bit for bit, on any number of threads."),
    ]
    func file(_ title: String, _ text: String) -> ReviewDocument.Block {
      .folded("\(title)", [.listing(title, text)])
    }
    if let source {
      blocks += [
        .listing("Commands", source.commands.joined(separator: "\n")),
        file("The experiment file", source.record.inputs.fileText),
      ]
      if let population = source.record.inputs.populationText {
        blocks.append(file("The population file that it names", population))
      }
    }
    return .init("method", "Method, and how to repeat it", blocks)
  }
}

extension ReviewDocument.Block {
  /// Neither a picture nor somebody's file.
  fileprivate var isForPlainText: Bool {
    switch self {
    case .figure, .listing: false
    case .folded(_, let blocks): blocks.allSatisfy(\.isForPlainText)
    case _: true
    }
  }
}

extension Counter {
  /// What became of a request.
  fileprivate var ofRequests: String {
    switch self {
    case .lostNotActive: "lost: app not active (R19)"
    case .lostBehindAlert: "lost: another alert was up (R21)"
    case .queuedRequests: "waited behind another alert (R52)"
    case .unansweredAlerts: "alert left unanswered (R31)"
    case _: "requests"
    }
  }
}
