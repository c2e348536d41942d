/// A number for every trial and arm, one trial's after the other's.
struct TrialRows: Equatable, Sendable {
  let arms: Int
  private var entries: [Double] = []

  init(arms: Int) { self.arms = arms }

  /// Trials.
  var count: Int { entries.count / max(1, arms) }

  subscript(trial: Int, arm: Int) -> Double { entries[trial * arms + arm] }

  /// Adds a trial's numbers, one per arm.
  mutating func append(_ row: some Sequence<Double>) { entries.append(contentsOf: row) }

  /// The mean of every arm over the trials but some.
  func means(without left: Range<Int> = 0..<0) -> [Double] {
    var sums = [Double](repeating: 0, count: arms)
    for trial in 0..<count where !left.contains(trial) {
      for arm in 0..<arms { sums[arm] += self[trial, arm] }
    }
    let trials = Double(max(1, count - left.count))
    return sums.map { $0 / trials }
  }

  /// What the arms differ by, as a sum of squares: of each trial the deviations from its mean over the arms, less those
  /// of the arms' means where these are given.
  func spread(about means: [Double]) -> Double {
    let centre = means.reduce(0, +) / Double(max(1, arms))
    var sum = 0.0
    for trial in 0..<count {
      var mean = 0.0
      for arm in 0..<arms { mean += self[trial, arm] }
      mean /= Double(max(1, arms))
      for arm in 0..<arms {
        let deviation = self[trial, arm] - mean - (means[arm] - centre)
        sum += deviation * deviation
      }
    }
    return sum
  }
}
