import Foundation

/// The share of answered alerts that allow when everybody is asked at once, before any value.
///
/// logit P = A + spread·W + `lnOddsRatio`, with A such that the mean of logistic(A + spread·W) over
/// W ~ Normal(0, 1) is `rate`; A by bisection, both means by 60-point Gauss–Hermite quadrature.
public struct ImmediateAskOracle {
  /// The share that would allow without any odds ratio.
  public let rate: Double
  /// Log-odds per unit of W.
  public let spread: Double
  /// The logarithm of all odds ratios that apply: cold, usage string, a pre-prompt that was
  /// continued.
  public var lnOddsRatio = 0.0

  /// An ask of everybody at once.
  public init(rate: Double, spread: Double, lnOddsRatio: Double = 0) {
    self.rate = rate
    self.spread = spread
    self.lnOddsRatio = lnOddsRatio
  }

  private static let normal = GaussHermite(count: 60)

  /// The share of the asked that allow.
  public func shareAllowing() -> Double {
    mean(at: intercept() + lnOddsRatio)
  }

  /// A, the log-odds of a person of mean willingness.
  public func intercept() -> Double {
    var below = -60.0
    var above = 60.0
    for _ in 0..<80 {
      let middle = (below + above) / 2
      if mean(at: middle) < rate { below = middle } else { above = middle }
    }
    return (below + above) / 2
  }

  private func mean(at intercept: Double) -> Double {
    Self.normal.mean { 1 / (1 + exp(-intercept - spread * $0)) }
  }
}
