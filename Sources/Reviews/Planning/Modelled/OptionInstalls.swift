import ExperimentDesign
import Inference
import Rendering
import Studies

/// The installs of the options of a test, in words and as a column.
struct OptionInstalls {
  private let plan: ExperimentTestPlan

  /// A number of installs of all options together, with two digits of those of each where they get as many.
  func rounded(_ installs: Int) -> Int {
    let options = plan.options.count
    guard plan.isSplitEvenly else { return twoDigitsUp(Double(installs)) }
    return options * max(2, twoDigitsUp(Double(installs) / Double(options)))
  }

  init(_ plan: ExperimentTestPlan) { self.plan = plan }

  private func name(_ position: Int) -> String { plan.outline.arms[position].name }

  /// `3,472 installs per option, 6,944 in total`.
  func words(_ installs: Int) -> String {
    let split = plan.design.split(installs)
    let total = "\(PlanNumbers.grouped(installs)) in total"
    guard plan.isSplitEvenly else {
      let each = plan.options.indices.map { option in
        "\(PlanNumbers.grouped(split[option]))\(option == 0 ? " installs" : "") for "
          + TerminalText.inSentence(name(plan.options[option]))
      }
      return "\(each.inProse), \(total)"
    }
    return "\(PlanNumbers.grouped(split[0])) installs per option, \(total)"
  }

  /// A number to two digits: `2,200 installs per option`.
  func about(_ installs: Int) -> String {
    plan.isSplitEvenly
      ? "\(PlanNumbers.grouped(twoDigitsUp(Double(installs) / Double(plan.options.count)))) installs per option"
      : "\(PlanNumbers.grouped(twoDigitsUp(Double(installs)))) installs in total"
  }

  /// The first column of a table by size: installs of each option, or of the baseline where the split is uneven.
  func column(_ sizes: [Int]) -> TextTable.Column {
    TextTable.Column(
      heading: [
        "installs", plan.isSplitEvenly ? "per option" : "of \(TerminalText.safe(name(plan.baseline)))",
      ],
      cells: sizes.map { PlanNumbers.grouped(plan.design.split($0)[0]) })
  }
}
