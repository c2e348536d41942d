import Foundation
import GSLNumerics

/// The covariance matrix W of the noise of the arms' deviations from their mean, along directions.
///
/// Products vᵀWw take time in proportion to the arms, however many they are.
struct NoiseFactor {
  /// Draws that W is estimated from; `nil` where nothing is known of it, and it is taken as 0.
  var draws: Int? { rows?.trials.total }
  /// By trial, centred over the arms, and which of them are drawn.
  private var rows: (drawn: TrialRows, trials: CountedTrials)?
  /// How many times the variances of the table W has.
  private let scale: Double

  /// - Parameters:
  ///   - trials: positions of the table's trials.
  ///   - variances: how many times the variances of the table W has; half of the installs have twice the noise.
  init(_ noise: TrialNoise, trials: CountedTrials, times variances: Double = 1) {
    scale = variances
    if case .shared(let drawn, let isKnown) = noise { rows = (drawn, trials.those(in: isKnown)) }
  }

  /// vᵀWw of every two of several directions.
  func products(of directions: [[Double]]) -> [[Double]] {
    guard let rows else { return directions.map { _ in directions.map { _ in 0 } } }
    // A draw has the mean 0, so that none is taken from it.
    var sums = LowerTriangle(size: directions.count)
    @inline(__always)
    func add(_ count: Int, _ arms: Int) {
      sums.sums.withUnsafeMutableBufferPointer { buffer in
        guard let sums = LowerTriangle.Lent(buffer) else { return }
        forEachImage(rows, directions, count, arms) { image, times in
          sums.add(productsOf: image, count, times: times)
        }
      }
    }
    // As for the covariance of the trials.
    switch (directions.count, rows.drawn.arms) {
    case (1, 2): add(1, 2)
    case (2, 3): add(2, 3)
    case (3, 4): add(3, 4)
    case (let count, let arms): add(count, arms)
    }
    let factor = scale / Double(max(1, rows.trials.total))
    return sums.symmetric { factor * $0 }
  }

  /// The standard errors that the differences of two variances have, one over the trials and one of the noise, in
  /// directions of noise alone.
  ///
  /// By the fourth moment of the draws: rare trials with much noise make both variances uncertain.
  ///
  /// - Parameters:
  ///   - directions: v.
  ///   - variances: vᵀWv of each.
  ///   - trials: how many the first variance is over, at least 1.
  func errorsOfExcess(along directions: [[Double]], variances: [Double], trials: Int) -> [Double] {
    guard let rows else { return variances.map { _ in 0 } }
    let perDraw = 1 / Double(trials) + 1 / Double(max(1, rows.trials.total))
    var fourths = [Double](repeating: 0, count: directions.count)
    @inline(__always)
    func add(_ count: Int, _ arms: Int) {
      fourths.withUnsafeMutableBufferPointer { buffer in
        guard let fourths = buffer.baseAddress else { return }
        forEachImage(rows, directions, count, arms) { image, times in
          for index in 0..<count {
            let square = image[index] * image[index]
            fourths[index] += times * square * square
          }
        }
      }
    }
    switch (directions.count, rows.drawn.arms) {
    case (1, 2): add(1, 2)
    case (2, 3): add(2, 3)
    case (3, 4): add(3, 4)
    case (let count, let arms): add(count, arms)
    }
    let factor = scale * scale / Double(max(1, rows.trials.total))
    return zip(fourths, variances).map { fourth, variance in
      let square = variance * variance
      return (max(2 * square, factor * fourth - square) * perDraw).squareRoot()
    }
  }

  /// Visits every trial's draw along the directions.
  ///
  /// - Parameters:
  ///   - count: of the directions.
  ///   - arms: of the rows.
  @inline(__always)
  private func forEachImage(
    _ rows: (drawn: TrialRows, trials: CountedTrials), _ directions: [[Double]], _ count: Int, _ arms: Int,
    _ visit: (_ image: UnsafePointer<Double>, _ times: Double) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, count)) { image in
      directions.flatMap { $0 }.withUnsafeBufferPointer { directions in
        guard let image = image.baseAddress, let directions = directions.baseAddress else { return }
        rows.drawn.forEachRow(of: rows.trials) { row, times in
          for index in 0..<count {
            let direction = directions + index &* arms
            var sum = 0.0
            for arm in 0..<arms { sum += row[arm] * direction[arm] }
            image[index] = sum
          }
          visit(image, times)
        }
      }
    }
  }
}

/// The 95% point of the largest root that noise alone gives: of the variance over trials in a direction,
/// in units of the noise in it.
///
/// With W estimated from m draws it is that of the largest root of two independent Wishart matrices: F for
/// one direction, and for several Johnstone's distribution of 2008 ("Multivariate analysis and Jacobi
/// ensembles", The Annals of Statistics 36), by which the logit of the root θ of (A + B)⁻¹B has the
/// Tracy–Widom distribution but for its place and scale. The quantile of that is 0.9793.
///
/// - Parameters:
///   - directions: p, at least 1.
///   - trials: at least 2.
///   - draws: m.
/// - Returns: at least 1; infinite where the draws are fewer than the directions.
func largestOfNoise(directions: Int, trials: Int, draws: Int) throws(NumericsError) -> Double {
  let p = Double(directions)
  let n = Double(trials - 1)
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
