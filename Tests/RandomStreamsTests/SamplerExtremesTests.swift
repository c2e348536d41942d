import RandomStreams
import Testing

/// What samplers do with parameters at the edge of sense.
@Suite("Extremes of samplers")
struct SamplerExtremesTests {
  static let shapes = [
    .leastNonzeroMagnitude, 0x1p-1030, 1e-300, 1e-100, 1e-6, 0.5, 1, 3, 1e6, 1e100, 1e300, 1e307,
  ]

  @Test("gamma is a number and not negative, for every shape there is")
  func gamma() {
    let trial = TrialStream(seed: 1, trial: 0)
    let draws = Self.shapes.flatMap { shape in
      (0..<200).map { GammaSampler(shape: shape).draw(from: trial.install($0), at: Address(purpose: 1)) }
    }
    #expect(draws.allSatisfy { $0 >= 0 && $0.isFinite })
  }

  @Test("beta is strictly between 0 and 1, for every pair of shapes there is")
  func beta() {
    let trial = TrialStream(seed: 2, trial: 0)
    var outside = 0
    let shapes = Self.shapes + [.greatestFiniteMagnitude, .infinity]
    for a in shapes {
      for b in shapes {
        let sampler = BetaSampler(a, b)
        for install in 0..<50 as Range<UInt64> {
          let draw = sampler.draw(from: trial.install(install), at: Address(purpose: 1))
          if !(draw > 0 && draw < 1) { outside += 1 }
        }
      }
    }
    #expect(outside == 0)
  }

  /// A beta law with tiny shapes is nearly a coin with probability a/(a + b) of 1; the
  /// share of ones has standard error √(p(1 − p)/n), and 4 of them are allowed.
  @Test("beta with tiny shapes is a coin with the right odds", arguments: [1e-3, 1e-20, 1e-299])
  func coin(scale: Double) {
    let sampler = BetaSampler(3 * scale, 7 * scale)
    let trial = TrialStream(seed: 3, trial: 0)
    let n = UInt64(sampleSize)
    let ones = (0..<n).count { sampler.draw(from: trial.install($0), at: Address(purpose: 1)) > 0.5 }
    // With shapes of 0.003 and 0.007 the law is still symmetric to 0.001 about the coin.
    let limit = 4 * (0.21 / Double(n)).squareRoot() + 1e-3
    #expect((Double(ones) / Double(n) - 0.3).magnitude < limit)
  }

  @Test("a tiny Poisson mean counts exactly the uniforms within it of 1")
  func tinyMeans() {
    let sampler = PoissonSampler(mean: 0x1p-40)
    // e^−m = 1 − m + m²/2 rounds to 1 − 2⁻⁴⁰ here.
    #expect(sampler.count(at: 1 - 0x1p-40 - 0x1p-53) == 0)
    #expect(sampler.count(at: 1 - 0x1p-40 + 0x1p-53) == 1)
    #expect(sampler.count(at: 1 - 0x1p-53) == 1)
  }

  /// The true quantiles are 0, 2, 9, 17, 32 and 50 (mpmath 1.3, 60 digits); at the last
  /// of 2⁵² uniforms the walk's own rounding may carry it to where probabilities fall
  /// under 2⁻⁶⁰, and no further.
  @Test("the last uniform before 1 ends in the law's tail, not in a runaway count")
  func lastUniform() {
    let counts = [1e-300, 1e-6, 0.1, 1, 5, 12].map { PoissonSampler(mean: $0).count(at: 1 - 0x1p-53) }
    #expect(counts == [0, 2, 12, 18, 37, 55])
  }

  @Test("a mean below 0, a shape of 0 or NaN is refused")
  func refusals() async {
    await #expect(processExitsWith: .failure) { _ = PoissonSampler(mean: -1) }
    await #expect(processExitsWith: .failure) { _ = PoissonSampler(mean: .nan) }
    await #expect(processExitsWith: .failure) { _ = GammaSampler(shape: 0) }
    await #expect(processExitsWith: .failure) { _ = GammaSampler(shape: .infinity) }
    await #expect(processExitsWith: .failure) { _ = BetaSampler(1, .nan) }
  }
}
