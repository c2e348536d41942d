/// The most likely pair of proportions among those that differ by a given δ.
///
/// Of counts, or of what a plan expects for one person of the baseline, which are no whole numbers.
struct ConstrainedCubic {
  /// How many of the arm did what is counted, and how many did not: at least 0, above 0 together.
  var arm: (yes: Double, no: Double)
  /// The same of the baseline.
  var baseline: (yes: Double, no: Double)

  /// The maximum of the likelihood among pairs (p + δ, p).
  ///
  /// The likelihood equation is a cubic with one root in the range that is possible (Miettinen &
  /// Nurminen 1985, appendix I). It is found by Newton's method on the derivative of the
  /// log-likelihood, which falls from ∞ to −∞ over that range and so brackets the root.
  func pair(differingBy difference: Double) -> (arm: Double, baseline: Double) {
    var low = difference < 0 ? -difference : 0
    var high = min(1, 1 - difference)
    let x = (arm.yes, baseline.yes)
    let y = (arm.no, baseline.no)
    // p is the baseline's proportion; a term whose count is 0 is left out, so no 0/0 can arise.
    func derivative(_ p: Double) -> (value: Double, slope: Double) {
      var value = 0.0
      var slope = 0.0
      func add(_ count: Double, at probability: Double, _ sign: Double) {
        guard count > 0 else { return }
        // At an end of the range rounding may leave it a hair below 0.
        let term = probability > 0 ? count / probability : .infinity
        value += sign * term
        slope -= term * term / count
      }
      add(x.0, at: p + difference, 1)
      add(x.1, at: p, 1)
      add(y.0, at: 1 - p - difference, -1)
      add(y.1, at: 1 - p, -1)
      return (value, slope)
    }
    // Counts of 0 may leave the maximum at an end of the range.
    if !(derivative(low).value > 0) { return (low + difference, low) }
    if !(derivative(high).value < 0) { return (high + difference, high) }
    let (own, people) = (x.0 + y.0, x.0 + y.0 + x.1 + y.1)
    // Pooled, as it is where the two do not differ.
    var p = (x.0 + x.1 - difference * own) / people
    if !(p > low && p < high) { p = low + (high - low) / 2 }
    for _ in 0..<100 {
      let (value, slope) = derivative(p)
      if value == 0 { break }
      if value > 0 { low = p } else { high = p }
      var next = p - value / slope
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      let moved = abs(next - p)
      p = next
      // The convergence is quadratic: what is left is the square of this.
      if moved <= 1e-13 * p { break }
    }
    return (min(1, max(0, p + difference)), p)
  }
}
