public import GSLNumerics

/// The mean over trials with its Monte Carlo error.
public struct MonteCarloMean: Equatable, Sendable {
  /// The estimate of the expectation, parameters and people alike.
  public let mean: Double
  /// The Monte Carlo standard error, sd/√count; `nil` with a single trial.
  ///
  /// It is what more trials would remove, and nothing else (Morris, White & Crowther 2019, table
  /// 6).
  public let mcse: Double?
  /// The standard deviation over trials, divisor count − 1; `nil` with a single trial.
  ///
  /// Unknown parameters and the sampling of one trial's installs show in it together.
  public let standardDeviation: Double?
  /// How many trials had a value.
  public let count: Int
  /// How many trials had none, their denominator being empty; they are left out.
  public let missing: Int

  /// - Parameter values: one value per trial, `nil` where the trial has none.
  /// - Returns: `nil` when no trial has a value.
  /// - Throws: `NumericsError.notFinite`.
  public init?(_ values: [Double?]) throws(NumericsError) {
    let present = values.compactMap { $0 }
    guard !present.isEmpty else { return nil }
    mean = try sampleMean(present)
    count = present.count
    missing = values.count - present.count
    if present.count > 1 {
      let deviation = try sampleStandardDeviation(present)
      standardDeviation = deviation
      mcse = deviation / Double(present.count).squareRoot()
    } else {
      standardDeviation = nil
      mcse = nil
    }
  }

  /// The mean of the values with their sign turned.
  var negated: MonteCarloMean {
    MonteCarloMean(
      mean: -mean, mcse: mcse, standardDeviation: standardDeviation, count: count, missing: missing)
  }

  private init(mean: Double, mcse: Double?, standardDeviation: Double?, count: Int, missing: Int) {
    self.mean = mean
    self.mcse = mcse
    self.standardDeviation = standardDeviation
    self.count = count
    self.missing = missing
  }
}

/// The differences of two arms trial by trial, `nil` where either has no value.
///
/// Under the paired design the arms of a trial share parameters and people, so that the mean of
/// these differences has a far smaller Monte Carlo error than the difference of two separate runs
/// (common random numbers).
/// - Precondition: both arms have one entry per trial of the same run.
public func pairedDifferences(_ arm: [Double?], _ baseline: [Double?]) -> [Double?] {
  precondition(arm.count == baseline.count, "two arms of one run have the same trials")
  return zip(arm, baseline).map { pair in
    guard let first = pair.0, let second = pair.1 else { return nil }
    return first - second
  }
}
