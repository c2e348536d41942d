import GSLNumerics
import Inference

/// How often intervals that no enumeration reaches hold the truth.
public enum SimulatedIntervals {
  /// - Parameter simulations: tests of each kind.
  /// - Throws: what the intervals throw.
  public static func rates(simulations: Int) throws -> [SimulatedRate] {
    [
      try dunnett(simulations),
      try mantelHaenszel(days: 28, people: 200, 22, simulations),
      try mantelHaenszel(days: 60, people: 20, 23, simulations),
      try clusters(3, 3, 24, simulations), try clusters(4, 4, 25, simulations),
      try clusters(6, 6, 26, simulations), try clusters(3, 10, 27, simulations),
      try lee("80 against 60 % prompted", (0.8, 0.6), (0.3, 0.4), 28, simulations),
      try lee("both 60 % prompted", (0.6, 0.6), (0.3, 0.4), 29, simulations),
      try lee("90 against 63 %, as many refuse as are trimmed", (0.9, 0.63), (0.3, 0.5), 30, simulations),
    ]
  }

  /// - Parameter holds: whether the interval holds the truth; `nil` where there is none, which counts as a miss.
  private static func rate(
    _ subject: String, _ purpose: UInt64, _ simulations: Int, holds: (inout FixedDraws) throws -> Bool?
  ) throws -> SimulatedRate {
    try SimulatedRate(subject, .atLeast(0.95), purpose: purpose, simulations: simulations) {
      try holds(&$0) ?? false
    }
  }

  /// All differences of three arms to a baseline together.
  private static func dunnett(_ simulations: Int) throws -> SimulatedRate {
    let rates = [0.2, 0.2, 0.23, 0.26]
    let sizes = [1_000, 1_000, 600, 2_000]
    let level = try ConfidenceLevel.ninetyFive.simultaneous(comparing: sizes, baseline: 0)
    return try rate("Three differences together (Dunnett), arms of 600 to 2,000", 21, simulations) { draws in
      let counts = try zip(sizes, rates).map { try ObservedCount(draws.count(of: $0, $1), of: $0) }
      return try (1...3).allSatisfy { arm in
        try TwoArms(counts[arm], against: counts[0]).interval(.miettinenNurminen, at: level)
          .value?.contains(rates[arm] - rates[0]) ?? false
      }
    }
  }

  private static func mantelHaenszel(
    days: Int, people: Int, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let name = "\(days) days of \(people) installs, a ramp, 3 points more"
    return try rate("Mantel–Haenszel, \(name)", purpose, simulations) { draws in
      let strata = try (0..<days).map { day in
        let isEarly = day < days / 4
        let new = draws.count(of: people, isEarly ? 0.1 : 0.5)
        let base = isEarly ? 0.35 : 0.2
        return TwoArms(
          try ObservedCount(draws.count(of: new, base + 0.03), of: new),
          against: try ObservedCount(draws.count(of: people - new, base), of: people - new))
      }
      return try MantelHaenszelDifference.of(strata, at: .ninetyFive).value?.interval.contains(0.03)
    }
  }

  /// Releases of 300 to 1,200 installs whose own rates are spread over 12 points; no difference between the arms.
  private static func clusters(
    _ first: Int, _ second: Int, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let name = "\(first) against \(second) releases of 300 to 1,200 installs"
    return try rate("CR2, \(name)", purpose, simulations) { draws in
      let made = try (0..<(first + second)).map { _ in
        let people = 300 + Int(900 * draws.uniform())
        let share = 0.14 + 0.12 * draws.uniform()
        return Cluster(try ObservedCount(draws.count(of: people, share), of: people))
      }
      guard
        case .contrast(let contrast) = ClusterComparison(
          arm: Array(made[..<first]), baseline: Array(made[first...]))
      else { return nil }
      return try contrast.interval(.ninetyFive)?.contains(0)
    }
  }

  /// The lower of Lee's bounds, the less favourable of the two ends for an interval of what lies between them.
  private static func lee(
    _ name: String, _ shares: (Double, Double), _ rates: (Double, Double), _ purpose: UInt64,
    _ simulations: Int
  ) throws -> SimulatedRate {
    let scale = 1_000_000_000
    func exact(_ share: Double, _ rate: Double) throws -> PromptedCount {
      try PromptedCount(
        allowed: Int((Double(scale) * share * rate).rounded()),
        prompted: Int((Double(scale) * share).rounded()), installs: scale)
    }
    let truth = try CommonStratumBounds.of(exact(shares.0, rates.0), against: exact(shares.1, rates.1)).value
    return try rate("Lee's lower bound, 1,000 an arm, \(name)", purpose, simulations) { draws in
      func drawn(_ share: Double, _ rate: Double) throws -> PromptedCount {
        let prompted = draws.count(of: 1_000, share)
        return try PromptedCount(
          allowed: draws.count(of: prompted, rate), prompted: prompted, installs: 1_000)
      }
      let arm = try drawn(shares.0, rates.0)
      let baseline = try drawn(shares.1, rates.1)
      guard let truth else { return nil }
      return try CommonStratumBounds.interval(arm, against: baseline, at: .ninetyFive).value?
        .contains(truth.lower)
    }
  }
}
