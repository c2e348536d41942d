import CGSL

/// The eigenvalues of a symmetric matrix, largest first, each with its unit eigenvector.
public struct SymmetricEigensystem: Equatable, Sendable {
  /// In descending order.
  public let values: [Double]
  /// One eigenvector of length 1 for each value; they are orthogonal.
  public let vectors: [[Double]]

  /// - Parameter matrix: rows of a square symmetric matrix; only the lower triangle is read.
  /// - Throws: `NumericsError.tooFewValues` for no rows, `.unequalLengths` where it is not square,
  ///   `.notFinite` with the position in reading order, `.library`.
  public init(of matrix: [[Double]]) throws(NumericsError) {
    let size = matrix.count
    for row in matrix where row.count != size {
      throw .unequalLengths(first: size, second: row.count)
    }
    try requireSample(matrix.flatMap { $0 }, atLeast: 1)
    _ = ScientificLibrary.errorsAreReturned
    guard let copy = gsl_matrix_alloc(size, size), let vectors = gsl_matrix_alloc(size, size),
      let values = gsl_vector_alloc(size), let workspace = gsl_eigen_symmv_alloc(size)
    else { throw .library(code: Int(GSL_ENOMEM), message: "no memory for an eigensystem") }
    defer {
      gsl_matrix_free(copy)
      gsl_matrix_free(vectors)
      gsl_vector_free(values)
      gsl_eigen_symmv_free(workspace)
    }
    // Near the smallest and largest numbers the rotations no longer turn anything, and GSL's loop would
    // never end. A power of two changes no digit.
    let scale = Self.powerOfTwo(near: matrix.joined().reduce(0) { max($0, abs($1)) })
    for row in 0..<size {
      for column in 0..<size { gsl_matrix_set(copy, row, column, matrix[row][column] / scale) }
    }
    try ScientificLibrary.check(gsl_eigen_symmv(copy, values, vectors, workspace))
    try ScientificLibrary.check(gsl_eigen_symmv_sort(values, vectors, GSL_EIGEN_SORT_VAL_DESC))
    self.values = (0..<size).map { gsl_vector_get(values, $0) * scale }
    self.vectors = (0..<size).map { column in
      (0..<size).map { gsl_matrix_get(vectors, $0, column) }
    }
  }

  /// The largest power of two that is not above `value` and whose reciprocal is finite; 1 for 0.
  private static func powerOfTwo(near value: Double) -> Double {
    guard value > 0 else { return 1 }
    return Double(sign: .plus, exponent: max(value.exponent, -1_000), significand: 1)
  }
}
