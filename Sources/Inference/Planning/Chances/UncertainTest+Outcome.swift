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
    /// The chance that it shows its aim.
    var aimShown = 0.0
  }

  /// The standard errors of a difference under one draw: were both shares the same, and as they are.
  func errors(_ draw: Int, comparison: Int, installs: Double) -> (pooled: Double, own: Double) {
    let people = design.baselinePeople(ofInstalls: installs)
    let ratio = design.ratio(comparison + 1)
    let (first, second) = (baseline[draw], arms[comparison][draw])
    let mean = (first + ratio * second) / (1 + ratio)
    let variance = (first * (1 - first) + second * (1 - second) / ratio) / people
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
    var outcomes = arms.indices.map { outcome(draw, comparison: $0, installs: installs) }
    for comparison in outcomes.indices {
      let found = outcomes[comparison]
      switch design.aim {
      case .difference: outcomes[comparison].aimShown = found.armAhead + found.baselineAhead
      case .nonInferior:
        outcomes[comparison].aimShown = try notWorse(draw, comparison: comparison, installs: installs)
      }
    }
    return outcomes
  }

  private func notWorse(
    _ draw: Int, comparison: Int, installs: Double
  ) throws(NumericsError) -> Double {
    // The power that a target names has no part in that of a size.
    try design.target(power: 0.8).power(
      ofSize: design.baselinePeople(ofInstalls: installs), baseline: baseline[draw],
      arm: arms[comparison][draw], allocation: design.ratio(comparison + 1))
  }

  private func outcome(_ draw: Int, comparison: Int, installs: Double) -> Outcome {
    if let courses {
      let course = course(draw, courses, comparison: comparison, installs: installs)
      return Outcome(armAhead: course.upper.reduce(0, +), baselineAhead: course.lower.reduce(0, +))
    }
    let difference = arms[comparison][draw] - baseline[draw]
    let (pooled, own) = errors(draw, comparison: comparison, installs: installs)
    /// The chance that an estimate with this mean exceeds a bound.
    func above(_ bound: Double, mean: Double) -> Double { normalUpperTail((bound - mean) / own) }
    let nearest = margin - marginDeviate * own
    let bound = max(deviate * pooled, nearest)
    var outcome = Outcome()
    outcome.armAhead = above(bound, mean: difference)
    outcome.baselineAhead = above(bound, mean: -difference)
    if nearest > 0 {
      outcome.equal = max(0, 1 - above(nearest, mean: difference) - above(nearest, mean: -difference))
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
    let size = deviate + (abs(difference) - deviate * pooled) / own
    return courses.course(drift: difference < 0 ? -size : size)
  }
}
