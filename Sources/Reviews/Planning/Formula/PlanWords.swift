import Inference
import Rendering
import TestData

/// What a planned test shows, and what that assumes, in sentences.
struct PlanWords {
  private let test: PlannedTest
  private var plan: TestPlan { test.plan }
  private var design: TestDesign { plan.design }

  init(_ test: PlannedTest) { self.test = test }

  /// After "80% of tests": `detect 22% vs 20% per install (+2 pp)`.
  var shown: String {
    let arms = Array(plan.shares.dropFirst())
    switch design.aim {
    case .difference: return "detect \(contrast(arms)) \(test.denominator.words)"
    case .nonInferior(let margin):
      return
        "show that \(contrast(arms)) \(test.denominator.words) is not worse by \(PlanNumbers.points(margin)) or more"
    case .equivalent(let margin):
      return
        "show that \(contrast(arms)) \(test.denominator.words) differ by less than \(PlanNumbers.points(margin))"
    }
  }

  /// `22% vs 20% (+2 pp)`; of several arms that differ, one after the other.
  private func contrast(_ arms: [Double]) -> String {
    var different: [Double] = []
    for arm in arms where !different.contains(arm) { different.append(arm) }
    let baseline = PlanNumbers.percent(plan.shares[0])
    guard let first = different.first, different.count == 1 else {
      return "\(different.map(PlanNumbers.percent).joined(separator: " and ")) vs \(baseline)"
    }
    let difference = first - plan.shares[0]
    guard plan.asked == .difference else {
      let lift = difference > 0 ? "+\(PlanNumbers.points(difference))" : PlanNumbers.points(difference)
      return "\(PlanNumbers.percent(first)) vs \(baseline)" + (difference == 0 ? "" : " (\(lift))")
    }
    let decimals = PlanNumbers.decimals(of: difference)
    let lift = SupportedDigits.text(100 * difference, decimals: decimals, signed: true)
    return "\(PlanNumbers.percent(first, decimals: decimals)) vs \(baseline) (\(lift) pp)"
  }

  /// What the numbers rest on, a sentence each.
  var assumptions: [String] {
    [
      level, direction, correction, together, denominator, DesignWords(design).usable, split,
      test.duration?.assumption, DesignWords(design).clusters,
    ].compactMap { $0 }
      + [formula]
  }

  private var formula: String {
    if let clusters = DesignWords(design).clusterFormula { return clusters }
    let test =
      switch design.test {
      case .score: "the score test, which att-lab analyze judges by"
      case .fisher: "Fisher's exact test, which att-lab analyze shows beside its verdict"
      }
    if plan.answer.isExact {
      return "Powers are added up over all results of \(test); of large sizes they are by its formula."
    }
    return "The formula of \(test), in large samples."
  }

  private var level: String {
    let alpha = PlanNumbers.percent(design.level.alpha)
    switch (design.aim, design.sides) {
    case (.difference, .two):
      return "Level \(alpha), two-sided: that share of tests of equal options finds a difference."
    case (.difference, .one):
      let word = plan.shares[1] < plan.shares[0] ? "lower" : "higher"
      return "Level \(alpha), one-sided: the test looks only for a \(word) rate."
    case (.nonInferior, _):
      return "Level \(PlanNumbers.percent(design.level.alpha / 2)), one-sided: the lower end of the "
        + "\(PlanNumbers.percent(design.level.value)) interval decides."
    case (.equivalent, _): return "Two one-sided tests, each at the level \(alpha)."
    }
  }

  /// What little power is: a difference in its own direction, or in either, is found by chance as often.
  private var direction: String? {
    guard design.aim == .difference, plan.answer.power < 0.1 else { return nil }
    if design.powerCountsBothSides {
      return "Power counts differences found in either direction. With equal options up to "
        + "\(PlanNumbers.percent(design.comparisonLevel.alpha)) of tests find one by chance, so this test shows hardly "
        + "anything."
    }
    return "Power counts only differences found in their own direction. With equal options "
      + "\(PlanNumbers.percent(design.levelOfOneSide)) of tests find one there by chance, so this test shows hardly "
      + "anything."
  }

  private var correction: String? {
    DesignWords(design).comparisons(
      with: "the baseline", more: " \(reading)" + (byIntervals.map { " \($0)" } ?? ""))
  }

  /// The size where the intervals decide.
  private var byIntervals: String? {
    plan.neededByIntervals.map {
      "Where intervals decide, which hold together by Dunnett's constant, \(PlanNumbers.grouped($0.total)) installs in "
        + "total are enough."
    }
  }

  /// How the analysis reads several comparisons.
  private var reading: String {
    design.looks == nil
      ? "The correction \(design.correction.name) finds at least as much, so the size is at most too large."
      : "Looks are read at that level, whatever the correction."
  }

  private var together: String? {
    guard let joint = plan.answer.joint else { return nil }
    let whose =
      design.mustShowAll
      ? "The power is that of all comparisons together." : "The power is that of each comparison."
    return "\(whose) At this size \(PlanNumbers.power(joint.any)) of tests show at least one, and "
      + "\(PlanNumbers.power(joint.all)) show all."
  }

  private var denominator: String {
    switch test.denominator {
    case .installs: "Rates are per install: every install in the test counts, asked or not."
    case .prompted: "Rates are per prompted install: those who never see the alert do not count."
    case .answered: "Rates are per answer: those who never answer the alert do not count."
    }
  }

  private var split: String? {
    guard test.calendar?.ramp == nil else { return nil }
    if let cheaper = test.cheaper {
      let shares = cheaper.split.map(PlanNumbers.plain).joined(separator: ",")
      return "Installs are split evenly. The baseline is in every comparison: with --allocation \(shares) "
        + "\(PlanNumbers.grouped(cheaper.installs)) installs in total are enough."
    }
    return test.unevenShares.map { "Installs are split \($0.joined(separator: " : "))." }
  }
}
