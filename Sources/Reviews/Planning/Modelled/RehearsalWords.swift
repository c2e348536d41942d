import Inference
import Rendering
import Studies

/// How far the result of a planned test can be trusted, in sentences.
struct RehearsalWords {
  private let test: ModelledTest
  private var plan: ExperimentTestPlan { test.plan }

  init(_ test: ModelledTest) { self.test = test }

  /// A sentence or two each; none where nothing is known.
  var sentences: [String] {
    [errors, ModelledLooks(test)?.simulatedSentence, analysis, simulatedErrors, falsePositives, tooEarly]
      .compactMap { $0 }
  }

  /// Wrong signs and overstated sizes, by the formula.
  private var errors: String? {
    let chances = plan.answer.chances
    guard let wrong = chances.wrongSign, let size = chances.exaggeration else { return nil }
    let times = SupportedDigits.text(size, decimals: 2)
    return
      "Of the tests that show one option higher, \(PlanNumbers.smallChance(wrong)) show the wrong one (type S). Their "
      + "estimates are \(times) times the true difference on average (type M)."
  }

  /// The same of simulated tests, where looks leave no formula.
  private var simulatedErrors: String? {
    guard let found = test.rehearsal?.planned, !found.stops.isEmpty, let wrong = found.wrongSign,
      let size = found.exaggeration
    else { return nil }
    let times = SupportedDigits.text(size, decimals: 2)
    return
      "Of those that show one option higher, \(PlanNumbers.smallChance(wrong)) show the wrong one (type S). Their estimates "
      + "are \(times) times the true difference on average (type M), as a test stops where it looks large."
  }

  private var analysis: String? {
    guard let found = test.rehearsal?.planned else { return nil }
    let bias = SupportedDigits.text(100 * found.bias.value, decimals: 2, signed: true)
    let error = SupportedDigits.text(100 * found.bias.mcse, decimals: 2)
    return
      "In \(PlanNumbers.grouped(found.simulations)) simulated tests that att-lab analyze judges, the estimate is off by "
      + "\(bias) pp on average (±\(error), bias). Its \(PlanNumbers.percent(plan.design.level.value)) intervals hold "
      + "the true difference in \(share(found.coverage)) (coverage)."
  }

  private var falsePositives: String? {
    guard let rehearsal = test.rehearsal else { return nil }
    let identical =
      "False positives: identical options are found to differ in \(share(rehearsal.identical.found))"
    guard let equal = rehearsal.equalByDay else { return identical + " of simulated tests." }
    return identical
      + " of simulated tests. Options that ask at different moments, and are equal by day \(plan.day), are in "
      + "\(share(equal.found))."
  }

  private var tooEarly: String? {
    guard let early = test.rehearsal?.tooEarly, let difference = test.rehearsal?.tooEarlyDifference else {
      return nil
    }
    let points = SupportedDigits.text(100 * difference, decimals: 2, signed: true)
    return
      "Read too early, when the last install has just come, such equal options seem to differ by \(points) pp. Then "
      + "\(share(early.found)) of tests find a difference: wait until installs are \(ModelledTestWords(test).age) old."
  }

  /// `4.8% (±0.5)`.
  private func share(_ number: MonteCarloNumber) -> String {
    "\(SupportedDigits.text(100 * number.value, decimals: 1))% "
      + "(±\(SupportedDigits.text(100 * number.mcse, decimals: 1)))"
  }
}
