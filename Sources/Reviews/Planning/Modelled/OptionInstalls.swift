import ExperimentDesign
import Inference
import Rendering
import Studies

/// The installs of the two options of a test, in words and as a column.
struct OptionInstalls {
  private let plan: ExperimentTestPlan

  init(_ plan: ExperimentTestPlan) { self.plan = plan }

  private var names: (baseline: String, arm: String) {
    (plan.outline.arms[plan.pair.baseline].name, plan.outline.arms[plan.pair.arm].name)
  }

  /// `3,472 installs per option, 6,944 in total`.
  func words(_ installs: Int) -> String {
    let split = plan.design.split(installs)
    let total = "\(PlanNumbers.grouped(installs)) in total"
    guard plan.isSplitEvenly else {
      return
        "\(PlanNumbers.grouped(split.baseline)) installs for \(TerminalText.inSentence(names.baseline)) and "
        + "\(PlanNumbers.grouped(split.arm)) for \(TerminalText.inSentence(names.arm)), \(total)"
    }
    return "\(PlanNumbers.grouped(split.baseline)) installs per option, \(total)"
  }

  /// A number to two digits: `2,200 installs per option`.
  func about(_ installs: Int) -> String {
    plan.isSplitEvenly
      ? "\(PlanNumbers.grouped(twoDigitsUp(Double(installs) / 2))) installs per option"
      : "\(PlanNumbers.grouped(twoDigitsUp(Double(installs)))) installs in total"
  }

  /// The first column of a table by size: installs of each option, or of the baseline where the split is uneven.
  func column(_ sizes: [Int]) -> TextTable.Column {
    TextTable.Column(
      heading: ["installs", plan.isSplitEvenly ? "per option" : "of \(TerminalText.safe(names.baseline))"],
      cells: sizes.map { PlanNumbers.grouped(plan.design.split($0).baseline) })
  }
}
