public import GSLNumerics

/// What each option is expected to do under each draw of the uncertain inputs, without the noise of the trials' installs.
///
/// Differences between options have their noise removed together (as a decision's), and the mean over the options by
/// its share of the variance. Left in, the noise would count as uncertainty about people.
public struct DrawnShares: Equatable, Sendable {
  /// Positions of the options in the run's order.
  public let arms: [Int]
  /// By option, in the order of ``arms``, and by draw.
  public let values: [[Double]]
  /// Draws that are made together; 1 where each stands alone.
  public let trialsOfABlock: Int

  /// Values that are known without noise.
  ///
  /// - Precondition: as many options as positions, and as many draws of each.
  public init(arms: [Int], values: [[Double]], trialsOfABlock: Int = 1) {
    precondition(arms.count == values.count && values.allSatisfy { $0.count == values[0].count })
    self.arms = arms
    self.values = values
    self.trialsOfABlock = trialsOfABlock
  }

  /// - Parameters:
  ///   - arms: positions of the options in the run's order, at least one.
  ///   - series: of these options, in their order.
  ///   - parametersVary: whether any input is uncertain; all of the spread is noise where none is.
  ///   - lessIsBetter: whether values have their sign turned, so that more is better.
  /// - Returns: `nil` where an option lacks a value in some trial.
  public init?(
    arms: [Int], series: [TrialSeries], parametersVary: Bool, lessIsBetter: Bool = false
  ) throws(NumericsError) {
    guard
      let table = ObjectiveTable(
        competing: Array(series.indices), series: series, lessIsBetter: lessIsBetter),
      table.missing == 0
    else { return nil }
    let expected = table.expected()
    let centre = { (rows: TrialRows, trial: Int) in
      arms.indices.reduce(0) { $0 + rows[trial, $1] } / Double(arms.count)
    }
    // The factor of the differences is not that of their mean, which varies with other inputs.
    let mean = TrialSeries(weighted: series.map { (1 / Double(series.count), $0) })
    let level = try ParameterSpread(
      of: (0..<expected.count).map { centre(table.values, $0) }, noise: mean.meanSamplingVariance,
      parametersVary: parametersVary)
    let means = expected.means()
    let middle = means.reduce(0, +) / Double(arms.count)
    self.arms = arms
    values = arms.indices.map { arm in
      (0..<expected.count).map { trial in
        // Where nothing is uncertain all of the spread is noise.
        level.values[trial]
          + (parametersVary ? expected[trial, arm] - centre(expected, trial) : means[arm] - middle)
      }
    }
    trialsOfABlock = table.trialsOfABlock
  }

  /// How many draws there are.
  public var count: Int { values[0].count }

  /// The values of the option at a position of the run; `nil` where it is not among these.
  public subscript(arm: Int) -> [Double]? { arms.firstIndex(of: arm).map { values[$0] } }

  /// The mean of an option over the draws, by its place in ``arms``.
  public func mean(_ place: Int) -> Double { values[place].reduce(0, +) / Double(count) }
}
