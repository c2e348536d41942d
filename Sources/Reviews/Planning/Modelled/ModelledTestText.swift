import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

/// The plan of a real test by the experiment's own model, for people: what to run, what it shows, how long it takes.
struct ModelledTestText {
  /// The plan, with what is known beside it.
  var test: ModelledTest

  init(_ test: ModelledTest) { self.test = test }

  /// The command that analyses the test, as it is typed.
  private var command: String { test.analysis.map(TerminalText.shellWord).joined(separator: " ") }

  private var plan: ExperimentTestPlan { test.plan }
  private var words: ModelledTestWords { ModelledTestWords(test) }

  /// The whole review.
  var document: ReviewDocument {
    let looks = ModelledLooks(test)
    let trust = RehearsalWords(test).sentences
    let worth = WorthWords(test)
    let comparisons = plan.arms.count
    let tables: [[ReviewDocument.Block]] = (0..<comparisons).map { comparison in
      let title =
        "What tests of a size show"
        + (comparisons == 1 ? "" : ": \(words.armLabel(comparison)) vs \(words.baselineLabel)")
      return [.table(title, sizes(comparison), marked: marked)]
        + (rounding(comparison).map { [.note($0)] } ?? [])
    }
    let start: [[ReviewDocument.Block]] = [
      [.title("Answer")] + words.answer.map { .text($0) } + (looks.map { [.text($0.sentence)] } ?? [])
        + words.warnings.map { .warning($0) },
      [.title("Assumed")] + words.assumptions.map { .item($0) },
    ]
    let end: [[ReviewDocument.Block]] = [
      looks.flatMap(\.table).map { [.table("Looks", $0)] } ?? [],
      trust.isEmpty ? [] : [.title("Simulated tests")] + trust.map { .item($0) },
      worth.map { [.title("Value of the test")] + $0.sentences.map { .item($0) } } ?? [],
      valueBySize,
      [.title("Next steps"), .steps(steps)],
    ]
    return ReviewDocument(start + tables + end)
  }

  private var steps: [ReviewDocument.Step] {
    let larger = test.largerTest
    if test.isEnoughForTheChoice { return [step] + larger }
    return larger.isEmpty ? [step] + (formula.map { [$0] } ?? []) : larger + [step]
  }

  private var valueBySize: [ReviewDocument.Block] {
    guard let worth = WorthWords(test), let table = worth.table else { return [] }
    return [.table("Value by size", table, marked: worth.marked)]
      + (worth.levelling.map { [.labelled("  ", $0, .faint)] } ?? [])
  }

  private var marked: Set<Int> {
    Set(plan.curve.indices.filter { plan.curve[$0].installs == plan.planned })
  }

  /// That the verdicts of a size are rounded, where they do not add to 100%; `nil` where they do, or are of another kind.
  private func rounding(_ comparison: Int) -> String? {
    guard case .difference = plan.design.aim else { return nil }
    return RoundedShares.sentence(
      rows: plan.curve.map { point in
        let chances = point.comparisons[comparison]
        let shown = [chances.armAhead.value, chances.baselineAhead.value, chances.open.value]
        return plan.design.looks == nil ? shown + [chances.equal.value] : shown
      })
  }

  private func sizes(_ comparison: Int) -> TextTable {
    let points = plan.curve
    func column(_ heading: [String], _ cell: (ExperimentTestPlan.Point) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: points.map(cell))
    }
    func chance(
      _ heading: [String], _ number: (UncertainTest.Chances) -> MonteCarloNumber
    ) -> TextTable.Column {
      column(heading) { PlanNumbers.power(number($0.comparisons[comparison]).value) }
    }
    var columns = [column(["in total"]) { PlanNumbers.grouped($0.installs) }]
    if plan.installsPerDay != nil {
      columns.append(
        column(["weeks"]) { point in
          plan.calendar(installs: point.installs).map { PlanNumbers.grouped($0.wholeWeeks) } ?? ""
        })
    }
    let (arm, design) = (words.armLabel(comparison), plan.design)
    if test.hasTooFewTrials {
      columns.append(column(["power"]) { PlanNumbers.power($0.power) })
      return TextTable(
        first: OptionInstalls(plan).column(points.map(\.installs)), columns: columns, indent: "  ")
    }
    if case .nonInferior(let margin) = design.aim {
      columns.append(chance(["not worse by", PlanNumbers.points(margin)]) { $0.shown })
    }
    columns.append(chance([arm, "higher"]) { $0.armAhead })
    let heading = plan.arms.count == 1 ? [words.baselineLabel, "higher"] : [arm, "lower"]
    columns.append(chance(heading) { $0.baselineAhead })
    if design.looks == nil { columns.append(chance(["within", words.margin]) { $0.equal }) }
    columns.append(chance(["none", "of these"]) { $0.open })
    columns.append(
      column(design.aim == .difference ? ["power for", words.difference] : ["power"]) {
        PlanNumbers.power($0.power)
      })
    return TextTable(
      first: OptionInstalls(plan).column(points.map(\.installs)), columns: columns, indent: "  ")
  }

  private var step: ReviewDocument.Step {
    ReviewDocument.Step(
      title: "Run the test",
      text:
        "Write a row per install\(release) to rows.csv. \(dates) \(words.baseline) is the baseline."
        + (WorthWords(test)?.decision.map { " \($0)" } ?? "") + counts,
      command: command)
  }

  /// What reads the test where there are no rows; empty where counts by option do not do.
  private var counts: String {
    guard plan.design.looks == nil, plan.design.clusters == nil else { return "" }
    return
      " Counts of installs and allowed by option do too: att-lab analyze \(Placeholder.counts.rawValue) --day \(plan.day) "
      + "--baseline \(TerminalText.shellWord(plan.outline.arms[plan.baseline].name))."
  }

  private var release: String {
    plan.design.clusters == nil ? "" : ", with its release or language,"
  }

  /// What the date in the command is.
  private var dates: String {
    switch plan.design.looks {
    case .anyTime?: "DATE is the day of the look."
    case nil: "DATE is the day when the last one is \(words.age) old."
    case .fixed?: "DATE is the day of the look, DATES are the looks before it."
    }
  }

  /// The plan from the mean rates alone; `nil` for a test of another kind.
  private var formula: ReviewDocument.Step? {
    let design = plan.design
    guard design.level == .ninetyFive, design.looks == nil, design.clusters == nil, plan.isSplitEvenly,
      plan.power == TestQuestion.usualPower, plan.arms.count == 1, design.aim == .difference,
      let command = FormulaCommand.words(
        baseline: plan.rates[0].value, difference: plan.differences[0], installsPerArm: plan.needed / 2)
    else { return nil }
    return ReviewDocument.Step(
      title: "Vary the rates", text: "The same size from the mean rates alone, by the formula.",
      command: command)
  }
}
