import Foundation
import RandomStreams
import Testing

/// Whether samplers follow their laws, by Kolmogorov and Smirnov at α = 0.001.
@Suite("Distributions of samplers")
struct SamplerDistributionTests {
  func sample(_ seed: UInt64, _ draw: (AddressedStream, Address) -> Double) -> [Double] {
    let trial = TrialStream(seed: seed, trial: 0)
    let address = Address(purpose: 21, index: 2)
    return (0..<UInt64(sampleSize)).map { draw(trial.install($0), address) }
  }

  typealias Function = @Sendable (Double) -> Double

  static let laws: [(name: String, quantile: Function, cumulative: Function)] = [
    ("normal", { Quantile.normal($0) }, { Cumulative.normal($0) }),
    ("exponential", { Quantile.exponential($0) }, { -expm1(-$0) }),
    (
      "log-normal", { Quantile.logNormal($0, median: 2, sigma: 0.7) },
      { Cumulative.normal(log($0 / 2) / 0.7) }
    ),
    ("uniform on an interval", { Quantile.uniform($0, low: -2, high: 6) }, { ($0 + 2) / 8 }),
  ]

  @Test("normal, exponential, log-normal, and uniform on an interval", arguments: laws.indices)
  func quantiles(law: Int) {
    let (name, quantile, cumulative) = Self.laws[law]
    let draws = sample(UInt64(law) + 1) { quantile($0.uniform($1)) }
    #expect(kolmogorovSmirnov(draws, against: cumulative) < kolmogorovSmirnovLimit, "\(name)")
  }

  @Test("triangular", arguments: [1.0, 1.5, 3, 5])
  func triangular(mode: Double) {
    let draws = sample(5) { Quantile.triangular($0.uniform($1), low: 1, mode: mode, high: 5) }
    let distance = kolmogorovSmirnov(draws) {
      Cumulative.triangular($0, low: 1, mode: mode, high: 5)
    }
    #expect(distance < kolmogorovSmirnovLimit)
  }

  @Test("gamma", arguments: [0.05, 0.2, 0.9, 1, 1.5, 4, 30, 150])
  func gamma(shape: Double) {
    let sampler = GammaSampler(shape: shape)
    let draws = sample(6) { sampler.draw(from: $0, at: $1) }
    let distance = kolmogorovSmirnov(draws) { Cumulative.gamma($0, shape: shape) }
    #expect(distance < kolmogorovSmirnovLimit)
  }

  /// Shapes whose distribution function is elementary.
  static let betas: [(a: Double, b: Double, cumulative: Function)] = [
    (1, 1, { $0 }), (2, 3, { $0 * $0 * (6 - 8 * $0 + 3 * $0 * $0) }),
    (0.5, 0.5, { 2 / .pi * asin($0.squareRoot()) }), (0.2, 1, { pow($0, 0.2) }),
    (1, 0.3, { 1 - pow(1 - $0, 0.3) }), (0.02, 1, { pow($0, 0.02) }), (1, 60, { 1 - pow(1 - $0, 60) }),
  ]

  @Test("beta, and its log-odds by strips", arguments: betas.indices)
  func beta(shape: Int) {
    let (a, b, cumulative) = Self.betas[shape]
    let sampler = BetaSampler(a, b)
    let draws = sample(8) { sampler.draw(from: $0, at: $1) }
    #expect(kolmogorovSmirnov(draws, against: cumulative) < kolmogorovSmirnovLimit)
    let strips = StripSampler(logitBeta: a, b)
    let logOdds = sample(10) { strips.draw(from: $0, at: $1) }
    #expect(kolmogorovSmirnov(logOdds) { cumulative(1 / (1 + exp(-$0))) } < kolmogorovSmirnovLimit)
  }

  /// A count k of a discrete law becomes a uniform by F(k − 1) + v·P(k), v uniform.
  @Test("Poisson", arguments: [1e-3, 0.3, 2, 5, 11.9, 12, 12.1, 50, 191, 193, 400, 2_000])
  func poisson(mean: Double) {
    let sampler = PoissonSampler(mean: mean)
    let top = Int(mean + 12 * mean.squareRoot() + 30)
    var below = [0.0]
    for k in 0...top { below.append(below[k] + Cumulative.poissonProbability(k, mean: mean)) }
    let draws = sample(50) { stream, address in
      let k = sampler.draw(from: stream, at: address)
      let v = stream.uniform(purpose: 22)
      return min(1, below[k] + v * (below[k + 1] - below[k]))
    }
    #expect(kolmogorovSmirnov(draws) { $0 } < kolmogorovSmirnovLimit)
  }

  /// The sample mean is within 4 standard errors √(μ/n), and the sample variance within
  /// 4 of its own, μ·√(2/n), each with probability above 0.9999.
  @Test("large Poisson counts have the mean's mean and variance", arguments: [1e5, 1e8, 1e12])
  func largePoisson(mean: Double) {
    let sampler = PoissonSampler(mean: mean)
    let draws = sample(10) { Double(sampler.draw(from: $0, at: $1)) - mean }
    let n = Double(draws.count)
    let average = draws.reduce(0, +) / n
    let variance = draws.reduce(0) { $0 + $1 * $1 } / n
    #expect(average.magnitude < 4 * (mean / n).squareRoot())
    #expect((variance / mean - 1).magnitude < 4 * (2 / n).squareRoot())
  }
}
