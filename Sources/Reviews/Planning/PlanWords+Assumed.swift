import ExperimentDesign
import Inference
import Rendering
import Studies

/// What to watch out for, and what a plan rests on.
extension PlanWords {
  func caution(_ caution: TestPlan.Caution) -> Phrase {
    switch caution.code {
    case .fewTrials:
      return
        "\(grouped: plan.trials ?? 0) trials say too little of the uncertain inputs. Simulate with --trials 2000."
    case .splitsReleases:
      return
        "iOS reads the usage string from the release, so releases or languages are split. That takes more installs: "
        + "add --cluster-size and --icc."
    case .noVolume: return "For weeks and the size that gains most, add --installs-per-week."
    case .otherThanObjective:
      return
        "Of tests that show one option higher, the other is better by the objective in \(Quantity.smallChance(caution.share ?? 0))."
    }
  }

  var assumptions: [Phrase] {
    [rates, changes, counted, split, clusters, level, comparisons, units, monteCarlo].compactMap { $0 }
  }

  private var rates: Phrase {
    guard plan.isOfRun else {
      return "Rates are per install: every install in the test counts, asked or not."
    }
    let run = plan.run ?? "the file"
    return plan.inputsVary == true
      ? "Rates are those of \(grouped: plan.trials ?? 0) trials of \(run), a draw of the uncertain inputs each."
      : "Rates are those of \(run). No input is uncertain."
  }

  private var changes: Phrase? {
    plan.overrides.isEmpty
      ? nil : "The run has values set beside the file: \(plan.overrides.joined(separator: ", "))."
  }

  private var counted: Phrase? {
    guard let metric = plan.metric, let day = plan.question.day else { return nil }
    return "The test counts \(metric.heading.joined(separator: " ")) of installs that are \(day, "day") old."
  }

  private var split: Phrase? {
    let shares = plan.options.map { Quantity.fixed($0.allocation, .share, 0) }
    return plan.installsPerOption == nil
      ? "Installs are split \(shares.joined(separator: " : "))." : nil
  }

  private var clusters: Phrase? {
    plan.question.clusters.map {
      let effect = SupportedDigits.trimmed(SupportedDigits.text($0.designEffect, decimals: 2))
      return
        "Releases or languages of \(grouped: Int($0.size.rounded())) installs are split, with an intraclass "
        + "correlation of \(Quantity.given($0.icc, .number)): \(effect) times the installs, and more where they are few."
    }
  }

  private var level: Phrase {
    let alpha = 1 - plan.question.confidence
    let way: Phrase =
      plan.question.nonInferior == nil
      ? "\(Quantity.given(alpha, .share)), two-sided" : "\(Quantity.given(alpha / 2, .share)), one-sided"
    return plan.question.clusters == nil
      ? "Level \(way), by the score test that att-lab analyze judges by, in large samples."
      : "Level \(way), over whole releases or languages by CR2, as att-lab analyze judges."
  }

  private var comparisons: Phrase? {
    guard plan.options.count > 2 else { return nil }
    let level = SupportedDigits.trimmed(
      SupportedDigits.text(100 * (1 - plan.comparisonConfidence), decimals: 2))
    let rule = plan.question.looks == nil && plan.question.clusters == nil ? "Dunnett" : "Bonferroni"
    return
      "\(plan.options.count - 1) comparisons with \(baseline), each at the level \(level)% (\(rule)), which all hold together."
  }

  private var units: Phrase? {
    guard let worth = plan.worth, worth.future != nil, worth.unit == "units" else { return nil }
    return "Gains and costs are in units of the objective."
  }

  private var monteCarlo: Phrase? {
    guard let largest = plan.curve.compactMap(\.pMcse).max(), largest > 0 else { return nil }
    return
      "Monte Carlo error of a chance: at most \(largest < 0.001 ? "0.1" : SupportedDigits.oneDigitUp(100 * largest)) pp."
  }
}
