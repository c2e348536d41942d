import Inference
import Rendering

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
    case .difference: return "detect \(contrast(arms)) per install"
    case .nonInferior(let margin):
      return "show that \(contrast(arms)) per install is not worse by \(PlanNumbers.points(margin)) or more"
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
      level, direction, DesignWords(design).comparisons(with: "the baseline"),
      "Rates are per install: every install in the test counts, asked or not.",
      test.unevenShares.map { "Installs are split \($0.joined(separator: " : "))." },
      DesignWords(design).clusters,
      "The formula of the score test, which att-lab analyze judges by, in large samples.",
    ].compactMap { $0 }
  }

  private var level: String {
    let alpha = PlanNumbers.percent(design.level.alpha)
    switch design.aim {
    case .difference:
      return "Level \(alpha), two-sided: that share of tests of equal options finds a difference."
    case .nonInferior:
      return "Level \(PlanNumbers.percent(design.level.alpha / 2)), one-sided: the lower end of the "
        + "\(PlanNumbers.percent(design.level.value)) interval decides."
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
}
