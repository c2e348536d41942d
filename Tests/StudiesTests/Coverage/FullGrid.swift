import Foundation
import GSLNumerics

/// A full grid in two stages, for comparison: every option gets as many trials as its own variance asks for (Rinott 1978).
///
/// The best is found where it leads by the indifference zone, with the probability asked for. Nothing is dropped, and nothing
/// is gained from options that share their trials.
struct FullGrid {
  /// Trials of the first stage, at least 2.
  let firstStage: Int
  /// How many options there are, at least 2.
  let options: Int
  /// With which probability the best is found.
  let guarantee: Double

  /// Rinott's constant h: ∫(∫Φ(h/√(ν(1/x + 1/y)))f(x)dx)^(k − 1) f(y)dy = P, f the density of χ² with ν degrees of freedom.
  ///
  /// - Throws: what the root finder throws.
  func constant() throws(NumericsError) -> Double {
    let nu = Double(firstStage - 1)
    // Equal steps of ln x, in which the trapezoidal rule errs by less than rounding does.
    let width = 9 / (nu / 2).squareRoot()
    let steps = 160
    let points = (0...steps).map { nu * exp(width * (2 * Double($0) / Double(steps) - 1)) }
    let densities = points.map { exp(nu / 2 * Foundation.log($0 / nu) - ($0 - nu) / 2) }
    let whole = densities.reduce(0, +)
    let weights = densities.map { $0 / whole }
    func chance(_ h: Double) -> Double {
      points.indices.reduce(0.0) { sum, outer in
        guard weights[outer] > 1e-14 else { return sum }
        let inner = points.indices.reduce(0.0) { inner, index in
          guard weights[index] > 1e-14 else { return inner }
          let deviate = h / (nu * (1 / points[index] + 1 / points[outer])).squareRoot()
          return inner + weights[index] * erfc(-deviate / 2.0.squareRoot()) / 2
        }
        return sum + weights[outer] * pow(inner, Double(options - 1))
      }
    }
    return try root(from: 0.01, to: 30, absoluteTolerance: 1e-9) { chance($0) - guarantee }
  }

  /// What it named, and what that took.
  ///
  /// - Parameters:
  ///   - zone: the indifference zone, above 0.
  ///   - constant: h of ``constant()``.
  ///   - value: that of an option in its next trial.
  func run(
    zone: Double, constant: Double, value: (_ option: Int) throws -> Double
  ) rethrows -> KimNelson.Outcome {
    var means: [Double] = []
    var spent = 0
    for option in 0..<options {
      var values: [Double] = []
      for _ in 0..<firstStage { values.append(try value(option)) }
      let mean = values.reduce(0, +) / Double(firstStage)
      let variance =
        values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(firstStage - 1)
      let trials = max(firstStage, Int((constant * constant * variance / (zone * zone)).rounded(.up)))
      for _ in firstStage..<trials { values.append(try value(option)) }
      means.append(values.reduce(0, +) / Double(trials))
      spent += trials
    }
    let best = means.indices.max { (means[$0], $1) < (means[$1], $0) } ?? 0
    return KimNelson.Outcome(named: best, strategyTrials: spent)
  }
}
