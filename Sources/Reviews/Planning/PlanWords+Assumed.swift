import ExperimentDesign
import Rendering
import Studies

/// What a plan rests on.
extension PlanWords {
  var assumptions: [String] {
    [
      choice, rates, changes, counted, split, clusters, level, comparisons, units, simulated, tooEarly,
      monteCarlo,
    ]
    .compactMap { $0 }
  }

  /// Why it is these options.
  private var choice: String? {
    switch plan.optionsFrom {
    case nil: nil
    case .best:
      "\(compared) is best in the run's answer and \(baseline) is next. Name others with --arms, the baseline first."
    case .named: "\(baseline) is the baseline, as --arms names it first."
    case .worth:
      "A test of the best option and the next is in the numbers already. One of these two is now worth most."
    }
  }

  private var rates: String? {
    guard plan.mode == .run else {
      return "Rates are per install: every install in the test counts, asked or not."
    }
    let run = plan.plan.dropFirst(2).first.map { TerminalText.safe($0) } ?? ""
    return plan.inputsVary == true
      ? "Rates are those of \(grouped(plan.trials ?? 0)) trials of \(run), a draw of the uncertain inputs each."
      : "Rates are those of \(run). No input is uncertain."
  }

  private var changes: String? {
    plan.overrides.isEmpty
      ? nil
      : "The run has values set beside the file: \(plan.overrides.map { TerminalText.safe($0) }.joined(separator: ", "))."
  }

  private var counted: String? {
    guard let metric = plan.question.metric, let day = plan.question.day else { return nil }
    return "The test counts \(metric.heading.joined(separator: " ")) of installs that are \(age(day)) old."
  }

  private var split: String? {
    plan.answer.installsPerOption == nil
      ? "Installs are split \(plan.options.map { PlanNumbers.percent($0.allocation, decimals: 0) }.joined(separator: " : "))."
      : nil
  }

  private var clusters: String? {
    plan.question.clusters.map {
      "Releases or languages of \(grouped(Int($0.size.rounded()))) installs are split, with an intraclass correlation of "
        + "\(PlanNumbers.plain($0.icc)): \(SupportedDigits.trimmed(SupportedDigits.text($0.designEffect, decimals: 2))) times the installs."
    }
  }

  private var level: String {
    let alpha = 1 - plan.question.confidence
    let way =
      plan.question.nonInferior == nil
      ? "\(PlanNumbers.percent(alpha)), two-sided" : "\(PlanNumbers.percent(alpha / 2)), one-sided"
    return "Level \(way), by the score test that att-lab analyze judges by, in large samples."
  }

  private var comparisons: String? {
    guard plan.options.count > 2 else { return nil }
    let level = SupportedDigits.trimmed(
      SupportedDigits.text(100 * (1 - plan.question.comparisonConfidence), decimals: 2))
    let rule = plan.question.plannedLooks == nil && plan.question.clusters == nil ? "Dunnett" : "Bonferroni"
    return
      "\(plan.options.count - 1) comparisons with \(baseline), each at the level \(level)% (\(rule)), which all hold together."
  }

  private var units: String? {
    guard let worth = plan.worth, worth.future != nil, worth.unit == "units" else { return nil }
    return "Gains and costs are in units of the objective, each worth \(PlanNumbers.plain(worth.worth))."
  }

  private var simulated: String? {
    plan.rehearsal.map {
      "Of \(grouped($0.simulations)) simulated tests that att-lab analyze judges, "
        + "\(SupportedDigits.text(100 * $0.found, decimals: 1))% (±\(SupportedDigits.text(100 * $0.foundMcse, decimals: 1))) show what the test is for."
    }
  }

  private var tooEarly: String? {
    guard let difference = plan.rehearsal?.tooEarlyDifferences.max(by: { abs($0) < abs($1) }),
      let day = plan.question.day
    else { return nil }
    return "Read when the last install has just come, options that are equal by day \(day) seem to differ by "
      + "\(SupportedDigits.text(100 * difference, decimals: 2, signed: true)) pp. Wait until installs are \(age(day)) old."
  }

  private var monteCarlo: String? {
    let errors = plan.curve.flatMap {
      [$0.pBetterMcse, $0.pWorseMcse, $0.pEquivalentMcse, $0.pUnknownMcse, $0.pShownMcse]
    }
    guard let largest = errors.compactMap({ $0 }).max(), largest > 0 else { return nil }
    return
      "Monte Carlo error of a chance: at most \(largest < 0.001 ? "0.1" : SupportedDigits.oneDigitUp(100 * largest)) pp."
  }
}
