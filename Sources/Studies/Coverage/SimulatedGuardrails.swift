import Foundation
import GSLNumerics
import Inference
import TestAnalysis

/// How often an arm that is worse by exactly the margin is called not worse.
public enum SimulatedGuardrails {
  /// - Parameter simulations: tests of each kind.
  /// - Throws: what the tests throw.
  public static func rates(simulations: Int) throws -> [SimulatedRate] {
    [
      try retention("2,000 an arm, 20% retained, margin 2 points", 2_000, 0.2, 0.02, 41, simulations),
      try retention("500 an arm, 5% retained, margin 1 point", 500, 0.05, 0.01, 42, simulations),
      try rampedRetention(43, simulations),
      try value(
        "Value, Welch and bootstrap, 1,000 an arm, one in ten pays", days: 1, people: 2_000, 44, simulations),
      try value(
        "Value within days after a ramp, 28 days of 100 installs, mean falling by half", days: 28,
        people: 100, 45,
        simulations),
    ]
  }

  /// One-sided, so that it agrees with an interval at 95%.
  private static func rate(
    _ subject: String, _ purpose: UInt64, _ simulations: Int, passes: (inout FixedDraws) throws -> Bool
  ) rethrows -> SimulatedRate {
    try SimulatedRate(
      subject, .atMost(0.025), purpose: purpose, simulations: simulations, happens: passes)
  }

  private static func retention(
    _ name: String, _ people: Int, _ share: Double, _ margin: Double, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    try rate("Retention, \(name)", purpose, simulations) { draws in
      let pair = TwoArms(
        try ObservedCount(draws.count(of: people, share - margin), of: people),
        against: try ObservedCount(draws.count(of: people, share), of: people))
      return try pair.farringtonManningInterval(at: .ninetyFive).value.map {
        GuardrailFinding([$0], margin: margin) == .notWorse
      } ?? false
    }
  }

  /// The share of the new arm: one install in ten in the first quarter, then half.
  private static func share(day: Int, of days: Int) -> Double { 4 * day < days && days > 1 ? 0.1 : 0.5 }

  private static func rampedRetention(_ purpose: UInt64, _ simulations: Int) throws -> SimulatedRate {
    try rate(
      "Retention within days after a ramp, 28 days of 200 installs, margin 2 points", purpose, simulations
    ) {
      draws in
      let strata = try (0..<28).map { day in
        let new = draws.count(of: 200, share(day: day, of: 28))
        let base = day < 7 ? 0.35 : 0.2
        return TwoArms(
          try ObservedCount(draws.count(of: new, base - 0.02), of: new),
          against: try ObservedCount(draws.count(of: 200 - new, base), of: 200 - new))
      }
      return try MantelHaenszelDifference.of(strata, at: .ninetyFive).value.map {
        GuardrailFinding([$0.interval], margin: 0.02) == .notWorse
      } ?? false
    }
  }

  /// The value of two arms, one of them lower by the margin.
  ///
  /// One install in ten pays, a lognormal sum with σ = 1. Both intervals must agree, as in an analysis.
  private static func value(
    _ name: String, days: Int, people: Int, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let margin = 0.05
    return try rate(name, purpose, simulations) { draws in
      let samples = try (0..<days).map { day in
        let level = 2 * day < days ? 1.0 : 0.5
        var sample = TwoSamples<[Double]>([], against: [])
        for _ in 0..<people {
          let isNew = draws.uniform() < share(day: day, of: days)
          let value = draws.uniform() < 0.1 ? 3 * level * exp(try draws.normal()) : 0
          if isNew { sample.arm.append(value - margin) } else { sample.baseline.append(value) }
        }
        return sample
      }
      let all = samples.flatMap { $0.arm + $0.baseline }
      let winsorising = try Winsorising(all, quantile: AnalysisOptions().winsorQuantile)
      let moved = samples.map {
        TwoSamples<[Double]>($0.arm.map { winsorising($0) }, against: $0.baseline.map { winsorising($0) })
      }
      guard let welch = try MeanDifference.within(moved.map(\.moments)).value?.interval(at: .ninetyFive),
        let drawn = MeanDifference.standardised(moved).value,
        let bootstrap = try BootstrapDifference.of(drawn.arm, against: drawn.baseline).value?.interval(
          at: .ninetyFive)
      else { return false }
      return GuardrailFinding([welch, bootstrap], margin: margin) == .notWorse
    }
  }
}
