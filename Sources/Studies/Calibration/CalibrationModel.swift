package import ExperimentDesign
import Foundation
import GSLNumerics
import Inference
import Simulation
import TestData

/// What an experiment's model says of the counted cells, at any values of its uncertain numbers.
///
/// A few trials of many installs, under the same seed for all values: the same people, so that shares move smoothly. How
/// far the trials differ says how noisy the shares are.
struct CalibrationModel: Sendable {
  let experiment: Experiment
  private let numbers: [FittedNumber]
  private let data: CalibrationData
  /// Positions of its options in the whole experiment.
  private let arms: [Int]
  private let request: Calibration.Request
  /// What was counted, with the noise of the model's people in what each counted one weighs.
  private var observed: [ObservedCells] = []
  /// How many times as many people are simulated for what is believed at the end.
  private let closer: Int

  /// Into how many trials the installs are split.
  private static let batches = 10
  /// The most times as many people, and the most people, that are simulated for what is believed at the end.
  private static let mostCloser = 4
  private static let mostPeople = 800_000

  /// A model of what was counted, with the noise at the middle of what is believed before, and of nothing else: options
  /// without counts are not played, nor are days after the last.
  init(
    _ experiment: Experiment, _ numbers: [FittedNumber], _ data: CalibrationData, around prior: NormalBelief,
    installs: Int, _ request: Calibration.Request
  ) throws {
    // Shares of everybody name no option.
    arms = data.counted.isEmpty ? [0] : Set(data.counted.map(\.arm)).sorted()
    let played = arms.map { experiment.arms[$0] }
    self.experiment = experiment.changed {
      $0.trials = Self.mostCloser * Self.batches
      $0.installs = max(1, installs / Self.batches)
      $0.horizonDays = Double(data.lastDay)
      $0.arms = played
      if !played.contains(where: { $0.name == experiment.baseline }) { $0.baseline = played[0].name }
    }
    closer = max(1, min(Self.mostCloser, Self.mostPeople / max(1, installs)))
    (self.numbers, self.data, self.request) = (numbers, data, request)
    let middle = try point(prior.mean)
    let counted = data.counted.map { own in
      ObservedCells(
        name: experiment.arms[own.arm].name, cells: own.sorting.cells, counts: own.counts,
        weight: 1 / (data.dispersion ?? 1))
    }
    observed = (counted + data.shares.map(\.observed)).enumerated().map {
      $1.against(noise: middle.noise(ofBlock: $0))
    }
  }

  /// The numbers fitted to what was counted; closely, by up to four times as many people at the end.
  func fit(
    _ prior: NormalBelief, from start: [Double]? = nil, closely: Bool = false
  ) throws -> PenalisedFit<ObservedCells> {
    try PenalisedFit(
      prior: prior, observed: observed, start: start,
      closer: closely ? { try points($0, batches: closer * Self.batches) } : nil
    ) { try points($0) }
  }

  /// What the model says at several points, in their order.
  func points(_ points: [[Double]], batches: Int = Self.batches) throws -> [ModelledPoint?] {
    try concurrently(points.count, threads: request.threads) { (index) throws -> ModelledPoint? in
      try point(points[index], batches: batches)
    }
  }

  /// By counted cells their shares.
  func point(_ point: [Double], batches: Int = Self.batches) throws -> ModelledPoint {
    let known = experiment.known(
      Dictionary(uniqueKeysWithValues: zip(numbers, point).map { ($0.path, $0.value($1)) }))
    let simulator = Simulator(experiment: known, seed: request.seed)
    let trials = (0..<batches).map { simulator.trial($0) }
    let others = try data.shares.map { share in
      // As for counts, never quite 0 or 1.
      let least = 0.5 / Double(experiment.installs * batches)
      let found = min(max(try known.retention(onDay: share.day), least), 1 - least)
      return [found, 1 - found]
    }
    let places = data.counted.map { arms.firstIndex(of: $0.arm) ?? 0 }
    func cells(_ parts: [TrialResult]) -> [[Double]] {
      zip(data.counted, places).map { own, arm in own.shares(in: parts.map { $0.tally(arm: arm) }) } + others
    }
    request.onSimulated(1, Double(experiment.installs * batches * experiment.arms.count))
    return ModelledPoint(cells: cells(trials), batches: trials.map { cells([$0]) })
  }
}

/// An uncertain number of an experiment on the scale that it is fitted on.
package struct FittedNumber: Sendable {
  package let parameter: Parameter
  /// Without bounds: logit of a share, logarithm of what is above 0, else the number itself.
  package let scale: JointDistribution.Scale
  /// Of what the file assumes, on the scale.
  private let mean: Double
  private let deviation: Double
  /// The distribution that draws it, and its row of the factor of that one's covariance; none for one of its own.
  private let drawn: (from: String, row: [Double])
  package var path: String { parameter.path }

  /// How many values stand for a distribution.
  private static let values = 200

  /// The numbers of an experiment that may be fitted, with what it assumes of them.
  static func all(of experiment: Experiment) -> [FittedNumber] {
    experiment.uncertain.compactMap { FittedNumber($0, experiment.joints) }
  }

  /// - Returns: `nil` where its values do not differ, or have no place on the scale.
  private init?(_ parameter: Parameter, _ joints: [JointDistribution]) {
    self.parameter = parameter
    if case .joint(let path, let member) = parameter.distribution,
      let joint = joints.first(where: { $0.path == path })
    {
      (scale, mean, drawn) = (joint.scales[member], joint.mean[member], (path, joint.factor[member]))
      deviation = joint.factor[member].reduce(0) { $0 + $1 * $1 }.squareRoot()
      return
    }
    scale = JointDistribution.Scale(of: parameter.range)
    let scaled = (parameter.quantiles(Self.values) ?? []).map(scale.scaled).filter(\.isFinite)
    guard scaled.count > 2 else { return nil }
    let (count, mean) = (Double(scaled.count), scaled.reduce(0, +) / Double(scaled.count))
    deviation = (scaled.reduce(0) { $0 + pow($1 - mean, 2) } / count).squareRoot()
    guard deviation > 1e-9 else { return nil }
    (self.mean, drawn) = (mean, (parameter.path, []))
  }

  /// The number on its own scale.
  func value(_ scaled: Double) -> Double { parameter.range.clamped(scale.value(scaled)) }

  /// What the file assumes of some numbers together.
  static func belief(_ numbers: [FittedNumber]) throws(NumericsError) -> NormalBelief {
    func covariance(_ own: FittedNumber, _ other: FittedNumber) -> Double {
      if own.path == other.path { return own.deviation * own.deviation }
      guard own.drawn.from == other.drawn.from else { return 0 }
      return zip(own.drawn.row, other.drawn.row).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return try NormalBelief(
      mean: numbers.map(\.mean), covariance: numbers.map { own in numbers.map { covariance(own, $0) } })
  }
}

extension Experiment {
  /// The experiment with numbers known, by path; limits that bind several are kept by drawing them nearer.
  fileprivate func known(_ values: [String: Double]) -> Experiment {
    var values = values
    /// Makes numbers smaller until their size is at most 1.
    func shrink(_ parameters: [Parameter], by size: ([Double]) -> Double) {
      let found = parameters.map { $0.constant ?? values[$0.path] ?? 0 }
      let size = size(found)
      for (parameter, value) in zip(parameters, found) where size > 1 && parameter.constant == nil {
        values[parameter.path] = value / size * (1 - 1e-9)
      }
    }
    for segment in scenarios[0].segments {
      shrink([segment[.withActivity], segment[.withStaying]]) { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
      shrink([segment[.restricted], segment[.requestsOff]]) { $0.reduce(0, +) }
    }
    var known = self
    known.joints = []
    known.changeParameters { parameter in
      guard parameter.constant == nil, let value = values[parameter.path] else { return }
      parameter = parameter.replacing(.constant(value))
    }
    return known
  }
}
