import ExperimentDesign
import Inference
package import Rendering
public import Studies

extension RunComparison {
  /// As a person reads it: what becomes of the advice, what differs in the inputs, and what changes of each option.
  package func document(_ detail: Detail) -> ReviewDocument {
    ReviewDocument(
      scenarios.map { scenario in
        (scenarios.count > 1 ? [.title("Scenario \(scenario)")] : []) + [.decision(facts(scenario))]
      } + [inputs]
        + scenarios.map { scenario in
          [.table("\(titled(scenario))", table(rows.filter { $0.scenario == scenario }))]
        } + [notes.map { .note("\($0)") }])
  }

  private var scenarios: [String] {
    var names: [String] = []
    for row in rows where !names.contains(row.scenario) { names.append(row.scenario) }
    return names
  }

  private func titled(_ scenario: String) -> String {
    let heading = (Metric(rawValue: metric)?.heading ?? ["objective"]).joined(separator: " ")
    return scenarios.count > 1 ? "\(heading), scenario \(scenario)" : heading
  }

  private var unit: Unit { Metric(rawValue: metric)?.unit ?? .number }

  private func label(_ run: Int) -> String { TerminalText.inSentence(runs[run].label) }

  // MARK: The advice

  private func facts(_ scenario: String) -> [ReviewDocument.Fact] {
    let own = advice.filter { $0.scenario == scenario }
    guard let first = own.first else { return [] }
    return own.dropFirst().map { later in
      let label = later.isAsInFirst == true ? "Same advice" : "New advice"
      return .init(label: "\(label)", text: "\(sentence(first, later))", role: .advice)
    }
      + own.map { advised in
        let run = runs.firstIndex { $0.run == advised.run } ?? 0
        return .init(label: "\(label(run))", text: "\(standing(advised))")
      }
  }

  /// What the inputs that differ make of the advice.
  private func sentence(_ first: Advised, _ later: Advised) -> String {
    later.isAsInFirst == true ? "\(later.words)." : "\(later.words), in place of: \(first.lowerCased)."
  }

  /// The lead and the chance, of which the advice is made.
  private func standing(_ advised: Advised) -> String {
    guard let option = advised.option, let lead = advised.lead, let runnerUp = advised.runnerUp else {
      return advised.words + "."
    }
    let numbers = EstimateText(unit: objectiveUnit)
    var range = ""
    if let low = advised.leadLow, let high = advised.leadHigh {
      let interval = CentralInterval(lower: low, upper: high)
      range =
        " (90% range \(numbers.text(of: interval, beside: lead, error: advised.leadMcse, signed: true)))"
    }
    let size = numbers.value(lead, error: advised.leadMcse) + objectiveUnit.differenceSuffix
    return
      "\(TerminalText.inSentence(option)) leads \(TerminalText.inSentence(runnerUp)) by \(size)\(range); chance to "
      + "be best \(AnswerNumbers.chance(advised.chanceBest))."
  }

  private var objectiveUnit: Unit { Objective(named: runs[0].objective)?.unit ?? .number }

  // MARK: The inputs

  /// Rows that are shown at most.
  private static let mostInputs = 15

  private var inputs: [ReviewDocument.Block] {
    guard !inputsThatDiffer.isEmpty else { return [] }
    let shown = inputsThatDiffer.prefix(Self.mostInputs)
    let table = TextTable(
      first: .init(heading: ["input"], cells: shown.map(\.parameter), isNumeric: false),
      columns: runs.indices.map { run in
        .init(
          heading: [runs[run].label], cells: shown.map { $0.values[run].words }, isNumeric: false,
          isProse: true)
      })
    let more = inputsThatDiffer.count - shown.count
    return [.table("Inputs that differ", table)]
      + (more > 0 ? [.note("\(more) more inputs differ. --format json lists all.")] : [])
  }

  // MARK: The options

  private func table(_ rows: [Row]) -> TextTable {
    var names: [String] = []
    for row in rows where !names.contains(row.arm) { names.append(row.arm) }
    let byRun = runs.map { run in
      names.map { name in rows.first { $0.run == run.run && $0.arm == name } }
    }
    let numbers = EstimateText(unit: unit)
    var columns: [TextTable.Column] = []
    for (run, rows) in zip(runs, byRun) {
      let levels = AnswerNumbers(unit: unit, margin: 0).levels(rows.map { $0.map { ($0.mean, $0.mcse) } })
      columns.append(.init(heading: [run.label], cells: levels))
    }
    for (run, rows) in zip(runs, byRun) where rows.contains(where: { $0?.differenceToFirst != nil }) {
      let suffix = unit == .share ? ", pp" : ""
      let heading = runs.count > 2 ? ["change:", "\(run.label)\(suffix)"] : ["change\(suffix)"]
      columns.append(.init(heading: heading, cells: rows.map { row in row.map(numbers.change) ?? "" }))
      if rows.contains(where: { $0?.differenceLow != nil }) {
        columns.append(
          .init(heading: ["90%", "range"], cells: rows.map { row in row.map(numbers.range) ?? "" }))
        columns.append(
          .init(
            heading: ["chance", "higher"],
            cells: rows.map { row in row?.chanceHigher.map { AnswerNumbers.chance($0) } ?? "" }))
      }
    }
    if rows.contains(where: { $0.chanceBest != nil }) {
      columns.append(
        .init(
          heading: ["chance", "best"],
          cells: names.indices.map { name in
            byRun.map { AnswerNumbers.chance($0[name]?.chanceBest) }.joined(separator: " → ")
          }))
    }
    return TextTable(first: .init(heading: ["option"], cells: names, isNumeric: false), columns: columns)
  }

  private var notes: [String] {
    var notes = runs.indices.dropFirst().map { run in
      switch runs[run].pairingWithFirst {
      case .byTrial:
        "\(label(run)) and \(label(0)) share seed, size and draws: changes are of the same draws."
      case .bySeed:
        "\(label(run)) and \(label(0)) draw an input differently: changes are those of averages, without a range."
      case .independent:
        "\(label(run)) and \(label(0)) have different seeds: changes are those of averages, without a range."
      }
    }
    if Set(runs.map(\.objective)).count > 1 {
      notes.append("The runs have different objectives. Choose a metric with --metric to compare them.")
    }
    if let error = rows.compactMap(\.differenceMcse).max(), error > 0 {
      let size = SupportedDigits.oneDigitUp(error * unit.scale) + unit.differenceSuffix
      notes.append("Monte Carlo error of a change at most \(size).")
    }
    return notes
  }
}

extension RunComparison.Advised {
  /// What to do.
  fileprivate var words: String {
    let best = option.map(TerminalText.inSentence) ?? ""
    return switch advice {
    case "choose": "Choose \(best)"
    case "test": "A/B test \(best) vs \(runnerUp.map(TerminalText.inSentence) ?? "the next best")"
    case "same_to_the_model": "The model makes no difference between the options"
    case "more_trials": "Too few trials to say"
    case _: "Every option is blocked"
    }
  }

  /// The same within a sentence.
  fileprivate var lowerCased: String {
    words.hasPrefix("A/B") ? words : words.prefix(1).lowercased() + words.dropFirst()
  }
}

extension RunComparison.Input.Value {
  /// What is known, as an experiment file spells it; of an input that is drawn with others its range.
  fileprivate var words: String {
    guard let low, let high else { return written ?? "not there" }
    let error = (high - low) / 40
    let ends = [low, high].map {
      error > 0 ? SupportedDigits.number($0, error: error, plain: 2) : SupportedDigits.exact($0)
    }
    return "\(ends[0]) to \(ends[1]) (90%, joint)"
  }
}

extension EstimateText {
  /// The change of a level, without its error.
  fileprivate func change(_ row: RunComparison.Row) -> String {
    guard let change = row.differenceToFirst else { return "" }
    if change == 0, row.differenceMcse == 0 { return "0" }
    return number(change, error: row.differenceMcse, signed: true)
  }

  /// Its 90% range.
  fileprivate func range(_ row: RunComparison.Row) -> String {
    guard let change = row.differenceToFirst, let low = row.differenceLow, let high = row.differenceHigh
    else {
      return ""
    }
    return text(
      of: CentralInterval(lower: low, upper: high), beside: change, error: row.differenceMcse, signed: true)
  }
}

extension RunComparison: Presentable {
  package var name: String { "Runs compared" }

  package func csv() throws -> CSVDocument { try CSVDocument(encoding: rows) }
}
