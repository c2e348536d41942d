import Foundation

/// How heavy the upper tail of weights is: the shape k of a generalised Pareto distribution, fitted to the largest fifth.
///
/// Above 0.7 a mean over the weights is not to be trusted (Vehtari, Simpson, Gelman, Yao & Gabry 2024); the fit is that
/// of Zhang & Stephens 2009, drawn a little towards 0.5 as there.
///
/// - Parameter weights: at least 0, of any scale.
/// - Returns: `nil` of fewer than 25 weights, of which a fifth is too few.
public func paretoShape(of weights: [Double]) -> Double? {
  let sorted = weights.sorted()
  let tail = sorted.count / 5
  guard tail >= 5 else { return nil }
  let cut = sorted[sorted.count - tail - 1]
  let excesses = sorted.suffix(tail).map { $0 - cut }
  guard let largest = excesses.last, largest > 0 else { return -.infinity }
  let count = Double(tail)
  let points = 30 + Int(count.squareRoot())
  let quarter = max(excesses[max(0, Int(count / 4 + 0.5) - 1)], largest * 1e-12)
  let candidates = (1...points).map { point -> Double in
    let root = (Double(points) / (Double(point) - 0.5)).squareRoot()
    return 1 / largest + (1 - root) / (3 * quarter)
  }
  func shape(_ candidate: Double) -> Double {
    excesses.reduce(0) { $0 + log1p(-candidate * $1) } / count
  }
  let likelihoods = candidates.map { candidate in
    let shape = shape(candidate)
    return count * (log(-candidate / shape) - shape - 1)
  }
  let most = likelihoods.filter(\.isFinite).max() ?? 0
  var (sum, weighted) = (0.0, 0.0)
  for (candidate, likelihood) in zip(candidates, likelihoods) where likelihood.isFinite {
    let weight = exp(likelihood - most)
    sum += weight
    weighted += weight * candidate
  }
  guard sum > 0 else { return nil }
  return (shape(weighted / sum) * count + 5) / (count + 10)
}

/// How many draws of equal weight these are worth: (Σ w)²/Σ w².
public func effectiveSize(of weights: [Double]) -> Double {
  let squares = weights.reduce(0) { $0 + $1 * $1 }
  let sum = weights.reduce(0, +)
  return squares > 0 ? sum * sum / squares : 0
}
