import ExperimentDesign
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
  private let counted: [CountedCells]
  private let shares: [ShareTable.Row]
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

  /// A model of what was counted, and of nothing else: options without counts are not played, nor are days after the last.
  ///
  /// - Parameter prior: what is believed before; the noise is that at its middle.
  init(
    _ experiment: Experiment, _ numbers: [FittedNumber], _ data: CalibrationData, around prior: NormalBelief,
    installs: Int, _ request: Calibration.Request
  ) throws {
    let named = Set(data.counted.map(\.arm))
    // Shares of everybody name no option.
    let kept = named.isEmpty ? [0] : named.sorted()
    let arms = kept.map { experiment.arms[$0] }
    self.experiment = experiment.changed {
      $0.trials = Self.mostCloser * Self.batches
      $0.installs = max(1, installs / Self.batches)
      $0.horizonDays = Double(data.lastDay)
      $0.arms = arms
      if !arms.contains(where: { $0.name == experiment.baseline }) { $0.baseline = arms[0].name }
    }
    closer = max(1, min(Self.mostCloser, Self.mostPeople / max(1, installs)))
    counted = data.counted.map {
      CountedCells(arm: kept.firstIndex(of: $0.arm) ?? 0, sorting: $0.sorting, counts: $0.counts)
    }
    (self.numbers, shares, self.request) = (numbers, data.shares, request)
    let middle = try point(prior.mean)
    observed = data.observed(of: experiment).enumerated().map {
      $1.against(noise: middle.noise(ofBlock: $0))
    }
  }

  /// The numbers fitted to what was counted.
  ///
  /// - Parameter closely: whether what is believed at the end is by up to four times as many people.
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
    let others = try shares.map { share in
      // As for counts, never quite 0 or 1.
      let least = 0.5 / Double(experiment.installs * batches)
      let found = min(max(try known.retention(onDay: share.day), least), 1 - least)
      return [found, 1 - found]
    }
    func cells(_ parts: [TrialResult]) -> [[Double]] { counted.map { $0.shares(in: parts) } + others }
    request.onSimulated(1, Double(experiment.installs * batches * experiment.arms.count))
    return ModelledPoint(cells: cells(trials), batches: trials.map { cells([$0]) })
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
