import GSLNumerics
import Inference
import TestAnalysis

/// How tests of one size are drawn, and read as `analyze` reads the real one.
struct TestReader {
  /// What one test says of a comparison.
  struct Finding {
    /// What it shows.
    var verdict: Verdict
    /// The look that decides it, from 0; `nil` where none does before the test's end.
    var look: Int?
    /// Whether it shows what the test is for.
    var isShown: Bool
  }

  /// How one test ends.
  struct Ending {
    /// The share of the installs that it has by then: at the look that decides its last comparison, else all.
    var used = 1.0
    /// The share that it finds of each option.
    var shares: [Double]
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
    case once(SimultaneousComparisons)
    /// At looks with boundaries, those of each comparison.
    case scheduled([GroupSequentialReading.Bounds])
    /// At looks at any time.
    case anyTime(ConfidenceSequence)
    /// At the end, over releases or languages, at this level of each comparison.
    case clusters(PlannedClusters, ConfidenceLevel)
  }

  /// - Parameter margin: differences below this in size are shown to be equal.
  init(_ design: TestDesign, installs: Int, margin: Double) throws {
    self.design = design
    self.margin = margin
    let fractions = design.boundaries?.looks.map(\.fraction) ?? [1]
    let whole = design.split(installs)
    let atLooks = fractions.map { fraction in
      whole.map { max(1, Int((Double($0) * fraction * (1 + 1e-12)).rounded(.down))) }
    }
    self.fractions = fractions
    self.installs = atLooks
    let looked = LookedAtTest(planned: installs, shares: design.allocation, level: design.level)
    switch (design.looks, design.clusters) {
    case (nil, nil):
      rule = .once(try SimultaneousComparisons(design.level, people: whole, baseline: 0))
    case (.fixed?, _):
      rule = .scheduled(
        try (1...design.comparisons).map { arm in
          try GroupSequentialReading.Bounds(
            try looked.plan(arm: arm, baseline: 0), installs: atLooks.map { ($0[arm], $0[0]) },
            isComplete: true)
        })
    case (.anyTime?, _): rule = .anyTime(try looked.sequence())
    case (nil, let clusters?):
      rule = .clusters(clusters, design.level.simultaneous(over: design.comparisons))
    }
  }

  /// Draws a test of some shares, the baseline's first, and reads each comparison.
  func findings(_ shares: [Double], _ words: inout FixedDraws) throws -> [Finding] {
    guard case .clusters(let clusters, let level) = rule else {
      return try findings(try growing(shares, &words))
    }
    let drawn = try self.clusters(clusters, shares, &words)
    return try drawn.dropFirst().map { own in
      var interval: Interval?
      if case .contrast(let contrast, _, _) = ClusterComparison(arm: own, baseline: drawn[0]) {
        interval = try contrast.interval(at: level)
      }
      let verdict = interval.map { Verdict(interval: $0, narrower: $0, margin: margin) }
      return finding(verdict ?? .unknown) { least in interval.map { $0.lower > -least } ?? false }
    }
  }

  /// Reads each comparison of what was counted at each look.
  private func findings(_ counts: [[ObservedCount]]) throws -> [Finding] {
    let looks = counts.map(Self.pairs)
    switch rule {
    case .clusters: return []
    case .once(let together):
      return looks[0].map { pair in
        let verdict = together.verdict(of: pair, margin: margin) ?? .unknown
        return finding(verdict) { together.showsNotWorse(pair, margin: $0) }
      }
    case .scheduled(let bounds):
      return bounds.enumerated().map { comparison, bounds in
        let found = GroupSequentialReading.finding(
          bounds, counts: looks.map { $0[comparison] }, margin: margin)
        return finding(found.verdict, look: found.stops)
      }
    case .anyTime(let sequence):
      return (0..<design.comparisons).map { comparison in
        let intervals = looks.map {
          sequence.interval(arm: $0[comparison].arm, baseline: $0[comparison].baseline)
        }
        let first = intervals.firstIndex { $0.map { !$0.contains(0) } ?? false }
        let verdict = intervals[first ?? intervals.count - 1].map {
          Verdict(interval: $0, narrower: $0, margin: margin)
        }
        return finding(verdict ?? .unknown, look: first)
      }
    }
  }

  /// Draws a test of some shares, the baseline's first, to its end.
  func ending(_ shares: [Double], _ words: inout FixedDraws) throws -> Ending {
    if fractions.count > 1 {
      let counts = try growing(shares, &words)
      let last = fractions.count - 1
      let end = try findings(counts).map { $0.look ?? last }.max() ?? last
      return Ending(used: fractions[end], shares: counts[end].map { Double($0.x) / Double($0.n) })
    }
    return Ending(
      shares: try zip(installs[0], shares).map { people, share in
        guard case .clusters(let clusters, _) = rule else {
          return Double(try words.smoothBinomial(of: people, share)) / Double(people)
        }
        var allowed = 0
        for _ in 0..<people / clusters.installs { allowed += words.cluster(clusters, share) }
        return Double(allowed) / Double(people)
      })
  }

  private func finding(
    _ verdict: Verdict, look: Int? = nil, isNotWorse: (Double) -> Bool = { _ in false }
  ) -> Finding {
    switch design.aim {
    case .difference:
      Finding(verdict: verdict, look: look, isShown: verdict == .better || verdict == .worse)
    case .nonInferior(let margin): Finding(verdict: verdict, look: look, isShown: isNotWorse(margin))
    }
  }

  /// The counts of every option at each look.
  private func growing(_ shares: [Double], _ words: inout FixedDraws) throws -> [[ObservedCount]] {
    var before = shares.map { _ in 0 }
    var allowed = before
    return try installs.map { look in
      for option in look.indices {
        allowed[option] += words.binomial(of: look[option] - before[option], shares[option])
      }
      before = look
      return try look.indices.map { try ObservedCount(allowed[$0], of: look[$0]) }
    }
  }

  /// Every option but the first against that.
  private static func pairs(_ counts: [ObservedCount]) -> [TwoArms] {
    counts.dropFirst().map { TwoArms($0, against: counts[0]) }
  }

  /// Releases of each option.
  private func clusters(
    _ clusters: PlannedClusters, _ shares: [Double], _ words: inout FixedDraws
  ) throws -> [[ObservedCount]] {
    try zip(installs[0], shares).map { people, share in
      try (0..<people / clusters.installs).map { _ in
        try ObservedCount(words.cluster(clusters, share), of: clusters.installs)
      }
    }
  }
}

extension FixedDraws {
  /// Who does it in one release, whose share is from the beta distribution that leaves ρ of the variance between releases.
  fileprivate mutating func cluster(_ clusters: PlannedClusters, _ mean: Double) -> Int {
    let correlation = clusters.intraclassCorrelation
    guard correlation > 0, mean > 0, mean < 1 else { return binomial(of: clusters.installs, mean) }
    let weight = 1 / correlation - 1
    return binomial(of: clusters.installs, beta(mean * weight, (1 - mean) * weight))
  }
}
