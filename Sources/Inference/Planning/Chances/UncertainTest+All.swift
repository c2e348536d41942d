public import GSLNumerics

extension UncertainTest {
  /// The chance that every comparison shows its aim, over the draws.
  ///
  /// - Parameter installs: of all options together, at least 1.
  /// - Returns: `nil` unless the design's ``TestDesign/hasJointPower``.
  /// - Throws: what the margin's constrained shares throw.
  public func allShown(installs: Int) throws(NumericsError) -> MonteCarloNumber? {
    guard design.hasJointPower else { return nil }
    var chances: [Double] = []
    for draw in baseline.indices { chances.append(try allShown(draw, installs: Double(installs))) }
    return try average(chances)
  }

  private func allShown(_ draw: Int, installs: Double) throws(NumericsError) -> Double {
    let errors = arms.indices.map { self.errors(draw, comparison: $0, installs: installs) }
    var chance = 0.0
    if case .nonInferior(let margin) = design.aim {
      let least = try leastDifferences(draw, margin: margin, installs: installs)
      forEachBaseline(draw, errors: errors, installs: installs) { weight, estimates in
        chance += weight * zip(estimates, least).reduce(1) { $0 * $1.0.above($1.1) }
      }
    } else if let steps {
      let bounds = bounds(steps, errors: errors)
      forEachBaseline(draw, errors: errors, installs: installs) { weight, estimates in
        chance += weight * steps.procedure.chanceOfAll(zip(bounds, estimates).map { $0.0.shown($0.1) })
      }
    } else {
      forEachBaseline(draw, errors: errors, installs: installs) { weight, estimates in
        chance += weight * arms.indices.reduce(1) { $0 * shown(estimates[$1], $1, errors[$1]) }
      }
    }
    return min(1, chance)
  }

  /// The chance that an estimate shows a difference, of a comparison that is judged alone.
  private func shown(
    _ estimate: NormalEstimate, _ comparison: Int, _ errors: (pooled: Double, own: Double)
  ) -> Double {
    let rule = rules[comparison]
    let nearest = rule.isAbove == nil ? margin - rule.marginDeviate * errors.own : 0
    let bound = max(rule.deviate * errors.pooled, nearest)
    return (rule.isAbove == false ? 0 : estimate.above(bound))
      + (rule.isAbove == true ? 0 : estimate.turned.above(bound))
  }

  /// The estimated difference beyond which each arm is shown to be not worse by the margin.
  private func leastDifferences(
    _ draw: Int, margin: Double, installs: Double
  ) throws(NumericsError) -> [Double] {
    let people = design.baselinePeople(ofInstalls: installs)
    var least: [Double] = []
    for comparison in arms.indices {
      let shares = try PlannedShares(
        baseline: baseline[draw], arm: arms[comparison][draw], allocation: design.ratio(comparison + 1))
      let error = (shares.variance(differingBy: -margin) / people).squareRoot()
      least.append(rules[comparison].notWorseDeviate * error - margin)
    }
    return least
  }
}
