public import GSLNumerics

/// The mean over trials with its Monte Carlo error.
public struct MonteCarloMean: Equatable, Sendable {
  /// The estimate of the expectation, parameters and people alike.
  public private(set) var mean: Double
  /// The Monte Carlo standard error; `nil` with a single trial.
  ///
  /// It is what more trials would remove, and nothing else (Morris, White & Crowther 2019, table
  /// 6). Of independent trials it is sd/√count. Trials that are drawn together in blocks have a mean that varies far less,
  /// by as much as the means of blocks do: √(B/(B − 1)·Σ r²)/count, with r what a block's values sum to above as many
  /// means, over B blocks. With fewer than eight it is sd/√count again, which is too large rather than
  /// too small: no function of the inputs has a mean that stratification makes worse by more than one trial in all
  /// (Owen 1997, "Monte Carlo variance of scrambled net quadrature").
  public let mcse: Double?
  /// The standard deviation over trials, divisor count − 1; `nil` with a single trial.
  ///
  /// Unknown parameters and the sampling of one trial's installs show in it together.
  public let standardDeviation: Double?
  /// How many trials had a value; those with an empty denominator are left out.
  public let count: Int

  /// Fewer blocks say too little of how much their means vary.
  package static let fewestBlocks = 8

  /// - Parameters:
  ///   - values: one value per trial, counted from 0, `nil` where the trial has none.
  ///   - block: trials that are drawn together, at least 1.
  /// - Returns: `nil` when no trial has a value.
  public init?<Entries: RandomAccessCollection<Double?>>(
    _ values: Entries, trialsOfABlock block: Int = 1
  ) throws(NumericsError) where Entries.Index == Int {
    let present = values.compactMap { $0 }
    guard !present.isEmpty else { return nil }
    let mean = try sampleMean(present)
    self.mean = mean
    count = present.count
    guard present.count > 1 else {
      (standardDeviation, mcse) = (nil, nil)
      return
    }
    let deviation = try sampleVariance(present, about: mean).squareRoot()
    standardDeviation = deviation
    guard deviation > 0, let blocks = Self.blocks(of: block, trials: values.count) else {
      mcse = deviation / Double(present.count).squareRoot()
      return
    }
    let sums = stride(from: 0, to: values.count, by: block).map { first -> Double in
      values[first..<min(first + block, values.count)].reduce(0) { sum, value in
        guard let value else { return sum }
        return sum + (value - mean)
      }
    }
    let squares = sums.reduce(0) { $0 + $1 * $1 }
    mcse = (Double(blocks) / Double(blocks - 1) * squares).squareRoot() / Double(present.count)
  }

  /// Of how many blocks the error of that many trials is; `nil` where it is of single trials.
  static func blocks(of block: Int, trials: Int) -> Int? {
    block > 1 && trials >= fewestBlocks * block ? (trials + block - 1) / block : nil
  }

  /// One that was worked out before.
  init(mean: Double, mcse: Double?, standardDeviation: Double?, count: Int) {
    (self.mean, self.mcse, self.standardDeviation, self.count) = (mean, mcse, standardDeviation, count)
  }

  /// The mean of a series over its trials.
  ///
  /// - Returns: `nil` when no trial has a value.
  public init?(_ series: TrialSeries) throws(NumericsError) {
    try self.init(series.values, trialsOfABlock: series.trialsOfABlock)
  }

  /// The mean of the values with their sign turned.
  var negated: MonteCarloMean {
    var negated = self
    negated.mean = -mean
    return negated
  }
}
