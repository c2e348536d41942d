public import ExperimentDesign
import Foundation
import Inference
import Simulation

/// What an experiment's assumptions imply before anything is ranked: a look at the file's own beliefs.
///
/// Every trial draws the file's unknown numbers anew and lives a small cohort, so a spread holds both what
/// is not known and, at this size, a little chance. Nothing here says which arm is better.
public struct PriorPredictive: Sendable {
  /// The metrics shown of every arm.
  public static let metrics: [Metric] = [.promptedPerInstall, .optInPerInstall, .optInPerPrompted]

  /// The median of the trials and their 90% range.
  public struct Spread: Hashable, Sendable {
    /// 5% of trials are below.
    public var low: Double
    /// Half of the trials are below.
    public var median: Double
    /// 5% of trials are above.
    public var high: Double
  }

  /// What the file implies for one arm.
  public struct ArmImplication: Sendable {
    /// The arm's name.
    public var arm: String
    /// In the order of ``PriorPredictive/metrics``; `nil` where no trial has a denominator.
    public var spreads: [Spread?]
    /// Installs that allow, of those prompted or with requests toggled off: the denominator of published
    /// consent rates, which count toggled-off devices as denied.
    public var perPromptedOrOff: Spread?
    /// The metrics by segment, in the order of ``ScenarioImplication/segments``; empty where there is one.
    public var segments: [[Spread?]]
    /// Share of installs that end undetermined, the median over trials, by segment, also where there is one.
    public var undetermined: [Double?]
  }

  /// Classic retention of one segment without any prompt, over the uncertain inputs.
  public struct SegmentRetention: Hashable, Sendable {
    /// The segment's name.
    public var segment: String
    /// Share of installs with a session in [1, 2) days.
    public var d1: Spread
    /// Share of installs with a session in [7, 8) days.
    public var d7: Spread
    /// Share of installs with a session in [30, 31) days.
    public var d30: Spread
    /// Share of installs that leave for good after the first session.
    public var neverBack: Spread
  }

  /// What the file implies under one scenario.
  public struct ScenarioImplication: Sendable {
    /// The scenario's name.
    public var name: String
    /// Its segments' names.
    public var segments: [String]
    /// In the order of the file.
    public var arms: [ArmImplication]
    /// In the order of the file; segments whose visits no curve describes are left out.
    public var retention: [SegmentRetention]
    /// The odds ratios of usage strings and pre-prompts that are not 1, at the share who would allow.
    public var oddsRatios: [OddsRatioInPoints]
  }

  /// In the order of the file.
  public var scenarios: [ScenarioImplication]
  /// Trials lived.
  public var trials: Int
  /// Installs of a trial, under each arm.
  public var installs: Int

  /// Lives the small cohorts.
  ///
  /// - Parameter size: What is lived; `nil` for the largest that is quick.
  /// - Throws: `OverlongLife` where somebody comes back more often than is counted, as a run of it does;
  ///   `ExperimentFault` for a size of no trial or no install.
  public init(_ experiment: Experiment, seed: UInt64, size: Size? = nil) throws {
    let size = size ?? Size(quickFor: experiment) ?? .least
    trials = size.trials
    installs = size.installs
    let arms = experiment.design == .split ? experiment.arms.count : 1
    let small = try experiment.replacing(trials: size.trials, installs: size.installs * arms)
    let simulator = Simulator(experiment: small, seed: seed)
    var results: [TrialResult] = []
    for trial in 0..<size.trials { results.append(try simulator.checkedTrial(trial)) }
    scenarios = experiment.scenarios.indices.map { index in
      let scenario = experiment.scenarios[index]
      let segments = scenario.segments
      return ScenarioImplication(
        name: scenario.name, segments: segments.map(\.name),
        arms: experiment.arms.indices.map { arm in
          let (row, column) = (ScenarioIndex(index), ArmIndex(arm))
          return ArmImplication(
            arm: experiment.arms[arm].name, spreads: Self.spreads(results.map { $0.wholes[row, column] }),
            perPromptedOrOff: Self.spread(
              results.compactMap { Self.shareOfPromptedOrOff($0.wholes[row, column]) }),
            segments: segments.count < 2
              ? []
              : segments.indices.map { segment in
                Self.spreads(results.map { $0.tallies[row, column, SegmentIndex(segment)] })
              },
            undetermined: segments.indices.map { segment in
              Self.spread(
                results.compactMap {
                  Metric.undeterminedPerInstall.value(in: $0.tallies[row, column, SegmentIndex(segment)])
                })?.median
            })
        },
        retention: segments.compactMap { Self.retention($0, results, simulator.uncertain) },
        oddsRatios: OddsRatioInPoints.all(of: experiment, under: scenario))
    }
  }

  private static func spreads(_ tallies: [Tally]) -> [Spread?] {
    metrics.map { metric in spread(tallies.compactMap { metric.value(in: $0) }) }
  }

  private static func spread(_ values: [Double]) -> Spread? {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return nil }
    func at(_ share: Double) -> Double { sorted[Int((share * Double(last)).rounded())] }
    return Spread(low: at(0.05), median: at(0.5), high: at(0.95))
  }

  private static func shareOfPromptedOrOff(_ tally: Tally) -> Double? {
    let asked = tally[.prompted] + tally[.finalDeniedByDevice]
    return asked > 0 ? Double(tally[.answeredAllow]) / Double(asked) : nil
  }

  /// `nil` where a trial's numbers make no curve.
  private static func retention(
    _ segment: Segment, _ results: [TrialResult], _ uncertain: UncertainParameters
  ) -> SegmentRetention? {
    var figures: [[Double]] = [[], [], [], []]
    let index = Dictionary(uniqueKeysWithValues: uncertain.paths.enumerated().map { ($1, $0) })
    // Where everything is known, all trials have the same curve.
    let isKnown = segment.visits.parameters.allSatisfy { $0.constant != nil }
    for result in isKnown ? Array(results.prefix(1)) : results {
      func value(_ parameter: Parameter) -> Double {
        parameter.constant ?? index[parameter.path].map { result.draws[$0] } ?? .nan
      }
      let (rate, leaving) = segment.visits.distributions(value)
      guard let curve = try? RetentionCurve(rate: rate, leaving: leaving) else { return nil }
      for (row, day) in [1, 7, 30].enumerated() { figures[row].append(curve.retention(onDay: day)) }
      figures[3].append(leaving.mean)
    }
    let spreads = figures.compactMap(spread)
    guard spreads.count == 4 else { return nil }
    return SegmentRetention(
      segment: segment.name, d1: spreads[0], d7: spreads[1], d30: spreads[2], neverBack: spreads[3])
  }
}

extension VisitModel {
  /// What the rate and leaving are made of.
  fileprivate var parameters: [Parameter] {
    let ofRate: [Parameter] =
      switch rate {
      case .constant(let value): [value]
      case .gamma(let shape, let rate): [shape, rate]
      }
    switch leaving {
    case .constant(let value): return ofRate + [value]
    case .beta(let a, let b): return ofRate + [a, b]
    }
  }

  /// Rate and leaving with a trial's numbers.
  func distributions(_ value: (Parameter) -> Double) -> (
    SessionRateDistribution, LeavingDistribution
  ) {
    let rates: SessionRateDistribution =
      switch rate {
      case .constant(let perDay): .constant(value(perDay))
      case .gamma(let shape, let rate): .gamma(shape: value(shape), rate: value(rate))
      }
    switch leaving {
    case .constant(let probability): return (rates, .constant(value(probability)))
    case .beta(let a, let b): return (rates, .beta(a: value(a), b: value(b)))
    }
  }
}

extension LeavingDistribution {
  /// The mean probability of leaving after a session.
  fileprivate var mean: Double {
    switch self {
    case .constant(let probability): probability
    case .beta(let a, let b): a / (a + b)
    }
  }
}

extension PriorPredictive {
  /// How much is lived for a look.
  public struct Size: Hashable, Sendable {
    /// Trials lived.
    public var trials: Int
    /// Installs of a trial, under each arm.
    public var installs: Int

    /// The least that shows anything.
    public static let least = Size(trials: 40, installs: 50)

    package init(trials: Int, installs: Int) {
      self.trials = trials
      self.installs = installs
    }

    /// 200 trials of 500 installs, or fewer where lives are long or arms many; `nil` where even the least
    /// would take long.
    ///
    /// The budget is in sessions that may be lived, of which a core does some ten millions a second; it is
    /// a number of the file alone, so that the same file is shown alike on every machine.
    public init?(quickFor experiment: Experiment) {
      let budget = 50_000_000.0
      let sessions = experiment.scenarios.map { scenario in
        scenario.segments.map {
          $0.expectedSessions(days: experiment.horizonDays, experiment.joints)
        }.max() ?? 1
      }.reduce(0, +)
      let perInstall = sessions * Double(max(1, experiment.arms.count))
      guard perInstall.isFinite, perInstall > 0 else { return nil }
      let lives = min(budget / perInstall, 100_000)
      guard lives >= Double(Self.least.trials * Self.least.installs) else { return nil }
      // Installs go first: with fewer trials the ends of a spread are no longer seen.
      trials = lives >= 20_000 ? 200 : Self.least.trials
      installs = Int(lives) / trials
    }
  }
}

extension Segment {
  /// About how many sessions a life has: what leaving allows, or what fits into the days.
  fileprivate func expectedSessions(days: Double, _ joints: [JointDistribution]) -> Double {
    let perDay: Double
    switch visits.rate {
    case .constant(let rate): perDay = rate.middle(among: joints)
    case .gamma(let shape, let rate):
      perDay = shape.middle(among: joints) / max(rate.middle(among: joints), 1e-9)
    }
    let leaving: Double
    switch visits.leaving {
    case .constant(let value): leaving = value.middle(among: joints)
    case .beta(let a, let b):
      let (a, b) = (a.middle(among: joints), b.middle(among: joints))
      // The mean number of sessions is the mean of 1 over the probability, which is infinite for a ≤ 1.
      leaving = a > 1 ? (a - 1) / (a + b - 1) : 0
    }
    let most = max(1, perDay * days)
    return min(most, leaving > 0 ? max(1, 1 / leaving) : most)
  }
}

extension Parameter {
  /// As ``middle``, and of a number drawn with others the middle of its own distribution.
  fileprivate func middle(among joints: [JointDistribution]) -> Double {
    if let middle { return middle }
    guard case .joint(let path, let member) = distribution,
      let joint = joints.first(where: { $0.path == path })
    else {
      preconditionFailure("an experiment has every joint distribution that one of its numbers is a member of")
    }
    return joint.scales[member].value(joint.mean[member])
  }
}
