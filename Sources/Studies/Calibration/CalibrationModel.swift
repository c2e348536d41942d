import ExperimentDesign
import Inference
import Simulation

/// What an experiment's model says of the counted cells, at any values of its uncertain numbers.
///
/// One trial of many installs, under the same seed for all values: the same people, so that shares move smoothly.
struct CalibrationModel: Sendable {
  let experiment: Experiment
  let fitted: FittedNumbers
  let counted: [CountedCells]
  let lastDay: Int
  let seed: UInt64
  let threads: Int
  /// Numbers that are uncertain and not fitted, at the middle of what is assumed.
  private let held: [String: Double]

  /// - Throws: `ExperimentFault`, `NumericsError`.
  init(
    _ experiment: Experiment, fitted: FittedNumbers, counted: [CountedCells], lastDay: Int, installs: Int,
    seed: UInt64, threads: Int
  ) throws {
    self.experiment = try experiment.replacing(
      trials: 1, installs: installs, design: .paired)
    self.fitted = fitted
    self.counted = counted
    self.lastDay = lastDay
    self.seed = seed
    self.threads = threads
    let paths = Set(fitted.numbers.map(\.path))
    let others = try FittedNumbers(of: experiment) { !paths.contains($0) }
    held = others.map { $0.values($0.belief.mean) } ?? [:]
  }

  /// What the model says at several points, in their order.
  ///
  /// - Throws: `ExperimentFault`, `OverlongLife`.
  func points(_ points: [[Double]]) async throws -> [ModelledPoint] {
    let lanes = max(1, min(threads, points.count))
    var found: [Int: ModelledPoint] = [:]
    try await withThrowingTaskGroup(of: [(Int, ModelledPoint)].self) { group in
      for lane in 0..<lanes {
        group.addTask {
          try stride(from: lane, to: points.count, by: lanes).map { ($0, try point(points[$0])) }
        }
      }
      for try await part in group { for (index, point) in part { found[index] = point } }
    }
    return points.indices.compactMap { found[$0] }
  }

  /// By counted cells their shares; the values are the objective of each arm.
  private func point(_ point: [Double]) throws -> ModelledPoint {
    let known = try experiment.known(held.merging(fitted.values(point)) { $1 })
    let days = Double(lastDay)
    let whole = try tallies(known, horizon: known.horizonDays)
    let watched = days == known.horizonDays ? whole : try tallies(known, horizon: days)
    return ModelledPoint(
      cells: counted.map { $0.shares(in: watched[$0.arm]) },
      values: whole.map { TrialSeries(of: experiment.objective, in: [$0]).values[0] ?? 0 })
  }

  private func tallies(_ known: Experiment, horizon: Double) throws -> [Tally] {
    let sized = try known.replacing(horizonDays: horizon)
    return try Simulator(experiment: sized, seed: seed).checkedTrial(0).wholes[ScenarioIndex(0)]
  }
}

extension Experiment {
  /// The experiment with numbers known, by path; limits that bind several are kept by drawing them nearer.
  fileprivate func known(_ values: [String: Double]) throws(ExperimentFault) -> Experiment {
    var values = values
    for segment in scenarios[0].segments {
      let willing = [segment.willingness.withActivity, segment.willingness.withStaying]
      values.shrink(willing, by: { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() })
      values.shrink([segment.restricted, segment.requestsOff], by: { $0.reduce(0, +) })
    }
    return try replacingParameters(joints: []) { parameter throws(ExperimentFault) in
      guard parameter.constant == nil, let value = values[parameter.path] else { return parameter }
      return try parameter.replacing(.constant(value))
    }
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
