/// How exactly a model is known, and so how a fit steps through it.
public enum FitCare: Sendable {
  /// By people that are simulated, the same for every point: slopes need steps that move far more than their noise.
  case simulated
  /// By formulas.
  case closedForm

  /// The most steps.
  var mostSteps: Int { self == .simulated ? 12 : 60 }
  /// The furthest that a number goes in a step, and from what was believed of it, in standard deviations of that.
  var mostMove: (inAStep: Double, inAll: Double) { (3, 8) }
  /// A deviance of this many times the counted cells is that of a model which does not fit.
  private static let misfitDeviance = 10.0

  /// How far each number is moved for its slope, on either side.
  ///
  /// Where people are simulated it is half of what was open of it. Where a share or a rate follows the exponential of
  /// the number, its slope over 0.5 is 4% too steep.
  func widths(_ prior: NormalBelief) -> [Double] {
    switch self {
    case .simulated: prior.deviations.map { min(max(0.5 * $0, 0.02), 0.5) }
    case .closedForm: prior.deviations.map { _ in 1e-4 }
    }
  }

  /// A step that lowers Q by less is the last.
  ///
  /// Where a simulated model does not fit, the counts vary by as many times more than it says as the deviance is more
  /// than its cells, and what is left to win is as much rougher.
  func leastFall(_ misfit: Double, cells: Int) -> Double {
    guard self == .simulated else { return 1e-7 }
    let excess = 2 * misfit / Double(max(1, cells))
    return excess > Self.misfitDeviance ? 0.01 * excess : 0.01
  }

  /// The point, with numbers that are beyond all belief brought back to where that begins.
  func within(_ prior: NormalBelief, _ point: [Double]) -> [Double] {
    zip(point, zip(prior.mean, prior.deviations)).map { number, belief in
      let most = mostMove.inAll * belief.1
      return min(max(number, belief.0 - most), belief.0 + most)
    }
  }
}
