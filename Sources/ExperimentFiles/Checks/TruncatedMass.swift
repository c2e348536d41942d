import ExperimentDesign
import Foundation

extension Distribution {
  /// The distribution in pieces, as points and their weights, within the legal range; `nil` for joints.
  ///
  /// Two hundred pieces of equal width; a test holds them to areas known exactly.
  func pieces(within range: LegalRange) -> [(value: Double, weight: Double)]? {
    if case .joint = self { return nil }
    if case .constant(let value) = self { return [(value, 1)] }
    let count = 200
    let width = (range.high - range.low) / Double(count)
    let middles = (0..<count).map { range.low + (Double($0) + 0.5) * width }
    var weights: [Double]
    if case .beta(let a, let b) = self {
      // By the logarithm of the density, so that a narrow distribution does not vanish.
      let logs = middles.map { $0 > 0 && $0 < 1 ? (a - 1) * log($0) + (b - 1) * log(1 - $0) : -.infinity }
      guard let greatest = logs.max() else { return nil }
      weights = logs.map { exp($0 - greatest) }
    } else {
      weights = middles.map { massInside(LegalRange($0 - width / 2, $0 + width / 2), of: self) }
    }
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return nil }
    weights = weights.map { $0 / sum }
    return Array(zip(middles, weights)).filter { $0.1 > 0 }
  }
}

/// The share of draws of two numbers for which `measure` of them adds up to more than 1.
///
/// A sum of exactly 1 counts half: it is the middle of a square of which the limit cuts off half.
///
/// - Returns: 0 where a joint sets one of them, as how it does so is the joint's own.
func truncatedMass(_ first: Parameter, _ second: Parameter, _ measure: (Double) -> Double) -> Double {
  guard let left = first.distribution.pieces(within: first.range),
    let right = second.distribution.pieces(within: second.range)
  else { return 0 }
  var mass = 0.0
  for (value, weight) in left {
    let room = 1 - measure(value)
    for (other, otherWeight) in right {
      let excess = measure(other) - room
      if excess > 1e-9 {
        mass += weight * otherWeight
      } else if excess > -1e-9 {
        mass += weight * otherWeight / 2
      }
    }
  }
  return mass
}
