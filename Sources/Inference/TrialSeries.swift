public import ExperimentDesign
import GSLNumerics

/// One quantity, trial by trial, with what each trial says of its precision.
///
/// An entry is `nil` where the trial has no value (an empty denominator).
public struct TrialSeries: Equatable, Sendable {
  /// The estimate of each trial.
  public let values: [Double?]
  /// A draw of the noise in each value, by the two halves of the trial's installs (`ScoreNoise`).
  public let noise: [Double?]
  /// Trials whose inputs are drawn together, from the first trial on; 1 where each stands alone.
  ///
  /// Where trials are missing, an interrupted run's, the blocks that are counted off do not quite fit those that were
  /// drawn; the error of a mean then is a little too large.
  public let trialsOfABlock: Int

  /// - Parameter noise: `nil` where no trial has any.
  /// - Precondition: lists of one length.
  public init(_ values: [Double?], noise: [Double?]? = nil, trialsOfABlock: Int = 1) {
    precondition(
      values.count == noise?.count ?? values.count,
      "a series has one value and one draw of the noise per trial")
    self.values = values
    self.noise = noise ?? Array(repeating: nil, count: values.count)
    self.trialsOfABlock = trialsOfABlock
  }

  /// The same noise around what becomes of each value, such as these moved by a constant.
  public func mapValues(_ transform: (Double) -> Double) -> TrialSeries {
    TrialSeries(values.map { $0.map(transform) }, noise: noise, trialsOfABlock: trialsOfABlock)
  }

  /// The mean of the squared standard errors over the trials that have a value.
  ///
  /// It is the mean square of the draws of the noise, where at least half of the trials and
  /// ``Estimate/fewestTrials`` of them have one. A trial lacks it where one of its halves has an empty denominator; those
  /// few are the noisiest, so that what is left out makes the mean too small rather than too large.
  /// - Returns: `nil` where the trials do not show it.
  public var meanSamplingVariance: Double? {
    var trials = 0
    var squares = RunningMean()
    for (value, draw) in zip(values, noise) where value != nil {
      trials += 1
      if let draw { squares.add(draw * draw) }
    }
    return Self.areEnough(squares.count, of: trials) ? squares.mean : nil
  }

  /// Whether the trials with a draw of the noise stand for all of them.
  static func areEnough(_ count: Int, of trials: Int) -> Bool {
    count >= Estimate.fewestTrials && 2 * count >= trials
  }

  /// This quantity less another of the same trials: the same numbers whichever arm is the baseline.
  ///
  /// The noise of the difference is the difference of the noise. The arms share people, so that no sum of a trial
  /// tells how far the two go together, and the halves of each trial do.
  public func difference(from other: TrialSeries) -> TrialSeries {
    TrialSeries(
      pairedDifferences(values, other.values), noise: pairedDifferences(noise, other.noise),
      trialsOfABlock: trialsOfABlock == other.trialsOfABlock ? trialsOfABlock : 1)
  }

  /// A metric of one arm.
  ///
  /// - Parameter tallies: the arm's, one per trial.
  public init(of metric: Metric, in tallies: [Tally]) {
    self.init(tallies.map { metric.score(in: $0) }, noise: tallies.map { $0.noise?[metric] })
  }

  /// An objective of one arm: the weighted sum of its metrics.
  ///
  /// Of a sum of several metrics the tallies do not keep the covariances. Its noise is the weighted sum of
  /// the metrics' own.
  public init(of objective: Objective, in tallies: [Tally]) {
    if let metric = objective.singleMetric {
      self.init(of: metric, in: tallies)
    } else {
      self.init(weighted: objective.terms.map { ($0.weight, TrialSeries(of: $0.metric, in: tallies)) })
    }
  }

  /// A weighted sum of at least one series of the same trials.
  package init(weighted terms: [(weight: Double, series: TrialSeries)]) {
    func total(_ numbers: (TrialSeries) -> [Double?]) -> [Double?] {
      terms.reduce(terms[0].series.values.map { _ in 0 }) { total, term in
        zip(total, numbers(term.series)).map { total, own in sum(total, own.map { term.weight * $0 }) }
      }
    }
    self.init(total(\.values), noise: total(\.noise), trialsOfABlock: terms[0].series.trialsOfABlock)
  }
}

/// The differences of two arms trial by trial, absent where either has no value.
///
/// Under the paired design the arms of a trial share parameters and people, so that the mean of
/// these differences has a far smaller Monte Carlo error than the difference of two separate runs
/// (common random numbers).
/// - Precondition: both arms have one entry per trial of the same run.
public func pairedDifferences(_ arm: [Double?], _ baseline: [Double?]) -> [Double?] {
  precondition(arm.count == baseline.count, "two options of one run have the same trials")
  return zip(arm, baseline).map { sum($0, $1.map { -$0 }) }
}

private func sum(_ first: Double?, _ second: Double?) -> Double? {
  guard let first, let second else { return nil }
  return first + second
}

/// A mean over trials, added up in their order.
public struct RunningMean: Equatable, Sendable {
  /// How many were added.
  public private(set) var count = 0
  private var sum = 0.0

  /// Nothing added yet.
  public init() {}

  /// Adds a trial's number.
  public mutating func add(_ number: Double) {
    sum += number
    count += 1
  }

  /// `nil` where none was added.
  public var mean: Double? { count > 0 ? sum / Double(count) : nil }
}
