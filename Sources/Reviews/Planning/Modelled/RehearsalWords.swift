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
    let looks = ModelledLooks(test)?.simulatedSentence
    let found: [[String?]] = [
      errors, [looks], analysis, [together], simulatedErrors, [falsePositives, tooEarly],
    ]
    return found.joined().compactMap { $0 }
  }

  private var words: ModelledTestWords { ModelledTestWords(test) }

  /// What begins a sentence of a comparison where there are several.
  private func start(_ comparison: Int) -> String {
    plan.arms.count == 1 ? "" : "\(words.arm(comparison)) vs \(words.baseline): "
  }

  /// Wrong signs and overstated sizes, by the formula.
  private var errors: [String?] {
    guard !test.hasTooFewTrials else { return [] }
    return plan.answer.comparisons.enumerated().map { comparison, chances in
      guard let wrong = chances.wrongSign else { return nil }
      let share = PlanNumbers.smallChance(wrong)
      let of = start(comparison) + (plan.arms.count == 1 ? "Of" : "of")
      switch plan.design.aim {
      case .nonInferior(let margin):
        return
          "\(of) the tests that show it not worse by \(PlanNumbers.points(margin)) or more, \(share) are wrong: it is "
          + "worse by that."
      case .equivalent(let margin):
        return
          "\(of) the tests that show a difference below \(PlanNumbers.points(margin)), \(share) are wrong: it is larger."
      case .difference:
        guard let size = chances.exaggeration else { return nil }
        let times = SupportedDigits.text(size, decimals: 2)
        return
          "\(of) the tests that show one option higher, \(share) show the one that is worse (wrong sign, type S). Their "
          + "estimates are \(times) times the true difference on average (type M)."
      }
    }
  }

  /// The same of simulated tests, where looks leave no formula.
  private var simulatedErrors: [String?] {
    guard let rehearsed = test.rehearsal?.planned, !rehearsed.stops.isEmpty else { return [] }
    return rehearsed.comparisons.enumerated().map { comparison, found in
      guard let wrong = found.wrongSign, let size = found.exaggeration else { return nil }
      let times = SupportedDigits.text(size, decimals: 2)
      let of = start(comparison) + (plan.arms.count == 1 ? "Of" : "of")
      return
        "\(of) those that show one option higher, \(PlanNumbers.smallChance(wrong)) show the wrong one (type S). Their "
        + "estimates are \(times) times the true difference on average (type M), as a test stops where it looks large."
    }
  }

  /// How many of the simulated tests show all that they are for, where that is asked.
  private var together: String? {
    guard plan.design.mustShowAll, let rehearsed = test.rehearsal?.planned else { return nil }
    return
      "\(share(rehearsed.foundAll)) of the simulated tests show what the test is for in all \(plan.arms.count) comparisons."
  }

  private var analysis: [String?] {
    guard let rehearsed = test.rehearsal?.planned else { return [] }
    return rehearsed.comparisons.enumerated().map { comparison, found in
      let bias = SupportedDigits.text(100 * found.bias.value, decimals: 2, signed: true)
      let error = SupportedDigits.text(100 * found.bias.mcse, decimals: 2)
      let tests =
        comparison == 0
        ? "In \(PlanNumbers.grouped(rehearsed.simulations)) simulated tests that att-lab analyze judges, "
        : ""
      let subject =
        plan.arms.count == 1 ? "" : " of \(words.arm(comparison)) vs \(words.baseline)"
      return
        "\(tests)\(comparison == 0 ? "the" : "The") estimate\(subject) is off by \(bias) pp on average (±\(error), bias).\(coverage(found))\(aim(found))"
    }
  }

  private func coverage(_ found: RehearsedTests.Comparison) -> String {
    let level = PlanNumbers.percent(plan.design.level.value)
    guard plan.design.comparisonLevel != plan.design.level else {
      return " Its \(level) intervals hold the true difference in \(share(found.coverage)) (coverage)."
    }
    return " Its intervals hold the true difference in \(share(found.coverage)) (coverage). They are as wide "
      + "as it takes for those of all comparisons to hold together in \(level) of tests."
  }

  /// How many of the simulated tests show what the test is for, where verdicts do not say that.
  private func aim(_ found: RehearsedTests.Comparison) -> String {
    guard plan.design.aim != .difference || plan.design.sides == .one else { return "" }
    return " \(share(found.shown)) show what the test is for."
  }

  private var falsePositives: String? {
    guard let rehearsal = test.rehearsal else { return nil }
    let found = share(rehearsal.identical.found)
    switch plan.design.aim {
    case .nonInferior(let margin):
      return
        "False positives: options that are worse by exactly \(PlanNumbers.points(margin)) are found not worse in "
        + "\(found) of simulated tests."
    case .equivalent(let margin):
      return
        "False positives: options that differ by exactly \(PlanNumbers.points(margin)) are found to differ by less in "
        + "\(found) of simulated tests."
    case .difference: break
    }
    let identical = "False positives: identical options are found to differ in \(found)"
    let level = PlanNumbers.percent(plan.design.level.alpha)
    let right = plan.design.looks == nil ? ", where at most \(level) is right" : ""
    guard let equal = rehearsal.equalByDay else { return identical + " of simulated tests\(right)." }
    return identical
      + " of simulated tests\(right). Options that ask at different moments, and are equal by day \(plan.day), are in "
      + "\(share(equal.found)). Were that clearly more, reading by that day would favour one of them."
  }

  private var tooEarly: String? {
    guard let early = test.rehearsal?.tooEarly,
      let difference = test.rehearsal?.tooEarlyDifferences.max(by: { abs($0) < abs($1) })
    else { return nil }
    let points = SupportedDigits.text(100 * difference, decimals: 2, signed: true)
    let most = plan.arms.count == 1 ? "" : "up to "
    return
      "Read too early, when the last install has just come, such equal options seem to differ by \(most)\(points) pp. Then "
      + "\(share(early.found)) of tests find a difference: wait until installs are \(words.age) old."
  }

  /// `4.8% (±0.5)`.
  private func share(_ number: MonteCarloNumber) -> String {
    "\(SupportedDigits.text(100 * number.value, decimals: 1))% "
      + "(±\(SupportedDigits.text(100 * number.mcse, decimals: 1)))"
  }
}
