import Testing

@testable import RandomStreams

@Suite("Quantiles of beta distributions")
struct BetaQuantileTests {
  /// Log-odds of the quantile to 17 digits.
  ///
  /// Computed by bisection of the regularised incomplete beta function with mpmath 1.3 at 40 digits.
  @Test(
    "the log-odds agrees with the truth to nine digits",
    arguments: [
      (2.0, 3.0, 1e-12, -14.711389612164183), (2, 3, 0.001, -4.3279338058189849),
      (2, 3, 0.5, -0.46530719160847781), (2, 3, 0.9999, 3.4948629408380647),
      (0.5, 0.5, 1e-12, -54.358876821278187), (0.5, 0.5, 0.2, -2.2483544313958605),
      (0.5, 0.5, 0.9, 3.6854600694022261), (30, 1.5, 1e-12, -0.50081431141977523),
      (30, 1.5, 0.2, 2.5288584477371521), (30, 1.5, 0.9999, 9.3587916304375012),
      (400, 900, 0.001, -0.99949699617399188), (400, 900, 0.9, -0.73473170767791671),
      (0.05, 4, 0.001, -139.95534715386301), (0.05, 4, 0.2, -33.98899982290228),
      (0.05, 4, 0.9, -3.8254712337134277), (0.05, 4, 0.9999, 0.96725240788960834),
      (1, 1, 0.2, -1.3862943611198906), (1, 1, 0.9999, 9.2102403669758494),
    ])
  func truth(a: Double, b: Double, u: Double, logOdds: Double) {
    let found = BetaQuantile(a, b).logOdds(Quantile.normal(u))
    #expect((found - logOdds).magnitude < 1e-9 * max(1, logOdds.magnitude))
  }

  @Test(
    "between its points too, the probability below the quantile of u is u; large shapes lose digits to rounding",
    arguments: [
      (0.001, 0.002, 1e-7), (0.2, 0.1, 1e-7), (1.5, 3, 1e-7), (2, 60, 1e-7), (800, 5, 1e-7), (3e5, 7e5, 1e-7),
      (4e9, 6e9, 1e-5),
    ])
  func backAgain(a: Double, b: Double, error: Double) {
    let quantile = BetaQuantile(a, b)
    let tail = BetaTail(a, b)
    for step in -600...0 {
      // Deviates that fall on no point.
      let z = Double(step) * 0.0137 - 0.003
      let below = ElementaryFunctions.exp(tail.log(quantile.logOdds(z)))
      #expect((below / NormalProbability.below(z) - 1).magnitude < error)
    }
  }

  @Test("it rises, stays inside (0, 1), and mirrors when the shapes are exchanged")
  func shape() {
    for (a, b) in [(0.3, 0.4), (12, 5), (1, 900)] {
      let quantile = BetaQuantile(a, b)
      let mirrored = BetaQuantile(b, a)
      let grid = (1..<2_048).map { Double($0) / 2_048 }
      let values = grid.map { quantile($0) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
      for (u, value) in zip(grid, values) { #expect((value + mirrored(1 - u) - 1).magnitude < 1e-12) }
    }
    let extreme = BetaQuantile(0.001, 0.001)
    #expect(extreme(0x1p-60) >= .leastNormalMagnitude)
    #expect(extreme(0x1.fffffffffffffp-1) < 1)
  }
}

@Suite("Normal probabilities")
struct NormalProbabilityTests {
  @Test("they undo the quantile, in the middle and in the tails")
  func inverse() {
    for u in [1e-15, 1e-9, 1e-4, 0.0013, 0.0014, 0.02, 0.3, 0.5, 0.77, 0.998, 0.9999] {
      #expect((NormalProbability.below(Quantile.normal(u)) / u - 1).magnitude < 2e-12)
    }
    #expect(NormalProbability.below(.infinity) == 1)
    #expect(NormalProbability.below(-.infinity) == 0)
    #expect(NormalProbability.below(.nan).isNaN)
  }
}
