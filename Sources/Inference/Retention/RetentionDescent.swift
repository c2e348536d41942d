import GSLNumerics

/// A least-squares search for the parameters whose figures come nearest to targets, from one start.
///
/// Levenberg–Marquardt with Marquardt's scaling (Marquardt 1963) within the box [−6, 6]⁴ of
/// log-parameters: a step is cut off at the box, and a parameter that stands at an edge and would leave
/// is held there for the step.
struct RetentionDescent {
  /// The edge of the box of log-parameters.
  static let edge = 6.0

  /// Where a search ended.
  struct End {
    /// Log-parameters.
    var point: SIMD4<Double>
    /// The sum of squared log-ratios of figures to targets.
    var misfit: Double
  }

  /// The logarithms of the four targets.
  let lnTargets: SIMD4<Double>
  /// How exactly figures are computed.
  let precision: RetentionGradient.Precision

  /// Descends until the figures are met or no step lowers the misfit any more.
  ///
  /// - Parameters:
  ///   - start: Log-parameters; figures there must be finite.
  ///   - evaluations: The most points at which figures are computed.
  ///   - goodEnough: The misfit at which the search ends.
  ///   - known: Points that lead to an end already known: a search that comes near one ends there.
  /// - Returns: `nil` where figures at the start are not finite, or the search ran into a known end.
  func end(
    from start: SIMD4<Double>, evaluations: Int, goodEnough: Double, known: [SIMD4<Double>] = []
  ) -> End? {
    var point = start
    guard var here = try? RetentionGradient(at: point, precision) else { return nil }
    var miss = here.lnFigures - lnTargets
    var misfit = miss.dot(miss)
    var damping = 1e-2
    var left = evaluations - 1
    while misfit > goodEnough, left > 0 {
      let columns = (0..<4).map {
        SIMD4(here.slopes[0][$0], here.slopes[1][$0], here.slopes[2][$0], here.slopes[3][$0])
      }
      var downhill = SIMD4<Double>.zero
      for index in 0..<4 { downhill[index] = -columns[index].dot(miss) }
      let isHeld = (0..<4).map { index in
        abs(point[index]) >= Self.edge && downhill[index] * point[index] > 0
      }
      guard
        let next = lowered(
          point, columns, downhill, isHeld, misfit: misfit, damping: &damping, left: &left)
      else { break }
      let gain = misfit - next.misfit
      let step = (next.point - point).largest
      (point, here, misfit) = (next.point, next.figures, next.misfit)
      miss = here.lnFigures - lnTargets
      if step < 1e-9 || gain < 1e-12 * misfit { break }
      if known.contains(where: { ($0 - point).largest < 0.02 }) { return nil }
    }
    return End(point: point, misfit: misfit)
  }

  /// The first point that lowers the misfit, trying shorter and shorter steps; `nil` where none does.
  private func lowered(
    _ point: SIMD4<Double>, _ columns: [SIMD4<Double>], _ downhill: SIMD4<Double>, _ isHeld: [Bool],
    misfit: Double, damping: inout Double, left: inout Int
  ) -> (point: SIMD4<Double>, figures: RetentionGradient, misfit: Double)? {
    while left > 0, damping < 1e10 {
      var rows: [SIMD4<Double>] = []
      var right = downhill
      for index in 0..<4 {
        if isHeld[index] {
          var unit = SIMD4<Double>.zero
          unit[index] = 1
          rows.append(unit)
          right[index] = 0
          continue
        }
        var row = SIMD4<Double>.zero
        for other in 0..<4 where !isHeld[other] { row[other] = columns[index].dot(columns[other]) }
        row[index] += damping * max(row[index], 1e-8)
        rows.append(row)
      }
      defer { damping *= 4 }
      guard var step = solve(rows, right) else { continue }
      // A longer step than this leaves what the slopes describe.
      if step.largest > 3 { step *= 3 / step.largest }
      let bound = SIMD4(repeating: Self.edge)
      let there = (point + step).clamped(lowerBound: -bound, upperBound: bound)
      left -= 1
      guard let figures = try? RetentionGradient(at: there, precision) else { continue }
      let miss = figures.lnFigures - lnTargets
      let value = miss.dot(miss)
      if value < misfit {
        damping = max(damping / 20, 1e-14)
        return (there, figures, value)
      }
    }
    return nil
  }
}
