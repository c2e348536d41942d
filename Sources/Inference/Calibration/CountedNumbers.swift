import GSLNumerics

/// The numbers that enter counts, on scales on which what fits varies by up to about 1, and the others beside them.
struct CountedNumbers {
  /// Positions of those that enter counts.
  let entering: [Int]
  /// Positions of all others.
  let uncounted: [Int]
  /// Where the fit is.
  private let middle: [Double]
  /// A unit of each scale, by rows.
  private let factor: CholeskyFactor
  /// What the fit believes on these scales.
  let spread: [[Double]]
  /// What was believed before of those that enter.
  let prior: NormalBelief
  /// What was believed before of all.
  private let all: NormalBelief
  /// By how much the belief before moves each of the others with each of those that enter.
  private let slopes: [[Double]]
  /// What the belief before leaves open of the others where these are known: the covariance, and its factor.
  private let left: [[Double]]
  private let leftFactor: CholeskyFactor?

  var size: Int { entering.count }
  /// Where a walk begins: at the fit.
  var start: [Double] { entering.map { _ in 0 } }

  /// The least unit, in standard deviations of what was believed before: what fits lies on a curve, which is broader than
  /// the fit's own straight line.
  private static let leastUnit = 0.25

  init(_ fit: PenalisedFit) throws(NumericsError) {
    let entering = fit.slopes.indices.filter(fit.enters)
    let uncounted = fit.slopes.indices.filter { !fit.enters($0) }
    self.entering = entering
    self.uncounted = uncounted
    all = fit.prior
    let before = fit.prior.covariance
    func part(_ matrix: [[Double]], _ rows: [Int], _ columns: [Int]) -> [[Double]] {
      rows.map { row in columns.map { matrix[row][$0] } }
    }
    middle = entering.map { fit.posterior.mean[$0] }
    let own = part(fit.posterior.covariance, entering, entering)
    let open = part(before, entering, entering)
    let factor = try SquareMatrix.factor(
      zip(own, open).map { zip($0, $1).map { $0 + Self.leastUnit * Self.leastUnit * $1 } })
    self.factor = factor
    let half = own.map(factor.forward)
    spread = entering.indices.map { row in factor.forward(half.map { $0[row] }) }
    let prior = try NormalBelief(
      mean: entering.map { fit.prior.mean[$0] }, covariance: open)
    self.prior = prior
    let slopes = part(before, uncounted, entering).map { SquareMatrix.product(prior.precision, $0) }
    self.slopes = slopes
    left = uncounted.indices.map { row in
      uncounted.indices.map { column in
        before[uncounted[row]][uncounted[column]]
          - zip(slopes[row], entering).reduce(0) { $0 + $1.0 * before[$1.1][uncounted[column]] }
      }
    }
    leftFactor = uncounted.isEmpty ? nil : try SquareMatrix.factor(left)
  }

  /// The numbers that enter at a place.
  func values(_ place: [Double]) -> [Double] { zip(middle, factor.times(place)).map { $0 + $1 } }

  /// All numbers, the others at the middle of what is believed of them beside these.
  func point(_ place: [Double]) -> [Double] { whole(values(place), beside: uncounted.map { _ in 0 }) }

  /// All numbers, the others drawn.
  func draw(_ place: [Double], normals: [Double]) -> [Double] {
    whole(values(place), beside: leftFactor?.times(normals) ?? [])
  }

  private func whole(_ values: [Double], beside gaps: [Double]) -> [Double] {
    var numbers = all.mean
    for (place, number) in entering.enumerated() { numbers[number] = values[place] }
    for (place, number) in uncounted.enumerated() {
      numbers[number] += moved(place, values.indices.map { values[$0] - prior.mean[$0] }) + gaps[place]
    }
    return numbers
  }

  /// By how much one of the others moves with those that enter.
  private func moved(_ place: Int, _ moves: [Double]) -> Double {
    zip(slopes[place], moves).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Mean and covariance of all numbers where those that enter have these, on their scales.
  ///
  /// - Throws: `NumericsError`.
  func belief(_ mean: [Double], _ spread: [[Double]]) throws(NumericsError) -> NormalBelief {
    let rows = factor.rows
    let half = rows.map { row in spread.map { zip(row, $0).reduce(0) { $0 + $1.0 * $1.1 } } }
    let own = half.map { row in rows.map { zip(row, $0).reduce(0) { $0 + $1.0 * $1.1 } } }
    var covariance = all.covariance
    for (row, one) in entering.enumerated() {
      for (column, other) in entering.enumerated() {
        covariance[one][other] = own[max(row, column)][min(row, column)]
      }
    }
    let beside = slopes.map { slopes in own.map { zip(slopes, $0).reduce(0) { $0 + $1.0 * $1.1 } } }
    for (row, one) in uncounted.enumerated() {
      for (column, other) in entering.enumerated() {
        covariance[one][other] = beside[row][column]
        covariance[other][one] = beside[row][column]
      }
      for (column, other) in uncounted.enumerated() {
        let (high, low) = (max(row, column), min(row, column))
        covariance[one][other] = left[high][low] + moved(high, beside[low])
      }
    }
    let middle = whole(values(mean), beside: uncounted.map { _ in 0 })
    return try NormalBelief(mean: middle, covariance: covariance)
  }
}
