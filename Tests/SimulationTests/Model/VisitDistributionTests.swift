import RandomStreams
import Testing

@testable import Simulation

/// The laws of how often people come, and when: held to their definitions, at seeded draws.
@Suite("Visits")
struct VisitDistributionTests {
  static let draws = TestSize.of(100_000, debug: 4_000)
  private static let trial = TrialStream(seed: 20_261_122, trial: 3)

  /// Of some twenty means here one lies further than 4.5 standard errors with probability 1e-4.
  private static let limit = 4.5

  @Test(
    "a Poisson number has its mean and variance, from a table, beyond it and without one",
    arguments: [0, 0.001, 0.7, 3, 30, 600, 20_000])
  func poisson(mean: Double) {
    let distribution = CountDistribution(mean: mean)
    let counts = Self.counts { distribution.draw(from: $0, at: Address(purpose: 40)) }
    // The fourth central moment of a Poisson number is 3m² + m.
    Self.expect(counts, mean: mean, variance: mean, fourthMoment: 3 * mean * mean + mean)
  }

  @Test(
    "a Poisson number with a gamma mean has the negative binomial's mean and variance",
    arguments: [(0.3, 50.0), (1, 2), (5, 1_000), (40, 0.1), (2, 100_000)])
  func gammaPoisson(shape: Double, scale: Double) {
    let distribution = CountDistribution(shape: shape, scale: scale)
    let counts = Self.counts { distribution.draw(from: $0, at: Address(purpose: 40)) }
    let variance = shape * scale * (1 + scale)
    // Of the negative binomial: excess kurtosis 6/r + p²/((1 − p)r), p being 1/(1 + scale).
    let excess = 6 / shape + 1 / (shape * scale * (1 + scale))
    Self.expect(
      counts, mean: shape * scale, variance: variance, fourthMoment: (3 + excess) * variance * variance)
  }

  @Test("the table and the walk behind it are one distribution: none comes as often as it should")
  func none() {
    let distribution = CountDistribution(shape: 0.05, scale: 3_000)
    let counts = Self.counts { distribution.draw(from: $0, at: Address(purpose: 40)) }
    let expected = ElementaryFunctions.exp(-0.05 * ElementaryFunctions.log(3_001))
    let share = Double(counts.count { $0 == 0 }) / Double(Self.draws)
    let error = (expected * (1 - expected) / Double(Self.draws)).squareRoot()
    #expect((share - expected).magnitude < Self.limit * error)
  }

  @Test(
    "how many sessions a person endures is geometric", arguments: [1, 0.7, 0.25, 0.02, 0.0001])
  func endured(leaving: Double) {
    var sum = 0.0
    for draw in 0..<Self.draws {
      let u = Self.trial.install(UInt64(draw)).uniform(purpose: 41)
      sum += LifeLength.endured(u, leaving: leaving).rounded(.down)
    }
    let error = ((1 - leaving) / (leaving * leaving) / Double(Self.draws)).squareRoot()
    #expect((sum / Double(Self.draws) - 1 / leaving).magnitude <= Self.limit * error + 1e-12)
  }

  @Test("nobody who never leaves is said to")
  func endless() { #expect(LifeLength.endured(0x1p-53, leaving: 0) == .infinity) }

  @Test("days are uniform points in order: the kth of n has the mean k/(n + 1)")
  func days() {
    let horizon = 30.0
    let number = 5
    var sums = Array(repeating: 0.0, count: number)
    for draw in 0..<Self.draws {
      let stream = Self.trial.install(UInt64(draw))
      var before = 0.0
      for session in 1...number {
        let day = VisitDays.day(of: session, number: number, horizon: horizon, stream)
        #expect(day >= before && day <= horizon)
        before = day
        sums[session - 1] += day / horizon
      }
    }
    for k in 1...number {
      let mean = Double(k) / Double(number + 1)
      let variance = mean * (1 - mean) / Double(number + 2)
      let error = (variance / Double(Self.draws)).squareRoot()
      #expect((sums[k - 1] / Double(Self.draws) - mean).magnitude < Self.limit * error)
    }
  }

  private static func counts(_ draw: (AddressedStream) -> Int) -> [Int] {
    (0..<draws).map { draw(trial.install(UInt64($0))) }
  }

  private static func expect(_ counts: [Int], mean: Double, variance: Double, fourthMoment: Double) {
    let n = Double(counts.count)
    let found = counts.reduce(0.0) { $0 + Double($1) } / n
    #expect((found - mean).magnitude <= limit * (variance / n).squareRoot())
    let spread = counts.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / n
    #expect(
      (spread - variance).magnitude
        <= limit * ((fourthMoment - variance * variance) / n).squareRoot())
  }
}
