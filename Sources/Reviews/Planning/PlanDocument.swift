import Foundation
public import Rendering
public import Studies
public import TextFormats

extension TestPlan {
  /// The plan for people: what to run, how long it takes, what it shows, what it is worth, and the command that analyses it.
  public func document(_ detail: Detail) -> ReviewDocument {
    let words = PlanWords(plan: self)
    let facts: [PlanWords.Fact?] =
      [words.scenario, words.size, words.time] + words.shown + [words.power, words.stopping]
      + words.guardrails + [words.worth] + words.cautions(detail)
    var sections: [[ReviewDocument.Block]] = [
      [
        words.pays ? .heading("\(words.headline)") : .warning("\(words.headline)"),
        .decision(facts.compactMap { $0 }),
      ]
    ]
    if let looks = PlanTables(self).looks { sections.append([.table("Looks", looks)]) }
    sections.append(PlanTables(self).sizes(detail))
    if detail == .full {
      sections += [
        PlanTables(self).values.map { [.table("Value by size", $0)] } ?? [],
        [.title("Assumed"), .list(words.assumptions.map(Phrase.init(verbatim:)))],
      ]
    }
    sections.append([.steps(words.steps)])
    return ReviewDocument(sections)
  }

  /// The plan as it is declared; none of its parts fails to be written.
  public var json: JSONValue { (try? JSONValue(encoding: self)) ?? .null }

  /// A row for each size and option.
  public var csv: CSVDocument { (try? CSVDocument(encoding: curve)) ?? CSVDocument(header: [], rows: []) }

  /// What came out, in a few words: `3,200 installs, later vs launch`.
  public var result: String {
    let size = "\(PlanNumbers.grouped(answer.planned)) installs"
    guard mode == .formula else {
      let compared = options.dropFirst().map { TerminalText.safe($0.option) }.inProse
      return "\(size), \(compared) vs \(TerminalText.safe(options[0].option))"
    }
    let power = "\(size), power \(PlanNumbers.power(answer.power))"
    guard question.nonInferior == nil, let difference = options.last?.difference else { return power }
    let decimals = min(2, PlanNumbers.decimals(of: difference))
    let points = SupportedDigits.text(100 * difference, decimals: decimals, signed: true)
    return "\(power) for \(SupportedDigits.trimmed(points)) pp"
  }

  /// The rows of the planned size, one for each comparison.
  var planned: [Size] { curve.filter { $0.planned == answer.planned } }

  /// Installs of each option, or of each by name where the split is uneven: `1,600 installs per option`.
  ///
  /// - Parameter installs: of each option, in order.
  func perOption(_ installs: [Int]) -> String {
    guard answer.installsPerOption == nil else {
      return "\(PlanNumbers.grouped(installs[0])) installs per option"
    }
    return zip(options, installs).map {
      "\(PlanNumbers.grouped($1)) for \(TerminalText.inSentence($0.option))"
    }.inProse
  }

  /// A number of installs of all options together, as those of each: `about 1,600 installs per option`.
  func each(_ installs: Int) -> String {
    answer.installsPerOption == nil
      ? "\(PlanNumbers.grouped(twoDigitsUp(Double(installs)))) installs in total"
      : "\(PlanNumbers.grouped(twoDigitsUp(Double(installs) / Double(options.count)))) installs per option"
  }

  /// Whether what tests show is known over the uncertain inputs.
  var hasChances: Bool { mode == .run && !cautions.contains { $0.code == .fewTrials } }
}

/// The tables of a plan.
struct PlanTables {
  private let plan: TestPlan
  private let words: PlanWords

  init(_ plan: TestPlan) {
    self.plan = plan
    words = PlanWords(plan: plan)
  }

  /// Sizes that a table on one screen has at most.
  private static let mostRows = 6

  /// What tests of several sizes show.
  func sizes(_ detail: Detail) -> [ReviewDocument.Block] {
    // One row for each size, by the first comparison.
    let all = plan.curve.filter { $0.option == plan.options[1].option }
    let left = detail == .full ? 0 : max(0, all.count - Self.mostRows)
    // The planned size stays.
    let rows = Array(all.dropFirst(min(left, all.firstIndex { $0.planned == plan.answer.planned } ?? 0)))
    func column(_ heading: [String], _ cell: (TestPlan.Size) -> String?) -> TextTable.Column? {
      let cells = rows.map(cell)
      return cells.contains { $0 != nil }
        ? TextTable.Column(heading: heading, cells: cells.map { $0 ?? "" }) : nil
    }
    func chance(_ number: Double?) -> String? { number.map(PlanNumbers.power) }
    var columns = [
      column(["in", "total"]) { PlanNumbers.grouped($0.planned) },
      column(["", "weeks"]) { $0.wholeWeeks.map(PlanNumbers.grouped) },
    ]
    if plan.hasChances {
      for option in plan.options.dropFirst() {
        func of(_ size: TestPlan.Size) -> TestPlan.Size? {
          plan.curve.first { $0.planned == size.planned && $0.option == option.option }
        }
        let name = TerminalText.safe(option.option)
        if let margin = plan.question.nonInferior {
          columns.append(
            column([name, "not worse by \(PlanNumbers.points(margin))"]) { chance(of($0)?.pShown) })
        }
        columns.append(column([name, "higher"]) { chance(of($0)?.pBetter) })
        columns.append(
          column(
            plan.options.count > 2 ? [name, "lower"] : [TerminalText.safe(plan.options[0].option), "higher"]
          ) {
            chance(of($0)?.pWorse)
          })
      }
      if plan.options.count == 2, let margin = plan.question.margin {
        columns.append(column(["within", PlanNumbers.points(margin)]) { chance($0.pEquivalent) })
        columns.append(column(["none", "of these"]) { chance($0.pUnknown) })
      }
    }
    columns.append(column(words.powerHeading) { PlanNumbers.power($0.power) })
    if let worth = plan.worth, worth.future != nil {
      columns.append(column(["net,", TerminalText.safe(worth.unit)]) { $0.netBenefit.map(words.amount) })
    }
    let isEven = plan.answer.installsPerOption != nil
    let first = TextTable.Column(
      heading: ["installs", isEven ? "per option" : "of \(TerminalText.safe(plan.options[0].option))"],
      cells: rows.map { PlanNumbers.grouped($0.installsOfBaseline) })
    let marked = Set(rows.indices.filter { rows[$0].planned == plan.answer.planned })
    return [
      .table(
        plan.hasChances
          ? "What tests of a size show, over \(PlanNumbers.grouped(plan.trials ?? 0)) trials"
          : "Power by size",
        TextTable(first: first, columns: columns.compactMap { $0 }, indent: "  "), marked: marked)
    ]
  }

  /// A row for each look at fixed steps; `nil` for looks at any time, which are too many.
  var looks: TextTable? {
    guard plan.question.plannedLooks?.anyTime == false else { return nil }
    func column(_ heading: [String], _ cell: (TestPlan.Look) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: plan.looks.map(cell))
    }
    var columns = [column(["in", "total"]) { PlanNumbers.grouped($0.planned) }]
    if plan.calendar != nil {
      columns.append(column(["day of", "test"]) { $0.day.map(PlanNumbers.grouped) ?? "" })
    }
    columns.append(
      column(["stops", "beyond"]) { $0.bound.map { "±" + SupportedDigits.text($0, decimals: 2) } ?? "–" })
    let stops = plan.looks.first?.stops ?? []
    for (comparison, stop) in stops.enumerated() {
      let heading =
        plan.mode == .formula
        ? ["stops", "if true"]
        : stops.count == 1 ? ["stops", "here"] : ["decides on", TerminalText.safe(stop.option)]
      columns.append(column(heading) { PlanNumbers.power($0.stops[comparison].stop) })
    }
    columns.append(
      column([stops.count > 1 ? "decides" : "stops", "if equal"]) { PlanNumbers.smallChance($0.stopIfEqual) })
    if plan.looks.contains(where: { $0.simulated != nil }) {
      columns.append(column(["ends, of", "simulated tests"]) { $0.simulated.map(PlanNumbers.power) ?? "" })
    }
    return TextTable(
      first: .init(heading: ["look"], cells: plan.looks.indices.map { "\($0 + 1)" }), columns: columns,
      indent: "  ")
  }

  /// What tests of several sizes gain and cost; `nil` where none gains anything.
  var values: TextTable? {
    guard let worth = plan.worth, ![.sameRates, .choiceStands].contains(worth.verdict) else { return nil }
    func column(_ heading: [String], _ cell: (TestPlan.Balance) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: worth.sizes.map(cell))
    }
    let unit = TerminalText.safe(worth.unit)
    var columns = [
      column(["in", "total"]) { PlanNumbers.grouped($0.planned) },
      column(["gain per", "install"]) { words.perInstall($0.evsi, error: $0.evsiMcse) },
    ]
    if worth.future != nil {
      columns += [
        column(["gains,", unit]) { words.amount($0.gain) },
        column(["costs,", unit]) { words.amount($0.cost) },
        column(["net,", unit]) { words.amount($0.netBenefit) },
        column(["next 1,000", "installs, \(unit)"]) { size in
          size.nextThousand.map { SupportedDigits.text($0, decimals: abs($0) < 10 ? 1 : 0, signed: true) }
            ?? ""
        },
      ]
    }
    let first = TextTable.Column(
      heading: ["size"],
      cells: worth.sizes.map {
        plan.answer.planned == $0.planned ? "planned" : worth.bestSize?.planned == $0.planned ? "best" : ""
      },
      isNumeric: false)
    return TextTable(first: first, columns: columns, indent: "  ")
  }
}
