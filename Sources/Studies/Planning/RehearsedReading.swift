import ExperimentDesign
import GSLNumerics
import Inference
import TestAnalysis
import TestData

/// How simulated tests of a plan are read: as `analyze` reads the real one.
struct RehearsedReading {
  /// What one test says of a comparison.
  struct Finding {
    /// What it shows; `nil` where there can be no verdict.
    var verdict: Inference.Verdict?
    /// The look that decides it, from 0; `nil` where none does before the test's end.
    var look: Int?
    /// Whether it shows what the test is for; `nil` where that is what the verdict says.
    var showsAim: Bool?
  }

  /// The installs of each option that are read at each look, in order; the last one alone without looks.
  private let installs: [[Int]]
  /// The looks' shares of the installs.
  let fractions: [Double]
  private let design: TestDesign
  private let margin: Double
  private let rule: Rule

  private enum Rule {
    /// At the end, as counts.
    case once
    /// At looks with boundaries, those of each comparison.
    case scheduled([GroupSequentialReading.Bounds])
    /// At looks at any time.
    case anyTime(ConfidenceSequence)
    /// At the end, as counts of a number of releases or languages of each option.
    case clusters([Int], intraclassCorrelation: Double)
  }

  /// - Parameters:
  ///   - planned: installs of all options together.
  ///   - margin: differences below this in size are shown to be equal.
  /// - Returns: `nil` for releases or languages of which an option has fewer than two.
  /// - Throws: what the boundaries throw.
  init?(_ design: TestDesign, planned: Int, margin: Double) throws {
    self.design = design
    self.margin = margin
    fractions = design.boundaries?.looks.map(\.fraction) ?? [1]
    let whole = design.split(planned)
    installs = fractions.map { fraction in
      whole.map { installs in
        max(1, Int((Double(installs) * fraction * (1 + 1e-12)).rounded(.down)))
      }
    }
    let looked = LookedAtTest(planned: planned, shares: design.allocation, level: design.level)
    switch (design.looks, design.clusters) {
    case (nil, nil): rule = .once
    case (.fixed?, _):
      rule = .scheduled(
        try (1...design.comparisons).map { [installs] arm in
          try GroupSequentialReading.Bounds(
            try looked.plan(arm: arm, baseline: 0),
            installs: installs.map { ($0[arm], $0[0]) },
            isComplete: true)
        })
    case (.anyTime?, _): rule = .anyTime(try looked.sequence())
    case (nil, let clusters?):
      let counts = whole.map { Int((Double($0) / clusters.size).rounded()) }
      guard counts.allSatisfy({ $0 > 1 }) else { return nil }
      rule = .clusters(counts, intraclassCorrelation: clusters.intraclassCorrelation)
    }
  }

  /// How many releases or languages a test has, of all options together; 0 for a split of installs.
  var clusters: Int {
    if case .clusters(let counts, _) = rule { return counts.reduce(0, +) }
    return 0
  }

  /// Simulates a test of some shares, the baseline's first, and reads it.
  ///
  /// - Returns: by comparison; `nil` where the analysis has no estimate.
  /// - Throws: what drawing and the analysis throw.
  func findings(_ shares: [Double], _ draws: inout FixedDraws) throws -> [Finding]? {
    switch rule {
    case .once:
      let counts = zip(installs[installs.count - 1], shares).map { people, share in
        OutcomeCounts(installs: people, allowed: draws.binomial(of: people, share))
      }
      return try analysed(CountsTable(arms: Self.named(counts)))
    case .clusters(let counts, let correlation):
      return try analysed(try clustered(shares, counts, correlation, &draws))
    case .scheduled(let bounds):
      let counts = try growing(shares, &draws)
      return try bounds.enumerated().map { comparison, bounds in
        let own = Self.counts(of: comparison + 1, counts)
        let reading = InterimLooks.Reading(
          arm: comparison + 1, sequential: try GroupSequentialReading(bounds, counts: own))
        return finding(reading.deciding?.interval, stops: reading.sequential?.firstCrossing)
      }
    case .anyTime(let sequence):
      let counts = try growing(shares, &draws)
      return (1...design.comparisons).map { arm in
        let intervals = Self.counts(of: arm, counts).map {
          sequence.interval(arm: $0.arm, baseline: $0.baseline)
        }
        let first = intervals.firstIndex { $0.map { !$0.contains(0) } ?? false }
        return finding(intervals[first ?? intervals.count - 1], stops: first)
      }
    }
  }

  private static func name(_ option: Int) -> String { option == 0 ? "baseline" : "arm\(option)" }

  private static func named(_ counts: [OutcomeCounts]) -> [ArmCounts] {
    counts.enumerated().map { ArmCounts(name: name($0), counts: $1) }
  }

  private func analysed(_ table: CountsTable) throws -> [Finding]? {
    var options = AnalysisOptions()
    options.statistics.hasPosteriors = false
    options.statistics.level = design.level
    options.statistics.margin = margin
    options.allocation = design.allocation
    if case .nonInferior(let margin) = design.aim { options.nonInferiorityMargin = margin }
    let test = try AnalysedTest(table, options: options)
    guard let judgements = test.mainPanel?.judgements, judgements.count == design.comparisons else {
      return nil
    }
    return judgements.enumerated().map { comparison, judged in
      var finding = Finding(verdict: judged.verdict)
      if case .nonInferior = design.aim {
        finding.showsAim = test.nonInferiority[comparison]?.isShown ?? false
      }
      return finding
    }
  }

  // MARK: - Looks

  /// The counts of every option at each look.
  private func growing(
    _ shares: [Double], _ draws: inout FixedDraws
  ) throws(ObservedCountError) -> [[ObservedCount]] {
    var counts: [[ObservedCount]] = []
    var before = shares.map { _ in 0 }
    var allowed = before
    for look in installs {
      for option in look.indices {
        allowed[option] += draws.binomial(of: look[option] - before[option], shares[option])
      }
      before = look
      var atLook: [ObservedCount] = []
      for option in look.indices { atLook.append(try ObservedCount(allowed[option], of: look[option])) }
      counts.append(atLook)
    }
    return counts
  }

  /// Those of one comparison.
  private static func counts(
    of arm: Int, _ counts: [[ObservedCount]]
  ) -> [(arm: ObservedCount, baseline: ObservedCount)] {
    counts.map { (arm: $0[arm], baseline: $0[0]) }
  }

  /// What the look that decides says; its interval is for all looks together, and judges equality too.
  private func finding(_ interval: ConfidenceInterval?, stops: Int?) -> Finding {
    Finding(
      verdict: interval.map { Inference.Verdict(interval: $0, narrower: $0, margin: margin) } ?? .unknown,
      look: stops)
  }

  // MARK: - Clusters

  /// Counts of releases whose shares are beta distributed, so that ρ of the variance lies between them.
  private func clustered(
    _ shares: [Double], _ counts: [Int], _ correlation: Double, _ draws: inout FixedDraws
  ) throws -> CountsTable {
    var releases: [ClusterCounts] = []
    var sums: [OutcomeCounts] = []
    for (arm, (people, share)) in zip(installs[installs.count - 1], shares).enumerated() {
      var sum = OutcomeCounts(installs: 0, allowed: 0)
      for release in 0..<counts[arm] {
        let installs = people * (release + 1) / counts[arm] - people * release / counts[arm]
        let own = OutcomeCounts(
          installs: installs,
          allowed: draws.binomial(of: installs, try draws.share(about: share, correlation: correlation)))
        sum.add(own)
        releases.append(
          ClusterCounts(name: "\(arm).\(release)", arms: shares.indices.map { $0 == arm ? own : nil }))
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
