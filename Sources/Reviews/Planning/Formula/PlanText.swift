import Inference
import Rendering

/// A planned test for people: what to run first, then what that assumes, then other sizes and the next step.
struct PlanText {
  /// The plan.
  var test: PlannedTest

  init(_ test: PlannedTest) { self.test = test }

  /// The command that analyses the test, as it is typed.
  private var command: String { test.analysis.map(TerminalText.shellWord).joined(separator: " ") }

  private var plan: TestPlan { test.plan }
  private var design: TestDesign { plan.design }

  /// The whole review.
  var document: ReviewDocument {
    ReviewDocument([
      [.title("Answer")] + answer.map { .text($0) },
      [.title("Assumed")] + assumptions.map { .item($0) },
      PlannedLooksTable(test).table.map { [.table("Looks", $0)] } ?? [],
      [.table("Power by size", sizes, marked: [1])],
      [.title("Next steps"), .steps(test.largerTest + [step])],
    ])
  }

  // MARK: - Answer

  private var answer: [String] {
    let size = sizeWords(plan.answer)
    let shows = PlanWords(test).shown
    var sentences: [String]
    switch plan.asked {
    case .size:
      sentences = ["Run the test with \(size)."]
      sentences.append("\(power(plan.wantedPower)) of such tests \(shows).")
    case .difference: sentences = ["With \(size), \(power(plan.wantedPower)) of tests \(shows)."]
    case .power: sentences = ["With \(size), \(PlanNumbers.power(plan.answer.power)) of tests \(shows)."]
    case .isEnough:
      sentences = [
        plan.isEnough ? "The size is enough." : "The size is not enough.",
        "With \(size), \(missed) of tests \(shows). The power asked for is \(power(plan.wantedPower)).",
      ]
    }
    if let needed = plan.needed { sentences.append("That takes \(sizeWords(needed)).") }
    return [sentences.joined(separator: " ")]
      + [PlannedLooksTable(test).sentence, test.duration?.sentence].compactMap {
        $0
      }
  }

  private func power(_ power: Double?) -> String { power.map(PlanNumbers.percent) ?? "" }

  /// The power found, with the digit that shows it to be below what was wanted.
  private var missed: String {
    let shown = PlanNumbers.power(plan.answer.power)
    guard let wanted = plan.wantedPower, shown == PlanNumbers.power(wanted), !plan.isEnough else {
      return shown
    }
    return PlanNumbers.percent((plan.answer.power * 10_000).rounded(.down) / 10_000, decimals: 2)
  }

  private func sizeWords(_ point: TestPlan.Point) -> String {
    let total = "\(PlanNumbers.grouped(point.total)) in total"
    guard Set(point.installs).count > 1 else {
      return "\(PlanNumbers.grouped(point.installs[0])) installs per option, \(total)"
    }
    let each = zip(test.arms, point.installs).map { "\(PlanNumbers.grouped($1)) installs for \($0)" }
    return "\(each.joined(separator: ", ")), \(total)"
  }

  // MARK: - The rest

  private var assumptions: [String] { PlanWords(test).assumptions }

  private var sizes: TextTable {
    let points = plan.curve
    var columns: [TextTable.Column] = [
      .init(heading: ["in total"], cells: points.map { PlanNumbers.grouped($0.total) })
    ]
    if let calendar = test.calendar {
      columns.append(
        .init(
          heading: ["weeks"],
          cells: points.map {
            PlanNumbers.grouped(calendar.resized(to: $0.total).wholeWeeks)
          }))
    }
    columns.append(.init(heading: ["power"], cells: points.map { PlanNumbers.power($0.power) }))
    let first =
      Set(plan.answer.installs).count == 1
      ? TextTable.Column(
        heading: ["installs per option"], cells: points.map { PlanNumbers.grouped($0.installs[0]) })
      : TextTable.Column(
        heading: ["installs of a"], cells: points.map { PlanNumbers.grouped($0.installs[0]) })
    return TextTable(first: first, columns: columns, indent: "  ")
  }

  /// What the options are called in the file and in the command.
  private var names: String {
    let others = test.arms.dropFirst()
    return
      "Call the baseline \(test.arms[0]) there, and the other \(others.count == 1 ? "option" : "options") "
      + "\(Array(others).inProse)."
  }

  private var step: ReviewDocument.Step {
    var file = "Write a row per install to rows.csv."
    switch design.looks {
    case .fixed?: file += " DATE is the day of the look, DATES are the looks before it."
    case .anyTime?: file += " DATE is the day of the look."
    case nil:
      if let day = test.day {
        file += " DATE is the day when the last one is \(TestDuration.days(day)) old."
      } else {
        let release = design.clusters == nil ? "" : "release or language, "
        let rows = design.clusters == nil ? "option" : "release or language of each option"
        file = "Write the columns arm, \(release)installs and allowed to counts.csv, a row for each \(rows)."
      }
    }
    if design.looks != nil, test.day == nil {
      file += " DAY is the age at which installs are read, the same at all looks."
    }
    return ReviewDocument.Step(
      title: "Run the test", text: "\(file) \(names)", command: command)
  }
}
