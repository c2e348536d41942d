import Foundation
import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("One importance step about a fit")
struct ImportanceStepTests {
  /// A count that tells a product of two shares: what fits is a curve, which no normal distribution follows.
  private func model(_ point: [Double]) -> ModelledPoint {
    modelled(share(point[0]) * share(point[1]))
  }

  private func fit(_ allowed: Int, of people: Int) throws -> PenalisedFit<ObservedCells> {
    let prior = try NormalBelief(mean: [0, 0.25], deviations: [0.6, 0.5])
    return try PenalisedFit(prior: prior, observed: [counted(allowed, of: people)]) { $0.map(model) }
  }

  private func step(_ fit: PenalisedFit<ObservedCells>, seed: UInt64) throws -> ImportanceStep {
    try fit.importanceStep(random: SplitMix(seed: seed)) { $0.map(model) }
  }

  /// Mean and standard deviation of each number, by a weight on a grid around their middle.
  private func exact(_ fit: PenalisedFit<ObservedCells>) -> [(mean: Double, deviation: Double)] {
    var sums = [Double](repeating: 0, count: 5)
    for first in -300...300 {
      for second in -300...300 {
        let point = [
          fit.prior.mean[0] + Double(first) * fit.prior.deviations[0] / 60,
          fit.prior.mean[1] + Double(second) * fit.prior.deviations[1] / 60,
        ]
        let objective = PenalisedFit.objective(point, model(point), fit.prior, fit.observed)
        let weight = exp(fit.objective - objective)
        sums[4] += weight
        for (place, value) in point.enumerated() {
          sums[2 * place] += weight * value
          sums[2 * place + 1] += weight * value * value
        }
      }
    }
    return (0..<2).map { place in
      let mean = sums[2 * place] / sums[4]
      return (mean, (sums[2 * place + 1] / sums[4] - mean * mean).squareRoot())
    }
  }

  @Test("where the shape is nearly normal, mean and spread are those of the exact belief")
  func moments() throws {
    let fit = try fit(10, of: 34)
    let found = try step(fit, seed: 5)
    #expect(found.check.holds && found.check.effectiveSize > 250)
    #expect(found.check.effectiveSize <= Double(found.check.draws))
    for (number, exact) in exact(fit).enumerated() {
      // Draws worth 250 leave 6% of a deviation of the mean, and 4.5% of the deviation itself.
      #expect(abs(found.belief.mean[number] - exact.mean) < 0.2 * exact.deviation)
      #expect(abs(found.belief.deviations[number] / exact.deviation - 1) < 0.15)
    }
  }

  @Test("where it is not, the effective size says so, and the fit's normal shape is used")
  func curved() throws {
    let fit = try fit(102_300, of: 340_000)
    let found = try step(fit, seed: 5)
    #expect(!found.check.holds && found.check.effectiveSize < ImportanceStep.leastSize)
    #expect(found.belief == fit.posterior)
  }

  @Test("the same seed gives the same bits")
  func seeded() throws {
    let fit = try fit(10, of: 34)
    #expect(try step(fit, seed: 5).belief == step(fit, seed: 5).belief)
    #expect(try step(fit, seed: 5).belief != step(fit, seed: 6).belief)
  }

  @Test(
    "what enters no count stays exactly as it was believed, and moves with what it was believed to move with")
  func untouched() throws {
    let observed = counted(300, of: 1_000)
    func alone(_ points: [[Double]]) -> [ModelledPoint?] { points.map { modelled(share($0[0])) } }
    func belief(_ prior: NormalBelief) throws -> NormalBelief {
      try PenalisedFit(prior: prior, observed: [observed], model: alone)
        .importanceStep(random: SplitMix(seed: 5), model: alone).belief
    }
    let apart = try belief(NormalBelief(mean: [0, 3], deviations: [1, 0.5]))
    #expect(apart.mean[1] == 3 && apart.covariance[1] == [0, 0.25])
    // The slope of the second by the first is 0.4, and 0.25 − 0.16 is left of its variance.
    let first = try belief(NormalBelief(mean: [0, 3], covariance: [[1, 0.4], [0.4, 0.25]]))
    #expect(abs(first.mean[1] - (3 + 0.4 * first.mean[0])) < 1e-9)
    #expect(abs(first.covariance[1][1] - (0.09 + 0.16 * first.covariance[0][0])) < 1e-9)
    #expect(abs(first.covariance[0][1] - 0.4 * first.covariance[0][0]) < 1e-9)
  }

  @Test("where nobody can be so, draws weigh nothing")
  func impossible() throws {
    let fit = try fit(10, of: 34)
    let found = try fit.importanceStep(random: SplitMix(seed: 5)) { points in
      points.map { $0[0] > 0 ? nil : model($0) }
    }
    #expect(found.belief.mean[0] < fit.posterior.mean[0])
  }
}
