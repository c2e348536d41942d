import GSLNumerics
import Inference
import TestAnalysis

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
      try lee("80 against 60% prompted", (0.8, 0.6), (0.3, 0.4), 28, simulations),
      try lee("both 60% prompted", (0.6, 0.6), (0.3, 0.4), 29, simulations),
      try lee("90 against 63%, as many refuse as are trimmed", (0.9, 0.63), (0.3, 0.5), 30, simulations),
      try lee("80 against 60% prompted", (0.8, 0.6), (0.3, 0.4), isUpper: true, 32, simulations),
      try lee("90 against 63% prompted", (0.9, 0.63), (0.3, 0.5), isUpper: true, 33, simulations),
      try rate("Difference by incidence, 600 installs an arm over 14 days, read at day 7", 34, simulations) {
        try SimulatedIncidence.covers(&$0)
      },
      try adjusted("rates of 5 to 70% in its groups", [0.05, 0.2, 0.4, 0.67], 35, simulations),
      try adjusted("a covariate that predicts nothing", [0.25, 0.25, 0.25, 0.25], 36, simulations),
      try shrunken("effects spread by 3 points", spread: 0.03, 37, simulations),
      try shrunken("effects all alike", spread: 0, 38, simulations),
    ]
  }

  /// - Parameter holds: whether the interval holds the truth; `nil` without one, which counts as a miss.
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
    let name = "\(days) days of \(people) installs, a ramp, 3 pp more"
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

  /// One of Lee's bounds: the less favourable truths for an interval of what lies between them.
  private static func lee(
    _ name: String, _ shares: (Double, Double), _ rates: (Double, Double), isUpper: Bool = false,
    _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let scale = 1_000_000_000
    func exact(_ share: Double, _ rate: Double) throws -> PromptedCount {
      try PromptedCount(
        allowed: Int((Double(scale) * share * rate).rounded()),
        prompted: Int((Double(scale) * share).rounded()), installs: scale)
    }
    let truth = try CommonStratumBounds.of(exact(shares.0, rates.0), against: exact(shares.1, rates.1)).value
    return try rate("Lee's \(isUpper ? "upper" : "lower") bound, 1,000 an arm, \(name)", purpose, simulations)
    { draws in
      func drawn(_ share: Double, _ rate: Double) throws -> PromptedCount {
        let prompted = draws.count(of: 1_000, share)
        return try PromptedCount(
          allowed: draws.count(of: prompted, rate), prompted: prompted, installs: 1_000)
      }
      let arm = try drawn(shares.0, rates.0)
      let baseline = try drawn(shares.1, rates.1)
      guard let truth else { return nil }
      return try CommonStratumBounds.interval(arm, against: baseline, at: .ninetyFive).value?
        .contains(isUpper ? truth.upper : truth.lower)
    }
  }

  /// Lin's difference with HC2 over four groups that installs fall into by chance; 3 pp more in each.
  private static func adjusted(
    _ name: String, _ rates: [Double], _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    try rate("Adjusted (Lin, HC2), 500 an arm in four groups: \(name)", purpose, simulations) { draws in
      var allowed = [[0, 0], [0, 0], [0, 0], [0, 0]]
      var people = allowed
      for install in 0..<1_000 {
        let group = Int(4 * draws.uniform())
        people[group][install % 2] += 1
        if draws.uniform() < rates[group] + (install % 2 == 1 ? 0.03 : 0) { allowed[group][install % 2] += 1 }
      }
      let groups = try zip(allowed, people).map { allowed, people in
        TwoArms(
          try ObservedCount(allowed[1], of: people[1]), against: try ObservedCount(allowed[0], of: people[0]))
      }
      return try PostStratifiedDifference.of(groups, at: .ninetyFive).value?.interval.contains(0.03)
    }
  }

  /// The interval of the first of six segments' effects, drawn towards their mean.
  private static func shrunken(
    _ name: String, spread: Double, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    try rate("Shrunken effect of a segment, six of 300 an arm: \(name)", purpose, simulations) { draws in
      var truths: [Double] = []
      let groups = try (0..<6).map { _ in
        let effect = 0.05 + spread * (try draws.normal())
        truths.append(effect)
        return TwoArms(
          try ObservedCount(draws.count(of: 300, 0.25 + effect), of: 300),
          against: try ObservedCount(draws.count(of: 300, 0.25), of: 300))
      }
      return try ShrunkenEffects.of(groups, at: .ninetyFive).value?.effects.effects[0].interval
        .contains(truths[0])
    }
  }
}
