import GSLNumerics

/// The curve of parameters that share the three retention targets, and where on it the fourth is met.
///
/// Three figures leave one of four parameters free, so that the lives with the same d1, d7 and d30 are a
/// curve through the box. Sessions per active day can rise and fall along it: a second life that meets
/// all four figures lies on the same curve as the first. The curve is followed by pseudo-arclength
/// continuation (Keller 1977): a step along the tangent, then Newton's method across it.
struct RetentionPath {
  /// The logarithms of the four targets.
  let lnTargets: SIMD4<Double>

  private struct Stop {
    var point: SIMD4<Double>
    var tangent: SIMD4<Double>
    /// ln(sessions per active day) less its target.
    var excess: Double
    /// What the excess gains per unit of length along the tangent.
    var slope: Double
  }

  /// Points near which the fourth target is met too, found by following the curve both ways from one
  /// where all four are met.
  func crossings(from solution: SIMD4<Double>) -> [SIMD4<Double>] {
    guard let here = try? RetentionGradient(at: solution, .search),
      let tangent = Self.tangent(here, along: nil)
    else { return [] }
    var found: [SIMD4<Double>] = []
    for direction in [1.0, -1] {
      follow(
        Stop(
          point: solution, tangent: direction * tangent, excess: 0,
          slope: here.slopes[3].dot(direction * tangent)), &found)
    }
    return found
  }

  private func follow(_ start: Stop, _ found: inout [SIMD4<Double>]) {
    var last = start
    var length = 0.1
    var travelled = 0.0
    for _ in 0..<150 {
      guard let next = corrected(last, length) else {
        length /= 2
        if length < 1e-3 { return }
        continue
      }
      // Beyond the box, or back at the start of a closed curve.
      if next.point.largest > RetentionDescent.edge { return }
      travelled += length
      if travelled > 1, (next.point - start.point).largest < length { return }
      found += Self.zeros(last, next, length)
      last = next
      length = min(0.6, 1.6 * length)
    }
  }

  /// The point of the curve one step further, or `nil` where the step was too long.
  private func corrected(_ last: Stop, _ length: Double) -> Stop? {
    var point = last.point + length * last.tangent
    for _ in 0..<4 {
      guard let here = try? RetentionGradient(at: point, .search) else { return nil }
      let miss = here.lnFigures - lnTargets
      let across = SIMD4(miss[0], miss[1], miss[2], 0)
      if across.largest < 1e-6 {
        guard let tangent = Self.tangent(here, along: last.tangent), tangent.dot(last.tangent) > 0.9 else {
          return nil
        }
        return Stop(point: point, tangent: tangent, excess: miss[3], slope: here.slopes[3].dot(tangent))
      }
      guard let step = solve([here.slopes[0], here.slopes[1], here.slopes[2], last.tangent], -across),
        step.largest < 2 * length
      else { return nil }
      point += step
    }
    return nil
  }

  /// The direction in which none of the three retention figures changes, of length 1.
  private static func tangent(
    _ here: RetentionGradient, along last: SIMD4<Double>?
  ) -> SIMD4<Double>? {
    // A row that is not in the span of the other three; the last direction, or else a unit vector.
    let units = (0..<4).map { index in
      var unit = SIMD4<Double>.zero
      unit[index] = 1
      return unit
    }
    for row in last.map({ [$0] }) ?? units {
      guard let found = solve([here.slopes[0], here.slopes[1], here.slopes[2], row], SIMD4(0, 0, 0, 1))
      else { continue }
      return found / found.dot(found).squareRoot()
    }
    return nil
  }

  /// Where between two stops the excess may vanish: where it changes its sign, or turns close to zero.
  private static func zeros(_ last: Stop, _ next: Stop, _ length: Double) -> [SIMD4<Double>] {
    // The excess as a cubic in the share of the step (Hermite), looked at in sixteen positions.
    func excess(_ t: Double) -> Double {
      let (u, s) = (1 - t, length)
      return (1 + 2 * t) * u * u * last.excess + t * u * u * s * last.slope
        + t * t * (3 - 2 * t) * next.excess - t * t * u * s * next.slope
    }
    let values = (0...16).map { excess(Double($0) / 16) }
    var shares: [Double] = []
    for index in 1...16 where values[index - 1] * values[index] < 0 {
      shares.append((Double(index) - 0.5) / 16)
    }
    for index in 1..<16 where shares.isEmpty && abs(values[index]) < 2e-3 {
      let isTurn = (values[index] - values[index - 1]) * (values[index + 1] - values[index]) < 0
      if isTurn { shares.append(Double(index) / 16) }
    }
    return shares.map { last.point + $0 * (next.point - last.point) }
  }
}
