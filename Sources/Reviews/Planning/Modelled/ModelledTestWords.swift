import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a test planned by the experiment's own model shows, and what that assumes, in sentences.
struct ModelledTestWords {
  private let test: ModelledTest
  private var plan: ExperimentTestPlan { test.plan }

  init(_ test: ModelledTest) { self.test = test }

  private func name(_ position: Int) -> String { TerminalText.inSentence(plan.outline.arms[position].name) }
  /// A name as headings have it.
  private func label(_ position: Int) -> String { TerminalText.safe(plan.outline.arms[position].name) }
  /// The baseline as headings have it.
  var baselineLabel: String { label(plan.baseline) }
  /// The option of a comparison as headings have it.
  func armLabel(_ comparison: Int) -> String { label(plan.options[comparison + 1]) }
  var baseline: String { name(plan.baseline) }
  func arm(_ comparison: Int) -> String { name(plan.options[comparison + 1]) }

  /// `0.5 pp`.
  var margin: String { PlanNumbers.points(plan.margin) }
  /// `0.5 pp`, the difference without its sign; with it where it is a drop that the trials do not expect of every option.
  var difference: String {
    PlanNumbers.points(test.isUnexpectedDrop ? plan.differences[0] : abs(plan.differences[0]))
  }
  /// `7 days`.
  var age: String { plan.day == 1 ? "1 day" : "\(plan.day) days" }

  /// A chance in whole percent.
  private func chance(_ number: MonteCarloNumber) -> String { PlanNumbers.power(number.value) }

  /// After "80% of such tests": `detect 3 pp, if that is the difference`.
  private var claim: String {
    let condition =
      plan.differences[0] == 0
      ? "if rates are the same" : "if the difference is \(PlanNumbers.points(plan.differences[0]))"
    switch plan.design.aim {
    case .difference: return "detect \(difference), if that is the difference"
    case .nonInferior(let margin):
      let option = plan.arms.count == 1 ? arm(0) : "an option"
      return "show that \(option) is not worse by \(PlanNumbers.points(margin)) or more, \(condition)"
    }
  }

  var answer: [String] {
    let point = plan.answer
    let tested = plan.arms.indices.map { place in
      "\(name(plan.options[place])) (\(rate(plan.rates[place]))\(place == 1 ? " on average" : ""))"
    }
    let each = plan.arms.count == 1 ? "" : "In each comparison, at least "
    let what = "\(tested.inProse) vs \(baseline) (\(rate(plan.rates[0])))"
    var sentences =
      [
        scenario, headline(what, "\(each)\(PlanNumbers.power(point.power)) of such tests \(claim)."),
      ].compactMap { $0 } + [choice]
    // One draw of the inputs, or a few, would be taken for all of them.
    if !test.hasTooFewTrials {
      sentences += point.comparisons.indices.map { shown(point.comparisons[$0], $0) }
    }
    if let duration = test.duration { sentences.append(duration.sentence) }
    let worth = WorthWords(test)
    if let other = sizeOfPower ?? worth?.cheaper ?? worth?.smaller { sentences.append(other) }
    return sentences
  }

  /// Which scenario the plan is of, and how to ask for another; `nil` where there is one.
  private var scenario: String? {
    let others = plan.outline.scenarios.map(\.name).filter { $0 != plan.scenario }
    guard let next = others.first else { return nil }
    let option = "--scenario \(TerminalText.shellWord(next))"
    let rest =
      others.count == 1
      ? "The run has another: add \(option)."
      : "The run has \(others.count) others: \(others.map(TerminalText.safe).inProse). For the first of them add \(option)."
    return "Scenario \(TerminalText.safe(plan.scenario)). \(rest)"
  }

  /// Why it is these options, and which of them is the baseline.
  private var choice: String {
    let others = "Name others with --arms, the baseline first."
    switch plan.choice {
    case .best:
      return
        "In the run's answer \(arm(0)) is best and \(baseline) is next, so the test is of these two. \(baseline) is the "
        + "baseline (the answer's table compares with \(arm(0))): a difference above 0 speaks for \(arm(0)). \(others)"
    case .baseline:
      return
        "\(baseline) is the experiment's baseline. \(plan.arms.indices.map { name(plan.options[$0]) }.inProse) are most often "
        + "within the margin of the best option. \(others)"
    case .named: return "\(baseline) is the baseline, as --arms names it first."
    case .worth:
      return
        "A test of the run's best option and the next is in its numbers already. Of all tests of two options that of "
        + "\(baseline) and \(arm(0)) is now worth most. \(baseline) is the baseline: a difference above 0 speaks for "
        + "\(arm(0)). \(others)"
    }
  }

  /// The size to test with, and why it is that.
  ///
  /// - Parameters:
  ///   - what: `b (23%) vs a (21%)`.
  ///   - power: the sentence on the power of the planned size.
  private func headline(_ what: String, _ power: String) -> String {
    let planned = "\(OptionInstalls(plan).words(plan.planned)). "
    switch (plan.sizing, WorthWords(test)?.pays) {
    case (.value, .size(let net)?):
      return "Test \(what) with \(planned)That size gains most for the choice after its costs: \(net)."
    case (.power, .noSize(let reason)?):
      return "\(reason) If you test all the same, test \(what) with \(planned)\(power)"
    case (.value, _), (.power, _), (.given, _): return "Test \(what) with \(planned)\(power)"
    }
  }

  /// What the size that has the power is for, where another one is planned for its value; `nil` for none.
  private var sizeOfPower: String? {
    guard plan.sizing == .value else { return nil }
    return
      "If the true difference is \(difference), a test of \(PlanNumbers.grouped(plan.planned)) installs shows it in "
      + "\(PlanNumbers.power(plan.answer.power)) of tests. To show it in \(PlanNumbers.percent(plan.power)) takes "
      + "\(OptionInstalls(plan).words(plan.wholeNeeded))."
  }

  /// What tests of the planned size show of a comparison.
  private func shown(_ chances: UncertainTest.Chances, _ comparison: Int) -> String {
    let start = comparison == 0 ? "Over the uncertain inputs, " : ""
    let arm = arm(comparison)
    func tests(_ number: MonteCarloNumber) -> String { "\(chance(number)) of such tests" }
    switch plan.design.aim {
    case .nonInferior(let margin):
      return
        "\(start)\(tests(chances.shown)) show that \(arm) is not worse by \(PlanNumbers.points(margin)) or more. "
        + "\(chance(chances.armAhead)) show it higher, and \(chance(chances.baselineAhead)) lower."
    case .difference:
      let both =
        plan.arms.count == 1
        ? "show \(arm) higher and \(chance(chances.baselineAhead)) show \(baseline) higher"
        : "show \(arm) higher than \(baseline) and \(chance(chances.baselineAhead)) show it lower"
      let rest =
        plan.design.looks == nil
        ? "\(chance(chances.equal)) show that they differ by less than \(margin), and \(chance(chances.open)) show none "
          + "of these." : "\(chance(chances.open)) show neither."
      return "\(start)\(tests(chances.armAhead)) \(both). \(rest)"
    }
  }

  private func rate(_ number: MonteCarloNumber) -> String { PlanNumbers.percent(number.value, decimals: 1) }

  var warnings: [String] {
    var warnings = [tooMany].compactMap { $0 }
    if let test = plan.outline.learntTest(of: plan.options) {
      warnings.append(
        "A test of these options by day \(test.day) is in the run's numbers already. This is another one beside it"
          + (test.day < plan.day
            ? "; counting the installs of that one by day \(plan.day) may do." : "."))
    }
    if !plan.noiseIsKnown, !test.hasTooFewTrials {
      warnings.append(
        "The noise of the trials' installs is not known, so the chances take it for uncertainty. Simulate the file "
          + "again with this version.")
    }
    if test.hasTooFewTrials {
      warnings.append(
        "\(plan.trials) \(plan.trials == 1 ? "trial says" : "trials say") too little of the uncertain inputs to tell how often "
          + "tests show a difference, or what they are worth. Simulate with --trials 2000, or set trials: 2000 in the file."
      )
    }
    let strings = plan.options.map { plan.outline.arms[$0].usageString }
    if plan.design.clusters == nil, strings.contains(where: { $0 != strings[0] }) {
      warnings.append(
        "iOS reads the usage string from the release, so this test splits releases or languages, which differ. It takes more "
          + "installs: add --cluster-size and --icc.")
    }
    if plan.installsPerDay == nil {
      let gains =
        plan.sizing == .power && plan.design.aim == .difference ? ", and the size that gains most" : ""
      warnings.append(
        "For weeks\(gains), add --installs-per-week, or app: {installs_per_month: …} to the file.")
    }
    return warnings
  }

  /// That a test is planned with more installs than the app has; `nil` where it is not, or nobody says how many it has.
  private var tooMany: String? {
    guard let perDay = plan.installsPerDay, let most = plan.outline.context?.volume?.installsPerDay,
      perDay > 1.005 * most
    else { return nil }
    let (planned, has) = (whole(7 * perDay), whole(7 * most))
    return
      "The plan is for \(planned) installs a week, and the app has about \(has) (app.installs_per_month). A test gets no more "
      + "than the app has: correct one of them."
  }

  private func whole(_ installs: Double) -> String { PlanNumbers.grouped(Int(installs.rounded())) }

  var assumptions: [String] {
    let trials = plan.trials == 1 ? "the 1 trial" : "\(PlanNumbers.grouped(plan.trials)) trials"
    let scenario = plan.outline.scenarios.count > 1 ? ", scenario \(TerminalText.safe(plan.scenario))" : ""
    let design = DesignWords(plan.design)
    let options = plan.arms.count == 1 ? "both options" : "all options"
    return [
      plan.outline.parametersVary
        ? "The rates of \(options) are those of \(trials) of \(test.runName)\(scenario), a draw of the "
          + "uncertain inputs each."
        : "The rates of \(options) are those of \(test.runName)\(scenario). No input is uncertain.",
      changes, reading,
      test.unevenShares.map { "Installs are split \($0.joined(separator: " : ")), \(baseline) first." },
      design.clusters, level, design.comparisons(with: baseline), WorthWords(test)?.unitAssumption,
      monteCarlo,
    ].compactMap { $0 }
  }

  /// What was set beside the file, so that it is not of the file alone; `nil` for nothing.
  private var changes: String? {
    guard !test.overrides.isEmpty else { return nil }
    let values = test.overrides.map { TerminalText.safe($0) }.joined(separator: ", ")
    return "The run is of the file with values set beside it: \(values)."
  }

  private var level: String {
    let design = plan.design
    let percent = PlanNumbers.percent(design.level.alpha)
    let alpha =
      switch design.aim {
      case .difference: "Level \(percent), two-sided"
      case .nonInferior:
        "Level \(PlanNumbers.percent(design.level.alpha / 2)), one-sided, as the lower end of the "
          + "\(PlanNumbers.percent(design.level.value)) interval decides"
      }
    return "\(alpha), by the score test that att-lab analyze judges by, in large samples."
  }

  private var reading: String {
    let what = plan.metric.heading.joined(separator: " ")
    return plan.metric.definition.measure.day == nil
      ? "The test counts \(what) at the end of the horizon, when an install is \(age) old."
      : "The test counts \(what): first answers of installs that are \(age) old."
  }

  private var monteCarlo: String? {
    let chances = plan.curve.flatMap(\.comparisons)
    let largest =
      chances.flatMap { [$0.armAhead, $0.baselineAhead, $0.equal, $0.open, $0.shown] }.map(\.mcse).max() ?? 0
    guard largest > 0 else { return nil }
    let most = largest < 0.0005 ? "below 0.1" : "at most \(SupportedDigits.oneDigitUp(100 * largest))"
    return "Monte Carlo error of a chance: \(most) pp."
  }
}
