import GSLNumerics
import Inference

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
}
