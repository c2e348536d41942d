import ExperimentDesign

/// How the arms of a scenario differ in one segment, by the means over the trials.
public struct SegmentStanding: Equatable, Sendable {
  /// A mean difference and a limit of its Monte Carlo standard error.
  public struct Difference: Equatable, Sendable {
    /// The objective less the first arm's.
    public var mean: Double
    /// At least the Monte Carlo standard error.
    public var error: Double
  }
  /// The segment's name.
  public var name: String
  /// By arm; `nil` for arms that have no value in the segment.
  public var differences: [Difference?]
  /// The mean of the objective, by arm; `nil` for arms that have no value in the segment.
  public var levels: [Double?]

  /// The arm that is better than another here, by more than the margin and twice the error.
  ///
  /// - Parameters:
  ///   - choice: the other.
  ///   - arms: those that may win.
  ///   - margin: what arms may differ by and still count as equally good.
  /// - Returns: the best of them; `nil` where the other is as good.
  public func better(
    than choice: Int, among arms: [Int], margin: Double, lessIsBetter: Bool
  ) -> (arm: Int, lead: Double)? {
    guard let own = differences[choice] else { return nil }
    let sign = lessIsBetter ? -1.0 : 1.0
    let leads = arms.compactMap { arm -> (arm: Int, lead: Double)? in
      guard arm != choice, let other = differences[arm] else { return nil }
      let lead = sign * (other.mean - own.mean)
      return lead > max(margin, 2 * (other.error + own.error)) ? (arm, lead) : nil
    }
    return leads.max { ($0.lead, $1.arm) < ($1.lead, $0.arm) }
  }
}

/// The sums that a ``SegmentStanding`` is made of: they take the same room whatever the trials.
struct SegmentLog: Sendable {
  private let terms: [(definition: MetricDefinition, weight: Double)]
  private var counts: [Int]
  private var sums: [Double]
  private var squares: [Double]
  private var levels: [Double]

  init(_ objective: Objective, arms: Int) {
    terms = objective.terms.map { ($0.metric.definition, $0.weight) }
    counts = Array(repeating: 0, count: arms)
    sums = Array(repeating: 0, count: arms)
    squares = sums
    levels = sums
  }

  /// Adds a trial's tally of the segment of each arm.
  mutating func add(_ tally: (_ arm: Int) -> Tally) {
    guard let reference = value(tally(0)) else { return }
    for arm in counts.indices {
      guard let own = value(tally(arm)) else { continue }
      let difference = own - reference
      counts[arm] += 1
      sums[arm] += difference
      squares[arm] += difference * difference
      levels[arm] += own
    }
  }

  private func value(_ tally: Tally) -> Double? {
    var sum = 0.0
    for term in terms {
      guard let value = term.definition.score(in: tally) else { return nil }
      sum += term.weight * value
    }
    return sum
  }

  func standing(_ name: String) -> SegmentStanding {
    SegmentStanding(
      name: name,
      differences: counts.indices.map { arm in
        guard counts[arm] > 1 else { return nil }
        let count = Double(counts[arm])
        let mean = sums[arm] / count
        let variance = max(0, squares[arm] / count - mean * mean)
        return .init(mean: mean, error: (variance / (count - 1)).squareRoot())
      }, levels: counts.indices.map { counts[$0] > 1 ? levels[$0] / Double(counts[$0]) : nil })
  }
}
