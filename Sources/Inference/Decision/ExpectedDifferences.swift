import Foundation
import GSLNumerics

/// How far each arm's *expected* objective is from the mean over the arms, trial by trial: the
/// differences of the trials with the noise of their installs removed.
///
/// ``ParameterSpread`` multiplies the deviations of one quantity by √B, B = 1 − w/t being the share
/// of the variance over trials t that is not the sampling's w. Several arms need one matrix for all
/// of their differences: shrunk one by one, arms that always move together would be pulled apart,
/// and the best of them would seem to be worth knowing. With T the covariance of the differences
/// over trials and W that of their noise within a trial, the parameters' covariance is T − W, and
/// in the basis in which T is the identity and W diagonal (q_j, the generalised eigenvalues of W
/// and T) each coordinate has its own share 1 − q_j, negative ones taken as 0, by whose square root
/// its deviations are multiplied. The covariance left is T − W, projected to be non-negative; the
/// result does not depend on which arm the differences are taken to, and arms that are equal in
/// every trial stay equal. (The one-dimensional form: Louis 1984, Ghosh 1992; the projection:
/// Amemiya 1985, "What should be done when an estimated between-group covariance matrix is not
/// nonnegative definite?", The American Statistician 39.)
///
/// Of p directions of pure noise some always have q < 1 by chance, and regret would be made of it.
/// A direction therefore counts only where 1/q is above the 95 % point of the largest that noise
/// alone gives over so many trials (for one direction that of χ²/n; for several Johnstone's 2001
/// law of the largest eigenvalue, with the Tracy–Widom quantile 0.9793).
///
/// What the trials do not tell of W: under a paired design only the variances of differences to
/// the baseline are counted. The correlations of that noise are taken to be those of the
/// differences over trials: where sampling is most of the variance, they are its own; where it is
/// little, they hardly matter. An unknown variance is taken as 0, so that nothing is removed.
struct ExpectedDifferences {
  /// By trial and competing arm; each trial's sum to 0.
  private(set) var byTrial: TrialRows
  /// The mean over the trials: what is best on average is decided by it.
  let means: [Double]
  /// Differences below this are rounding.
  private(set) var resolution: Double

  /// - Parameters:
  ///   - trials: positions of the table's trials, repeated ones counting as often.
  ///   - parametersVary: false when no parameter is uncertain; every deviation is noise then.
  ///   - fromTrials: whether the directions are found from the products of trials, which gives the same in
  ///     less time where there are more arms than trials; `nil` where this is to be chosen.
  init(
    _ table: ObjectiveTable, trials: [Int], parametersVary: Bool, fromTrials: Bool? = nil
  ) throws(NumericsError) {
    let arms = table.arms.count
    let deviations = table.deviations
    means = deviations.means(over: trials)
    resolution = 1e-12 * (means.map { abs($0) }.max() ?? 0)
    byTrial = TrialRows(arms: arms)
    byTrial.reserve(trials.count)
    guard parametersVary, trials.count > 1, arms > 1 else {
      for _ in trials { byTrial.append(means) }
      return
    }
    let directions: ParameterDirections
    if fromTrials ?? (arms > manyArms && arms > trials.count) {
      directions = try ParameterDirections(
        centred: deviations.centred(over: trials), values: table.values.centred(over: trials),
        noise: table.noise)
    } else {
      let noise = noiseCovariance(table.noise, total: table.values.covariance(over: trials))
      directions = try ParameterDirections(
        total: deviations.covariance(over: trials), noise: twiceCentred(noise), trials: trials.count)
    }
    resolution = max(resolution, 1e-10 * directions.scale)
    var row = means
    for trial in trials {
      for arm in 0..<arms { row[arm] = deviations[trial, arm] - means[arm] }
      directions.shrink(&row)
      for arm in 0..<arms { row[arm] += means[arm] }
      byTrial.append(row)
    }
  }
}

/// The canonical directions of the differences, with the share of each that is the parameters'.
private struct ParameterDirections {
  /// The standard deviation of the widest direction.
  var scale: Double
  /// T·v_j, v_j and √share_j, for the directions with a share.
  private var kept: [(image: [Double], direction: [Double], factor: Double)] = []

  init(total: [[Double]], noise: [[Double]], trials: Int) throws(NumericsError) {
    let principal = try SymmetricEigensystem(of: total)
    scale = max(0, principal.values.first ?? 0).squareRoot()
    // Directions in which the arms never differ are rounding.
    let used = principal.values.indices.filter {
      principal.values[$0] > 1e-10 * scale * scale && principal.values[$0] > 0
    }
    guard !used.isEmpty else { return }
    let axes = used.map { index in
      let deviation = principal.values[index].squareRoot()
      return (
        whitening: principal.vectors[index].map { $0 / deviation },
        colouring: principal.vectors[index].map { $0 * deviation }
      )
    }
    let relativeNoise = axes.map { row in
      let image = noise.map { dot($0, row.whitening) }
      return axes.map { dot($0.whitening, image) }
    }
    try keep(axes, relativeNoise: relativeNoise, trials: trials)
  }

  /// The same from the centred rows themselves, in time in proportion to the arms.
  ///
  /// The eigenvectors of XᵀX are Xᵀu of those u of XXᵀ, with the same eigenvalues.
  ///
  /// - Parameters:
  ///   - rows: X, the centred deviations, one row a trial.
  ///   - values: the centred values, whose covariance gives the noise of differences its correlations.
  init(centred rows: [[Double]], values: [[Double]], noise: TrialNoise) throws(NumericsError) {
    let divisor = Double(max(1, rows.count - 1))
    let principal = try SymmetricEigensystem(
      of: rows.map { first in rows.map { dot(first, $0) / divisor } })
    scale = max(0, principal.values.first ?? 0).squareRoot()
    let used = principal.values.indices.filter {
      principal.values[$0] > 1e-10 * scale * scale && principal.values[$0] > 0
    }
    guard !used.isEmpty else { return }
    let axes = used.map { index in
      let deviation = principal.values[index].squareRoot()
      let image = combination(rows, principal.vectors[index])
      let length = divisor.squareRoot() * deviation
      return (
        whitening: image.map { $0 / length / deviation }, colouring: image.map { $0 / length * deviation }
      )
    }
    let factors = axes.map { noiseFactor(of: $0.whitening, noise, values) }
    try keep(
      axes, relativeNoise: factors.map { row in factors.map { dot(row, $0) } }, trials: rows.count)
  }

  private mutating func keep(
    _ axes: [(whitening: [Double], colouring: [Double])], relativeNoise: [[Double]], trials: Int
  ) throws(NumericsError) {
    let canonical = try SymmetricEigensystem(of: relativeNoise)
    let edge = try largestOfNoise(directions: axes.count, trials: trials)
    for (noiseShare, vector) in zip(canonical.values, canonical.vectors) {
      guard noiseShare * edge < 1 else { continue }
      let factor = min(1, 1 - noiseShare).squareRoot()
      kept.append(
        (
          combination(axes.map(\.colouring), vector), combination(axes.map(\.whitening), vector), factor
        ))
    }
  }

  /// Leaves of a trial's deviations what is the parameters'.
  func shrink(_ deviation: inout [Double]) {
    let weights = kept.map { $0.factor * dot($0.direction, deviation) }
    for index in deviation.indices { deviation[index] = 0 }
    for (number, weight) in weights.enumerated() {
      let image = kept[number].image
      for index in deviation.indices { deviation[index] += weight * image[index] }
    }
  }
}

/// The 95 % point of the largest eigenvalue of the covariance of white noise.
private func largestOfNoise(directions: Int, trials: Int) throws(NumericsError) -> Double {
  let n = Double(trials - 1)
  guard directions > 1 else {
    // Wilson & Hilferty 1931: the cube root of χ²/n is normal to a thousandth from n = 18 on.
    let root = 1 - 2 / (9 * n) + (try StandardNormal.quantile(0.95)) * (2 / (9 * n)).squareRoot()
    return root * root * root
  }
  let p = Double(directions)
  let sum = (max(0, n - 1)).squareRoot() + p.squareRoot()
  let spread = sum * pow(1 / max(1, n - 1).squareRoot() + 1 / p.squareRoot(), 1 / 3)
  return (sum * sum + 0.9793 * spread) / n
}

private func noiseCovariance(_ noise: TrialNoise, total: [[Double]]) -> [[Double]] {
  switch noise {
  case .independent(let variances):
    variances.indices.map { row in
      variances.indices.map { $0 == row ? variances[row] ?? 0 : 0 }
    }
  case .ofDifferences(let variances):
    {
      let ratios = variances.indices.map { arm in
        total[arm][arm] > 0 ? ((variances[arm] ?? 0) / total[arm][arm]).squareRoot() : 0
      }
      return ratios.indices.map { row in
        ratios.indices.map { ratios[row] * ratios[$0] * total[row][$0] }
      }
    }()
  }
}

/// F·w for a factor F of the noise's covariance N = FᵀF of centred values, so that products of two such
/// are those with N; the noise as ``noiseCovariance(_:total:)`` has it.
private func noiseFactor(of direction: [Double], _ noise: TrialNoise, _ values: [[Double]]) -> [Double] {
  let direction = centred(direction)
  switch noise {
  case .independent(let variances):
    return variances.indices.map { max(0, variances[$0] ?? 0).squareRoot() * direction[$0] }
  case .ofDifferences(let variances):
    let divisor = Double(max(1, values.count - 1))
    let weighted = variances.indices.map { arm in
      let total = values.reduce(0) { $0 + $1[arm] * $1[arm] } / divisor
      return total > 0 ? ((variances[arm] ?? 0) / total).squareRoot() * direction[arm] : 0
    }
    return values.map { dot($0, weighted) / divisor.squareRoot() }
  }
}

/// The values less their mean.
func centred(_ values: [Double]) -> [Double] {
  let mean = values.reduce(0, +) / Double(values.count)
  return values.map { $0 - mean }
}

/// The covariance of the centred values of which `matrix` is the covariance.
private func twiceCentred(_ matrix: [[Double]]) -> [[Double]] {
  let rows = matrix.map(centred)
  let columns = rows.indices.map { column in centred(rows.map { $0[column] }) }
  return rows.indices.map { row in rows.indices.map { columns[$0][row] } }
}

private func dot(_ first: [Double], _ second: [Double]) -> Double {
  var sum = 0.0
  for index in first.indices { sum += first[index] * second[index] }
  return sum
}

private func combination(_ vectors: [[Double]], _ weights: [Double]) -> [Double] {
  (vectors.first ?? []).indices.map { index in
    zip(vectors, weights).reduce(0) { $0 + $1.0[index] * $1.1 }
  }
}
