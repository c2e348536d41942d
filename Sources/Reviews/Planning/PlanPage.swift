import Inference
import Rendering
import Studies

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
