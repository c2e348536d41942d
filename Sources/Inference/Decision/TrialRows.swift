/// Sums of products of every two of several numbers.
struct LowerTriangle {
  private let size: Int
  /// By rows; those above the diagonal stay 0.
  var sums: [Double]

  init(size: Int) {
    self.size = size
    sums = Array(repeating: 0, count: max(1, size * size))
  }

  /// The sums while their memory is lent.
  struct Lent {
    private let sums: UnsafeMutablePointer<Double>

    /// - Parameter sums: of ``LowerTriangle/sums``, which are never none.
    @inline(__always)
    init?(_ sums: UnsafeMutableBufferPointer<Double>) {
      guard let start = sums.baseAddress else { return nil }
      self.sums = start
    }

    /// Adds the products of some numbers.
    ///
    /// - Parameter count: how many, the triangle's size.
    @inline(__always)
    func add(productsOf numbers: UnsafePointer<Double>, _ count: Int, times: Double) {
      for first in 0..<count {
        let own = times * numbers[first]
        let row = sums + first &* count
        for second in 0..<first &+ 1 { row[second] += own * numbers[second] }
      }
    }
  }

  /// Both triangles, by rows, of something made of each sum.
  func symmetric(_ number: (Double) -> Double) -> [[Double]] {
    (0..<size).map { first in
      (0..<size).map { number(sums[max(first, $0) * size + min(first, $0)]) }
    }
  }
}

/// A number for every trial and arm, one trial's after the other's.
///
/// The bootstrap of a decision reads all of them a hundred times, for which a list of lists is slow.
struct TrialRows: Equatable, Sendable {
  let arms: Int
  private var entries: [Double] = []

  init(arms: Int) { self.arms = arms }

  /// The numbers of some trials; `nil` where one of them is absent.
  ///
  /// - Parameter columns: one per arm.
  init?(_ columns: [TrialColumn], trials: [Int]) {
    self.init(arms: columns.count)
    for trial in trials {
      for column in columns {
        guard let number = column[trial] else { return nil }
        if entries.isEmpty { reserve(trials.count) }
        entries.append(number)
      }
    }
  }

  /// Trials.
  var count: Int { entries.count / max(1, arms) }

  subscript(trial: Int, arm: Int) -> Double { entries[trial * arms + arm] }

  /// Adds a trial's numbers, one per arm.
  mutating func append(_ row: some Sequence<Double>) { entries.append(contentsOf: row) }

  mutating func reserve(_ trials: Int) { entries.reserveCapacity(trials * arms) }
}

extension TrialRows {
  /// Visits the numbers of some trials, one per arm, each trial once, with how often it counts.
  @inline(__always)
  func forEachRow(
    of trials: CountedTrials, _ visit: (_ row: UnsafePointer<Double>, _ times: Double) -> Void
  ) {
    // The positions ascend.
    precondition(trials.distinct.last.map { $0 < count } ?? true, "the trials are the table's")
    entries.withUnsafeBufferPointer { entries in
      guard let start = entries.baseAddress else { return }
      trials.distinct.withUnsafeBufferPointer { distinct in
        trials.counts.withUnsafeBufferPointer { counts in
          for position in distinct.indices { visit(start + distinct[position] &* arms, counts[position]) }
        }
      }
    }
  }

  /// The mean of every arm over some trials, repeated ones counting as often.
  func means(over trials: CountedTrials) -> [Double] {
    var sums = [Double](repeating: 0, count: arms)
    sums.withUnsafeMutableBufferPointer { sums in
      guard let sums = sums.baseAddress else { return }
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
    var sums = LowerTriangle(size: arms)
    @inline(__always)
    func add(_ arms: Int) {
      withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, arms)) { deviations in
        means.withUnsafeBufferPointer { means in
          guard let deviations = deviations.baseAddress, let means = means.baseAddress else { return }
          sums.sums.withUnsafeMutableBufferPointer { buffer in
            guard let sums = LowerTriangle.Lent(buffer) else { return }
            forEachRow(of: trials) { row, times in
              for arm in 0..<arms { deviations[arm] = row[arm] - means[arm] }
              sums.add(productsOf: deviations, arms, times: times)
            }
          }
        }
      }
    }
    // Loops of a length that the compiler knows take half the time, and most runs have few arms.
    switch arms {
    case 2: add(2)
    case 3: add(3)
    case 4: add(4)
    case _: add(arms)
    }
    let divisor = Double(max(1, trials.total - 1))
    return sums.symmetric { $0 / divisor }
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
