extension Quantile {
  /// Turns a column of uniforms into standard normal quantiles: the bits of ``normal(_:)``, two at a time.
  ///
  /// All go through the ratio for the middle first, and the one in seven that lies outside it is then
  /// put right: a branch that cannot be foreseen costs more than a ratio.
  ///
  /// - Parameter count: even.
  @inlinable
  @inline(__always)
  public static func normals(_ column: UnsafeMutablePointer<Double>, count: Int) {
    withUnsafeTemporaryAllocation(of: (position: Int, u: Double).self, capacity: count + 1) { tails in
      guard let tails = tails.baseAddress else { return }
      var tailCount = 0
      var position = 0
      while position < count {
        let u = SIMD2(column[position], column[position + 1])
        let q = u - 0.5
        for lane in 0..<2 {
          tails[tailCount] = (position + lane, u[lane])
          tailCount += q[lane].magnitude > 0.425 ? 1 : 0
        }
        let middle = nearMiddle(q)
        column[position] = middle[0]
        column[position + 1] = middle[1]
        position += 2
      }
      tails[tailCount] = tails[max(0, tailCount - 1)]
      for tail in stride(from: 0, to: tailCount, by: 2) {
        let (first, second) = (tails[tail], tails[tail + 1])
        let pair = outside(SIMD2(first.u, second.u))
        column[first.position] = pair[0]
        column[second.position] = pair[1]
      }
    }
  }

  /// Turns a column of uniforms into log-normal draws, those beyond e^±708 of the median counting as that.
  ///
  /// - Parameter count: even.
  @inlinable
  @inline(__always)
  public static func logNormals(
    _ column: UnsafeMutablePointer<Double>, count: Int, median: Double, sigma: Double
  ) {
    normals(column, count: count)
    for position in stride(from: 0, to: count, by: 2) {
      let logs = sigma * SIMD2(column[position], column[position + 1])
      let draws = median * ElementaryFunctions.moderateExp(logs)
      column[position] = draws[0]
      column[position + 1] = draws[1]
    }
  }

  /// Turns a column of a stream's uniforms into exponential draws with mean 1: the bits of ``exponential(_:)``.
  ///
  /// - Parameter count: even.
  @inlinable
  @inline(__always)
  public static func exponentials(_ column: UnsafeMutablePointer<Double>, count: Int) {
    for position in stride(from: 0, to: count, by: 2) {
      let draws = -ElementaryFunctions.logOfNormals(SIMD2(column[position], column[position + 1]))
      column[position] = draws[0]
      column[position + 1] = draws[1]
    }
  }
}
