import Foundation
import ModelOracles

/// Means over W = ρs + √(1 − ρ²)z, with s the standardised staying of p ~ Beta(a, b), by brute force.
///
/// The trapezoid rule in ln(p/(1 − p)), where the density is p^a(1 − p)^b up to its constant and
/// falls like e^(−a|x|) and e^(−b|x|), against 60 Gauss–Hermite points of z.
struct WillingnessQuadrature {
  private let nodes: [(w: Double, weight: Double)]

  init(withStaying rho: Double, a: Double, b: Double) {
    let mean = a / (a + b)
    let deviation = (a * b / ((a + b) * (a + b) * (a + b + 1))).squareRoot()
    let step = 0.01
    var stays: [(s: Double, weight: Double)] = []
    for index in -Int(45 / a / step)...Int(45 / b / step) {
      let x = Double(index) * step
      let p = 1 / (1 + exp(-x))
      let lnDensity = -a * log1p(exp(-x)) - b * log1p(exp(x))
      stays.append(((mean - p) / deviation, exp(lnDensity)))
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
