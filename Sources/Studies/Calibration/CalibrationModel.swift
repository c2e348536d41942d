import ExperimentDesign
import Inference
import Simulation

/// What an experiment's model says of the counted cells, at any values of its uncertain numbers.
///
/// A few trials of many installs, under the same seed for all values: the same people, so that shares move smoothly. How
/// far the trials differ says how noisy the shares are.
struct CalibrationModel: Sendable {
  private(set) var experiment: Experiment
  let fitted: FittedNumbers
  private(set) var counted: [CountedCells]
  let shares: [KnownShare]
  /// Of options without any counts, after all others.
  private(set) var extra: [CountedCells]
  let lastDay: Int
  let seed: UInt64
  let threads: Int
  /// Whether a point has what each option would reach.
  private var hasValues = true
  /// Counts every point; `nil` where nobody watches.
  private let meter: CalibrationMeter?

  /// Into how many trials the installs are split.
  private static let batches = 10
  /// How many times as many people are simulated for what is believed at the end.
  private let closer: Int

  init(
    _ experiment: Experiment, fitted: FittedNumbers, counted: [CountedCells], shares: [KnownShare],
    extra: [CountedCells], lastDay: Int, installs: Int, seed: UInt64, threads: Int,
    meter: CalibrationMeter? = nil
  ) throws {
    self.experiment = experiment.changed {
      $0.trials = Self.mostCloser * Self.batches
      $0.installs = max(1, installs / Self.batches)
    }
    closer = max(1, min(Self.mostCloser, Self.mostPeople / max(1, installs)))
    self.fitted = fitted
    self.counted = counted
    self.shares = shares
    self.extra = extra
    self.lastDay = lastDay
    self.seed = seed
    self.threads = threads
    self.meter = meter
  }

  /// A model with the cells that something is known of, and nothing else: the same to the last bit, and cheaper.
  ///
  /// Options without counts are not played, nor are days after the last that was counted.
  func ofCountsAlone() throws -> CalibrationModel {
    var model = self
    let named = Set(counted.map(\.arm))
    // Shares of everybody name no option.
    let kept = named.isEmpty ? [0] : named.sorted()
    let arms = kept.map { experiment.arms[$0] }
    model.experiment.arms = arms
    if !arms.contains(where: { $0.name == experiment.baseline }) { model.experiment.baseline = arms[0].name }
    model.counted = counted.map { $0.ofArm(kept.firstIndex(of: $0.arm) ?? 0) }
    model.extra = []
    model.hasValues = false
    return model
  }

  /// The most times as many people, and the most people, that are simulated for what is believed at the end.
  private static let mostCloser = 4
  private static let mostPeople = 800_000

  /// Installs of a point, each under each option.
  private func lives(_ batches: Int) -> Double {
    Double(experiment.installs * batches * experiment.arms.count) * (needsWhole ? 2 : 1)
  }

  /// Whether a point needs days beyond those that were counted.
  private var needsWhole: Bool {
    Double(lastDay) != experiment.horizonDays && hasValues
  }

  /// What the model says at several points, in their order, by up to four times as many people; `nil` as in ``points(_:)``.
  func closely(_ points: [[Double]]) throws -> [ModelledPoint?] {
    try self.points(points, batches: closer * Self.batches)
  }

  /// What the model says at several points, in their order; `nil` where somebody would come back more often than can be
  /// counted.
  func points(_ points: [[Double]]) throws -> [ModelledPoint?] {
    try self.points(points, batches: Self.batches)
  }

  /// What the model says at the middle of what is believed.
  func middle() throws -> ModelledPoint { try point(fitted.belief.mean, batches: Self.batches) }

  private func points(_ points: [[Double]], batches: Int) throws -> [ModelledPoint?] {
    try concurrently(points.count, threads: threads) { (index) throws -> ModelledPoint? in
      do {
        return try point(points[index], batches: batches)
      } catch is OverlongLife {
        return nil
      }
    }
  }

  /// By counted cells their shares; the values are the objective of each option, where they are asked for.
  private func point(_ point: [Double], batches: Int) throws -> ModelledPoint {
    let known = experiment.known(fitted.values(point))
    let days = Double(lastDay)
    let watched = try trials(known, horizon: days, batches)
    let whole = needsWhole ? try trials(known, horizon: known.horizonDays, batches) : watched
    let others = try shares.map { share in
      // As for counts, never quite 0 or 1.
      let least = 0.5 / Double(experiment.installs * batches)
      let found = min(max(try share.modelled(known), least), 1 - least)
      return [found, 1 - found]
    }
    func cells(_ parts: [TrialResult]) -> [[Double]] {
      counted.map { $0.shares(in: parts) } + others + extra.map { $0.shares(in: parts) }
    }
    defer { meter?.add(points: 1, lives: lives(batches)) }
    return ModelledPoint(
      cells: cells(watched), values: hasValues ? objectives(in: whole) : [],
      batches: watched.map { cells([$0]) })
  }

  /// By option, 0 where none of its trials has the objective.
  private func objectives(in trials: [TrialResult]) -> [Double] {
    experiment.arms.indices.map { arm in
      let tallies = trials.map { $0.tally(arm: arm) }
      let values = TrialSeries(of: experiment.objective, in: tallies).values.compactMap { $0 }
      return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
  }

  private func trials(_ known: Experiment, horizon: Double, _ batches: Int) throws -> [TrialResult] {
    let simulator = Simulator(experiment: known.changed { $0.horizonDays = horizon }, seed: seed)
    return try (0..<batches).map { try simulator.checkedTrial($0) }
  }
}

extension Experiment {
  /// The experiment with numbers known, by path; limits that bind several are kept by drawing them nearer.
  fileprivate func known(_ values: [String: Double]) -> Experiment {
    var values = values
    for segment in scenarios[0].segments {
      let willing = [segment[.withActivity], segment[.withStaying]]
      values.shrink(willing, by: { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() })
      values.shrink([segment[.restricted], segment[.requestsOff]], by: { $0.reduce(0, +) })
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

extension [String: Double] {
  /// Makes numbers smaller until their size is at most 1.
  fileprivate mutating func shrink(_ parameters: [Parameter], by size: ([Double]) -> Double) {
    let found = parameters.map { $0.constant ?? self[$0.path] ?? 0 }
    let size = size(found)
    guard size > 1 else { return }
    for (parameter, value) in zip(parameters, found) where parameter.constant == nil {
      self[parameter.path] = value / size * (1 - 1e-9)
    }
  }
}
