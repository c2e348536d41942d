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
  /// Visits the numbers of some trials, each once, with how often the trial counts.
  @inline(__always)
  func forEachRow(
    of trials: CountedTrials, _ visit: (_ row: UnsafeBufferPointer<Double>, _ times: Double) -> Void
  ) {
    entries.withUnsafeBufferPointer { entries in
      for (position, trial) in trials.distinct.enumerated() {
        precondition(trial * arms + arms <= entries.count, "the trial is one of the table's")
        visit(
          UnsafeBufferPointer(rebasing: entries[trial * arms..<trial * arms + arms]),
          trials.counts[position])
      }
    }
  }

  /// The mean of every arm over some trials, repeated ones counting as often.
  func means(over trials: CountedTrials) -> [Double] {
    var sums = [Double](repeating: 0, count: arms)
    sums.withUnsafeMutableBufferPointer { sums in
      forEachRow(of: trials) { row, times in
        for arm in 0..<arms { sums[arm] += times * row[arm] }
      }
    }
    return sums.map { $0 / Double(trials.total) }
  }

  /// The covariance of the arms over some trials, repeated ones counting as often.
  ///
  /// - Parameter means: of the arms over the same trials.
  func covariance(over trials: CountedTrials, means: [Double]) -> [[Double]] {
    var sums = [Double](repeating: 0, count: arms * arms)
    var deviations = means
    sums.withUnsafeMutableBufferPointer { sums in
      deviations.withUnsafeMutableBufferPointer { deviations in
        means.withUnsafeBufferPointer { means in
          forEachRow(of: trials) { row, times in
            for arm in 0..<arms { deviations[arm] = row[arm] - means[arm] }
            for first in 0..<arms {
              let own = times * deviations[first]
              let start = first * arms
              for second in 0...first { sums[start + second] += own * deviations[second] }
            }
          }
        }
      }
    }
    let divisor = Double(max(1, trials.total - 1))
    return (0..<arms).map { first in
      (0..<arms).map { sums[max(first, $0) * arms + min(first, $0)] / divisor }
    }
  }

  /// The rows of some trials less the arms' means over them, a repeated one once and as much longer as the root of
  /// its count.
  func centred(over trials: CountedTrials, means: [Double]) -> [[Double]] {
    var rows: [[Double]] = []
    rows.reserveCapacity(trials.distinct.count)
    forEachRow(of: trials) { row, times in
      rows.append(means.indices.map { times.squareRoot() * (row[$0] - means[$0]) })
    }
    return rows
  }
}
