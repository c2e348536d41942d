import Foundation
import GSLNumerics

extension TwoArms {
  /// Boschloo's unconditional exact test (Boschloo 1970), two-sided.
  ///
  /// The statistic is Fisher's two-sided p-value (by minimum likelihood). The p-value is the largest
  /// probability, over all proportions p that the two arms may share, of a table whose Fisher p-value
  /// is at most the one observed; so it is never above Fisher's own. (Programs that double a
  /// one-sided Boschloo p-value answer a different question, and may exceed it.) The maximum over p
  /// is sought on a grid of arcsin √p, ten points to the standard deviation of a proportion, and
  /// refined by golden sections wherever the grid comes within 2% of its largest value.
  func boschloo() throws(NumericsError) -> PValue {
    let fisher = try Hypergeometric(
      marked: arm.x + baseline.x, unmarked: arm.complement.x + baseline.complement.x, drawn: arm.n
    ).lnNoMoreProbable(than: arm.x)
    guard fisher < 0 else { return .one }
    let largest = try lnLargestRejection(arm: arm.n, baseline: baseline.n, lnFisher: fisher)
    return PValue(ln: min(largest, fisher))
  }
}

/// ln of the largest probability, over the proportion both arms share, of a table whose Fisher
/// p-value is at most the one whose logarithm is given, below 0.
func lnLargestRejection(
  arm: Int, baseline: Int, lnFisher: Double
) throws(NumericsError) -> Double {
  let region = try RejectionRegion(arm: arm, baseline: baseline, lnLevel: lnFisher)
  // Below this the products of two binomial probabilities would underflow.
  let inLogs = lnFisher < -500
  // The largest probability is near Fisher's p-value; what lies e⁻⁶⁰ of it away adds no digit.
  let negligible = exp(lnFisher - 60)
  func lnProbability(_ angle: Double) -> Double {
    let p = sin(angle) * sin(angle)
    return inLogs ? region.lnProbability(at: p) : log(region.probability(at: p, negligible: negligible))
  }
  let points = max(200, Int(Double.pi / 2 * 20 * Double(arm + baseline).squareRoot()))
  let step = Double.pi / 2 / Double(points + 1)
  let grid = (1...points).map { lnProbability(step * Double($0)) }
  var largest = grid.reduce(-.infinity, max)
  let enough = largest - 0.02
  for (index, value) in grid.enumerated() where value >= enough {
    let before = index > 0 ? grid[index - 1] : -.infinity
    let after = index + 1 < points ? grid[index + 1] : -.infinity
    guard value >= before, value >= after else { continue }
    let angle = step * Double(index + 1)
    largest = max(largest, summit(from: angle - step, to: angle + step, of: lnProbability))
  }
  return largest
}

/// The largest value of a function with one maximum between two points, by golden sections.
///
/// Near a maximum the function is flat: the bracket is halved to a relative 10⁻⁷, its square is what
/// the value lacks.
private func summit(from start: Double, to end: Double, of function: (Double) -> Double) -> Double {
  let golden = (5.0.squareRoot() - 1) / 2
  var low = start
  var high = end
  var left = high - golden * (high - low)
  var right = low + golden * (high - low)
  var atLeft = function(left)
  var atRight = function(right)
  while high - low > 1e-7 * (end - start) {
    if atLeft < atRight {
      low = left
      left = right
      atLeft = atRight
      right = low + golden * (high - low)
      atRight = function(right)
    } else {
      high = right
      right = left
      atRight = atLeft
      left = high - golden * (high - low)
      atLeft = function(left)
    }
  }
  return max(atLeft, atRight)
}
