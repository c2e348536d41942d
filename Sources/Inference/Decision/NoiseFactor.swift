import Foundation
import GSLNumerics

/// A factor F of the covariance matrix W = FᵀF of the noise of the arms' deviations from their mean.
///
/// Products Fv·Fw are vᵀWw, for any number of arms in time in proportion to them.
struct NoiseFactor {
  /// Draws that W is estimated from; `nil` where it is known.
  let draws: Int?
  /// By trial, centred over the arms, and which of them are drawn.
  private var rows: (drawn: TrialRows, trials: [Int])?
  /// By arm, of independent noise.
  private var deviations: [Double] = []
  /// By what the noise is multiplied.
  private let scale: Double

  /// - Parameters:
  ///   - trials: positions of the table's trials, repeated ones counting as often.
  ///   - variances: how many times the variances of the table W has; half of the installs have twice the noise.
  init(_ noise: TrialNoise, trials: [Int], times variances: Double = 1) {
    scale = variances.squareRoot()
    switch noise {
    case .independent(let variances, let draws):
      deviations = variances.map { max(0, $0).squareRoot() }
      self.draws = draws
    case .shared(let drawn, let isKnown):
      let known = trials.filter { isKnown[$0] }
      rows = (drawn, known)
      draws = known.count
    case .unknown: draws = nil
    }
  }

  /// Fv.
  func image(of direction: [Double]) -> [Double] {
    guard let rows else { return zip(deviations, centred(direction)).map { scale * $0 * $1 } }
    // A draw has the mean 0, so that none is taken from it.
    let perTrial = scale / Double(max(1, rows.trials.count)).squareRoot()
    return rows.trials.map { trial in
      var sum = 0.0
      for arm in direction.indices { sum += rows.drawn[trial, arm] * direction[arm] }
      return perTrial * sum
    }
  }

  /// The standard error that the difference of two variances has, one over the trials and one of the noise, in
  /// a direction of noise alone.
  ///
  /// By the fourth moment of the draws: rare trials with much noise make both variances uncertain. Of noise that
  /// is known, or of arms with people of their own, as of a normal distribution.
  ///
  /// - Parameters:
  ///   - image: Fv of the direction v.
  ///   - variance: vᵀWv.
  ///   - trials: how many the first variance is over, at least 1.
  func errorOfExcess(image: [Double], variance: Double, trials: Int) -> Double {
    let perDraw = 1 / Double(trials) + (draws.map { 1 / Double(max(1, $0)) } ?? 0)
    guard let rows else { return variance * (2 * perDraw).squareRoot() }
    let fourth = Double(rows.trials.count) * image.reduce(0) { $0 + $1 * $1 * $1 * $1 }
    return (max(2 * variance * variance, fourth - variance * variance) * perDraw).squareRoot()
  }
}

/// The 95% point of the largest root that noise alone gives: of the variance over trials in a direction,
/// in units of the noise in it.
///
/// With W known it is that of the largest eigenvalue of the covariance of white noise: χ²/n for one
/// direction, Johnstone's distribution (2001) for several. With W estimated from m draws it is that of the largest root of
/// two independent Wishart matrices: F for one direction, and for several Johnstone's distribution of 2008
/// ("Multivariate analysis and Jacobi ensembles", The Annals of Statistics 36), by which the logit of the root
/// θ of (A + B)⁻¹B has the Tracy–Widom distribution but for its place and scale. The quantile of that is 0.9793.
///
/// - Parameters:
///   - directions: p, at least 1.
///   - trials: at least 2.
///   - draws: m; `nil` where W is known.
/// - Returns: at least 1; infinite where the draws are fewer than the directions.
func largestOfNoise(directions: Int, trials: Int, draws: Int?) throws(NumericsError) -> Double {
  let p = Double(directions)
  let n = Double(trials - 1)
  guard let draws else { return try largestOfKnownNoise(p, n) }
  let m = Double(draws)
  guard m >= p, m > 1 else { return .infinity }
  guard directions > 1 else {
    let point = try BetaDistribution(a: n / 2, b: m / 2).upperQuantile(0.05)
    return point.value / point.complement * m / n
  }
  let sum = m + n - 1
  let gamma = 2 * asin(((min(p, n) - 0.5) / sum).squareRoot())
  let phi = 2 * asin(((max(p, n) - 0.5) / sum).squareRoot())
  let centre = 2 * log(tan((phi + gamma) / 2))
  let both = sin(phi + gamma)
  let cubed = 16 / (sum * sum) / (both * both * sin(phi) * sin(gamma))
  return exp(centre + 0.9793 * cbrt(cubed)) * m / n
}

private func largestOfKnownNoise(_ p: Double, _ n: Double) throws(NumericsError) -> Double {
  guard p > 1 else {
    // Wilson & Hilferty 1931: the cube root of χ²/n is normal to a thousandth from n = 18 on.
    let root = 1 - 2 / (9 * n) + (try StandardNormal.quantile(0.95)) * (2 / (9 * n)).squareRoot()
    return root * root * root
  }
  let sum = (max(0, n - 1)).squareRoot() + p.squareRoot()
  let spread = sum * pow(1 / max(1, n - 1).squareRoot() + 1 / p.squareRoot(), 1 / 3)
  return (sum * sum + 0.9793 * spread) / n
}
