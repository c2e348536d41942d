import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Numbers fitted to counts, with what was believed of them")
struct PenalisedFitTests {
  /// One share with a normal belief on its logit.
  private func fit(_ allowed: Int, of people: Int, centre: Double = 0.33, sd: Double = 0.54) throws
    -> PenalisedFit<ObservedCells>
  {
    let prior = try NormalBelief(mean: [log(centre / (1 - centre))], deviations: [sd])
    return try PenalisedFit(prior: prior, observed: [counted(allowed, of: people)]) { points in
      points.map { modelled(share($0[0])) }
    }
  }

  /// Laplace approximation for a logit-normal belief, worked out apart from this code; steps end where the objective
  /// hardly falls any more, so the last digits differ.
  @Test(
    "one share, against reference numbers",
    arguments: [
      (310, 1_000, 0.3103103, 0.0678146), (31, 100, 0.3127180, 0.2003131), (0, 50, 0.1012110, 0.3540467),
      (2_034, 10_000, 0.2036248, 0.0248066),
    ])
  func oneShare(_ allowed: Int, _ people: Int, _ rate: Double, _ sd: Double) throws {
    let found = try fit(allowed, of: people)
    #expect(abs(share(found.posterior.mean[0]) - rate) < 0.03 * sd * rate * (1 - rate) + 1e-6)
    #expect(abs(found.posterior.deviations[0] / sd - 1) < 0.01)
  }

  @Test("twice the people halve the variance where they weigh far more than the belief")
  func twice() throws {
    let once = try fit(20_000, of: 100_000)
    let twice = try fit(40_000, of: 200_000)
    let ratio = once.posterior.covariance[0][0] / twice.posterior.covariance[0][0]
    #expect(abs(ratio - 2) < 0.01)
  }

  @Test("two numbers of which the counts tell the sum are known together")
  func together() throws {
    let prior = try NormalBelief(mean: [0, 0], deviations: [1, 1])
    let found = try PenalisedFit(prior: prior, observed: [counted(3_000, of: 10_000)]) { points in
      points.map { modelled(share($0[0] + $0[1])) }
    }
    let pair = try #require(found.knownTogether.first)
    #expect(pair.numbers == [0, 1] && pair.correlation < -0.99 && pair.tells > 0.95)
    // The sum is what they tell most of.
    #expect(try found.otherStarts().map { $0.map(abs) } == [[1, 1], [1, 1]])
  }

  @Test("a fit stops before what the model cannot play, on either side of its slopes")
  func impossible() throws {
    let prior = try NormalBelief(mean: [0], deviations: [1])
    let observed = counted(82_000, of: 100_000)
    func fit(from start: Double?) throws -> PenalisedFit<ObservedCells> {
      try PenalisedFit(prior: prior, observed: [observed], start: start.map { [$0] }) { points in
        points.map { $0[0] < 1.3 ? modelled(share($0[0])) : nil }
      }
    }
    // The counts ask for 1.52.
    for start in [nil, 1.0, 5.0] {
      let found = try fit(from: start)
      #expect(found.posterior.mean[0] > 0.9 && found.posterior.mean[0] < 1.3 && found.tells[0] > 0.9)
    }
    #expect(throws: NumericsError.self) {
      try PenalisedFit(prior: prior, observed: [observed]) { $0.map { _ in nil } }
    }
  }

  @Test("no number is taken beyond all belief, however large the counts")
  func bounded() throws {
    let prior = try NormalBelief(mean: [0], deviations: [0.1])
    var furthest = 0.0
    let observed = counted(999_999_999, of: 1_000_000_000)
    let found = try PenalisedFit(prior: prior, observed: [observed]) { points in
      points.map { point in
        furthest = max(furthest, abs(point[0]))
        return modelled(share(point[0]))
      }
    }
    // Eight deviations, and half of one for its slope.
    #expect(furthest <= 0.85 + 1e-9 && abs(found.posterior.mean[0] - 0.8) < 1e-9)
  }

  @Test("a billion people in counts that contradict each other take few steps, whatever the noise")
  func noisyMisfit() throws {
    let prior = try NormalBelief(mean: [0], deviations: [1])
    let observed = [300_000_000, 600_000_000].map { counted($0, of: 1_000_000_000) }
    let found = try PenalisedFit(prior: prior, observed: observed) { points in
      points.map { point in
        // Noise without any pattern from one point to the next.
        let shares = [12_345.678, 98_765.432].map { share(point[0]) + 1e-4 * sin($0 * 1e4 * point[0]) }
        return ModelledPoint(cells: shares.map { [$0, 1 - $0] })
      }
    }
    #expect(found.course.count <= 5, "\(found.course)")
  }
}
