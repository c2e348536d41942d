import GSLNumerics
import Inference
import TestAnalysis

/// How often looking at a running A/A test finds something that is not there.
public enum SimulatedLooks {
  /// - Parameter simulations: tests of each kind.
  /// - Throws: what the boundaries throw.
  public static func rates(simulations: Int) throws -> [SimulatedRate] {
    [
      try boundaries("O'Brien–Fleming type", .obrienFlemingType, 11, simulations),
      try boundaries("Pocock type", .pocockType, 12, simulations),
      try sequence("20%, 4,000 installs planned", rate: 0.2, planned: 4_000, 13, simulations),
      try sequence("2%, 4,000 planned", rate: 0.02, planned: 4_000, 14, simulations),
      try sequence("20%, 500 planned: most looks early", rate: 0.2, planned: 500, 15, simulations),
      try everyInstall("10%, to 600 an arm", rate: 0.1, installs: 600, 17, simulations),
      try everyInstall("50%, to 300 an arm", rate: 0.5, installs: 300, 18, simulations),
      try split("as meant, called unlike at 5%", share: 0.5, level: 0.05, .atMost(0.05), 16, simulations),
      try split(
        "as meant, called broken at 0.1%", share: 0.5, level: 0.001, .atMost(0.001), 19, simulations),
      try split("51 to 49, called broken at 0.1%", share: 0.51, level: 0.001, .unpromised, 20, simulations),
      try split("52 to 48, called broken at 0.1%", share: 0.52, level: 0.001, .unpromised, 31, simulations),
    ]
  }

  private static func rate(
    _ subject: String, _ purpose: UInt64, _ simulations: Int, wrong: (inout FixedDraws) throws -> Bool
  ) rethrows -> SimulatedRate {
    try SimulatedRate(subject, .atMost(0.05), purpose: purpose, simulations: simulations, happens: wrong)
  }

  /// Counts of two arms alike that grow by `step` installs an arm a look.
  private static func growing(
    looks: Int, step: Int, rate: Double, _ draws: inout FixedDraws
  ) throws -> [(arm: ObservedCount, baseline: ObservedCount)] {
    var counts: [(arm: ObservedCount, baseline: ObservedCount)] = []
    var allowed = (0, 0)
    for look in 1...looks {
      allowed.0 += draws.count(of: step, rate)
      allowed.1 += draws.count(of: step, rate)
      counts.append(
        (
          arm: try ObservedCount(allowed.0, of: look * step),
          baseline: try ObservedCount(allowed.1, of: look * step)
        ))
    }
    return counts
  }

  private static func boundaries(
    _ name: String, _ spending: AlphaSpending, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let plan = try GroupSequentialPlan(
      spending, level: .ninetyFive, plannedArm: 2_000, plannedBaseline: 2_000)
    return try rate("`--looks`, five of them to 2,000 an arm at 20%, \(name)", purpose, simulations) {
      let counts = try growing(looks: 5, step: 400, rate: 0.2, &$0)
      return try GroupSequentialReading(plan, counts: counts).firstCrossing != nil
    }
  }

  private static func sequence(
    _ name: String, rate share: Double, planned: Int, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let sequence = try ConfidenceSequence(plannedInstalls: planned, level: .ninetyFive)
    return try rate("`--peek`, every 10 installs an arm to 2,000, at \(name)", purpose, simulations) {
      try growing(looks: 200, step: 10, rate: share, &$0).contains { arm, baseline in
        sequence.interval(arm: arm, baseline: baseline).map { !$0.contains(0) } ?? false
      }
    }
  }

  /// After every install of each arm, from the first on: the earliest looks see a handful of answers.
  private static func everyInstall(
    _ name: String, rate share: Double, installs: Int, _ purpose: UInt64, _ simulations: Int
  ) throws -> SimulatedRate {
    let sequence = try ConfidenceSequence(plannedInstalls: 1_000, level: .ninetyFive)
    return try rate("`--peek`, after every install, at \(name), 1,000 planned", purpose, simulations) {
      try growing(looks: installs, step: 1, rate: share, &$0).contains { arm, baseline in
        sequence.interval(arm: arm, baseline: baseline).map { !$0.contains(0) } ?? false
      }
    }
  }

  /// The split, looked at after every fourth install.
  private static func split(
    _ name: String, share: Double, level: Double, _ due: SimulatedRate.Due, _ purpose: UInt64,
    _ simulations: Int
  ) throws -> SimulatedRate {
    let subject = "Split at any of 5,000 looks, every 4 installs to 20,000: \(name)"
    return try SimulatedRate(subject, due, purpose: purpose, simulations: simulations) { draws in
      var sizes = [0, 0]
      for _ in 0..<5_000 {
        let second = draws.count(of: 4, share)
        sizes[0] += 4 - second
        sizes[1] += second
        if let p = try SampleRatio.sequential(sizes).value?.test.p, p.value < level { return true }
      }
      return false
    }
  }
}
