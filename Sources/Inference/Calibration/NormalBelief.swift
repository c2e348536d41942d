import Foundation
public import GSLNumerics

/// What is believed of several numbers: a normal distribution, on scales without bounds.
public struct NormalBelief: Hashable, Sendable {
  /// One mean for each number.
  public let mean: [Double]
  /// By rows, symmetric and positive definite.
  public let covariance: [[Double]]
  /// The inverse of the covariance.
  let precision: [[Double]]

  /// - Parameters:
  ///   - mean: at least one, finite.
  ///   - covariance: a row for each mean, symmetric and positive definite.
  /// - Throws: `NumericsError.tooFewValues`, `.unequalLengths`, `.outOfDomain` where it is not positive definite.
  public init(mean: [Double], covariance: [[Double]]) throws(NumericsError) {
    guard !mean.isEmpty else { throw .tooFewValues(needed: 1, found: 0) }
    for row in [covariance.count] + covariance.map(\.count) where row != mean.count {
      throw .unequalLengths(first: mean.count, second: row)
    }
    let factor = try SquareMatrix.factor(covariance)
    self.mean = mean
    self.covariance = covariance
    precision = factor.inverse
  }

  /// The standard deviation of each number.
  public var deviations: [Double] { covariance.indices.map { covariance[$0][$0].squareRoot() } }

  /// The correlation of two numbers, by their positions.
  public func correlation(_ first: Int, _ second: Int) -> Double {
    let spread = covariance[first][first].squareRoot() * covariance[second][second].squareRoot()
    return covariance[first][second] / spread
  }

  /// How much the belief speaks against a point: half the squared distance, in standard deviations.
  public func misfit(_ point: [Double]) -> Double {
    let away = zip(point, mean).map { $0 - $1 }
    return 0.5 * zip(away, SquareMatrix.product(precision, away)).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

extension NormalBelief {
  /// What is believed of some of the numbers, by their positions.
  func part(_ numbers: [Int]) throws(NumericsError) -> NormalBelief {
    try NormalBelief(
      mean: numbers.map { mean[$0] },
      covariance: numbers.map { row in numbers.map { covariance[row][$0] } })
  }

  /// The belief where something else is believed of some of the numbers, and the others follow them as they did.
  func believing(_ numbers: [Int], as now: NormalBelief) throws(NumericsError) -> NormalBelief {
    let before = try part(numbers)
    let pulls = SquareMatrix.product(now.precision, zip(now.mean, before.mean).map { $0 - $1 })
    var (precision, pull) = (self.precision, mean.map { _ in 0.0 })
    for (row, number) in numbers.enumerated() {
      pull[number] = pulls[row]
      for (column, other) in numbers.enumerated() {
        precision[number][other] += now.precision[row][column] - before.precision[row][column]
      }
    }
    let factor = try SquareMatrix.factor(precision)
    return try NormalBelief(
      mean: zip(mean, factor.solved(pull)).map { $0 + $1 }, covariance: factor.inverse)
  }
}

/// Arithmetic of small matrices by rows.
enum SquareMatrix {
  static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  static func sum(_ first: [[Double]], _ second: [[Double]]) -> [[Double]] {
    zip(first, second).map { zip($0, $1).map { $0 + $1 } }
  }

  /// - Throws: `NumericsError.outOfDomain` for a matrix that is not positive definite.
  static func factor(_ matrix: [[Double]]) throws(NumericsError) -> CholeskyFactor {
    guard let factor = CholeskyFactor(matrix) else {
      throw .outOfDomain(
        argument: "covariance", value: matrix.indices.map { matrix[$0][$0] }.min() ?? 0,
        expected: "a positive definite matrix")
    }
    return factor
  }
}
