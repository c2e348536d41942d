import Foundation

/// The factor L of a positive definite matrix L·L'.
struct CholeskyFactor {
  private var lower: [Double]
  private let size: Int

  /// - Parameters:
  ///   - matrix: by rows; the lower triangle is read.
  ///   - size: rows of the matrix.
  /// - Returns: `nil` where the matrix is not positive definite to rounding.
  init?(_ matrix: [Double], size: Int) {
    precondition(matrix.count == size * size, "a square matrix")
    self.size = size
    lower = matrix
    let isPositive = lower.withUnsafeMutableBufferPointer { lower in
      guard let start = lower.baseAddress else { return true }
      for row in 0..<size {
        let own = start + row * size
        for column in 0..<row {
          let other = start + column * size
          own[column] = (own[column] - product(own, other, count: column)) / other[column]
        }
        let left = own[row] - product(own, own, count: row)
        guard left > 1e-10 * own[row] else { return false }
        own[row] = left.squareRoot()
      }
      return true
    }
    guard isPositive else { return nil }
  }

  /// The x with L·L'·x = `right`.
  func solved(_ right: [Double]) -> [Double] {
    var x = right
    solve(&x)
    return x
  }

  /// The x with L·x = `right`.
  func forward(_ right: [Double]) -> [Double] {
    var x = right
    for row in 0..<size {
      for index in 0..<row { x[row] -= lower[row * size + index] * x[index] }
      x[row] /= lower[row * size + row]
    }
    return x
  }

  /// Puts the x with L·L'·x = b in the place of b.
  func solve(_ x: inout [Double]) {
    x.withUnsafeMutableBufferPointer { x in
      lower.withUnsafeBufferPointer { lower in
        for row in 0..<size {
          var own = x[row]
          for index in 0..<row { own -= lower[row * size + index] * x[index] }
          x[row] = own / lower[row * size + row]
        }
        for row in (0..<size).reversed() {
          let own = x[row] / lower[row * size + row]
          x[row] = own
          for index in 0..<row { x[index] -= lower[row * size + index] * own }
        }
      }
    }
  }

  /// (L·L')⁻¹ by rows, exactly symmetric.
  var inverse: [[Double]] {
    var columns = (0..<size).map { column in
      solved((0..<size).map { $0 == column ? 1 : 0 })
    }
    for row in 0..<size {
      for column in 0..<row {
        let mean = (columns[row][column] + columns[column][row]) / 2
        (columns[row][column], columns[column][row]) = (mean, mean)
      }
    }
    return columns
  }

  /// L by rows, zeros above the diagonal.
  var rows: [[Double]] {
    (0..<size).map { row in
      (0..<size).map { $0 <= row ? lower[row * size + $0] : 0 }
    }
  }

  /// L·x: with x of independent standard normals, a draw with the covariance L·L'.
  func times(_ x: [Double]) -> [Double] {
    (0..<size).map { row in
      (0...row).reduce(0) { $0 + lower[row * size + $1] * x[$1] }
    }
  }
}

/// The sum of products of two rows of numbers, eight at a time.
@inline(__always)
private func product(
  _ first: UnsafeMutablePointer<Double>, _ second: UnsafeMutablePointer<Double>, count: Int
) -> Double {
  var sums = (SIMD4<Double>(), SIMD4<Double>())
  let whole = count / 8 * 8
  for index in stride(from: 0, to: whole, by: 8) {
    let own = UnsafeRawPointer(first + index)
    let other = UnsafeRawPointer(second + index)
    let size = MemoryLayout<SIMD4<Double>>.size
    sums.0 +=
      own.loadUnaligned(as: SIMD4<Double>.self) * other.loadUnaligned(as: SIMD4<Double>.self)
    sums.1 +=
      own.loadUnaligned(fromByteOffset: size, as: SIMD4<Double>.self)
      * other.loadUnaligned(fromByteOffset: size, as: SIMD4<Double>.self)
  }
  var sum = (sums.0 + sums.1).sum()
  for index in whole..<count { sum += first[index] * second[index] }
  return sum
}
