/// The solution x of four linear equations, `rows[i]`·x = `right[i]`, by Gaussian elimination with partial
/// pivoting.
///
/// - Returns: `nil` where a pivot vanishes or the solution is not finite.
func solve(_ rows: [SIMD4<Double>], _ right: SIMD4<Double>) -> SIMD4<Double>? {
  var rows = rows
  var right = right
  for column in 0..<4 {
    let pivot = (column..<4).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
    guard rows[pivot][column] != 0 else { return nil }
    rows.swapAt(column, pivot)
    (right[column], right[pivot]) = (right[pivot], right[column])
    for row in (column + 1)..<4 where column < 3 {
      let factor = rows[row][column] / rows[column][column]
      rows[row] -= factor * rows[column]
      right[row] -= factor * right[column]
    }
  }
  var solution = SIMD4<Double>.zero
  for row in stride(from: 3, through: 0, by: -1) {
    // The components not yet found are still zero.
    solution[row] = (right[row] - (rows[row] * solution).sum()) / rows[row][row]
  }
  return solution.sum().isFinite ? solution : nil
}

extension SIMD4<Double> {
  /// The largest absolute value of its components.
  var largest: Double {
    Swift.max(Swift.max(abs(self[0]), abs(self[1])), Swift.max(abs(self[2]), abs(self[3])))
  }

  /// The inner product of two vectors.
  func dot(_ other: SIMD4<Double>) -> Double { (self * other).sum() }
}
