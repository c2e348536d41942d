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
          [.table(titled(scenario), table(rows.filter { $0.scenario == scenario }))]
        } + [notes.map { .note($0) }])
  }

  private var scenarios: [String] {
    var names: [String] = []
    for row in rows where !names.contains(row.scenario) { names.append(row.scenario) }
    return names
  }

  private func titled(_ scenario: String) -> Phrase {
    let heading = Metric(rawValue: metric)?.title ?? "objective"
    return scenarios.count > 1 ? "\(heading), scenario \(scenario)" : "\(heading)"
  }

  private var unit: Unit { Metric(rawValue: metric)?.unit ?? .number }

  // MARK: The advice

  private func facts(_ scenario: String) -> [Fact] {
    let own = advice.filter { $0.scenario == scenario }
    let changes = own.compactMap { advised in
      advised.isAsInFirst.map { isSame in
        isSame
          ? Fact("Same advice", "\(advised.advice.brief).", .advice)
          : Fact("New advice", "\(advised.advice.brief), in place of: \(own[0].advice.brief).", .advice)
      }
    }
    return changes
      + own.compactMap { advised in
        runs.first { $0.run == advised.run }.map { Fact("\(Name($0.label))", standing(advised, $0)) }
      }
  }

  /// The lead and the chance, of which the advice is made.
  private func standing(_ advised: Advised, _ run: Run) -> Phrase {
    guard let option = advised.advice.option, let lead = advised.lead, let runnerUp = advised.runnerUp else {
      return "\(advised.advice.brief)."
    }
    let number = Quantity(lead, (Objective(named: run.objective)?.unit ?? .number).difference)
    let range: Phrase? = number.range.map { _ in " (90% range \(number.ends([.signed, .bare])))" }
    return
      "\(Name(option)) leads \(Name(runnerUp)) by \(number.mean())\(range); chance to be best \(Quantity.chance(advised.chanceBest, draws: run.trials))."
  }

  // MARK: The inputs

  /// Rows that are shown at most.
  private static let mostInputs = 15

  private var inputs: [ReviewDocument.Block] {
    guard !inputsThatDiffer.isEmpty else { return [] }
    let shown = inputsThatDiffer.prefix(Self.mostInputs)
    let table = TextTable(
      first: shown.names("input", \.parameter),
      columns: runs.indices.map { run in
        shown.column([runs[run].label], isProse: true) { $0.values[run].words }
      })
    let more = inputsThatDiffer.count - shown.count
    return [.table("Inputs that differ", table)]
      + (more > 0 ? [.note("\(more) more inputs differ. --format json lists all.")] : [])
  }

  // MARK: The options

  private func table(_ rows: [Row]) -> TextTable {
    let look: Quantity.Look = [.signed, .bare]
    let levels = [rows.map { ($0.first, $0.firstMcse) }, rows.map { ($0.second, $0.secondMcse) }]
    var columns = zip(runs, levels).map { run, levels in
      Quantity.column(levels.map { mean, error in mean.map { Quantity($0, unit, error: error) } })
        .column([run.label]) { $0 }
    }
    let changes = rows.map(change)
    if changes.contains(where: { $0 != nil }) {
      columns.append(
        changes.column(["change\(unit == .share ? ", pp" : "")"]) {
          $0.map { $0.error == 0 ? $0.full(look) : $0.mean(look) }
        })
    }
    if changes.contains(where: { $0?.range != nil }) {
      columns += [
        changes.column(["90%", "range"]) { $0.flatMap { $0.range == nil ? nil : $0.ends(look) } },
        rows.column(["chance", "higher"]) {
          $0.chanceHigher.map { Quantity.chance($0, draws: runs[1].trials) }
        },
      ]
    }
    if rows.contains(where: { $0.chanceBestFirst != nil || $0.chanceBestSecond != nil }) {
      columns.append(
        rows.column(["chance", "best"]) { row in
          zip(runs, [row.chanceBestFirst, row.chanceBestSecond])
            .map { Quantity.chance($1, draws: $0.trials) }.joined(separator: " → ")
        })
    }
    return TextTable(first: rows.names("option", \.arm), columns: columns)
  }

  /// The change of a level from the first run.
  private func change(_ row: Row) -> Quantity? {
    guard let change = row.change else { return nil }
    var number = Quantity(change, unit.difference, error: row.changeMcse)
    if let low = row.changeLow, let high = row.changeHigh { number.range = (low, high) }
    return number
  }

  private var notes: [Phrase] {
    let both: Phrase = "\(Name(runs[1].label)) and \(Name(runs[0].label))"
    var notes: [Phrase] =
      switch pairing {
      case .byTrial: ["\(both) share seed, size and draws: changes are of the same draws."]
      case .bySeed:
        ["\(both) draw an input differently: changes are those of averages, without a range."]
      case .independent:
        ["\(both) have different seeds or sizes: changes are those of averages, without a range."]
      }
    if runs[0].objective != runs[1].objective {
      notes.append("The runs have different objectives. Choose a metric with --metric to compare them.")
    }
    if let error = rows.compactMap(\.changeMcse).max(), error > 0 {
      notes.append("Monte Carlo error of a change at most \(Quantity.atMost(error, unit.difference)).")
    }
    return notes
  }
}

extension RunComparison.Input.Value {
  /// What is known, as an experiment file spells it; of an input that is drawn with others its range.
  fileprivate var words: Phrase {
    guard let range else { return "\(written ?? "not there")" }
    let error = (range.upper - range.lower) / 40
    let ends = [range.lower, range.upper].map {
      error > 0 ? Quantity.written($0, .number, error: error, plain: 2) : Quantity.given($0, .number)
    }
    return "\(ends[0]) to \(ends[1]) (90%, joint)"
  }
}

extension RunComparison: Presentable {
  package var name: String { "Runs compared" }

  package func csv() throws -> CSVDocument { try CSVDocument(encoding: rows) }
}
