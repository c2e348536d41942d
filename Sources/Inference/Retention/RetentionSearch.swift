import GSLNumerics

/// Finds the life that meets four retention figures, or else the one that comes nearest.
struct RetentionSearch {
  /// The logarithms of the four targets.
  let lnTargets: SIMD4<Double>

  /// A misfit at or below this is no more than rounding: the worst figure is off by a ten-millionth.
  static let exact = 1e-14

  /// The log-parameters found: of those that meet the targets exactly the ones with the most installs that never come
  /// back, or the ones of least misfit.
  ///
  /// - Throws: `NumericsError.notConverged` where no start has finite figures.
  func solution() throws(NumericsError) -> SIMD4<Double> {
    let coarse = RetentionDescent(lnTargets: lnTargets, precision: .search)
    let fine = RetentionDescent(lnTargets: lnTargets, precision: .full)
    var ends: [RetentionDescent.End] = []
    for start in Self.starts {
      let met = ends.filter { $0.misfit < 1e-10 }.map(\.point)
      if let end = coarse.end(from: start, evaluations: 30, goodEnough: 1e-12, known: met) {
        ends.append(end)
      }
    }
    ends.sort { $0.misfit < $1.misfit }
    // A valley is long and flat, so that a start may end on its way through it.
    ends =
      ends.prefix(4).enumerated().compactMap { rank, end in
        end.misfit < 1e-10 || rank > 0 && end.misfit > 4 * ends[0].misfit + 1e-3
          ? end : coarse.end(from: end.point, evaluations: 150, goodEnough: 1e-12)
      } + ends.dropFirst(4).filter { $0.misfit < 1e-10 }
    let polished = ends.sorted { $0.misfit < $1.misfit }
      .enumerated().filter { $0.offset < 1 || $0.element.misfit < 1e-8 }
      .compactMap { fine.end(from: $0.element.point, evaluations: 60, goodEnough: 1e-24) }
    guard let best = polished.min(by: { $0.misfit < $1.misfit }) else {
      throw .notConverged(routine: "retention fit", iterations: 40)
    }
    // The share that never comes back grows with ln a - ln b.
    return polished.filter { $0.misfit <= Self.exact }.map(\.point)
      .max { $0[2] - $0[3] < $1[2] - $1[3] } ?? best.point
  }

  /// The centre and the corners of the box, and points with β near its lower end and b near 1; each is
  /// drawn towards the centre until its figures are large enough to be compared.
  static let starts: [SIMD4<Double>] = {
    var points: [SIMD4<Double>] = [.zero]
    let ends = [-RetentionDescent.edge, RetentionDescent.edge]
    for shape in ends {
      for rate in ends {
        for a in ends {
          for b in ends { points.append(SIMD4(shape, rate, a, b)) }
        }
      }
    }
    for shape in [-2.0, 0, 2] {
      for a in [-2.0, 0, 2] { points.append(SIMD4(shape, -5, a, 0)) }
    }
    return points.map { point in
      var point = point
      for _ in 0..<8 {
        if let here = try? RetentionGradient(at: point, .search), here.lnFigures.min() > -20 { break }
        point *= 0.7
      }
      return point
    }
  }()
}
