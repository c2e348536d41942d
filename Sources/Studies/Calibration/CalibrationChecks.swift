public import ExperimentDesign
import Foundation
import GSLNumerics
import Inference
import Simulation
import TestAnalysis

extension Calibration.Agreement {
  /// How many sets of counts are drawn for what is expected.
  private static let draws = 400

  /// The deviance of a fit beside those of counts that the fitted model itself makes, each fitted to first order.
  ///
  /// - Throws: `NumericsError`.
  init(of fit: PenalisedFit) throws {
    var worst = (block: 0, cell: 0, residual: 0.0)
    for (block, observed) in fit.observed.enumerated() {
      for (cell, residual) in observed.residuals(fit.point.cells[block]).enumerated()
      where abs(residual) > abs(worst.residual) { worst = (block, cell, residual) }
    }
    var deviances: [Double] = []
    for draw in 0..<Self.draws {
      var random = FixedDraws(purpose: 201, simulation: draw)
      deviances.append(try fit.drawnDeviance(&random))
    }
    deviance = fit.deviance
    let own = deviance
    let ends = try quantiles(deviances, at: [0.05, 0.95, 0.99])
    expected = (ends[0], ends[1], ends[2])
    chance = Double(deviances.count { $0 >= own }) / Double(deviances.count)
    cells = fit.observed.reduce(0) { $0 + $1.cells.count - 1 }
    self.worst = worst
  }
}

extension PenalisedFit {
  /// The deviance of counts that the model makes at numbers drawn from what is believed, fitted to first order.
  fileprivate func drawnDeviance(_ random: inout FixedDraws) throws -> Double {
    let normals = try posterior.mean.indices.map { _ in try random.normal() }
    let move = zip(try posterior.draw(normals), posterior.mean).map { $0 - $1 }
    let covariance = posterior.covariance
    var drawn: [[Double]] = []
    // What the penalty pulls back with, where the numbers were fitted.
    var gradient = pull
    for block in observed.indices {
      let cells = point.cells[block]
      let moved = cells.indices.map { cell in
        max(1e-9, cells[cell] + slopes.indices.reduce(0) { $0 + slopes[$1].cells[block][cell] * move[$1] })
      }
      let people = max(1, Int((observed[block].weight * Double(observed[block].people)).rounded()))
      let shares = random.shares(of: people, moved)
      drawn.append(shares)
      for number in slopes.indices {
        gradient[number] +=
          Double(people)
          * cells.indices.reduce(0) {
            $0 + slopes[number].cells[block][$1] * (shares[$1] - cells[$1]) / cells[$1]
          }
      }
    }
    let step = covariance.map { row in zip(row, gradient).reduce(0) { $0 + $1.0 * $1.1 } }
    var deviance = 0.0
    for block in observed.indices {
      let cells = point.cells[block]
      let people = max(1, Int((observed[block].weight * Double(observed[block].people)).rounded()))
      for cell in cells.indices where drawn[block][cell] > 0 {
        let fitted = max(
          1e-9, cells[cell] + slopes.indices.reduce(0) { $0 + slopes[$1].cells[block][cell] * step[$1] })
        deviance += 2 * Double(people) * drawn[block][cell] * log(drawn[block][cell] / fitted)
      }
    }
    return deviance
  }

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

  /// The two options that are best by the fitted numbers, of those that Apple allows; `nil` where there is no second.
  private func bestTwo(of experiment: Experiment) -> (best: Int, other: Int)? {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let ranked = point.values.indices.filter { experiment.arms[$0].isAllowedByApple }
      .sorted { (sign * point.values[$1], $0) < (sign * point.values[$0], $1) }
    return ranked.count > 1 ? (ranked[0], ranked[1]) : nil
  }

  /// By number, the slope of the difference of the best two options; `nil` where there is no second.
  private func leadSlopes(of experiment: Experiment) -> [Double]? {
    bestTwo(of: experiment).map { pair in slopes.map { $0.values[pair.best] - $0.values[pair.other] } }
  }

  /// The most installs of an option that further counts are imagined with: slopes are simulated, and not known well enough
  /// to say what more would tell.
  private static let mostImagined = 1_000_000

  /// Installs of an option that counts of it are imagined with, where none are counted.
  private static let usualInstalls = 10_000

  /// What counts of each arm without any would add to the difference of the best two, most first.
  func lessons(
    _ unseen: [CountedCells], _ experiment: Experiment, counted: Int, installs: Int
  ) throws -> [Calibration.Lesson] {
    guard let pair = bestTwo(of: experiment), let lead = leadSlopes(of: experiment) else { return [] }
    let before = Self.deviation(of: lead, posterior.covariance)
    let installs = installs > 0 ? min(installs, Self.mostImagined) : Self.usualInstalls
    return try unseen.enumerated().map { position, cells in
      let block = counted + position
      let more = Self.information(point, slopes, block: block, people: Double(installs))
      let then = try covariance(with: more)
      return Calibration.Lesson(
        arm: cells.arm, lead: Calibration.Lesson.Pair(best: pair.best, other: pair.other), before: before,
        after: Self.deviation(of: lead, then), installs: installs,
        tells: zip(then.indices, prior.deviations).map { max(0, 1 - then[$0][$0].squareRoot() / $1) })
    }.sorted { $0.after < $1.after }
  }
}

extension FixedDraws {
  /// The shares of people over cells of these probabilities, drawn one cell after the other.
  fileprivate mutating func shares(of people: Int, _ probabilities: [Double]) -> [Double] {
    var (left, mass) = (people, probabilities.reduce(0, +))
    return probabilities.indices.map { cell in
      let isLast = cell == probabilities.count - 1
      let found = isLast ? left : binomial(of: left, min(1, probabilities[cell] / mass))
      left -= found
      mass -= probabilities[cell]
      return Double(found) / Double(people)
    }
  }
}

extension Calibration.Check {
  /// - Parameter logWeights: of draws, by what the counts and the belief before say of them.
  init(_ logWeights: [Double]) {
    let most = logWeights.max() ?? 0
    let weights = logWeights.map { exp($0 - most) }
    let size = Inference.effectiveSize(of: weights)
    self.init(effectiveSize: size, draws: weights.count, holds: size >= 0.2 * Double(weights.count))
  }
}

extension Calibration {
  /// Trials, and the most installs of each, of a look at what an experiment predicts.
  private static let look = (trials: 200, installs: 10_000)

  /// Installs of the looks at what a file predicts and answers after a fit, each under each option.
  ///
  /// - Parameter installs: those of a point.
  static func lives(ofLooksAt experiment: Experiment, installs: Int) -> Double {
    Double(look.trials * min(look.installs, installs) * experiment.arms.count)
      + 2 * AnswerTrials.lives(experiment)
  }

  /// How many of the counted cells lie outside the central 99% of what an experiment predicts of them.
  ///
  /// - Parameter meter: counts every trial; `nil` where nobody watches.
  /// - Throws: `ExperimentFault`, `OverlongLife`.
  public func unpredictedCells(
    _ experiment: Experiment, seed: UInt64, threads: Int, meter: CalibrationMeter? = nil
  ) async throws -> Int {
    let sized = try experiment.underFirstScenario().replacing(
      trials: Self.look.trials, installs: min(Self.look.installs, installs),
      horizonDays: Double(data.lastDay))
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
