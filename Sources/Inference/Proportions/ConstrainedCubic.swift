import Foundation

extension TwoArms {
  /// The baseline's proportion in the most likely pair that differs by δ, by the trigonometric
  /// solution of the cubic (Farrington & Manning 1990, appendix).
  ///
  /// A starting value: cancellation may take half of its digits where counts are very unequal.
  func cubicRoot(_ difference: Double) -> Double {
    let ratio = Double(baseline.n) / Double(arm.n)
    let first = Double(arm.x) / Double(arm.n)
    let second = Double(baseline.x) / Double(baseline.n)
    let a = 1 + ratio
    let b = -(1 + ratio + first + ratio * second + difference * (ratio + 2))
    let c = difference * difference + difference * (2 * first + ratio + 1) + first + ratio * second
    let d = -first * difference * (1 + difference)
    let third = b / (3 * a)
    let v = third * third * third - b * c / (6 * a * a) + d / (2 * a)
    let magnitude = max(0, third * third - c / (3 * a)).squareRoot()
    let u = v < 0 ? -magnitude : magnitude
    guard u != 0 else { return -third - difference }
    let cosine = min(1, max(-1, v / (u * u * u)))
    return 2 * u * cos((Double.pi + acos(cosine)) / 3) - third - difference
  }
}
