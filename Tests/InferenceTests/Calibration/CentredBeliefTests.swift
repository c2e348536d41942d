import Foundation
import GSLNumerics
import Inference
import Testing

/// Counts that tell a product of two numbers: what fits is a curve, and a normal distribution lies beside it.
@Suite("What is believed meets the counts on average")
struct CentredBeliefTests {
  private static func share(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }

  private func model(_ points: [[Double]]) -> [ModelledPoint?] {
    points.map { point in
      let share = Self.share(point[0]) * Self.share(point[1])
      return ModelledPoint(cells: [[share, 1 - share]])
    }
  }

  private func fit(_ allowed: Int, of people: Int) async throws -> PenalisedFit {
    let prior = try NormalBelief(mean: [0, 0.25], deviations: [0.6, 0.5])
    let observed = ObservedCells(
      name: "onboarding", cells: ["allowed", "not"], counts: [allowed, people - allowed], weight: 1)
    return try await PenalisedFit(prior: prior, observed: [observed]) { model($0) }
  }

  /// The mean of the share over a weight of the two numbers, on a grid around their middle.
  private func meanShare(around fit: PenalisedFit, weight: (_ point: [Double]) throws -> Double) rethrows
    -> Double
  {
    let widths = fit.posterior.deviations
    var (sum, all) = (0.0, 0.0)
    for first in -300...300 {
      for second in -300...300 {
        let point = [
          fit.posterior.mean[0] + Double(first) * widths[0] / 50,
          fit.posterior.mean[1] + Double(second) * widths[1] / 50,
        ]
        let weight = try weight(point)
        sum += weight * Self.share(point[0]) * Self.share(point[1])
        all += weight
      }
    }
    return sum / all
  }

  @Test("a product of two numbers, against the exact mean", arguments: [1_023, 500, 2_000])
  func product(_ allowed: Int) async throws {
    let people = 3_400
    let fit = try await fit(allowed, of: people)
    let centred = try await fit.centred { model($0) }
    let exact = meanShare(around: fit) { point in
      exp(
        fit.objective
          - PenalisedFit.objective(point, model([point])[0]!, fit.prior, fit.observed))
    }
    let counted = Double(allowed) / Double(people)
    let deviation = (counted * (1 - counted) / Double(people)).squareRoot()
    let before = meanShare(around: fit) { exp(-fit.posterior.misfit($0)) }
    let after = meanShare(around: fit) { exp(-centred.misfit($0)) }
    #expect(abs(before - exact) > 0.4 * deviation, "\(before) \(exact)")
    #expect(abs(after - exact) < 0.15 * deviation, "\(after) \(exact)")
    #expect(centred.covariance == fit.posterior.covariance)
  }

  @Test("what enters no count stays exactly as it was believed")
  func untouched() async throws {
    let prior = try NormalBelief(mean: [0, 3], deviations: [1, 0.5])
    let observed = ObservedCells(name: "launch", cells: ["allowed", "not"], counts: [30, 70], weight: 1)
    let fit = try await PenalisedFit(prior: prior, observed: [observed]) { points in
      points.map { ModelledPoint(cells: [[Self.share($0[0]), 1 - Self.share($0[0])]]) }
    }
    let centred = try await fit.centred { points in
      points.map { ModelledPoint(cells: [[Self.share($0[0]), 1 - Self.share($0[0])]]) }
    }
    #expect(centred.mean[1] == 3)
    #expect(centred.mean[0] != fit.posterior.mean[0])
  }

  @Test("where nobody can be so on either side, nothing moves")
  func impossible() async throws {
    let fit = try await fit(1_023, of: 3_400)
    let centred = try await fit.centred { points in
      model([points[0]]) + points.dropFirst().map { _ in nil }
    }
    #expect(centred == fit.posterior)
  }
}
