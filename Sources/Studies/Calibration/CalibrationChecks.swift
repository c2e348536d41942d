public import ExperimentDesign
import GSLNumerics
import Inference
import Simulation
import TestAnalysis

extension CalibrationReport.Fit {
  /// With fewer the numbers meet every count.
  private static let leastDegrees = 0.2

  /// The deviance of a fit beside χ² with as many degrees as there are cells more than numbers that they fix.
  /// - Parameter counted: how many blocks of cells were counted; those behind them are known shares.
  init(of fit: PenalisedFit<ObservedCells>, counted: Int) throws {
    var worst = (block: 0, cell: 0, residual: 0.0)
    for (block, observed) in fit.observed.enumerated() {
      for (cell, residual) in observed.residuals(fit.point.cells[block]).enumerated()
      where abs(residual) > abs(worst.residual) { worst = (block, cell, residual) }
    }
    let observed = fit.observed[worst.block]
    let miss = CalibrationReport.Miss(
      arm: observed.name, name: observed.cells[worst.cell], count: observed.counts[worst.cell],
      people: observed.people,
      expected: Double(observed.people) * fit.point.cells[worst.block][worst.cell],
      residual: worst.residual, isKnownShare: worst.block >= counted)
    let cells = fit.observed.reduce(0) { $0 + $1.freeCells }
    let deviance = max(0, fit.deviance)
    let degrees = Double(cells) - fit.effectiveNumbers
    var (expected, chance) = ([0.0, 0, 0], 1.0)
    if degrees > Self.leastDegrees {
      let free = try ChiSquare(degreesOfFreedom: degrees)
      expected = try [0.05, 0.95, 0.99].map { try free.quantile($0) }
      chance = try free.upperTail(deviance)
    }
    self.init(
      isGood: deviance <= max(expected[2], 1), p: chance, deviance: deviance, expectedLow: expected[0],
      expectedHigh: expected[1], expectedMost: expected[2], cells: cells,
      effectiveParameters: fit.effectiveNumbers, worst: miss)
  }
}

extension PenalisedFit<ObservedCells> {
  /// Starts on both sides of the belief, along what the counts tell most of.
  func otherStarts() throws -> [[Double]] {
    guard let first = try directions().first else { return [] }
    let widths = prior.deviations
    return [1.0, -1.0].map { sign in
      prior.mean.indices.map {
        prior.mean[$0] + sign * widths[$0] * (first.loadings[$0] < 0 ? -1 : 1)
      }
    }
  }

  /// The most installs of an option that further counts are imagined with: slopes are simulated, and not known well enough
  /// to say what more would tell.
  private static let mostImagined = 1_000_000

  /// Installs of an option that counts of it are imagined with, where none are counted.
  private static let usualInstalls = 10_000

  /// What counts of each arm without any would add to the difference of the best two of those that Apple allows, most first.
  ///
  /// - Parameter outcomes: what each option reaches by the fitted numbers, and the cells of `unseen` after those counted.
  func lessons(
    _ unseen: [CountedCells], _ outcomes: (point: ModelledPoint, slopes: [ModelledPoint]),
    _ experiment: Experiment, counted: Int, installs: Int
  ) throws -> [Calibration.Lesson] {
    let (point, slopes) = outcomes
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let ranked = point.values.indices.filter { experiment.arms[$0].isAllowedByApple }
      .sorted { (sign * point.values[$1], $0) < (sign * point.values[$0], $1) }
    guard ranked.count > 1 else { return [] }
    let (best, other) = (ranked[0], ranked[1])
    let lead = slopes.map { $0.values[best] - $0.values[other] }
    let before = deviation(of: lead, posterior.covariance)
    let installs = installs > 0 ? min(installs, Self.mostImagined) : Self.usualInstalls
    return try unseen.enumerated().map { position, cells in
      let block = counted + position
      let more = ModelledPoint.information(
        slopes, block: block, precision: point.cells[block].map { Double(installs) / $0 })
      let then = try covariance(with: more)
      func name(_ arm: Int) -> String { experiment.arms[arm].name }
      return Calibration.Lesson(
        found: CalibrationReport.Lesson(
          arm: name(cells.arm), installs: installs, leadOf: name(best), leadOver: name(other),
          sdOfLeadBefore: before, sdOfLeadAfter: deviation(of: lead, then)),
        tells: zip(then.indices, prior.deviations).map { max(0, 1 - then[$0][$0].squareRoot() / $1) })
    }.sorted { $0.found.sdOfLeadAfter < $1.found.sdOfLeadAfter }
  }
}

extension Calibration {
  /// Trials, and the most installs of each, of a look at what an experiment predicts.
  private static let look = (trials: 200, installs: 10_000)

  /// How many of the counted cells lie outside the central 99% of what an experiment predicts of them.
  public func unpredictedCells(
    _ experiment: Experiment, seed: UInt64, threads: Int, meter: CalibrationMeter? = nil
  ) async throws -> Int {
    let sized = experiment.underFirstScenario.changed {
      $0.trials = Self.look.trials
      $0.installs = min(Self.look.installs, installs)
      $0.horizonDays = Double(data.lastDay)
    }
    let collected = TrialCollector()
    try await Simulator(experiment: sized, seed: seed).run(
      trials: Array(0..<sized.trials), threads: threads
    ) {
      collected.add($0)
      meter?.add(points: 0, lives: Double(sized.installs * sized.arms.count))
    }
    let trials = collected.all
    var outside = 0
    for (block, cells) in data.counted.enumerated() {
      let drawn = trials.map { cells.shares(in: [$0]) }
      let observed = fit.observed[block]
      let people = observed.weight * Double(observed.people)
      for (cell, share) in observed.shares.enumerated() {
        let values = drawn.map { $0[cell] }
        let mean = values.reduce(0, +) / Double(values.count)
        let spread = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
        let sampling = mean * (1 - mean) / people
        if abs(share - mean) > 2.576 * (spread + sampling).squareRoot() { outside += 1 }
      }
    }
    return outside
  }
}
