import GSLNumerics

extension UncertainTest {
  /// What a test under one draw shows of one comparison.
  struct Outcome {
    /// The chance that it shows the arm ahead.
    var armAhead = 0.0
    /// The chance that it shows the baseline ahead.
    var baselineAhead = 0.0
    /// The chance that it shows the two to be within the margin.
    var equal = 0.0
    /// The mean size of the estimated difference where it shows one ahead, times the chance of that.
    var shownSize = 0.0
    /// The chance that it shows its aim.
    var aimShown = 0.0
  }

  /// The standard errors of a difference under one draw: were both shares the same, and as they are.
  func errors(
    _ draw: Int, comparison: Int, installs: Double
  ) -> (pooled: Double, own: Double) {
    errors(of: (baseline[draw], arms[comparison][draw]), comparison: comparison, installs: installs)
  }

  /// The same of two shares, the baseline's first.
  func errors(
    of shares: (Double, Double), comparison: Int, installs: Double
  ) -> (pooled: Double, own: Double) {
    let people = design.baselinePeople(ofInstalls: installs)
    let ratio = design.ratio(comparison + 1)
    let (first, second) = shares
    let mean = (first + ratio * second) / (1 + ratio)
    let variance = (first * (1 - first) + second * (1 - second) / ratio) / people
    if let clusters = rules[comparison].clusters {
      let error = (clusters.variance(between: mean) + variance).squareRoot()
      return (error, error)
    }
    return ((mean * (1 - mean) * (1 + 1 / ratio) / people).squareRoot(), variance.squareRoot())
  }

  /// The standard error of the estimated difference of a test of two options, under one draw.
  func error(_ draw: Int, installs: Double) -> Double {
    errors(draw, comparison: 0, installs: installs).own
  }

  /// What a test shows of each comparison.
  ///
  /// - Parameter installs: of all options together, above 0.
  /// - Throws: what the margin's constrained shares throw.
  func outcomes(_ draw: Int, installs: Double) throws(NumericsError) -> [Outcome] {
    var outcomes =
      steps.map { stepped(draw, $0, installs: installs) }
      ?? arms.indices.map {
        alone(draw, comparison: $0, installs: installs)
      }
    for comparison in outcomes.indices {
      let found = outcomes[comparison]
      switch design.aim {
      case .difference: outcomes[comparison].aimShown = found.armAhead + found.baselineAhead
      case .equivalent: outcomes[comparison].aimShown = found.equal
      case .nonInferior:
        outcomes[comparison].aimShown = try notWorse(draw, comparison: comparison, installs: installs)
      }
    }
    return outcomes
  }

  private func notWorse(
    _ draw: Int, comparison: Int, installs: Double
  ) throws(NumericsError) -> Double {
    try rules[comparison].notWorse?.power(
      ofSize: design.baselinePeople(ofInstalls: installs), baseline: baseline[draw],
      arm: arms[comparison][draw], allocation: design.ratio(comparison + 1)) ?? 0
  }

  // MARK: - Each comparison alone

  private func alone(_ draw: Int, comparison: Int, installs: Double) -> Outcome {
    let rule = rules[comparison]
    if let courses {
      let course = course(draw, courses, comparison: comparison, installs: installs)
      return Outcome(armAhead: course.upper.reduce(0, +), baselineAhead: course.lower.reduce(0, +))
    }
    let difference = arms[comparison][draw] - baseline[draw]
    let (pooled, own) = errors(draw, comparison: comparison, installs: installs)
    let estimate = NormalEstimate(mean: difference, error: own)
    var outcome = Outcome()
    for (scale, weight) in rule.scales {
      let nearest = rule.isAbove == nil ? margin - rule.marginDeviate * own * scale : 0
      let bound = max(rule.deviate * pooled * scale, nearest)
      if rule.isAbove != false {
        outcome.armAhead += weight * estimate.above(bound)
        outcome.shownSize += weight * estimate.sumAbove(bound)
      }
      if rule.isAbove != true {
        outcome.baselineAhead += weight * estimate.turned.above(bound)
        outcome.shownSize += weight * estimate.turned.sumAbove(bound)
      }
      if nearest > 0 { outcome.equal += weight * estimate.within(nearest) }
    }
    return outcome
  }

  /// The chances of a comparison to stop at each look.
  func course(
    _ draw: Int, _ courses: StoppingCourses, comparison: Int, installs: Double
  ) -> StoppingProbabilities {
    let difference = arms[comparison][draw] - baseline[draw]
    let (pooled, own) = errors(draw, comparison: comparison, installs: installs)
    // The score at the end whose single look would have the same power.
    let deviate = rules[comparison].deviate
    let size = deviate + (abs(difference) - deviate * pooled) / own
    return courses.course(drift: difference < 0 ? -size : size)
  }

  // MARK: - Several comparisons whose p-values are adjusted in steps

  /// Goes over the estimated share of the baseline, given which the comparisons are independent.
  ///
  /// By the trapezoidal rule over a standard normal U. All that depends on U is normal too, with less of a spread than the
  /// step is wide for, so that the rule errs by 10⁻⁸ at most.
  /// - Parameter body: takes the weight of a share, and the estimated difference of each comparison given it.
  func forEachBaseline(
    _ draw: Int, errors: [(pooled: Double, own: Double)], installs: Double,
    _ body: (_ weight: Double, _ estimates: [NormalEstimate]) -> Void
  ) {
    let people = design.baselinePeople(ofInstalls: installs)
    let share = baseline[draw]
    let baselineError = (share * (1 - share) / people).squareRoot()
    let armErrors = errors.map { ($0.own * $0.own - baselineError * baselineError).squareRoot() }
    let curvature = armErrors.reduce(1) { $0 + baselineError * baselineError / ($1 * $1) }
    let step = min(0.5, 1 / curvature.squareRoot())
    let points = Int((Self.reach / step).rounded(.up))
    for point in -points...points {
      let score = Double(point) * step
      body(
        normalDensity(score) * step,
        arms.indices.map { comparison in
          NormalEstimate(
            mean: arms[comparison][draw] - share - baselineError * score, error: armErrors[comparison])
        })
    }
  }

  /// What decides each comparison, where p-values are adjusted in steps.
  func bounds(_ steps: SteppedBounds, errors: [(pooled: Double, own: Double)]) -> [ComparisonBounds] {
    arms.indices.map { comparison in
      ComparisonBounds(
        steps.deviates.map { $0 * errors[comparison].pooled },
        nearest: margin - rules[comparison].marginDeviate * errors[comparison].own)
    }
  }

  private func stepped(_ draw: Int, _ steps: SteppedBounds, installs: Double) -> [Outcome] {
    let errors = arms.indices.map { self.errors(draw, comparison: $0, installs: installs) }
    let bounds = bounds(steps, errors: errors)
    var outcomes = [Outcome](repeating: Outcome(), count: arms.count)
    forEachBaseline(draw, errors: errors, installs: installs) { weight, estimates in
      let parts = arms.indices.map { bounds[$0].parts(estimates[$0]) }
      for comparison in arms.indices {
        var others = parts.map(\.intervals)
        others.remove(at: comparison)
        let chances = steps.procedure.chances(others: others)
        for (level, chance) in chances.enumerated() {
          outcomes[comparison].armAhead += weight * chance * parts[comparison].above[level]
          outcomes[comparison].baselineAhead += weight * chance * parts[comparison].below[level]
          outcomes[comparison].shownSize += weight * chance * parts[comparison].sums[level]
        }
      }
    }
    for comparison in arms.indices where bounds[comparison].nearest > 0 {
      outcomes[comparison].equal =
        NormalEstimate(mean: arms[comparison][draw] - baseline[draw], error: errors[comparison].own)
        .within(bounds[comparison].nearest)
    }
    return outcomes
  }

  /// φ is below 10⁻¹¹ beyond.
  private static var reach: Double { 7 }
}
