import CGSL

/// The best point a search for a minimum has found.
public struct Minimum: Equatable, Sendable {
  /// The coordinates of the point.
  public let point: [Double]
  /// The function's value there.
  public let value: Double
  /// Which of the given starts led to it, from 0; the first of those that tie.
  public let start: Int
}

/// The lowest local minimum reached from several starts, by the Nelder–Mead simplex (GSL's
/// `nmsimplex2`).
///
/// From each start the simplex shrinks until its mean size is below `tolerance`, and is then set up
/// afresh around the point it found, as long as that lowers the value by more than one part in a
/// thousand: a simplex can collapse before it has arrived (Nelder & Mead 1965; the restart is the
/// usual remedy). Deterministic: the same function and starts give the same point. A value that is
/// not finite counts as 1e300.
/// - Parameters:
///   - starts: points of one common dimension of at least 1.
///   - step: the first simplex's extent along every coordinate, above 0.
///   - tolerance: the mean size of the final simplex, above 0, in the units of the coordinates.
///   - goodEnough: a value at or below which the search stops at once, other starts included.
///   - confirmations: how many starts must have ended at the best value, to one part in a million, for
///     the search to stop before the starts run out; by default all are tried.
///   - iterationLimit: simplex steps a start may use over all its restarts.
/// - Throws: `NumericsError.tooFewValues` without starts or coordinates, `.unequalLengths`,
///   `.notFinite`, `.outOfDomain`, `.library`; `.notConverged` when no start has met the tolerance.
public func minimum(
  startingAt starts: [[Double]], step: Double = 0.5, tolerance: Double = 1e-8,
  goodEnough: Double = -Double.infinity, confirmations: Int = .max, iterationLimit: Int = 5_000,
  of function: ([Double]) -> Double
) throws(NumericsError) -> Minimum {
  guard let dimension = starts.first?.count else { throw .tooFewValues(needed: 1, found: 0) }
  for start in starts {
    guard start.count == dimension else {
      throw .unequalLengths(first: dimension, second: start.count)
    }
    try requireSample(start, atLeast: 1)
  }
  try requirePositive(step, "step")
  try requirePositive(tolerance, "tolerance")
  var best: Minimum?
  var confirmed = 0
  for (index, start) in starts.enumerated() {
    if let best, best.value <= goodEnough || confirmed >= confirmations { break }
    guard
      let found = try descend(
        from: start, step: step, tolerance: tolerance, goodEnough: goodEnough,
        iterationLimit: iterationLimit, function)
    else { continue }
    let isConfirmed = best.map { abs($0.value - found.value) <= 1e-6 * abs($0.value) } ?? false
    confirmed = isConfirmed ? confirmed + 1 : confirmed
    if let best, best.value <= found.value { continue }
    if !isConfirmed { confirmed = 1 }
    best = Minimum(point: found.point, value: found.value, start: index)
  }
  guard let best else { throw .notConverged(routine: "minimum", iterations: iterationLimit) }
  return best
}

/// One start's descent with restarts, or `nil` when its iterations ran out.
private func descend(
  from start: [Double], step: Double, tolerance: Double, goodEnough: Double, iterationLimit: Int,
  _ function: ([Double]) -> Double
) throws(NumericsError) -> (point: [Double], value: Double)? {
  var point = start
  var value = Double.infinity
  var iterationsLeft = iterationLimit
  while true {
    let simplex = Simplex(dimension: start.count)
    let found = try simplex.shrink(
      from: point, step: step, tolerance: tolerance, goodEnough: goodEnough,
      iterationsLeft: &iterationsLeft, function)
    guard let found else { return nil }
    let settled = !(found.value < value - 1e-3 * abs(value))
    if found.value < value {
      point = found.point
      value = found.value
    }
    if settled || value <= goodEnough { return (point, value) }
  }
}
