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

  private func label(_ run: Int) -> Name { Name(runs[run].label) }

  // MARK: The advice

  private func facts(_ scenario: String) -> [Fact] {
    let own = advice.filter { $0.scenario == scenario }
    guard let first = own.first else { return [] }
    let later = own.dropFirst().map { later -> Fact in
      later.isAsInFirst == true
        ? Fact("Same advice", "\(later.advice.brief).", .advice)
        : Fact("New advice", "\(later.advice.brief), in place of: \(first.advice.brief).", .advice)
    }
    return later
      + own.map { advised in
        let run = runs.firstIndex { $0.run == advised.run } ?? 0
        return Fact(Phrase(label(run)), standing(advised))
      }
  }

  /// The lead and the chance, of which the advice is made.
  private func standing(_ advised: Advised) -> Phrase {
    guard let option = advised.advice.option, let lead = advised.lead, let runnerUp = advised.runnerUp else {
      return "\(advised.advice.brief)."
    }
    let run = runs.first { $0.run == advised.run } ?? runs[0]
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
    var names: [String] = []
    for row in rows where !names.contains(row.arm) { names.append(row.arm) }
    let byRun = runs.map { run in
      names.map { name in rows.first { $0.run == run.run && $0.arm == name } }
    }
    let look: Quantity.Look = [.signed, .bare]
    var columns = zip(runs, byRun).map { run, rows in
      Quantity.column(rows.map { $0.map { Quantity($0.mean, unit, error: $0.mcse) } })
        .column([run.label]) { $0 }
    }
    for (run, rows) in zip(runs, byRun) where rows.contains(where: { $0?.differenceToFirst != nil }) {
      let changes = rows.map { $0.flatMap(change) }
      let suffix = unit == .share ? ", pp" : ""
      let heading = runs.count > 2 ? ["change:", "\(run.label)\(suffix)"] : ["change\(suffix)"]
      columns.append(
        changes.column(heading) { $0.map { $0.error == 0 ? $0.full(look) : $0.mean(look) } })
      guard changes.contains(where: { $0?.range != nil }) else { continue }
      columns += [
        changes.column(["90%", "range"]) { $0.flatMap { $0.range == nil ? nil : $0.ends(look) } },
        rows.column(["chance", "higher"]) { $0?.chanceHigher.map { Quantity.chance($0, draws: run.trials) } },
      ]
    }
    if rows.contains(where: { $0.chanceBest != nil }) {
      columns.append(
        names.indices.column(["chance", "best"]) { name in
          zip(runs, byRun).map { Quantity.chance($1[name]?.chanceBest, draws: $0.trials) }
            .joined(separator: " → ")
        })
    }
    return TextTable(first: names.names("option") { $0 }, columns: columns)
  }

  /// The change of a level from the first run.
  private func change(_ row: Row) -> Quantity? {
    guard let change = row.differenceToFirst else { return nil }
    var number = Quantity(change, unit.difference, error: row.differenceMcse)
    if let low = row.differenceLow, let high = row.differenceHigh { number.range = (low, high) }
    return number
  }

  private var notes: [Phrase] {
    var notes = runs.indices.dropFirst().map { run -> Phrase in
      switch runs[run].pairingWithFirst {
      case .byTrial:
        "\(label(run)) and \(label(0)) share seed, size and draws: changes are of the same draws."
      case .bySeed:
        "\(label(run)) and \(label(0)) draw an input differently: changes are those of averages, without a range."
      case .independent:
        "\(label(run)) and \(label(0)) have different seeds or sizes: changes are those of averages, without a range."
      }
    }
    if Set(runs.map(\.objective)).count > 1 {
      notes.append("The runs have different objectives. Choose a metric with --metric to compare them.")
    }
    if let error = rows.compactMap(\.differenceMcse).max(), error > 0 {
      notes.append("Monte Carlo error of a change at most \(Quantity.atMost(error, unit.difference)).")
    }
    return notes
  }
}

extension RunComparison.Input.Value {
  /// What is known, as an experiment file spells it; of an input that is drawn with others its range.
  fileprivate var words: Phrase {
    guard let low, let high else { return "\(written ?? "not there")" }
    let error = (high - low) / 40
    let ends = [low, high].map {
      error > 0 ? Quantity.written($0, .number, error: error, plain: 2) : Quantity.given($0, .number)
    }
    return "\(ends[0]) to \(ends[1]) (90%, joint)"
  }
}

extension RunComparison: Presentable {
  package var name: String { "Runs compared" }

  package func csv() throws -> CSVDocument { try CSVDocument(encoding: rows) }
}
