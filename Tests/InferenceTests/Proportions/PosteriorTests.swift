import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Posteriors of proportions")
struct PosteriorTests {
  /// Of x₁, n₁, x₂, n₂, under Beta(½, ½).
  ///
  /// mpmath 1.4.1 at 22 digits: Gauss–Legendre quadrature in pieces with `betainc`.
  @Test(
    "the probability of better agrees with quadrature at 22 digits",
    arguments: [
      ([0, 1, 0, 1], 0.5), ([0, 10, 3, 10], 0.0237495088236703), ([5, 10, 0, 200], 0.9999999970490996),
    ])
  func references(counts: [Int], chance: Double) throws {
    let found = try arms(counts[0], counts[1], counts[2], counts[3])
    #expect(abs(try found.chanceBetter() - chance) < 1e-9)
  }

  @Test("fifty arms stand as quadrature over one dense grid has them")
  func fiftyArms() throws {
    let counts = try (0..<50).map { try ObservedCount(400 + 3 * $0, of: 2000 + 7 * $0) }
    let standings = try PosteriorRanking.of(counts)
    // numpy 2.4.6: Gauss-Legendre with 40 points in each of 399 pieces, scipy.stats.beta of SciPy 1.17.1.
    for (arm, best, loss) in [
      (0, 4.1079435553851304e-06, 0.045683529564790715), (10, 9.554117138101815e-05, 0.03796286068628937),
      (25, 0.0034064131830399335, 0.02731323401403669), (49, 0.12175457375231775, 0.012258369278039903),
    ] {
      #expect(abs(standings[arm].best - best) < 1e-9 && abs(standings[arm].expectedLoss - loss) < 1e-9)
    }
  }

  @Test("what is next to certain is no more than certain")
  func certain() throws {
    // Sums of masses to 1.0000000000000013 where nothing holds them.
    for found in [try arms(990, 1_000, 10, 1_000), try arms(4_000, 9_000, 900, 9_000)] {
      #expect(try found.chanceBetter() <= 1)
    }
  }
}
