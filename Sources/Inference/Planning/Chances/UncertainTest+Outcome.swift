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

  /// The standard errors of a difference: were both shares the same, and as they are.
  private func errors(
    _ draw: Int, comparison: Int, installs: Double
  ) -> (pooled: Double, own: Double) {
    let people = design.baselinePeople(ofInstalls: installs)
    let ratio = design.ratio(comparison + 1)
    let (first, second) = (baseline[draw], arms[comparison][draw])
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

  /// Adds up over the estimated share of the baseline, given which the comparisons are independent.
  ///
  /// By the trapezoidal rule over a standard normal U. All that depends on U is normal too, with less of a spread than the
  /// step is wide for, so that the rule errs by 10⁻⁸ at most.
  private func stepped(_ draw: Int, _ steps: SteppedBounds, installs: Double) -> [Outcome] {
    let people = design.baselinePeople(ofInstalls: installs)
    let share = baseline[draw]
    let baselineError = (share * (1 - share) / people).squareRoot()
    let errors = arms.indices.map { self.errors(draw, comparison: $0, installs: installs) }
    let bounds = arms.indices.map { comparison in
      ComparisonBounds(
        steps.deviates.map { $0 * errors[comparison].pooled },
        nearest: margin - rules[comparison].marginDeviate * errors[comparison].own)
    }
    let armErrors = errors.map { ($0.own * $0.own - baselineError * baselineError).squareRoot() }
    let curvature = armErrors.reduce(1) { $0 + baselineError * baselineError / ($1 * $1) }
    let step = min(0.5, 1 / curvature.squareRoot())
    let points = Int((Self.reach / step).rounded(.up))
    var outcomes = [Outcome](repeating: Outcome(), count: arms.count)
    for point in -points...points {
      let score = Double(point) * step
      let weight = normalDensity(score) * step
      let parts = arms.indices.map { comparison in
        bounds[comparison].parts(
          NormalEstimate(
            mean: arms[comparison][draw] - share - baselineError * score, error: armErrors[comparison]))
      }
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
        NormalEstimate(mean: arms[comparison][draw] - share, error: errors[comparison].own)
        .within(bounds[comparison].nearest)
    }
    return outcomes
  }

  /// φ is below 10⁻¹¹ beyond.
  private static var reach: Double { 7 }
}

/// An estimate that is normally distributed.
private struct NormalEstimate {
  var mean: Double
  var error: Double

  /// With its sign turned.
  var turned: NormalEstimate { NormalEstimate(mean: -mean, error: error) }

  /// The chance that it exceeds a bound.
  func above(_ bound: Double) -> Double { normalUpperTail((bound - mean) / error) }

  /// E[x; x > bound] (Lu, Qiu & Deng 2019).
  func sumAbove(_ bound: Double) -> Double {
    let deviate = (bound - mean) / error
    return mean * normalUpperTail(deviate) + error * normalDensity(deviate)
  }

  /// The chance that it is smaller in size than a bound above 0.
  func within(_ bound: Double) -> Double { max(0, 1 - above(bound) - turned.above(bound)) }
}

/// The sizes of an estimated difference at which its p-value passes a level, and below which the options are equal.
private struct ComparisonBounds {
  /// By level, the largest first.
  let bounds: [Double]
  /// Below this size the two are shown to be equal, whatever the p-value; at most 0 for never.
  let nearest: Double

  init(_ bounds: [Double], nearest: Double) {
    self.bounds = bounds
    self.nearest = nearest
  }

  /// What an estimate does between two levels.
  struct Parts {
    /// By interval, from below the first level on, the chance that the p-value lies in it.
    var intervals: [Double] = []
    /// By interval but the last, the chance that it is above and not called equal.
    var above: [Double] = []
    /// The same below.
    var below: [Double] = []
    /// The mean size there, times the chance of both.
    var sums: [Double] = []
  }

  func parts(_ estimate: NormalEstimate) -> Parts {
    var parts = Parts()
    let turned = estimate.turned
    var (outside, above, below, sum) = (0.0, 0.0, 0.0, 0.0)
    for bound in bounds {
      let far = max(bound, nearest)
      let found = (
        outside: estimate.above(bound) + turned.above(bound), above: estimate.above(far),
        below: turned.above(far), sum: estimate.sumAbove(far) + turned.sumAbove(far)
      )
      parts.intervals.append(max(0, found.outside - outside))
      parts.above.append(found.above - above)
      parts.below.append(found.below - below)
      parts.sums.append(found.sum - sum)
      (outside, above, below, sum) = (found.outside, found.above, found.below, found.sum)
    }
    parts.intervals.append(max(0, 1 - outside))
    return parts
  }
}
