import ExperimentDesign
import Foundation
import GSLNumerics
import TextFormats

/// What `{range: [low, high]}` stands for in a number's legal range, with 5% below the one end and 5% above the other.
///
/// Shares have a beta distribution, numbers above 0 a log-normal and numbers of either sign a normal one.
///
/// - Parameter items: the ends as they are written.
func readRange(
  _ items: [LocatedNode], low: Double, high: Double, in legal: LegalRange
) throws(NumberProblem) -> Distribution {
  let found = "[\(items.map(\.flowText.cut).joined(separator: ", "))]"
  let form = DistributionForm.range.form
  guard low < high else {
    throw NumberProblem("expected a low end below the high end in \(form), found \(found)")
  }
  let isOpen = legal.isShare ? low > 0 && high < 1 : legal.low < 0 || low > 0
  guard isOpen, legal.contains(low), legal.contains(high) else {
    throw NumberProblem(
      "expected two numbers \(legal.ends) in \(form), found \(found). 5% of the distribution lies below the low end and 5% above the high end. "
        + "{uniform: [lo, hi]} has hard limits")
  }
  if legal.isShare { return try betaDistribution(from: low, to: high) }
  if legal.low >= 0 { return .lognormal(from: low, to: high) }
  return .normal(mean: (low + high) / 2, sd: (high - low) / (2 * normalQuantile95))
}

/// The beta distribution with 5% below a range of shares and 5% above it.
///
/// The shapes are rounded to twelve digits, which moves neither share by more than rounding and lets machines whose
/// logarithms differ in the last bit agree on what an experiment means.
private func betaDistribution(from low: Double, to high: Double) throws(NumberProblem) -> Distribution {
  func rounded(_ value: Double) -> Double {
    let digits = 11 - Int(log10(value).rounded(.down))
    let scale = pow(10, Double(abs(digits)))
    return digits >= 0 ? (value * scale).rounded() / scale : (value / scale).rounded() * scale
  }
  do {
    let found = try BetaDistribution(tail: 0.05, below: low, above: high)
    return .beta(a: rounded(found.a), b: rounded(found.b))
  } catch {
    throw NumberProblem(
      "no beta distribution has 5% below \(low) and 5% above \(high): the range is too narrow, or too near to 0 and 1. Write a wider one, a number that is known, or {uniform: [lo, hi]}"
    )
  }
}

extension Distribution {
  /// The log-normal distribution with 5% below the one of two numbers above 0, and 5% above the other.
  static func lognormal(from low: Double, to high: Double) -> Distribution {
    // Not a product under the root, which could be too small or too large to be written.
    .lognormal(
      median: low.squareRoot() * high.squareRoot(), sigma: (log(high) - log(low)) / (2 * normalQuantile95))
  }
}

/// The point below which 95% of the standard normal distribution lies.
private let normalQuantile95 = 1.644_853_626_951_472_2

extension LegalRange {
  /// Where the ends of a range may lie, in words.
  fileprivate var ends: String {
    if isShare { return "strictly between 0 and 1" }
    return LegalRange(low, high, includesLow: low < 0, includesHigh: includesHigh).words
  }
}
