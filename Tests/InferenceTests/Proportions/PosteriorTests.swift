import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Posteriors of proportions")
struct PosteriorTests {
  /// Probability better, expected loss and the 2.5% and 97.5% quantiles of the difference.
  ///
  /// For x₁, n₁, x₂, n₂ and a prior. mpmath 1.4.1 at 22 digits: Gauss–Legendre quadrature in pieces with `betainc`, and
  /// Anderson's method for the quantiles; where the prior is (0.1, 0.1), in t = u¹⁰.
  static let references: [(counts: [Int], prior: [Double], values: [Double])] = [
    (
      [9, 10, 3, 10], [1, 1],
      [0.9962406015037594, 0.0002355633328846413, 0.1444516190874273, 0.7894483459010515]
    ),
    (
      [56, 70, 48, 80], [1, 1],
      [0.9959295389768574, 9.530155680644296e-5, 0.05136850822080114, 0.3327861085170417]
    ),
    ([0, 1, 0, 1], [0.5, 0.5], [0.5, 0.135094911523117, -0.7270203830384281, 0.7270203830384283]),
    (
      [0, 10, 3, 10], [0.5, 0.5],
      [0.0237495088236703, 0.2742561907341578, -0.5754170837000171, -0.003355866695614364]
    ),
    (
      [1, 1, 0, 1], [0.1, 0.1],
      [0.9889275982237545, 0.002414131810837207, 0.08804514808100003, 0.999999990911457]
    ),
    (
      [5, 10, 0, 200], [0.5, 0.5],
      [0.9999999970490996, 1.318145779307614e-11, 0.220950936523587, 0.7740696120407022]
    ),
    (
      [56, 70, 48, 80], [2, 3.5],
      [0.9940083800146274, 0.0001439610846707811, 0.04106762163232456, 0.3218232127939475]
    ),
  ]

  @Test("probability, loss and limits agree with quadrature at 22 digits")
  func references() throws {
    for (counts, prior, values) in Self.references {
      let prior = try BetaPrior(a: prior[0], b: prior[1])
      let found = try TwoArms(
        try ObservedCount(counts[0], of: counts[1]), against: try ObservedCount(counts[2], of: counts[3])
      ).posterior(prior: prior, baselinePrior: prior, at: .ninetyFive)
      let all = [found.better, found.expectedLoss, found.difference.lower, found.difference.upper]
      for (value, reference) in zip(all, values) {
        #expect(abs(value - reference) < 1e-12, "\(counts) \(value)")
      }
    }
  }

  static let counts: [[(Int, Int)]] = [
    [(412, 2000), (498, 2010)], [(0, 1), (1, 1), (0, 0)], [(3, 10), (30, 100), (300, 1000), (0, 5)],
    [(250_000_000, 1_000_000_000), (250_030_000, 1_000_000_000), (2, 9)],
    [(0, 1_000_000_000), (0, 1_000_000_000), (1, 1_000_000_000), (1_000_000_000, 1_000_000_000)],
  ]

  func make(_ counts: [(Int, Int)]) throws -> [ObservedCount] {
    try counts.map { try ObservedCount($0.0, of: $0.1) }
  }

  @Test("fifty arms stand as quadrature over one dense grid has them")
  func fiftyArms() throws {
    let counts = try (0..<50).map { try ObservedCount(400 + 3 * $0, of: 2000 + 7 * $0) }
    let standings = try PosteriorRanking.of(counts, priors: counts.map { _ in .jeffreys })
    // numpy 2.4.6: Gauss-Legendre with 40 points in each of 399 pieces, scipy.stats.beta of SciPy 1.17.1.
    for (arm, best, loss) in [
      (0, 4.1079435553851304e-06, 0.045683529564790715), (10, 9.554117138101815e-05, 0.03796286068628937),
      (25, 0.0034064131830399335, 0.02731323401403669), (49, 0.12175457375231775, 0.012258369278039903),
    ] {
      #expect(abs(standings[arm].best - best) < 1e-12 && abs(standings[arm].expectedLoss - loss) < 1e-12)
    }
  }

  @Test("the probabilities of being best sum to 1", arguments: counts)
  func sumToOne(_ counts: [(Int, Int)]) throws {
    let standings = try PosteriorRanking.of(make(counts), priors: counts.map { _ in .jeffreys })
    #expect(abs(standings.reduce(0) { $0 + $1.best } - 1) < 1e-12)
  }

  @Test("expected losses differ by the difference of the posterior means", arguments: counts)
  func losses(_ counts: [(Int, Int)]) throws {
    let standings = try PosteriorRanking.of(make(counts), priors: counts.map { _ in .jeffreys })
    let means = counts.map { (Double($0.0) + 0.5) / (Double($0.1) + 1) }
    for (standing, mean) in zip(standings, means) {
      let expected = standings[0].expectedLoss + means[0] - mean
      #expect(abs(standing.expectedLoss - expected) < 1e-12)
    }
  }

  @Test("what is next to certain is no more than certain")
  func certain() throws {
    // Sums of masses to 1.0000000000000013 where nothing holds them.
    for (allowed, asked, baseline, askedOfBaseline) in [
      (990, 1_000, 10, 1_000), (600, 2_000, 200, 2_000), (2_562, 5_400, 2_410, 7_100),
      (4_000, 9_000, 900, 9_000),
    ] {
      let found = try TwoArms(
        try ObservedCount(allowed, of: asked), against: try ObservedCount(baseline, of: askedOfBaseline)
      ).posterior(at: .ninetyFive)
      #expect(found.better <= 1)
    }
  }

  @Test("with two arms, being best is being better")
  func twoArms() throws {
    let arms = try make([(412, 2000), (498, 2010)])
    let standings = try PosteriorRanking.of(arms, priors: [.jeffreys, .jeffreys])
    let comparison = try TwoArms(arms[1], against: arms[0]).posterior(at: .ninetyFive)
    #expect(abs(comparison.better - standings[1].best) < 1e-13)
    #expect(abs(comparison.expectedLoss - standings[1].expectedLoss) < 1e-15)
    #expect(abs(comparison.expectedLossOfBaseline - standings[0].expectedLoss) < 1e-15)
  }

  @Test("equal counts are equally likely to be better, at any size")
  func even() throws {
    for (x, n) in [(0, 0), (0, 1), (7, 10), (20_600, 100_000), (1, 1_000_000_000)] {
      let count = try ObservedCount(x, of: n)
      let comparison = try TwoArms(count, against: count).posterior(at: .ninetyFive)
      #expect(abs(comparison.better - 0.5) < 1e-13)
      #expect(abs(comparison.difference.lower + comparison.difference.upper) < 1e-15)
    }
  }
}
