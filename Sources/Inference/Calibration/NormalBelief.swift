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
    // Without lists of its own: a walk asks at every step.
    var sum = 0.0
    for row in mean.indices {
      var image = 0.0
      for column in mean.indices { image += precision[row][column] * (point[column] - mean[column]) }
      sum += (point[row] - mean[row]) * image
    }
    return 0.5 * sum
  }
}

extension NormalBelief {
  /// What is believed of some of the numbers, by their positions.
  func part(_ numbers: [Int]) throws(NumericsError) -> NormalBelief {
    try NormalBelief(
      mean: numbers.map { mean[$0] },
      covariance: numbers.map { row in numbers.map { covariance[row][$0] } })
  }

  /// By how much each number moves with each of some others.
  private func slopes(on numbers: [Int]) throws(NumericsError) -> [[Double]] {
    let factor = try SquareMatrix.factor(numbers.map { row in numbers.map { covariance[row][$0] } })
    return mean.indices.map { number in
      if let place = numbers.firstIndex(of: number) {
        return numbers.indices.map { $0 == place ? 1 : 0 }
      }
      return factor.solved(numbers.map { covariance[number][$0] })
    }
  }

  /// The mean of all numbers where some have these values.
  func mean(where numbers: [Int], are values: [Double]) throws(NumericsError) -> [Double] {
    moved(try slopes(on: numbers), zip(values, numbers).map { $0 - mean[$1] })
  }

  private func moved(_ slopes: [[Double]], _ moves: [Double]) -> [Double] {
    zip(mean, slopes).map { mean, slopes in
      zip(slopes, moves).reduce(mean) { $0 + $1.0 * $1.1 }
    }
  }

  /// The belief where something else is believed of some of the numbers, and the others follow them as they did.
  func believing(_ numbers: [Int], as now: NormalBelief) throws(NumericsError) -> NormalBelief {
    let slopes = try slopes(on: numbers)
    let change = numbers.indices.map { row in
      numbers.indices.map { now.covariance[row][$0] - covariance[numbers[row]][numbers[$0]] }
    }
    let images = slopes.map { SquareMatrix.product(change, $0) }
    return try NormalBelief(
      mean: moved(slopes, numbers.indices.map { now.mean[$0] - mean[numbers[$0]] }),
      covariance: mean.indices.map { row in
        mean.indices.map { column in
          let (high, low) = (max(row, column), min(row, column))
          return zip(images[high], slopes[low]).reduce(covariance[high][low]) { $0 + $1.0 * $1.1 }
        }
      })
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
