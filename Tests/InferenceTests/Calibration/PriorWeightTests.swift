import Foundation
import Inference
import Testing

@Suite("How much counts weigh beside what was believed")
struct PriorWeightTests {
  private func fit(_ allowed: Int, of people: Int, sd: Double = 0.54) throws -> PenalisedFit<ObservedCells> {
    let prior = try NormalBelief(mean: [log(0.33 / 0.67)], deviations: [sd])
    let observed = ObservedCells(
      name: "launch", cells: ["allowed", "not"], counts: [allowed, people - allowed], weight: 1)
    return try PenalisedFit(prior: prior, observed: [observed]) { points in
      points.map { point in
        let share = 1 / (1 + exp(-point[0]))
        return ModelledPoint(cells: [[share, 1 - share]], values: [share])
      }
    }
  }

  /// (Σ w)²/(n Σ w²) over a fine grid of the belief.
  private func exact(_ allowed: Int, of people: Int, sd: Double = 0.54) -> Double {
    var (sum, squares, whole) = (0.0, 0.0, 0.0)
    for step in -4_000...4_000 {
      let z = Double(step) / 500
      let logit = log(0.33 / 0.67) + sd * z
      let share = 1 / (1 + exp(-logit))
      let density = exp(-0.5 * z * z)
      let peak = Double(allowed) / Double(people)
      let weight = exp(
        Double(allowed) * log(share / peak) + Double(people - allowed) * log((1 - share) / (1 - peak)))
      sum += density * weight
      squares += density * weight * weight
      whole += density
    }
    return sum * sum / (squares * whole)
  }

  @Test(
    "the share of weighed draws that is left, against the integral over the belief",
    arguments: [(31, 100), (310, 1_000), (200, 1_000), (3_300, 10_000), (2_034, 10_000)])
  func left(_ allowed: Int, _ people: Int) throws {
    let found = try fit(allowed, of: people).shareOfDrawsLeft()
    let wanted = exact(allowed, of: people)
    #expect(abs(found / wanted - 1) < 0.1, "\(found) for \(wanted)")
  }

  @Test("counts that tell nothing leave every draw")
  func nothing() throws {
    let prior = try NormalBelief(
      mean: [0, 1], covariance: [[1, 0.5], [0.5, 1]])
    let observed = ObservedCells(name: "a", cells: ["yes", "no"], counts: [30, 70], weight: 1)
    let found = try PenalisedFit(prior: prior, observed: [observed]) { points in
      points.map { _ in ModelledPoint(cells: [[0.3, 0.7]]) }
    }
    #expect(abs(try found.shareOfDrawsLeft() - 1) < 1e-9)
  }

  @Test("numbers that are believed together weigh as one that they stand for")
  func together() throws {
    // Two numbers of which the share has the sum: as one number of variance 1 + 1 + 2 · 0.5 = 3.
    let prior = try NormalBelief(mean: [-0.3, -0.4], covariance: [[1, 0.5], [0.5, 1]])
    let one = try NormalBelief(mean: [-0.7], deviations: [1.7320508075688772])
    let observed = ObservedCells(name: "a", cells: ["yes", "no"], counts: [310, 690], weight: 1)
    func model(_ sum: Double) -> ModelledPoint {
      let share = 1 / (1 + exp(-sum))
      return ModelledPoint(cells: [[share, 1 - share]], values: [share])
    }
    let found = try PenalisedFit(prior: prior, observed: [observed]) { $0.map { model($0[0] + $0[1]) } }
    let wanted = try PenalisedFit(prior: one, observed: [observed]) { $0.map { model($0[0]) } }
    #expect(abs(try found.shareOfDrawsLeft() / wanted.shareOfDrawsLeft() - 1) < 0.02)
  }
}
