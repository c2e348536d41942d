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
/// W is the mean product of the draws of their noise that the two halves of each trial give (`ScoreNoise`), an
/// estimate itself, of the same trials.
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

  /// The trials, with how often each counts.
  let trials: CountedTrials
  /// The mean over the trials: what is best on average is decided by it.
  let means: [Double]
  /// Differences below this are rounding.
  private(set) var resolution: Double
  /// Competing arms.
  var arms: Int { means.count }
  private let deviations: TrialRows
  private var directions: ParameterDirections?

  /// - Parameters:
  ///   - trials: positions of the table's trials.
  ///   - parametersVary: false when no parameter is uncertain; every deviation is noise then.
  ///   - reading: of directions whose share is not distinguished from noise.
  ///   - half: the installs to go by; `nil` for all of them.
  ///   - fromTrials: whether the directions are found from the products of trials, which gives the same in
  ///     less time where there are more arms than trials; `nil` where this is to be chosen.
  init(
    _ table: ObjectiveTable, trials: CountedTrials, parametersVary: Bool, reading: Reading = .told,
    half: InstallHalf? = nil, fromTrials: Bool? = nil
  ) throws(NumericsError) {
    let arms = table.arms.count
    self.trials = trials
    deviations = half.flatMap { table.deviations(of: $0) } ?? table.deviations
    means = deviations.means(over: trials)
    resolution = 1e-12 * (means.map { abs($0) }.max() ?? 0)
    guard parametersVary, trials.total > 1, arms > 1 else { return }
    var directions: ParameterDirections
    let noise = NoiseFactor(table.noise, trials: trials, times: half == nil ? 1 : 2)
    if fromTrials ?? (arms > manyArms && arms > trials.total) {
      directions = try ParameterDirections(
        centred: deviations.centred(over: trials, means: means), noise: noise, trials: trials.total)
    } else {
      directions = try ParameterDirections(
        total: deviations.covariance(over: trials, means: means), noise: noise, trials: trials.total)
    }
    if reading == .told { directions.leaveOutUntold() }
    resolution = max(resolution, 1e-10 * directions.scale)
    self.directions = directions
  }

  /// Visits the expected differences of every trial that counts, one per arm with the sum 0, and how often it counts.
  ///
  /// - Parameter arms: how many there are.
  @inline(__always)
  func forEachRow(arms: Int, _ visit: (_ row: UnsafePointer<Double>, _ times: Double) -> Void) {
    ParameterShrinkage(directions?.kept ?? [], around: means).lend { moves in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, arms)) { result in
        guard let result = result.baseAddress else { return }
        deviations.forEachRow(of: trials) { row, times in
          moves.apply(to: row, result, arms: arms)
          visit(result, times)
        }
      }
    }
  }

  /// Visits the expected differences of some of the table's trials, one per arm.
  func forEachRow(
    of chosen: [Int], _ visit: (_ row: [Double], _ trial: Int) throws(NumericsError) -> Void
  ) throws(NumericsError) {
    try ParameterShrinkage(directions?.kept ?? [], around: means).lend { moves throws(NumericsError) in
      var row = means
      var result = means
      for trial in chosen {
        for arm in row.indices { row[arm] = deviations[trial, arm] }
        row.withUnsafeBufferPointer { row in
          result.withUnsafeMutableBufferPointer { result in
            guard let row = row.baseAddress, let result = result.baseAddress else { return }
            moves.apply(to: row, result, arms: arms)
          }
        }
        try visit(result, trial)
      }
    }
  }

  /// What each arm differs by from one: the mean over the trials of the size of the difference.
  func distances(from other: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: arms)
    forEachRow(arms: arms) { row, times in
      for arm in sums.indices { sums[arm] += times * abs(row[arm] - row[other]) }
    }
    return sums.map { $0 / Double(max(1, trials.total)) }
  }
}

/// Takes their mean from the values.
func centre(_ values: inout [Double]) {
  let mean = values.reduce(0, +) / Double(values.count)
  for index in values.indices { values[index] -= mean }
}

func dot(_ first: [Double], _ second: [Double]) -> Double {
  var sum = 0.0
  for index in first.indices { sum += first[index] * second[index] }
  return sum
}
