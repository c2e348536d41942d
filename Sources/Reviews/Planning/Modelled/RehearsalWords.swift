import Inference
import Rendering
import Studies

/// What simulated tests of a plan show, in sentences.
struct RehearsalWords {
  private let test: ModelledTest
  private var plan: ExperimentTestPlan { test.plan }

  init(_ test: ModelledTest) { self.test = test }

  /// A sentence or two each; none where nothing is known.
  var sentences: [String] {
    [ModelledLooks(test)?.simulatedSentence, found, tooEarly].compactMap { $0 }
  }

  private var found: String? {
    guard let tests = test.rehearsal?.tests else { return nil }
    let aim =
      switch plan.design.aim {
      case .difference: "a difference"
      case .nonInferior(let margin): "an option to be not worse by \(PlanNumbers.points(margin)) or more"
      }
    return
      "In \(PlanNumbers.grouped(tests.simulations)) simulated tests that att-lab analyze judges, "
      + "\(SupportedDigits.text(100 * tests.found.value, decimals: 1))% "
      + "(±\(SupportedDigits.text(100 * tests.found.mcse, decimals: 1))) show \(aim)."
  }

  private var tooEarly: String? {
    guard let difference = test.rehearsal?.tooEarlyDifferences.max(by: { abs($0) < abs($1) }) else {
      return nil
    }
    let points = SupportedDigits.text(100 * difference, decimals: 2, signed: true)
    let most = plan.arms.count == 1 ? "" : "up to "
    return
      "Read too early, when the last install has just come, options that are equal by day \(plan.day) seem to differ by "
      + "\(most)\(points) pp: wait until installs are \(ModelledTestWords(test).age) old."
  }
}
