import ExperimentDesign
import GSLNumerics
import Inference
import TestAnalysis
import TestData

/// How simulated tests of a plan are read: as `analyze` reads the real one.
struct RehearsedReading {
  /// What one test says.
  struct Finding {
    /// What it shows; `nil` where there can be no verdict.
    var verdict: Inference.Verdict?
    /// The estimated difference, arm minus baseline.
    var estimate: Double
    /// The interval of the difference that the verdict is by; `nil` for none.
    var interval: ConfidenceInterval?
    /// The look that ends the test, from 0; `nil` where none does before its end.
    var look: Int?
  }

  /// The installs of both options that are read at each look, in order; the last one alone without looks.
  private let installs: [(baseline: Int, arm: Int)]
  /// The looks' shares of the installs.
  let fractions: [Double]
  private let design: TestDesign
  private let margin: Double
  private let rule: Rule

  private enum Rule {
    /// At the end, as counts.
    case once
    /// At looks with boundaries.
    case scheduled(GroupSequentialReading.Bounds)
    /// At looks at any time.
    case anyTime(ConfidenceSequence)
    /// At the end, as counts of releases or languages.
    case clusters([Int], intraclassCorrelation: Double)
  }

  /// - Parameters:
  ///   - planned: installs of both options together.
  ///   - margin: differences below this in size are shown to be equal.
  /// - Returns: `nil` for clusters of one size, whose number is that of the installs.
  /// - Throws: what the boundaries throw.
  init?(_ design: TestDesign, planned: Int, margin: Double) throws(NumericsError) {
    self.design = design
    self.margin = margin
    fractions = design.boundaries?.looks.map(\.fraction) ?? [1]
    let whole = design.split(planned)
    installs = fractions.map { fraction in
      func usable(_ installs: Int, _ arm: Int) -> Int {
        max(1, Int((Double(installs) * fraction * design.counted[arm] * (1 + 1e-12)).rounded(.down)))
      }
      return (usable(whole.baseline, 0), usable(whole.arm, 1))
    }
    switch (design.looks, design.clusters) {
    case (nil, nil): rule = .once
    case (.scheduled(_, let spending)?, _):
      let plan = try GroupSequentialPlan(
        spending, level: design.level, plannedArm: whole.arm, plannedBaseline: whole.baseline)
      rule = .scheduled(
        try GroupSequentialReading.Bounds(
          plan, installs: installs.map { ($0.arm, $0.baseline) }, isComplete: true))
    case (.anyTime?, _):
      rule = .anyTime(try ConfidenceSequence(plannedInstalls: planned, level: design.level))
    case (nil, .counts(let counts, let correlation)?):
      rule = .clusters(counts, intraclassCorrelation: correlation)
    case (nil, .size?): return nil
    }
  }

  /// Simulates a test of two shares and reads it.
  ///
  /// - Returns: `nil` where the analysis has no estimate.
  /// - Throws: what drawing and the analysis throw.
  func finding(_ shares: (baseline: Double, arm: Double), _ draws: inout FixedDraws) throws -> Finding? {
    switch rule {
    case .once:
      let end = installs[installs.count - 1]
      let counts = [(end.baseline, shares.baseline), (end.arm, shares.arm)].map { people, share in
        OutcomeCounts(installs: people, allowed: draws.binomial(of: people, share))
      }
      return try analysed(CountsTable(arms: Self.named(counts)))
    case .clusters(let counts, let correlation):
      return try analysed(try clustered(shares, counts, correlation, &draws))
    case .scheduled(let bounds):
      let counts = try growing(shares, &draws)
      let reading = InterimLooks.Reading(
        arm: 1, sequential: GroupSequentialReading(bounds, counts: counts))
      return finding(
        counts, at: reading.decidingIndex, interval: reading.deciding?.interval,
        stops: reading.sequential?.firstCrossing)
    case .anyTime(let sequence):
      let counts = try growing(shares, &draws)
      let intervals = counts.map { sequence.interval(arm: $0.arm, baseline: $0.baseline) }
      let first = intervals.firstIndex { $0.map { !$0.contains(0) } ?? false }
      let last = counts.count - 1
      return finding(counts, at: first ?? last, interval: intervals[first ?? last], stops: first)
    }
  }

  private static func named(_ counts: [OutcomeCounts]) -> [ArmCounts] {
    zip(["baseline", "arm"], counts).map { ArmCounts(name: $0, counts: $1) }
  }

  private func analysed(_ table: CountsTable) throws -> Finding? {
    var options = AnalysisOptions()
    options.statistics.tests = []
    options.statistics.level = design.level
    options.statistics.margin = margin
    options.allocation = design.allocation
    guard let judged = try AnalysedTest(table, options: options).mainPanel?.judgements.first,
      let estimate = judged.difference
    else { return nil }
    return Finding(verdict: judged.verdict.value, estimate: estimate, interval: judged.interval)
  }

  // MARK: - Looks

  /// The counts of both options at each look.
  private func growing(
    _ shares: (baseline: Double, arm: Double), _ draws: inout FixedDraws
  ) throws(ObservedCountError) -> [(arm: ObservedCount, baseline: ObservedCount)] {
    var counts: [(arm: ObservedCount, baseline: ObservedCount)] = []
    var before = (baseline: 0, arm: 0)
    var allowed = (baseline: 0, arm: 0)
    for look in installs {
      allowed.baseline += draws.binomial(of: look.baseline - before.baseline, shares.baseline)
      allowed.arm += draws.binomial(of: look.arm - before.arm, shares.arm)
      before = look
      counts.append(
        (
          arm: try ObservedCount(allowed.arm, of: look.arm),
          baseline: try ObservedCount(allowed.baseline, of: look.baseline)
        ))
    }
    return counts
  }

  /// What the look that decides says; its interval is for all looks together, and judges equality too.
  private func finding(
    _ counts: [(arm: ObservedCount, baseline: ObservedCount)], at look: Int?, interval: ConfidenceInterval?,
    stops: Int?
  ) -> Finding? {
    let decides = counts[look ?? counts.count - 1]
    guard let arm = decides.arm.rate, let baseline = decides.baseline.rate else { return nil }
    return Finding(
      verdict: interval.map { Inference.Verdict(interval: $0, narrower: $0, margin: margin) } ?? .unknown,
      estimate: arm - baseline, interval: interval, look: stops)
  }

  // MARK: - Clusters

  /// Counts of releases whose shares are beta distributed, so that ρ of the variance lies between them.
  private func clustered(
    _ shares: (baseline: Double, arm: Double), _ counts: [Int], _ correlation: Double,
    _ draws: inout FixedDraws
  ) throws -> CountsTable {
    let end = installs[installs.count - 1]
    var releases: [ClusterCounts] = []
    var sums: [OutcomeCounts] = []
    for (arm, (people, share)) in [(end.baseline, shares.baseline), (end.arm, shares.arm)].enumerated() {
      var sum = OutcomeCounts(installs: 0, allowed: 0)
      for release in 0..<counts[arm] {
        let installs = people * (release + 1) / counts[arm] - people * release / counts[arm]
        let own = OutcomeCounts(
          installs: installs,
          allowed: draws.binomial(of: installs, try draws.share(about: share, correlation: correlation)))
        sum.add(own)
        releases.append(ClusterCounts(name: "\(arm).\(release)", arms: arm == 0 ? [own, nil] : [nil, own]))
      }
      sums.append(sum)
    }
    var table = CountsTable(arms: Self.named(sums))
    table.releases = releases
    return table
  }
}

extension FixedDraws {
  /// A share from the beta distribution with a mean, and with ρ of the variance of what people of that share do.
  ///
  /// - Throws: `NumericsError.outOfDomain` for nearly all of the variance, which no release has.
  fileprivate mutating func share(about mean: Double, correlation: Double) throws(NumericsError) -> Double {
    guard correlation > 0, mean > 0, mean < 1 else { return mean }
    let weight = 1 / correlation - 1
    // Never 0, of which there is no quantile.
    let uniform = (Double(next() >> 12) + 0.5) * 0x1p-52
    return try BetaDistribution(a: mean * weight, b: (1 - mean) * weight).lowerQuantile(uniform).value
  }
}
