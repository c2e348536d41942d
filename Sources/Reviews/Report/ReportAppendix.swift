import ExperimentDesign
import Inference
import Rendering
import Studies

extension ReportOfRun {
  private func heading(_ scenario: ScenarioSummary, _ words: String) -> String {
    words + scenarioSuffix(scenario)
  }

  private func armColumn(_ arms: [Int]) -> TextTable.Column {
    .init(heading: ["option"], cells: arms.map { TerminalText.safe(outline.arms[$0].name) }, isNumeric: false)
  }

  private var allArms: [Int] { Array(outline.arms.indices) }

  // MARK: - Funnel by option

  var funnels: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    if summary.trials > 0 {
      blocks.append(
        .text(
          "How each option spends its installs, stage by stage, and where it loses them. Devices that are “off” let "
            + "no app ask. Reaching the moment is shown for devices that can be asked at all."))
      let drawings = ReportFigures(run: run, scenario: 0, names: names, arms: shown).funnels
      blocks.append(.figures(drawings))
    }
    for scenario in outline.scenarios.indices {
      blocks.append(
        .table(
          heading(summary.scenarios[scenario], "What became of the requests, per 100 installs"),
          requests(run.funnel.scenarios[scenario])))
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
      first: armColumn(allArms),
      columns: [.init(heading: ["requests"], cells: arms.map { cell($0.requests) })]
        + LostRequestCause.allCases.map { cause in
          .init(
            heading: [cause.words],
            cells: arms.map { arm in cell(arm.lost.first { $0.cause == cause }?.perInstall) })
        })
  }

  // MARK: - Attribution and consent

  var layers: HTMLPage.Section {
    let attribution: [Metric] = [
      .attributedPerInstall, .unreportedPerInstall, .trackedBeforePermissionPerInstall,
      .eventsDroppedPerInstall,
    ]
    var blocks: [ReviewDocument.Block] = []
    for scenario in summary.scenarios {
      let table = levels(scenario, attribution + [.personalizablePerInstall], arms: allArms)
      blocks.append(.table(heading(scenario, "Attribution and ads"), table))
    }
    if !outline.arms.contains(where: { $0.metrics.contains { $0.contains(.attributedPerInstall) } }) {
      blocks.append(
        .note("No attribution SDK is modelled (there is no section \(Phrase.name("attribution")))."))
    }
    if let experiment = run.experiment, !experiment.hasConsent {
      blocks.append(
        .note("No consent layer is modelled: everybody who allows can be shown personalised ads."))
    }
    return section("layers", "Attribution and consent", blocks)
  }

  /// Levels of metrics, an arm per row.
  private func levels(_ scenario: ScenarioSummary, _ metrics: [Metric], arms: [Int]) -> TextTable {
    let modelled = metrics.filter { metric in arms.contains { scenario.arms[$0][metric] != nil } }
    return TextTable(
      first: armColumn(arms),
      columns: modelled.map { metric in
        let words = EstimateText(unit: metric.unit)
        return .init(
          heading: metric.heading, cells: arms.map { words.level(scenario.arms[$0][metric]?.estimate) })
      })
  }

  // MARK: - Segments, scenarios, metrics

  var segments: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = [
      .text(
        "The same people, kind by kind: an option that is best for everybody need not be best for each kind.")
    ]
    let words = EstimateText(unit: outline.objective.unit)
    for scenario in outline.scenarios.indices {
      var columns: [TextTable.Column] = []
      for part in run.segments
      where outline.scenarios[scenario].position(ofSegment: part.segment ?? "") != nil {
        let found = part.scenarios[scenario]
        let name = TerminalText.safe(part.segment ?? "")
        columns.append(.init(heading: [name], cells: allArms.map { words.level(found.arms[$0].objective) }))
        if outline.arms.count > 1 {
          columns.append(
            .init(
              heading: ["\(name): difference"],
              cells: allArms.map {
                $0 == outline.baseline ? "" : words.difference(found.arms[$0].objectiveDifference)
              }))
        }
      }
      let quantity = outline.objective.heading.joined(separator: " ")
      blocks += TextTable(first: armColumn(allArms), columns: columns)
        .captioned(heading(summary.scenarios[scenario], "By kind of people, \(quantity)"))
        .cut(columns: 6).map { .table($0) }
    }
    return section("segments", "Kinds of people", blocks)
  }

  var scenarios: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    for scenario in summary.scenarios.dropFirst() {
      blocks.append(
        .text(
          "Scenario \(Phrase.name(scenario.name)). "
            + VerdictSentence(summary: summary, scenario: scenario).text))
      blocks.append(
        .table(
          heading(scenario, "The options"), ArmTable(summary: summary, scenario: scenario).table.rows(shown),
          marked: Set(
            scenario.verdict.flatMap { shown.firstIndex(of: $0.best) }.map { [$0] } ?? [])))
      if let position = summary.scenarios.firstIndex(where: { $0.name == scenario.name }) {
        let figures = ReportFigures(run: run, scenario: position, names: names, arms: shown).front
        if !figures.isEmpty { blocks.append(.figures(figures, leads: figures.count == 3)) }
      }
    }
    return section("scenarios", "Other scenarios", blocks)
  }

  var metrics: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    for scenario in summary.scenarios {
      let modelled = Metric.allCases.filter { metric in scenario.arms.contains { $0[metric] != nil } }
      let table = TextTable(
        first: .init(
          heading: ["metric"], cells: modelled.map { $0.heading.joined(separator: " ") }, isNumeric: false),
        columns: zip(outline.arms, scenario.arms).map { arm, found in
          .init(
            heading: [TerminalText.safe(arm.name)],
            cells: modelled.map { cell(found[$0]?.estimate, EstimateText(unit: $0.unit)) })
        })
      blocks += table.captioned(heading(scenario, "Every metric")).cut(columns: 4).map { .table($0) }
    }
    if outline.parametersVary { blocks.append(.note("In brackets: 90% range over the uncertain inputs.")) }
    return section("metrics", "Every metric", blocks)
  }

  /// `20.1 ± 0.4% (5.1 to 34.0)`.
  private func cell(_ estimate: Estimate?, _ words: EstimateText) -> String {
    guard let estimate, let allowed = estimate.uncertaintyInterval90 else { return words.level(estimate) }
    return "\(words.level(estimate)) (\(words.interval(allowed, of: estimate, signed: false)))"
  }

  // MARK: - Alternative models and break-even values

  var turning: HTMLPage.Section {
    var blocks: [ReviewDocument.Block] = []
    for scenario in summary.scenarios {
      if let sensitivity = scenario.sensitivity {
        // Of inputs drawn together each may have a value of its own.
        let flips = sensitivity.rows.reduce(0) { $0 + ($1.flip == nil ? $1.members.count : 1) }
        blocks.append(
          .text(
            flips > 0
              ? "\(flips) of the parameters above change the recommendation within the central 90% of their draws; the "
                + "values are in the column “break-even value”\(scenarioSuffix(scenario))."
              : "No input has a break-even value within the central 90% of its draws\(scenarioSuffix(scenario))."
          ))
      } else if outline.parametersVary {
        blocks.append(
          .text(
            "Break-even values and shares of variance were not computed in this run\(scenarioSuffix(scenario)): they "
              + "need \(SupportedDigits.grouped(SensitivityRanking.trialsNeeded(parameters: outline.drawn.count))) trials, "
              + "and it has \(SupportedDigits.grouped(summary.trials))."))
      }
      blocks += alternatives(scenario)
    }
    if blocks.isEmpty {
      blocks.append(.text("No input is uncertain, so there is nothing to vary."))
    }
    return section("turning", "Alternative models and break-even values", blocks)
  }

  private func alternatives(_ scenario: ScenarioSummary) -> [ReviewDocument.Block] {
    guard let alternatives = scenario.alternatives, !alternatives.isEmpty else {
      return [
        .text(
          "Alternative models were not run\(scenarioSuffix(scenario)): "
            + (run.noAlternatives
              ?? "none of them changes anything in this file, or there is no second option")
            + ".")
      ]
    }
    let words = EstimateText(unit: outline.objective.unit)
    func name(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }
    return [
      .table(
        heading(scenario, "Alternative models: other readings of the same facts"),
        TextTable(
          first: .init(
            heading: ["if"], cells: alternatives.map(\.model.condition), isNumeric: false),
          columns: [
            .init(heading: ["the winner"], cells: alternatives.map(\.outcome.words), isNumeric: false),
            .init(heading: ["best there"], cells: alternatives.map { name($0.best) }, isNumeric: false),
            .init(
              heading: ["leads by"],
              cells: alternatives.map { alternative in
                alternative.lead.map {
                  words.cell(abs($0.mean), error: $0.mcse, signed: false)
                    + outline.objective.unit.differenceSuffix
                } ?? ""
              }),
          ])),
      .note(
        "Each at most \(AlternativeStudy.trials) trials and \(SupportedDigits.grouped(AlternativeStudy.installs)) installs in all, under the same seed. "
          + "The lead is over the winner, or over the next best where that is the winner."
      ),
    ]
  }
}

extension AlternativeVerdict.Outcome {
  /// What became of the winner.
  var words: String {
    switch self {
    case .stands: "stands"
    case .falls: "falls"
    case .open: "inconclusive at this size"
    }
  }
}

extension Experiment {
  /// Whether any arm meets a consent layer.
  var hasConsent: Bool {
    arms.contains { $0.surroundings.joined().contains { $0.consent != nil } }
  }
}
