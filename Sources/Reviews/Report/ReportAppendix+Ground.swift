import ExperimentDesign
import Rendering
import Studies

/// What an answer stands on: the numbers, the definitions, the limits, and how to repeat it.
extension ReportOfRun {
  // MARK: - Assumptions

  var assumptions: HTMLPage.Section {
    let parameters = outline.parameters
    // What an arm sets is what is compared, not what is assumed of the world.
    let world = parameters.filter { !$0.path.hasPrefix("arms.") }
    let grades = Evidence.Grade.allCases.map { grade in
      "\(world.count { $0.evidence.grade == grade }) \(grade.rawValue)"
    }.joined(separator: ", ")
    let uncertain = world.count(where: \.isDrawn)
    let own = parameters.count - world.count
    let arms = own > 0 ? " The options themselves set \(own) more." : ""
    var blocks: [ReviewDocument.Block] = [
      .text(
        "\(world.count) numbers: \(grades). \(uncertain) of them are uncertain and drawn once per trial. "
          + "What has no evidence counts as assumed.\(arms)")
    ]
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
    return section("assumptions", "Inputs and their evidence", blocks)
  }

  // MARK: - Definitions

  var estimands: HTMLPage.Section {
    let modelled = Metric.allCases.filter { metric in
      outline.arms.contains { $0.metrics.contains { $0.contains(metric) } }
    }
    func column(_ heading: String, _ text: (Metric) -> String) -> TextTable.Column {
      .init(heading: [heading], cells: modelled.map(text), isNumeric: false)
    }
    let days = SupportedDigits.text(
      outline.horizonDays, decimals: outline.horizonDays == outline.horizonDays.rounded() ? 0 : 1)
    return section(
      "estimands", "Metric definitions",
      [
        .text(
          "Every metric compares the options whatever becomes of the install, over "
            + "\(days) days. Means are over trials; each trial's ratio is formed from that trial's sums."),
        .table(
          "Estimands",
          TextTable(
            first: column("metric") { $0.heading.joined(separator: " ") },
            columns: [
              column("population") { $0.population },
              column("what is counted") { $0.words.endpoint },
              column("when") { $0.day.map { "by day \($0)" } ?? "over \(days) days" },
              column("never asked, or cannot be asked") { $0.words.unasked },
            ])),
      ])
  }

  // MARK: - Limits

  var limits: HTMLPage.Section {
    section(
      "limits", "What the model leaves out", [.list(NotModelled(run: run).sentences)])
  }

  // MARK: - Reproducing

  var reproducing: HTMLPage.Section {
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
      facts.append(
        "Set from outside: \(provenance.overrides.joined(separator: ", "))."
      )
    }
    if let note = provenance.note { facts.append("Note: \(note)") }
    var blocks: [ReviewDocument.Block] = [
      .list(facts),
      .text("The same file, seed and engine give the same numbers, bit for bit, on any number of threads."),
      .listing("Commands", provenance.commands.joined(separator: "\n")),
      .listing("The experiment file", provenance.fileText),
    ]
    if let population = provenance.populationText {
      blocks.append(.listing("The population file that it names", population))
    }
    return section("reproducing", "Reproduce this run", blocks)
  }
}
