import Foundation
package import GSLNumerics

/// What is believed by draws about a fit, each weighed by what the observations and the belief before say of it.
///
/// It is check and correction of the normal shape in one: the effective size of the draws says how near that shape is,
/// and their weighted mean and covariance are what is believed. Where they are worth too few draws, the fit's own
/// normal distribution is.
public struct ImportanceStep: Sendable {
  /// Mean and covariance of what is believed.
  public let belief: NormalBelief
  /// How near the normal shape is to what is believed.
  public let check: Check

  /// How far draws about a fit are from what the observations and the belief before say.
  public struct Check: Codable, Hashable, Sendable {
    /// How many draws of equal weight they are worth: (Σ w)²/Σ w².
    public let effectiveSize: Double
    /// How many were drawn.
    public let draws: Int
    /// Whether they are worth enough for ``ImportanceStep/belief`` to be theirs.
    public let holds: Bool
  }

  /// How many draws are made.
  public static let draws = 400
  /// How many they have to be worth.
  public static let leastSize = 100.0
}

extension PenalisedFit {
  /// One importance step: draws from Student's t with seven degrees about the fit, heavier in its tails than what it
  /// stands for, so that no weight is far above the others where the fit is right.
  ///
  /// Each comes with its opposite, and their covariance is taken beside what the same draws have where the fit is
  /// right: a mean and a width of their own would move what is believed the same way at every update.
  ///
  /// Numbers that enter no observation are not drawn. They follow the others as far as they were believed together, and
  /// are left as they were where not.
  ///
  /// - Parameters:
  ///   - random: what the draws follow from.
  ///   - model: what the model says at each of several points, as for the fit.
  public func importanceStep(
    random: some RandomNumberGenerator, model: (_ points: [[Double]]) throws -> [ModelledPoint?]
  ) throws -> ImportanceStep {
    var random = random
    let entering = slopes.indices.filter(enters)
    let before = try prior.part(entering)
    let fitted = try posterior.part(entering)
    let factor = try SquareMatrix.factor(fitted.covariance)
    let degrees = 7
    // In deviations of the fit.
    var steps: [[Double]] = []
    var distances: [Double] = []
    for _ in 0..<ImportanceStep.draws / 2 {
      let normals = try entering.map { _ in try StandardNormal.draw(&random) }
      let scale = try (0..<degrees).reduce(0.0) { sum, _ in
        let normal = try StandardNormal.draw(&random)
        return sum + normal * normal
      }
      let stretch = (Double(degrees) / scale).squareRoot()
      steps += [normals.map { stretch * $0 }, normals.map { -stretch * $0 }]
      let distance = stretch * stretch * normals.reduce(0) { $0 + $1 * $1 }
      distances += [distance, distance]
    }
    let logDensities = distances.map {
      -0.5 * Double(degrees + entering.count) * log1p($0 / Double(degrees))
    }
    let rows = steps.map { zip(fitted.mean, factor.times($0)).map { $0 + $1 } }
    let points = try model(
      rows.map { row in
        // The others change nothing that was observed.
        zip(entering, row).reduce(into: posterior.mean) { $0[$1.0] = $1.1 }
      })
    let logWeights = rows.indices.map { draw -> Double in
      guard let point = points[draw] else { return -.infinity }
      return -point.misfit(observed) - before.misfit(rows[draw]) - logDensities[draw]
    }
    let size = Moments(of: steps, logWeights: logWeights).size
    let holds = size >= max(ImportanceStep.leastSize, Double(2 * entering.count))
    let check = ImportanceStep.Check(effectiveSize: size, draws: ImportanceStep.draws, holds: holds)
    guard holds else { return ImportanceStep(belief: posterior, check: check) }
    // Weighed as the fit's own normal distribution the steps should have a covariance of 1: they are stretched to it.
    let own = Moments(of: steps, logWeights: zip(distances, logDensities).map { -0.5 * $0 - $1 })
    let width = try SquareMatrix.factor(own.covariance)
    let found = Moments(of: steps.map { factor.times(width.divided($0)) }, logWeights: logWeights)
    let belief = try prior.believing(
      entering,
      as: NormalBelief(mean: zip(fitted.mean, found.mean).map { $0 + $1 }, covariance: found.covariance))
    return ImportanceStep(belief: belief, check: check)
  }
}

/// Of weighed draws.
private struct Moments {
  /// How many draws of equal weight they are worth.
  let size: Double
  let mean: [Double]
  let covariance: [[Double]]

  init(of rows: [[Double]], logWeights: [Double]) {
    let most = logWeights.max() ?? 0
    let weights = logWeights.map { exp($0 - most) }
    let sum = weights.reduce(0, +)
    size = sum * sum / weights.reduce(0) { $0 + $1 * $1 }
    let numbers = rows.first?.indices ?? 0..<0
    let mean = numbers.map { number in zip(weights, rows).reduce(0) { $0 + $1.0 * $1.1[number] } / sum }
    covariance = numbers.map { row in
      numbers.map { column in
        zip(weights, rows).reduce(0) { sum, draw in
          sum + draw.0 * (draw.1[row] - mean[row]) * (draw.1[column] - mean[column])
        } / sum
      }
    }
    self.mean = mean
  }
}

extension StandardNormal {
  /// A draw.
  package static func draw(_ random: inout some RandomNumberGenerator) throws(NumericsError) -> Double {
    try quantile((Double(random.next() >> 12) + 0.5) * 0x1p-52)
  }
}
