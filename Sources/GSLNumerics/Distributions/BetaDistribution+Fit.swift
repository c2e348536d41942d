import Foundation

extension BetaDistribution {
  /// The beta distribution with a share `tail` below one point and the same share above another.
  ///
  /// Newton's method for the logarithms of both tails, over the logit of the mean and the logarithm of a + b, which
  /// move the middle and the width nearly apart. It starts from the logit normal with these quantiles, and a step that
  /// does not come nearer is halved.
  ///
  /// - Parameters:
  ///   - tail: above 0, below ½.
  ///   - low: above 0.
  ///   - high: above `low`, below 1.
  /// - Throws: `NumericsError.outOfDomain` for points or a tail out of range, and where a parameter would lie outside
  ///   what ``init(a:b:)`` takes; `.notConverged` where either share misses `tail` by more than 1e-12.
  public init(tail: Double, below low: Double, above high: Double) throws(NumericsError) {
    guard low > 0, low < high, high < 1 else {
      throw .outOfDomain(
        argument: "low", value: low, expected: "above 0 and below the high end, which is below 1")
    }
    guard tail > 0, tail < 0.5 else {
      throw .outOfDomain(argument: "tail", value: tail, expected: "above 0 and below 0.5")
    }
    self = try QuantileFit(tail: tail, low: Point(low), high: Point(high)).solved()
  }
}

/// The search for a beta distribution by its two tails.
private struct QuantileFit {
  let tail: Double
  let low: BetaDistribution.Point
  let high: BetaDistribution.Point

  /// Where the search stands.
  private struct Position {
    /// ln(a/b).
    var logit: Double
    /// ln(a + b).
    var logSize: Double

    func distribution() throws(NumericsError) -> BetaDistribution {
      let mean = BetaDistribution.Point(logit: logit)
      let size = exp(logSize)
      return try BetaDistribution(a: size * mean.value, b: size * mean.complement)
    }
  }

  /// ln of both tails over what they should be.
  private func misses(_ position: Position) throws(NumericsError) -> (low: Double, high: Double) {
    let distribution = try position.distribution()
    return (
      distribution.lnTails(low).lower - log(tail), distribution.lnTails(high).upper - log(tail)
    )
  }

  func solved() throws(NumericsError) -> BetaDistribution {
    var position = try start()
    var now = try misses(position)
    let limit = 200
    for _ in 0..<limit {
      if abs(now.low) < 1e-13, abs(now.high) < 1e-13 { break }
      guard let next = try nearer(than: now, from: position) else { break }
      (position, now) = next
    }
    let found = try position.distribution()
    guard abs(found.tails(low).lower - tail) < 1e-12, abs(found.tails(high).upper - tail) < 1e-12 else {
      throw .notConverged(routine: "beta fit", iterations: limit)
    }
    return found
  }

  /// Of the logit normal with these quantiles, cut to the parameters there may be.
  private func start() throws(NumericsError) -> Position {
    let bottom = log(low.value / low.complement)
    let top = log(high.value / high.complement)
    let deviation = (top - bottom) / (2 * -(try StandardNormal.quantile(tail)))
    let middle = (bottom + top) / 2
    // Var logit ≈ 1/a + 1/b.
    let mean = BetaDistribution.Point(logit: middle)
    let size = 1 / (deviation * deviation * mean.value * mean.complement)
    let least = 0.2 / min(mean.value, mean.complement)
    return Position(logit: middle, logSize: log(max(size, least)))
  }

  /// One step, halved until it comes nearer; `nil` where none does.
  private func nearer(
    than now: (low: Double, high: Double), from position: Position
  ) throws(NumericsError) -> (Position, (low: Double, high: Double))? {
    let here = try position.distribution()
    let deviation = (1 / here.a + 1 / here.b).squareRoot()
    let byLogit = try slopes(position, Position(logit: 1e-5 * min(deviation, 1), logSize: 0))
    let bySize = try slopes(position, Position(logit: 0, logSize: 1e-5))
    let determinant = byLogit.low * bySize.high - byLogit.high * bySize.low
    let logit = (now.high * bySize.low - now.low * bySize.high) / determinant
    let logSize = (now.low * byLogit.high - now.high * byLogit.low) / determinant
    guard logit.isFinite, logSize.isFinite else { throw .noFiniteResult(routine: "beta fit") }
    var scale = min(1, 2 * deviation / abs(logit), 2 / abs(logSize))
    while scale > 1e-6 {
      let next = Position(logit: position.logit + scale * logit, logSize: position.logSize + scale * logSize)
      if let there = try? misses(next),
        max(abs(there.low), abs(there.high)) < max(abs(now.low), abs(now.high))
      {
        return (next, there)
      }
      scale /= 2
    }
    return nil
  }

  /// How both misses change along a small move, per unit of it.
  private func slopes(_ position: Position, _ move: Position) throws(NumericsError) -> (
    low: Double, high: Double
  ) {
    let length = move.logit + move.logSize
    let ahead = try misses(
      Position(logit: position.logit + move.logit, logSize: position.logSize + move.logSize))
    let behind = try misses(
      Position(logit: position.logit - move.logit, logSize: position.logSize - move.logSize))
    return ((ahead.low - behind.low) / (2 * length), (ahead.high - behind.high) / (2 * length))
  }
}
