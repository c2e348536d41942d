import Foundation
import GSLNumerics

/// Walks the looks of a test, look by look, with the boundary of each known or asked for.
struct BoundaryRecursion {
  private let fractions: [Double]
  private let rule: GaussLegendreRule
  private var paths: Continuation?
  private(set) var look = 0

  init(_ fractions: [Double]) throws(NumericsError) {
    self.fractions = fractions
    rule = try GaussLegendreRule(count: 16)
  }

  /// The probability of crossing the upper boundary at this look, or the lower one, for the first time.
  ///
  /// - Parameter direction: 1 for the upper boundary, −1 for the lower.
  func crossing(_ bound: Double, direction: Double = 1, drift: Double = 0) -> Double {
    let fraction = fractions[look]
    guard let paths else {
      return StandardNormal.upperTail(direction * (bound - drift * fraction.squareRoot()))
    }
    return paths.crossing(bound, at: fraction, drift: drift, direction: direction)
  }

  /// Goes on to the next look with the paths that have not crossed `bound` at this one.
  ///
  /// - Parameter bound: the upper boundary; `nil` where the test cannot stop.
  mutating func advance(past bound: Double?) {
    let next = look + 1 < fractions.count ? fractions[look + 1] : nil
    let upper = min(bound ?? Continuation.farthest, Continuation.farthest)
    // A boundary of 0 stops every path; the sliver left stands for none.
    let region = -upper...max(upper, -upper + 1e-9)
    let fraction = fractions[look]
    paths =
      paths?.advanced(to: fraction, within: region, next: next)
      ?? Continuation(first: fraction, within: region, next: next, rule: rule)
    look += 1
  }

  /// The upper boundary that is crossed at this look with a given probability.
  ///
  /// - Parameter probability: of one side, above 0, at most what is left on that side.
  func bound(crossedWith probability: Double) throws(NumericsError) -> Double {
    // Without the looks before, the boundary would be crossed more often: the quantile is above it.
    let highest = min(Continuation.farthest, -(try StandardNormal.quantile(probability)) + 1e-6)
    let target = lnOrLowest(probability)
    return try root(from: min(0, highest - 1e-6), to: highest, absoluteTolerance: 1e-11) { bound in
      lnOrLowest(crossing(bound)) - target
    }
  }
}

/// ln x, with the logarithm of the smallest `Double` for 0.
func lnOrLowest(_ x: Double) -> Double { log(max(x, Double.leastNonzeroMagnitude)) }
