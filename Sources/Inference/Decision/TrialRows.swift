/// A number for every trial and arm, one trial's after the other's.
///
/// The bootstrap of a decision reads all of them a hundred times, for which a list of lists is slow.
struct TrialRows: Equatable, Sendable {
  let arms: Int
  private var entries: [Double] = []

  init(arms: Int) { self.arms = arms }

  /// Trials.
  var count: Int { entries.count / max(1, arms) }

  subscript(trial: Int, arm: Int) -> Double { entries[trial * arms + arm] }

  /// Adds a trial's numbers, one per arm.
  mutating func append(_ row: some Sequence<Double>) { entries.append(contentsOf: row) }

  mutating func reserve(_ trials: Int) { entries.reserveCapacity(trials * arms) }
}

extension TrialRows {
  /// The mean of every arm over some trials, repeated ones counting as often.
  func means(over trials: [Int]) -> [Double] {
    var sums = [Double](repeating: 0, count: arms)
    for trial in trials {
      for arm in 0..<arms { sums[arm] += self[trial, arm] }
    }
    return sums.map { $0 / Double(trials.count) }
  }

  /// The covariance of the arms over some trials, repeated ones counting as often.
  func covariance(over trials: [Int]) -> [[Double]] {
    var means = [Double](repeating: 0, count: arms)
    for trial in trials {
      for arm in 0..<arms { means[arm] += self[trial, arm] / Double(trials.count) }
    }
    var sums = [Double](repeating: 0, count: arms * arms)
    for trial in trials {
      for first in 0..<arms {
        let deviation = self[trial, first] - means[first]
        for second in 0...first {
          sums[first * arms + second] += deviation * (self[trial, second] - means[second])
        }
      }
    }
    let divisor = Double(max(1, trials.count - 1))
    return (0..<arms).map { first in
      (0..<arms).map { sums[max(first, $0) * arms + min(first, $0)] / divisor }
    }
  }

  /// The rows of some trials less the arms' means over them.
  func centred(over trials: [Int]) -> [[Double]] {
    let means = means(over: trials)
    return trials.map { trial in means.indices.map { self[trial, $0] - means[$0] } }
  }
}
