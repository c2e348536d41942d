import ExperimentDesign
import Foundation
import GSLNumerics
import Testing

@testable import Inference

@Suite("Retention figures condition a belief")
struct RetentionFitTests {
  /// What the preset `news` believes of ln r, ln β, ln a and ln b.
  private func prior() throws -> NormalBelief {
    try NormalBelief(
      mean: [0.528, -0.699, -0.313, 0.172],
      covariance: [
        [0.1612, 0.1612, 0, 0], [0.1612, 0.563, -0.0198, 0.0757], [0, -0.0198, 0.0251, -0.004],
        [0, 0.0757, -0.004, 0.1825],
      ])
  }

  private func fit(
    _ shares: [Double], _ sessions: Double? = nil, never: Double? = nil, installs: Int? = nil
  ) throws -> RetentionFit {
    let figures = RetentionFigures(
      d1: shares[0], d7: shares[1], d30: shares[2], sessionsPerActiveDay: sessions, neverBack: never,
      installs: installs)
    return try RetentionFit(figures, horizonDays: 30, prior: try prior())
  }

  private func neverBack(_ fit: RetentionFit) throws -> Double {
    let life = fit.belief.mean.map { exp($0) }
    return try RetentionCurve(
      rate: .gamma(shape: life[0], rate: life[1]), leaving: .beta(a: life[2], b: life[3])
    ).neverBack(within: 30)
  }

  /// Mean and standard deviations of the four logarithms, with SciPy's Gauss–Jacobi rule and its own Gauss–Newton loop.
  private static let references: [(figures: [Double], mean: [Double], deviations: [Double])] = [
    ([0.15, 0.04, 0.01, 1.8], [0.426, -0.286, 0.031, -0.379], [0.345, 0.458, 0.050, 0.149]),
    ([0.25, 0.11, 0.05, 2], [0.222, -0.299, -0.481, -0.220], [0.336, 0.390, 0.056, 0.194]),
    ([0.28, 0.13, 0.06, 2.2], [0.173, -0.445, -0.519, -0.044], [0.326, 0.378, 0.058, 0.205]),
    ([0.2, 0.06, 0.02, 2.94], [0.444, -0.902, -0.225, -0.233], [0.340, 0.435, 0.041, 0.141]),
  ]

  @Test("as another program conditions it")
  func references() throws {
    for (figures, mean, deviations) in Self.references {
      let found = try fit(Array(figures.prefix(3)), figures[3]).belief
      for number in 0..<4 {
        #expect(abs(found.mean[number] - mean[number]) < 0.002, "\(figures): \(found.mean)")
        #expect(abs(found.deviations[number] - deviations[number]) < 0.002, "\(figures): \(found.deviations)")
      }
    }
  }

  @Test("the share that never comes back follows the figures smoothly where they leave it open")
  func continuous() throws {
    let (one, other) = (try fit([0.15, 0.04, 0.01], 1.8), try fit([0.15, 0.04, 0.01], 1.9))
    #expect(abs(try neverBack(one) - neverBack(other)) < 0.01)
    // Around each of several apps, a change of any figure by 1%.
    for shares in [[0.15, 0.04, 0.01], [0.25, 0.08, 0.03], [0.31, 0.14, 0.06]] {
      let before = try neverBack(try fit(shares, 2))
      for figure in 0..<4 {
        var moved = shares + [2]
        moved[figure] *= 1.01
        let after = try neverBack(try fit(Array(moved.prefix(3)), moved[3]))
        #expect(abs(after - before) < 0.01, "\(shares), figure \(figure)")
      }
    }
  }

  @Test("more installs, and the share that never comes back itself, leave less open")
  func narrower() throws {
    let (few, many) = (
      try fit([0.25, 0.11, 0.05], installs: 2_000), try fit([0.25, 0.11, 0.05], installs: 50_000)
    )
    #expect(zip(few.belief.deviations, many.belief.deviations).allSatisfy { $0 > $1 })
    let told = try fit([0.25, 0.11, 0.05], 2, never: 0.45)
    #expect(told.belief.deviations[3] < (try fit([0.25, 0.11, 0.05], 2)).belief.deviations[3])
    #expect(abs(try neverBack(told) / 0.45 - 1) < 0.05)
  }

  @Test("how far the worst figure is off says whether an app can have them together")
  func worst() throws {
    #expect(try fit([0.25, 0.11, 0.05], 2).worstRatio < 1.05)
    #expect(try fit([0.15, 0.04, 0.01], 1.7).worstRatio > 1.05)
    #expect(try fit([0.4, 0.01, 0.005], 1.2).worstRatio > 1.2)
    #expect(try fit([0.3, 0.3, 0.3], 2).worstRatio > 1.2)
  }
}
