import Foundation
public import GSLNumerics

extension PenalisedFit {
  /// What share of draws of the belief before would be left if each were weighed by the counts: their effective size over
  /// their number.
  ///
  /// In the limit of many draws, and to the order of the fit: with λ the information of the counts over that of the belief
  /// along independent directions, and δ the step of the mean there in standard deviations of the belief,
  ///
  ///     ∏ √(1 + 2λ)/(1 + λ) · exp(−δ² (1 + λ)/(1 + 2λ)).
  public func shareOfDrawsLeft() throws(NumericsError) -> Double {
    let factor = try prior.factor()
    let size = factor.count
    // L' I L, of which the directions are independent in the belief.
    let columns = (0..<size).map { column in factor.map { $0[column] } }
    let images = columns.map { SquareMatrix.product(information, $0) }
    let whitened = columns.map { column in
      images.map { image -> Double in zip(column, image).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    var move = zip(posterior.mean, prior.mean).map { $0 - $1 }
    for row in 0..<size {
      for column in 0..<row { move[row] -= factor[row][column] * move[column] }
      move[row] /= factor[row][row]
    }
    let system = try SymmetricEigensystem(of: whitened)
    var logarithm = 0.0
    for (value, vector) in zip(system.values, system.vectors) {
      let more = max(0, value)
      let step: Double = zip(vector, move).reduce(0) { $0 + $1.0 * $1.1 }
      logarithm += 0.5 * log1p(2 * more) - log1p(more)
      logarithm -= step * step * (1 + more) / (1 + 2 * more)
    }
    return exp(logarithm)
  }
}
