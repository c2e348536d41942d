import Foundation

/// The factor L of a positive definite matrix L·L'.
package struct CholeskyFactor {
  /// L by rows, zeros above the diagonal.
  package let rows: [[Double]]

  /// - Parameter matrix: by rows; the lower triangle is read.
  /// - Returns: `nil` where the matrix is not positive definite to rounding.
  package init?(_ matrix: [[Double]]) {
    var rows = matrix.map { $0.map { _ in 0.0 } }
    for row in rows.indices {
      for column in 0...row {
        var left = matrix[row][column]
        for index in 0..<column { left -= rows[row][index] * rows[column][index] }
        if column < row {
          rows[row][column] = left / rows[column][column]
        } else {
          guard left > 1e-10 * matrix[row][row] else { return nil }
          rows[row][row] = left.squareRoot()
        }
      }
    }
    self.rows = rows
  }

  /// The x with L·L'·x = `right`.
  func solved(_ right: [Double]) -> [Double] {
    var x = divided(right)
    for row in rows.indices.reversed() {
      x[row] /= rows[row][row]
      for index in 0..<row { x[index] -= rows[row][index] * x[row] }
    }
    return x
  }

  /// The x with L·x = `right`.
  func divided(_ right: [Double]) -> [Double] {
    var x = right
    for row in rows.indices {
      for index in 0..<row { x[row] -= rows[row][index] * x[index] }
      x[row] /= rows[row][row]
    }
    return x
  }

  /// (L·L')⁻¹ by rows, exactly symmetric.
  var inverse: [[Double]] {
    var columns = rows.indices.map { column in solved(rows.indices.map { $0 == column ? 1 : 0 }) }
    for row in rows.indices {
      for column in 0..<row {
        let mean = (columns[row][column] + columns[column][row]) / 2
        (columns[row][column], columns[column][row]) = (mean, mean)
      }
    }
    return columns
  }

  /// L·x: with x of independent standard normals, a draw with the covariance L·L'.
  func times(_ x: [Double]) -> [Double] {
    rows.map { row in zip(row, x).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}
