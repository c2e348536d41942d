public import ExperimentDesign
import Inference
import Simulation

/// What an experiment's assumptions imply before anything is ranked: a look at the file's own beliefs.
///
/// Every trial draws the file's unknown numbers anew and lives a small cohort, so a spread holds both what
/// is not known and, at this size, a little chance. Nothing here says which arm is better.
public struct PriorPredictive: Sendable {
  /// Trials lived, and installs in each.
  public static let trials = 200
  /// Installs of a trial.
  public static let installs = 500
  /// The metrics shown of every arm.
  public static let metrics: [Metric] = [.promptedPerInstall, .optInPerInstall, .optInPerPrompted]

  /// The middle of 200 trials and what 90 of 100 lie between.
  public struct Spread: Hashable, Sendable {
    /// 5 % of trials are below.
    public var low: Double
    /// Half of the trials are below.
    public var median: Double
    /// 5 % of trials are above.
    public var high: Double
  }

  /// What the file implies for one arm.
  public struct ArmImplication: Sendable {
    /// The arm's name.
    public var arm: String
    /// In the order of ``PriorPredictive/metrics``; `nil` where no trial has a denominator.
    public var spreads: [Spread?]
  }

  /// Classic retention of one segment without any prompt.
  public struct SegmentRetention: Sendable {
    /// The segment's name.
    public var segment: String
    /// Share of installs with a session in [1, 2) days.
    public var d1: Double
    /// Share of installs with a session in [7, 8) days.
    public var d7: Double
  }

  /// An odds ratio of the file as percentage points.
  public struct OddsInPoints: Hashable, Sendable {
    /// Where it is written.
    public var place: String
    /// The ratio.
    public var ratio: Double
    /// The share it starts from.
    public var base: Double
    /// The share it makes of that, less the share itself.
    public var difference: Double { Self.share(base, times: ratio) - base }

    /// A ratio somewhere.
    public init(place: String, ratio: Double, base: Double) {
      self.place = place
      self.ratio = ratio
      self.base = base
    }

    /// A share after its odds are multiplied.
    public static func share(_ share: Double, times ratio: Double) -> Double {
      share * ratio / (1 - share + share * ratio)
    }
  }

  /// In the order of the file, of its first scenario.
  public var arms: [ArmImplication]
  /// In the order of the file; segments whose visits are not known numbers are left out.
  public var retention: [SegmentRetention]
  /// The odds ratios of usage strings and pre-prompts that are not 1, at the share who would allow.
  public var oddsRatios: [OddsInPoints]

  /// Lives the small cohorts.
  public init(_ experiment: Experiment, seed: UInt64) {
    var small = experiment
    small.trials = Self.trials
    small.installs = Self.installs * (experiment.design == .split ? max(1, experiment.arms.count) : 1)
    let simulator = Simulator(experiment: small, seed: seed)
    var values = [[[Double]]](
      repeating: [[Double]](repeating: [], count: Self.metrics.count), count: experiment.arms.count)
    for trial in 0..<Self.trials {
      let result = simulator.trial(trial)
      for arm in experiment.arms.indices {
        for (index, metric) in Self.metrics.enumerated() {
          if let value = metric.value(in: result.wholes[0][arm]) { values[arm][index].append(value) }
        }
      }
    }
    arms = experiment.arms.indices.map { arm in
      ArmImplication(arm: experiment.arms[arm].name, spreads: values[arm].map(Self.spread))
    }
    let segments = experiment.scenarios.first?.segments ?? []
    retention = segments.compactMap(Self.retention)
    oddsRatios = Self.oddsRatios(experiment, base: segments.first?.allow.rate)
  }

  private static func spread(_ values: [Double]) -> Spread? {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return nil }
    func at(_ share: Double) -> Double { sorted[Int((share * Double(last)).rounded())] }
    return Spread(low: at(0.05), median: at(0.5), high: at(0.95))
  }

  private static func retention(_ segment: Segment) -> SegmentRetention? {
    let rate: SessionRateLaw
    switch segment.visits.rate {
    case .constant(let value):
      guard let value = value.constant else { return nil }
      rate = .constant(value)
    case .gamma(let shape, let scale):
      guard let shape = shape.constant, let scale = scale.constant else { return nil }
      rate = .gamma(shape: shape, rate: scale)
    }
    let leaving: LeavingLaw
    switch segment.visits.leaving {
    case .constant(let value):
      guard let value = value.constant else { return nil }
      leaving = .constant(value)
    case .beta(let a, let b):
      guard let a = a.constant, let b = b.constant else { return nil }
      leaving = .beta(a: a, b: b)
    }
    guard let curve = try? RetentionCurve(rate: rate, leaving: leaving) else { return nil }
    return SegmentRetention(
      segment: segment.name, d1: curve.retention(onDay: 1), d7: curve.retention(onDay: 7))
  }

  private static func oddsRatios(_ experiment: Experiment, base: Parameter?) -> [OddsInPoints] {
    guard let base = base.flatMap(middle) else { return [] }
    var found: [OddsInPoints] = []
    for arm in experiment.arms {
      for parameter in [arm.usageString.oddsRatio, arm.prePrompt?.allowOddsRatio].compactMap({ $0 }) {
        guard let ratio = middle(parameter), ratio != 1 else { continue }
        let odds = OddsInPoints(place: parameter.place, ratio: ratio, base: base)
        if !found.contains(odds) { found.append(odds) }
      }
    }
    return found
  }

  /// The number, or the middle of its distribution.
  private static func middle(_ parameter: Parameter) -> Double? {
    switch parameter.law {
    case .constant(let value): value
    case .normal(let mean, _): mean
    case .lognormal(let median, _): median
    case .beta(let a, let b): a / (a + b)
    case .uniform(let low, let high): (low + high) / 2
    case .triangular(_, let mode, _): mode
    case .joint: nil
    }
  }
}
