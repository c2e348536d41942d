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
  /// The two options, the baseline first, as headings have them.
  var labels: (baseline: String, arm: String) {
    let names = [plan.pair.baseline, plan.pair.arm].map { TerminalText.safe(plan.outline.arms[$0].name) }
    return (names[0], names[1])
  }
  var baseline: String { name(plan.pair.baseline) }
  var arm: String { name(plan.pair.arm) }

  /// `0.5 pp`.
  var margin: String { PlanNumbers.points(plan.margin) }
  /// `0.5 pp`, the difference without its sign.
  var difference: String { PlanNumbers.points(abs(plan.difference)) }
  /// `7 days`.
  var age: String { plan.day == 1 ? "1 day" : "\(plan.day) days" }

  /// A chance in whole percent.
  private func chance(_ number: MonteCarloNumber) -> String { PlanNumbers.power(number.value) }

  var answer: [String] {
    let point = plan.answer
    let (baselineRate, armRate) = (rate(plan.rates.baseline), rate(plan.rates.arm))
    var sentences = [
      "Test \(arm) (\(armRate) on average) vs \(baseline) (\(baselineRate)) with "
        + "\(OptionInstalls(plan).words(point.installs)). "
        + "\(PlanNumbers.power(point.power)) of such tests detect \(difference), if that is the difference."
    ]
    let chances = point.chances
    var shown =
      "Over the uncertain inputs, \(chance(chances.armAhead)) of such tests show \(arm) higher and "
      + "\(chance(chances.baselineAhead)) show \(baseline) higher. "
    shown +=
      plan.design.looks == nil
      ? "\(chance(chances.equal)) show that they differ by less than \(margin), and \(chance(chances.open)) show none of "
        + "these." : "\(chance(chances.open)) show neither."
    sentences.append(shown)
    if let duration = test.duration { sentences.append(duration.sentence) }
    if let cheaper = WorthWords(test)?.cheaper { sentences.append(cheaper) }
    return sentences
  }

  private func rate(_ number: MonteCarloNumber) -> String { PlanNumbers.percent(number.value, decimals: 1) }

  var warnings: [String] {
    var warnings: [String] = []
    if !plan.noiseIsKnown {
      warnings.append(
        "The noise of the trials' installs is not known, so the chances take it for uncertainty. Simulate the file "
          + "again with this version.")
    }
    if plan.trials < Estimate.fewestTrials, plan.outline.parametersVary {
      warnings.append(
        "\(plan.trials) trials say too little of the uncertain inputs. Simulate with --trials 2000.")
    }
    if plan.design.clusters == nil,
      plan.outline.arms[plan.pair.baseline].usageString != plan.outline.arms[plan.pair.arm].usageString
    {
      warnings.append(
        "iOS reads the usage string from the release, so this test splits releases or languages, which differ. It takes more "
          + "installs: add --icc with --clusters or --cluster-size.")
    }
    if plan.needed == nil {
      warnings.append(
        "No number of installs has the power of \(PlanNumbers.percent(plan.power)) for \(difference) with these releases "
          + "or languages. Use more of them.")
    }
    if let few = DesignWords(plan.design).tooFewAssignments { warnings.append(few) }
    if plan.installsPerDay == nil {
      warnings.append("For weeks, add --installs-per-week, or app: {installs_per_month: …} to the file.")
    }
    return warnings
  }

  var assumptions: [String] {
    let trials = PlanNumbers.grouped(plan.trials)
    let scenario = plan.outline.scenarios.count > 1 ? ", scenario \(TerminalText.safe(plan.scenario))" : ""
    let design = DesignWords(plan.design)
    return [
      plan.outline.parametersVary
        ? "The rates of both options are those of \(trials) trials of run \(plan.outline.run)\(scenario), a draw of the "
          + "uncertain inputs each."
        : "The rates of both options are those of run \(plan.outline.run)\(scenario). No input is uncertain.",
      reading, design.usable, split, test.duration?.assumption, design.clusters, level, monteCarlo,
    ].compactMap { $0 }
  }

  private var split: String? {
    guard plan.ramp == nil else { return nil }
    return test.unevenShares.map { "Installs are split \($0.joined(separator: " : ")), \(baseline) first." }
  }

  private var level: String {
    let alpha = "Level \(PlanNumbers.percent(plan.design.level.alpha)), two-sided"
    if let clusters = DesignWords(plan.design).clusterFormula { return "\(alpha). \(clusters)" }
    return "\(alpha), by the score test that att-lab analyze judges by, in large samples."
  }

  private var reading: String {
    let what = plan.metric.heading.joined(separator: " ")
    return plan.metric.definition.measure.day == nil
      ? "The test counts \(what) at the end of the horizon, when an install is \(age) old."
      : "The test counts \(what): first answers of installs that are \(age) old."
  }

  private var monteCarlo: String? {
    let chances = plan.curve.map(\.chances)
    let largest =
      chances.flatMap { [$0.armAhead, $0.baselineAhead, $0.equal, $0.open] }.map(\.mcse).max() ?? 0
    guard largest > 0 else { return nil }
    let most = largest < 0.0005 ? "below 0.1" : "at most \(SupportedDigits.oneDigitUp(100 * largest))"
    return "Monte Carlo error of a chance: \(most) pp."
  }
}
