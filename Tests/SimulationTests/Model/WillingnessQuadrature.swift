import Foundation
import ModelOracles

/// Means over W = ρs + √(1 − ρ²)z, with s the standardised staying of p ~ Beta(a, b), by brute force.
///
/// The trapezoid rule in ln(p/(1 − p)), where the density is p^a(1 − p)^b up to its constant and
/// falls like e^(−a|x|) and e^(−b|x|) far from its mode, against 60 Gauss–Hermite points of z.
struct WillingnessQuadrature {
  private let nodes: [(w: Double, weight: Double)]

  init(withStaying rho: Double, a: Double, b: Double) {
    let mean = a / (a + b)
    let deviation = (a * b / ((a + b) * (a + b) * (a + b + 1))).squareRoot()
    // Finer where the density is narrower, from its mode on, whose height the constant takes away.
    let (mode, step) = (log(a / b), min(0.01, (1 / a + 1 / b).squareRoot() / 40))
    func lnDensity(_ x: Double) -> Double { -a * log1p(exp(-x)) - b * log1p(exp(x)) }
    let widest = 45 / min(a, b) + 600 * step
    var stays: [(s: Double, weight: Double)] = []
    for index in -Int(widest / step)...Int(widest / step) {
      let x = mode + Double(index) * step
      stays.append(((mean - 1 / (1 + exp(-x))) / deviation, exp(lnDensity(x) - lnDensity(mode))))
    }
    let total = stays.reduce(0) { $0 + $1.weight }
    let normal = GaussHermite(count: 60)
    let rest = (1 - rho * rho).squareRoot()
    nodes = stays.filter { $0.weight / total > 1e-16 }.flatMap { stay in
      zip(normal.nodes, normal.weights).map { (rho * stay.s + rest * $0, stay.weight / total * $1) }
    }
  }

  func mean(_ function: (Double) -> Double) -> Double {
    nodes.reduce(0) { $0 + $1.weight * function($1.w) }
  }

  /// A with E[logistic(A + spread·W)] = rate, by bisection.
  func intercept(rate: Double, spread: Double) -> Double {
    var low = -30.0
    var high = 30.0
    for _ in 0..<46 {
      let middle = (low + high) / 2
      let share = mean { 1 / (1 + exp(-middle - spread * $0)) }
      if share < rate { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
