import Inference
package import Rendering
public import Studies

extension TestPlan: KeptFinding {
  package var name: String { "The plan of a test" }

  /// All of it, with the words of the command that analyses the test.
  package func json() throws -> JSONValue { try facts().adding([("analyze", .texts(analyze))]) }

  package func facts() throws -> JSONValue { try JSONValue(encoding: self) }

  /// The plan for people: what to run, how long it takes, what it shows, what it is worth, and the command that analyses it.
  package func document(_ detail: Detail) -> ReviewDocument {
    let words = PlanWords(plan: self)
    let facts =
      [words.scenario, words.size, words.time].compactMap { $0 } + words.shown
      + [words.power, words.stopping].compactMap { $0 } + words.guardrails
      + [words.worth].compactMap { $0 } + cautions.map(words.caution).cautions(detail)
    var sections: [[ReviewDocument.Block]] = [
      [words.pays ? .heading(words.headline) : .warning(words.headline), .decision(facts)],
      words.looks.map { [.table("Looks", $0)] } ?? [], [words.sizes(detail)],
    ]
    if detail == .full {
      sections += [
        [.title("Assumed"), .list(words.assumptions)]
      ]
    }
    sections.append([.steps(words.steps)])
    return ReviewDocument(sections)
  }

  /// A row for each size and option.
  package func csv() throws -> CSVDocument { try CSVDocument(encoding: curve) }

  /// `3,200 installs, later vs launch`.
  package var result: String {
    let size: Phrase = "\(grouped: answer.planned) installs"
    if isOfRun {
      let compared = options.dropFirst().map(\.option).inProse
      return ("\(size), \(compared) vs \(options[0].option)" as Phrase).text
    }
    let power: Phrase = "\(size), power \(Quantity.power(answer.power))"
    guard question.nonInferior == nil, let difference = options.last?.difference else { return power.text }
    let decimals = min(2, SupportedDigits.decimals(ofThreeDigits: 100 * difference))
    let points = SupportedDigits.text(100 * difference, decimals: decimals, signed: true)
    return "\(power.text) for \(SupportedDigits.trimmed(points)) pp"
  }

  /// The rows of the planned size, one for each comparison.
  var planned: [Size] { curve.filter { $0.planned == answer.planned } }

  /// Installs of each option, or of each by name where the split is uneven: `1,600 installs per option`.
  ///
  /// - Parameter installs: of each option, in order.
  func perOption(_ installs: [Int]) -> Phrase {
    guard installsPerOption == nil else { return "\(grouped: installs[0]) installs per option" }
    return zip(options, installs).map { "\(grouped: $1) for \(Name($0.option))" as Phrase }.inProse
  }

  /// A number of installs of all options together, as those of each: `about 1,600 installs per option`.
  func each(_ installs: Int) -> Phrase {
    installsPerOption == nil
      ? "\(grouped: twoDigitsUp(Double(installs))) installs in total"
      : "\(grouped: twoDigitsUp(Double(installs) / Double(options.count))) installs per option"
  }

  /// Whether it rests on the trials of a run, and not on rates that somebody gives.
  var isOfRun: Bool { trials != nil }

  /// The installs of each option; `nil` where the split is uneven.
  var installsPerOption: Int? {
    options.allSatisfy { abs($0.allocation - options[0].allocation) < 1e-12 } ? options[0].installs : nil
  }

  /// The power that sizes and detected differences are for.
  var power: Double { question.power ?? answer.power }

  /// The power asked for; `nil` where it was asked what it is.
  var wantedPower: Double? { [.power, .value].contains(asked) ? nil : power }

  /// Whether what tests show is known over the uncertain inputs.
  var hasChances: Bool { isOfRun && !cautions.contains { $0.code == .fewTrials } }
}

/// The tables of a plan.
extension PlanWords {
  /// Sizes that a table on one screen has at most.
  private static let mostRows = 6

  /// What tests of several sizes show.
  func sizes(_ detail: Detail) -> ReviewDocument.Block {
    // One row for each size, by the first comparison.
    let all = plan.curve.filter { $0.option == plan.options[1].option }
    let left = detail == .full ? 0 : max(0, all.count - Self.mostRows)
    // The planned size stays.
    let rows = Array(all.dropFirst(min(left, all.firstIndex { $0.planned == plan.answer.planned } ?? 0)))
    func column(_ heading: [String], _ cell: (TestPlan.Size) -> Phrase?) -> TextTable.Column? {
      rows.contains { cell($0) != nil } ? rows.column(heading, cell) : nil
    }
    func chance(_ number: Double?) -> Phrase? { number.map(Quantity.power) }
    var columns = [
      column(["in", "total"]) { "\(grouped: $0.planned)" },
      column(["", "weeks"]) { $0.wholeWeeks.map { "\(grouped: $0)" } },
    ]
    if plan.hasChances {
      for option in plan.options.dropFirst() {
        func of(_ size: TestPlan.Size) -> TestPlan.Size? {
          plan.curve.first { $0.planned == size.planned && $0.option == option.option }
        }
        let name = option.option
        if let margin = plan.question.nonInferior {
          columns.append(
            column([name, "not worse by \(Quantity.given(margin, .points).text)"]) { chance(of($0)?.pShown) })
        }
        columns.append(column([name, "higher"]) { chance(of($0)?.pBetter) })
        let worse = plan.options.count > 2 ? [name, "lower"] : [plan.options[0].option, "higher"]
        columns.append(column(worse) { chance(of($0)?.pWorse) })
      }
      if plan.options.count == 2, let margin = plan.question.margin {
        columns.append(column(["within", Quantity.given(margin, .points).text]) { chance($0.pEquivalent) })
        columns.append(column(["none", "of these"]) { chance($0.pUnknown) })
      }
    }
    columns.append(column(powerHeading) { Quantity.power($0.power) })
    if let worth = plan.worth, worth.future != nil {
      columns.append(column(["net,", worth.unit]) { $0.netBenefit.map(amount) })
    }
    let isEven = plan.installsPerOption != nil
    let first = rows.column(
      ["installs", isEven ? "per option" : "of \(plan.options[0].option)"]
    ) { "\(grouped: $0.installsOfBaseline)" }
    let marked = Set(rows.indices.filter { rows[$0].planned == plan.answer.planned })
    return .table(
      plan.hasChances
        ? "What tests of a size show, over \(grouped: plan.trials ?? 0) trials" : "Power by size",
      TextTable(first: first, columns: columns.compactMap { $0 }, indent: "  "), marked: marked)
  }

  /// A row for each look at fixed steps; `nil` for looks at any time, which are too many.
  var looks: TextTable? {
    guard plan.question.looks?.anyTime == false else { return nil }
    let looks = plan.looks
    var columns = [looks.column(["in", "total"]) { "\(grouped: $0.planned)" }]
    if plan.calendar != nil {
      columns.append(looks.column(["day of", "test"]) { $0.day.map { "\(grouped: $0)" } })
    }
    columns.append(
      looks.column(["stops", "beyond"]) {
        $0.bound.map { "±\(Quantity.fixed($0, .number, 2))" } ?? "–"
      })
    let stops = plan.stopping
    for stopping in stops {
      let heading =
        !plan.isOfRun
        ? ["stops", "if true"]
        : stops.count == 1 ? ["stops", "here"] : ["decides on", stopping.option]
      columns.append(stopping.stops.column(heading) { Quantity.power($0.value) })
    }
    columns.append(
      looks.column([stops.count > 1 ? "decides" : "stops", "if equal"]) {
        Quantity.smallChance($0.stopIfEqual)
      })
    return TextTable(first: looks.indices.column(["look"]) { "\($0 + 1)" }, columns: columns, indent: "  ")
  }
}
