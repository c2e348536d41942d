import Inference
import Rendering
import Studies

/// What stands above the page of a plan, a search or a calibration.
struct PlanPage {
  var title: String
  /// What it is of.
  var kind: String
}

extension PlanPage {
  /// Of a plan from rates.
  init(_ test: PlannedTest) {
    title = "A test to \(PlanWords(test).shown)"
    kind = "plan from rates"
  }

  /// Of a plan by the experiment's own model.
  init(_ test: ModelledTest) {
    title = "A test of \(test.options)"
    kind = "\(TerminalText.safe(test.plan.outline.experiment)), run \(test.plan.outline.run)"
  }
}

extension PlannedTest {
  /// What came out, in a few words.
  var result: String {
    let size = "\(PlanNumbers.grouped(plan.answer.total)) installs"
    let difference = plan.shares.count > 1 ? plan.shares[1] - plan.shares[0] : 0
    let power = PlanNumbers.power(plan.answer.power)
    guard case .difference = plan.design.aim else { return "\(size), power \(power)" }
    let decimals = min(2, PlanNumbers.decimals(of: difference))
    let points = SupportedDigits.trimmed(
      SupportedDigits.text(100 * difference, decimals: decimals, signed: true))
    return "\(size), power \(power) for \(points) pp"
  }
}

extension ModelledTest {
  /// What came out, in a few words.
  var result: String {
    "\(PlanNumbers.grouped(plan.planned)) installs, \(options)"
  }

  /// `b vs a`, `b and c vs a`.
  var options: String {
    let words = ModelledTestWords(self)
    return "\(plan.differences.indices.map(words.armLabel).inProse) vs \(words.baselineLabel)"
  }
}
