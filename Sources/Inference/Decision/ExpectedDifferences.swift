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
/// Where arms share people W is the mean product of the draws of their noise that the two halves of each
/// trial give (`ScoreNoise`), an estimate itself, of the same trials; where each arm has people of its
/// own it has one variance an arm and is 0 elsewhere.
///
/// Of p directions of pure noise some always have q < 1 by chance, and expected loss would be made of it.
/// A direction therefore counts only where 1/q is above the 95% point of the largest that noise
/// alone gives over as many trials (``largestOfNoise(directions:trials:draws:)``), and where its share is more than
/// three of the errors that it has by the fourth moment of the noise: the noise of sessions has a kurtosis of 20 to
/// 30 over trials, for which distributions of normal noise are too narrow. What the other directions may hold is
/// ``Reading/atMost``. Where W is unknown nothing is removed.
struct ExpectedDifferences {
  /// What is done with directions whose share is not distinguished from noise.
  enum Reading {
    /// They hold nothing of the parameters'.
    case told
    /// They hold as much as they can: their share and 1.645 of its errors.
    case atMost
  }

  /// By trial and competing arm; each trial's sum to 0.
  private(set) var byTrial: TrialRows
  /// The mean over the trials: what is best on average is decided by it.
  let means: [Double]
  /// Differences below this are rounding.
  private(set) var resolution: Double

  /// - Parameters:
  ///   - trials: positions of the table's trials, repeated ones counting as often.
  ///   - parametersVary: false when no parameter is uncertain; every deviation is noise then.
  ///   - reading: of directions whose share is not distinguished from noise.
  ///   - half: the installs to go by; `nil` for all of them.
  ///   - fromTrials: whether the directions are found from the products of trials, which gives the same in
  ///     less time where there are more arms than trials; `nil` where this is to be chosen.
  init(
    _ table: ObjectiveTable, trials: [Int], parametersVary: Bool, reading: Reading = .told,
    half: InstallHalf? = nil, fromTrials: Bool? = nil
  ) throws(NumericsError) {
    let arms = table.arms.count
    let deviations = half.flatMap { table.deviations(of: $0) } ?? table.deviations
    means = deviations.means(over: trials)
    resolution = 1e-12 * (means.map { abs($0) }.max() ?? 0)
    byTrial = TrialRows(arms: arms)
    byTrial.reserve(trials.count)
    guard parametersVary, trials.count > 1, arms > 1 else {
      for _ in trials { byTrial.append(means) }
      return
    }
    var directions: ParameterDirections
    let noise = NoiseFactor(table.noise, trials: trials, times: half == nil ? 1 : 2)
    if fromTrials ?? (arms > manyArms && arms > trials.count) {
      directions = try ParameterDirections(centred: deviations.centred(over: trials), noise: noise)
    } else {
      directions = try ParameterDirections(
        total: deviations.covariance(over: trials), noise: noise, trials: trials.count)
    }
    if reading == .told { directions.leaveOutUntold() }
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

/// A direction of the differences: T·v, v, and what deviations along it are multiplied by.
private struct ParameterDirection {
  var image: [Double]
  var direction: [Double]
  var factor: Double
  /// Whether its share is distinguished from noise; where it is not, the factor is the root of the most it can be.
  var isTold: Bool
}

/// The canonical directions of the differences, with the share of each that is the parameters'.
private struct ParameterDirections {
  /// The standard deviation of the widest direction.
  var scale: Double
  private var kept: [ParameterDirection] = []

  init(total: [[Double]], noise: NoiseFactor, trials: Int) throws(NumericsError) {
    let principal = try SymmetricEigensystem(of: total)
    scale = max(0, principal.values.first ?? 0).squareRoot()
    // Directions in which the arms never differ are rounding.
    let used = Self.used(principal.values, noise, trials: trials)
    guard !used.isEmpty else { return }
    let axes = used.map { index in
      let deviation = principal.values[index].squareRoot()
      return (
        whitening: principal.vectors[index].map { $0 / deviation },
        colouring: principal.vectors[index].map { $0 * deviation }
      )
    }
    try keep(axes, noise, trials: trials)
  }

  /// The same from the centred rows themselves, in time in proportion to the arms.
  ///
  /// The eigenvectors of XᵀX are Xᵀu of those u of XXᵀ, with the same eigenvalues.
  ///
  /// - Parameter rows: X, the centred deviations, one row a trial.
  init(centred rows: [[Double]], noise: NoiseFactor) throws(NumericsError) {
    let divisor = Double(max(1, rows.count - 1))
    let principal = try SymmetricEigensystem(
      of: rows.map { first in rows.map { dot(first, $0) / divisor } })
    scale = max(0, principal.values.first ?? 0).squareRoot()
    let used = Self.used(principal.values, noise, trials: rows.count)
    guard !used.isEmpty else { return }
    let axes = used.map { index in
      let deviation = principal.values[index].squareRoot()
      let image = combination(rows, principal.vectors[index])
      let length = divisor.squareRoot() * deviation
      return (
        whitening: image.map { $0 / length / deviation }, colouring: image.map { $0 / length * deviation }
      )
    }
    try keep(axes, noise, trials: rows.count)
  }

  /// Directions that are distinguished from rounding, the widest where there are many for so few trials.
  ///
  /// A covariance matrix that is estimated from fewer than some five times as many draws as it has directions
  /// tells nothing of the last of them.
  private static func used(_ variances: [Double], _ noise: NoiseFactor, trials: Int) -> [Int] {
    let widest = max(0, variances.first ?? 0)
    let used = variances.indices.filter { variances[$0] > 1e-10 * widest && variances[$0] > 0 }
    guard let draws = noise.draws else { return used }
    return Array(used.prefix(max(1, min(trials, draws) / 5)))
  }

  private mutating func keep(
    _ axes: [(whitening: [Double], colouring: [Double])], _ noise: NoiseFactor, trials: Int
  ) throws(NumericsError) {
    let factors = axes.map { noise.image(of: $0.whitening) }
    let canonical = try SymmetricEigensystem(of: factors.map { row in factors.map { dot(row, $0) } })
    let edge = try largestOfNoise(directions: axes.count, trials: trials, draws: noise.draws)
    for (value, vector) in zip(canonical.values, canonical.vectors) {
      let noiseShare = max(0, value)
      let error = noise.errorOfExcess(
        image: combination(factors, vector), variance: noiseShare, trials: trials)
      let share = 1 - noiseShare
      let isTold = noiseShare * edge < 1 && share > ParameterSpread.errorsToTell * error
      let most = isTold ? share : share + 1.645 * error
      guard most > 0 else { continue }
      kept.append(
        ParameterDirection(
          image: combination(axes.map(\.colouring), vector),
          direction: combination(axes.map(\.whitening), vector),
          factor: min(1, most).squareRoot(), isTold: isTold))
    }
  }

  /// Leaves out the directions whose share is not distinguished from noise.
  mutating func leaveOutUntold() { kept.removeAll { !$0.isTold } }

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

/// The values less their mean.
func centred(_ values: [Double]) -> [Double] {
  let mean = values.reduce(0, +) / Double(values.count)
  return values.map { $0 - mean }
}

func dot(_ first: [Double], _ second: [Double]) -> Double {
  var sum = 0.0
  for index in first.indices { sum += first[index] * second[index] }
  return sum
}

private func combination(_ vectors: [[Double]], _ weights: [Double]) -> [Double] {
  (vectors.first ?? []).indices.map { index in
    zip(vectors, weights).reduce(0) { $0 + $1.0[index] * $1.1 }
  }
}
