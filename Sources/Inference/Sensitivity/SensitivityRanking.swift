public import GSLNumerics

/// What a difference is most sensitive to: the share of its variance over trials that each uncertain parameter
/// explains, what knowing it would be worth, and where it would change the recommendation.
///
/// The difference is fitted by smooth functions of every parameter, added up (``SmoothBasis``,
/// ``AdditiveFit``). A parameter's share is the mean product of its own contribution, by a fit that
/// has not seen the trial, with what the other parameters leave of the trial's difference, over the
/// variance: since the fit and the trial are independent, chance agreement adds nothing on average,
/// so that no correction is left to make. Shares below what all idle parameters together reach in 95
/// of 100 runs (``permutationThreshold(_:residual:shouldStop:)``) are not shown. Parameters drawn together are
/// one row. The Monte Carlo error of a share is by a jackknife over the ten folds: the share is worked
/// out again without each of them, every fit in it made anew, so that the error of the fits is in it.
/// The error of the ratio of means alone, the fit taken as given, is up to 2.5 times too small for small
/// shares.
public struct SensitivityRanking: Equatable, Sendable {
  /// One parameter, or several that are drawn together.
  public struct Row: Equatable, Sendable {
    /// Where the parameters are written.
    public let parameters: [String]
    /// The share of the variance of the difference.
    public let share: MonteCarloNumber
    /// What it would be worth to know it before choosing, in units of the objective.
    ///
    /// `nil` where there are no arms to choose from. See ``partialValue(_:arms:)``.
    public let value: MonteCarloNumber?
    /// Where the difference changes its sign as the parameter varies, the others as unknown as they
    /// are; `nil` where it does not within the central 90% of the draws, and for several parameters.
    public let flip: FlipPoint?
    /// Of several parameters each that has such a point as it varies and those drawn with it follow; else empty.
    public let members: [Member]
  }

  /// One of several parameters that are drawn together.
  public struct Member: Equatable, Sendable {
    /// Where it is written.
    public let parameter: String
    /// Where the mean of the difference at its value changes its sign.
    public let flip: FlipPoint
  }

  /// Those that explain more than chance would, largest share first.
  public let rows: [Row]
  /// The share that is sampling: the noise of the trials' installs; `nil` where the trials do not
  /// tell, ``rest`` then holding it too.
  public let sampling: Double?
  /// What is left of 1: parameters together beyond what they do one by one, and those not shown.
  public let rest: Double
  /// Trials it rests on.
  public let trials: Int

  /// The fewest trials from which shares are given.
  public static let fewestTrials = 1_000
  /// The fewest trials per parameter.
  public static let trialsPerParameter = 50

  /// The trials that a number of uncertain parameters needs.
  public static func trialsNeeded(parameters: Int) -> Int {
    max(fewestTrials, trialsPerParameter * parameters)
  }

  /// - Parameters:
  ///   - parameters: every uncertain parameter, with its draws in every trial.
  ///   - difference: the difference of interest, trial by trial.
  ///   - table: the arms to choose from, of the same trials; `nil` for none.
  ///   - shouldStop: asked before every part of the work that can take a while.
  /// - Returns: `nil` with fewer trials than ``trialsNeeded(parameters:)``, without a parameter that
  ///   varies, or where the difference does not vary.
  /// - Throws: `NumericsError`, where a value is not finite or `shouldStop` says so.
  public init?(
    _ parameters: [UncertainParameter], difference: TrialSeries, table: ObjectiveTable?,
    shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    try self.init(
      SensitivityInputs(parameters), difference: difference, table: table, shouldStop: shouldStop)
  }

  /// The same, of parameters that are ready for it.
  ///
  /// - Returns: `nil` as for a list of parameters.
  /// - Throws: `NumericsError`, where a value is not finite or `shouldStop` says so.
  public init?(
    _ inputs: SensitivityInputs, difference: TrialSeries, table: ObjectiveTable?,
    shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    let present = difference.values.indices.filter { difference.values[$0] != nil }
    let values = difference.values.compactMap { $0 }
    let trials = values.count
    self.trials = trials
    guard trials >= Self.trialsNeeded(parameters: inputs.parameters.count) else { return nil }
    let variance = try sampleVariance(values)
    let inputs = trials == difference.values.count ? inputs : inputs.over(present)
    let (names, bases, members) = (inputs.names, inputs.bases, inputs.members)
    guard variance > 0, !bases.isEmpty else { return nil }
    let functions = SmoothFunctions(bases)
    guard functions.count * 2 < trials, let fit = AdditiveFit(functions, values) else { return nil }
    let explained = Explanation(fit, functions, values)
    guard let errors = try explained.errors(fit, values, shouldStop) else { return nil }
    let threshold = try permutationThreshold(bases, residual: explained.residual, shouldStop: shouldStop)
    let arms = table.flatMap { table in table.values.count == trials ? table : nil }.map { table in
      table.arms.indices.map { arm in (0..<trials).map { table.values[$0, arm] } }
    }
    let residualVariance = explained.residualSquares / Double(max(1, trials - functions.count - 1))
    var rows: [Row] = []
    for (number, names) in names.enumerated() where explained.covariances[number] > threshold {
      if shouldStop() { throw .stopped }
      let basis = bases[number]
      let own = [0] + functions.groups[number].map { $0 + 1 }
      let flip =
        names.count == 1 ? flipPoint(basis, fit, coefficients: own, variance: residualVariance) : nil
      let turning = zip(names, members[number]).compactMap { name, basis in
        Self.flip(of: basis, values).map { Member(parameter: name, flip: $0) }
      }
      rows.append(
        Row(
          parameters: names,
          share: MonteCarloNumber(
            value: explained.covariances[number] / explained.variance, mcse: errors[number]),
          value: arms.flatMap { $0.count > 1 ? partialValue(basis, arms: $0) : nil }, flip: flip,
          members: turning))
    }
    let all = rows.reduce(0) { $0 + $1.share.value }
    self.rows = rows.sorted { ($1.share.value, $0.parameters[0]) < ($0.share.value, $1.parameters[0]) }
    sampling = difference.meanSamplingVariance.map { min(1, $0.value / variance) }
    rest = 1 - all - (sampling ?? 0)
  }
}

extension SensitivityRanking {
  /// Where the difference's mean at a value of one parameter alone crosses zero.
  private static func flip(of basis: SmoothBasis, _ values: [Double]) -> FlipPoint? {
    guard let fit = AdditiveFit(basis, values) else { return nil }
    let residual = Explanation(fit, SmoothFunctions([basis]), values).residualSquares
    let variance = residual / Double(max(1, values.count - basis.count - 1))
    return flipPoint(basis, fit, coefficients: Array(fit.whole.indices), variance: variance)
  }
}

/// What the groups contribute to every trial, by fits that have not seen it.
private struct Explanation {
  /// Positions of each group's functions.
  private let groups: [Range<Int>]
  /// What all groups together leave.
  let residual: [Double]
  /// By group: the mean product of its contribution with what the others leave.
  let covariances: [Double]

  init(_ fit: AdditiveFit, _ functions: SmoothFunctions, _ values: [Double]) {
    variance = Self.meanSquare(values)
    groups = functions.groups
    var residual = values.indices.map { values[$0] - fit.intercept(of: $0) }
    Self.forEachContribution(fit, functions, trials: values.count) { _, first, own in
      for (index, part) in own.enumerated() { residual[first &+ index] -= part }
    }
    // The contributions are worked out once more: kept, they would take as much room as all draws.
    var sums = groups.map { _ in 0.0 }
    Self.forEachContribution(fit, functions, trials: values.count) { group, first, own in
      var sum = sums[group]
      for (index, part) in own.enumerated() { sum += part * (residual[first &+ index] + part) }
      sums[group] = sum
    }
    self.residual = residual
    covariances = sums.map { $0 / Double(values.count) }
  }

  /// Visits what each group contributes to some trials at a time, given the first of them, the trials in order.
  private static func forEachContribution(
    _ fit: AdditiveFit, _ functions: SmoothFunctions, trials: Int,
    _ visit: (_ group: Int, _ first: Int, _ own: UnsafeBufferPointer<Double>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: FunctionBlock.capacity) { own in
      guard let start = own.baseAddress else { return }
      functions.forEachBlock(of: trials) { block in
        for (number, group) in functions.groups.enumerated() {
          fit.setContribution(start, of: group, in: block, coefficientsFrom: group.lowerBound)
          visit(
            number, block.trials.lowerBound, UnsafeBufferPointer(start: start, count: block.trials.count))
        }
      }
    }
  }

  /// Of the values, divisor their count.
  let variance: Double

  var residualSquares: Double { residual.reduce(0) { $0 + $1 * $1 } }

  /// The Monte Carlo error of every group's share of the variance: a jackknife over the folds.
  ///
  /// - Returns: `nil` where the functions are not independent without some two folds.
  /// - Throws: `NumericsError.stopped`.
  func errors(
    _ fit: AdditiveFit, _ values: [Double], _ shouldStop: () -> Bool
  ) throws(NumericsError) -> [Double]? {
    guard let products = try fit.heldOutProducts(of: groups, shouldStop: shouldStop) else { return nil }
    var replicates: [[Double]] = []
    for fold in 0..<AdditiveFit.folds {
      let rest = values.indices.lazy.filter { $0 % AdditiveFit.folds != fold }.map { values[$0] }
      let squares = Self.meanSquare(Array(rest)) * Double(rest.count)
      replicates.append(products[fold].map { $0 / squares })
    }
    return groups.indices.map { group in
      let shares = replicates.map { $0[group] }
      return (Double(shares.count - 1) * Self.meanSquare(shares)).squareRoot()
    }
  }

  /// About the mean.
  private static func meanSquare(_ values: [Double]) -> Double {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  }
}
