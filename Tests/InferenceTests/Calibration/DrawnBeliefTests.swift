import Foundation
import GSLNumerics
import Inference
import SeededNumbers
import Testing

/// Counts that tell a product of two numbers: what fits is a curve, which no normal distribution follows.
@Suite("Draws are of what the counts and the belief before say, whatever its shape")
struct DrawnBeliefTests {
  private static func share(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }

  private func model(_ point: [Double]) -> ModelledPoint {
    let share = Self.share(point[0]) * Self.share(point[1])
    return ModelledPoint(cells: [[share, 1 - share]])
  }

  private func model(_ points: [[Double]]) -> [ModelledPoint?] { points.map { model($0) } }

  private func fit(_ allowed: Int, of people: Int) async throws -> PenalisedFit {
    let prior = try NormalBelief(mean: [0, 0.25], deviations: [0.6, 0.5])
    let observed = ObservedCells(
      name: "onboarding", cells: ["allowed", "not"], counts: [allowed, people - allowed], weight: 1)
    return try await PenalisedFit(prior: prior, observed: [observed]) { model($0) }
  }

  /// Mean and standard deviation by a weight of the two numbers on a grid around their middle: of each and of the share.
  private func exact(_ fit: PenalisedFit) -> [(mean: Double, deviation: Double)] {
    var sums = [Double](repeating: 0, count: 7)
    for first in -300...300 {
      for second in -300...300 {
        let point = [
          fit.prior.mean[0] + Double(first) * fit.prior.deviations[0] / 60,
          fit.prior.mean[1] + Double(second) * fit.prior.deviations[1] / 60,
        ]
        let objective = PenalisedFit.objective(point, model(point), fit.prior, fit.observed)
        let weight = exp(fit.objective - objective)
        sums[6] += weight
        for (place, value) in (point + [Self.share(point[0]) * Self.share(point[1])]).enumerated() {
          sums[2 * place] += weight * value
          sums[2 * place + 1] += weight * value * value
        }
      }
    }
    return (0..<3).map { place in
      let mean = sums[2 * place] / sums[6]
      return (mean, (sums[2 * place + 1] / sums[6] - mean * mean).squareRoot())
    }
  }

  private func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (squares / Double(values.count)).squareRoot())
  }

  @Test(
    "a product of two numbers is as narrow as its count, and each number as wide as it was",
    arguments: [1_023, 500, 2_000])
  func product(_ allowed: Int) async throws {
    let fit = try await fit(allowed, of: 3_400)
    let drawn = try await fit.draws(
      500, isOdds: [true, true], random: SplitMix(seed: 5), isEnough: { _ in true }
    ) { model($0) }
    let exact = exact(fit)
    let columns = (0..<2).map { number in drawn.rows.map { $0[number] } }
    let shares = drawn.rows.map { Self.share($0[0]) * Self.share($0[1]) }
    for (found, exact) in zip((columns + [shares]).map(moments), exact) {
      #expect(abs(found.mean - exact.mean) < 0.15 * exact.deviation, "\(found) \(exact)")
      #expect(abs(found.deviation / exact.deviation - 1) < 0.1, "\(found) \(exact)")
    }
    for number in 0..<2 {
      let found = moments(columns[number])
      #expect(abs(found.mean - drawn.belief.mean[number]) < 0.15 * found.deviation)
      #expect(abs(found.deviation / drawn.belief.deviations[number] - 1) < 0.1)
    }
    #expect(effectiveSize(of: drawn.logWeights.map(exp)) > 90)
  }

  @Test("the same seed makes the same draws, and another others")
  func seeded() async throws {
    let fit = try await fit(1_023, of: 3_400)
    func rows(_ seed: UInt64) async throws -> [[Double]] {
      try await fit.draws(50, isOdds: [true, true], random: SplitMix(seed: seed), isEnough: { _ in true }) {
        model($0)
      }.rows
    }
    #expect(try await rows(5) == rows(5))
    #expect(try await rows(5) != rows(6))
  }

  private func alone(_ points: [[Double]]) -> [ModelledPoint?] {
    points.map { ModelledPoint(cells: [[Self.share($0[0]), 1 - Self.share($0[0])]]) }
  }

  @Test(
    "what enters no count stays exactly as it was believed, and moves with what it was believed to move with")
  func untouched() async throws {
    let observed = ObservedCells(name: "launch", cells: ["allowed", "not"], counts: [300, 700], weight: 1)
    func drawn(_ prior: NormalBelief) async throws -> PosteriorDraws {
      let fit = try await PenalisedFit(prior: prior, observed: [observed]) { alone($0) }
      return try await fit.draws(
        500, isOdds: [true, true], random: SplitMix(seed: 5), isEnough: { _ in true }
      ) { alone($0) }
    }
    let apart = try await drawn(NormalBelief(mean: [0, 3], deviations: [1, 0.5]))
    #expect(apart.belief.mean[1] == 3 && apart.belief.covariance[1] == [0, 0.25])
    let together = try await drawn(NormalBelief(mean: [0, 3], covariance: [[1, 0.4], [0.4, 0.25]]))
    // The slope of the second by the first is 0.4, and 0.25 − 0.16 is left of its variance.
    let first = together.belief
    #expect(abs(first.mean[1] - (3 + 0.4 * first.mean[0])) < 1e-9)
    #expect(abs(first.covariance[1][1] - (0.09 + 0.16 * first.covariance[0][0])) < 1e-9)
    #expect(abs(first.covariance[0][1] - 0.4 * first.covariance[0][0]) < 1e-9)
  }

  @Test("the model is asked again where weights are not even enough, and no more often than that")
  func again() async throws {
    let fit = try await fit(1_023, of: 3_400)
    var asked: [Int] = []
    _ = try await fit.draws(
      50, isOdds: [true, true], random: SplitMix(seed: 5), isEnough: { _ in asked.count > 2 }
    ) { points in
      asked.append(points.count)
      return model(points)
    }
    #expect(asked == [60, 100, 100])
    #expect(fit.pointsOfDraws == 160)
    asked = []
    _ = try await fit.draws(50, isOdds: [true, true], random: SplitMix(seed: 5), isEnough: { _ in false }) {
      points in
      asked.append(points.count)
      return model(points)
    }
    #expect(asked.count == 1 + PenalisedFit.mostRounds)
  }

  @Test("where nobody can be so, nothing is drawn that the rest does not say")
  func impossible() async throws {
    let fit = try await fit(1_023, of: 3_400)
    let drawn = try await fit.draws(
      200, isOdds: [true, true], random: SplitMix(seed: 5), isEnough: { _ in true }
    ) { points in
      zip(points, model(points)).map { $0[0] > 0.8 ? nil : $1 }
    }
    let shares = drawn.rows.map { Self.share($0[0]) * Self.share($0[1]) }
    #expect(abs(moments(shares).mean - 0.301) < 0.005)
  }
}
