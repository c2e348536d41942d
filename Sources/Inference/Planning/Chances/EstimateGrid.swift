import Foundation

/// Evenly spaced estimates that a test of two options can give, and the chance that draws of the inputs give to each.
///
/// An estimate is normal around the difference of its draw. Steps of at most 0.4 of the smallest error integrate a normal
/// density to the last digits.
struct EstimateGrid {
  /// How many estimates there are.
  let count: Int
  private let start: Double
  private let step: Double

  /// Errors beyond which an estimate is not followed.
  private static let reach = 7.0
  private static let fewestPoints = 300
  private static let mostPoints = 20_000

  /// - Parameters:
  ///   - differences: what the test estimates, by draw.
  ///   - errors: the standard error of the estimate, by draw.
  /// - Returns: `nil` where there is no draw, or an estimate without an error.
  init?(differences: [Double], errors: [Double]) {
    guard let narrowest = errors.min(), narrowest > 0, let widest = errors.max(),
      let lowest = differences.min(), let highest = differences.max()
    else { return nil }
    start = lowest - Self.reach * widest
    let end = highest + Self.reach * widest
    count = min(Self.mostPoints, max(Self.fewestPoints, Int((end - start) / (0.4 * narrowest))))
    step = (end - start) / Double(count - 1)
  }

  /// Writes the chances of the estimates that a draw can give.
  ///
  /// Each density follows from the one before by two products, which differs from the exponential by less than 10⁻¹¹ of it.
  /// - Parameters:
  ///   - difference: of the draw.
  ///   - error: of its estimate.
  ///   - chances: as many as ``count``; those of other estimates stay as they are.
  /// - Returns: the estimates that are written.
  func write(difference: Double, error: Double, to chances: inout [Double]) -> Range<Int> {
    let first = max(0, Int(((difference - Self.reach * error - start) / step).rounded(.up)))
    let last = min(count - 1, Int(((difference + Self.reach * error - start) / step).rounded(.down)))
    guard first <= last else { return 0..<0 }
    let width = step / error
    let distance = (start + Double(first) * step - difference) / error
    var chance = normalDensity(distance) * width
    var growth = exp(-width * (distance + width / 2))
    let slowing = exp(-width * width)
    for point in first...last {
      chances[point] = chance
      chance *= growth
      growth *= slowing
    }
    return first..<last + 1
  }
}
