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

  /// The looks' shares of the installs.
  let fractions: [Double]
  /// The installs of each option that are read at each look, in order; the last one alone without looks.
  private let installs: [[Int]]
  private let design: TestDesign
  /// Reads each comparison of what was counted: of each option at each look, or of each option in each of its releases.
  private let read: (_ counts: [[ObservedCount]]) throws -> [Finding]

  /// - Parameter margin: differences below this in size are shown to be equal.
  init(_ design: TestDesign, installs: Int, margin: Double) throws {
    let fractions = design.boundaries?.looks.map(\.fraction) ?? [1]
    let whole = design.split(installs)
    let atLooks = fractions.map { fraction in
      whole.map { max(1, Int((Double($0) * fraction * (1 + 1e-12)).rounded(.down))) }
    }
    self.design = design
    self.fractions = fractions
    self.installs = atLooks
    let looked = LookedAtTest(planned: installs, shares: design.allocation, level: design.level)
    func finding(_ interval: Interval?, look: Int? = nil) -> Finding {
      Finding(
        interval.map { Verdict(interval: $0, narrower: $0, margin: margin) }, look,
        isShown: design.nonInferior.map { least in interval.map { $0.lower > -least } ?? false })
    }
    switch (design.looks?.anyTime, design.clusters) {
    case (nil, nil):
      let together = try SimultaneousComparisons(design.level, people: whole, baseline: 0)
      read = { counts in
        Self.pairs(counts[0]).map { pair in
          Finding(
            together.verdict(of: pair, margin: margin), nil,
            isShown: design.nonInferior.map { together.showsNotWorse(pair, margin: $0) })
        }
      }
    case (nil, _?):
      let level = design.level.simultaneous(over: design.comparisons)
      read = { counts in
        try counts.dropFirst().map { own in
          let contrast = ClusterComparison(arm: own, baseline: counts[0])?.contrast
          return finding(try contrast?.interval(at: level))
        }
      }
    case (false?, _):
      let bounds = try (1...design.comparisons).map { arm in
        try GroupSequentialReading.Bounds(
          looked, arm: arm, baseline: 0, installs: atLooks.map { ($0[arm], $0[0]) }, isComplete: true)
      }
      read = { counts in
        let looks = counts.map(Self.pairs)
        return bounds.enumerated().map { comparison, bounds in
          let found = GroupSequentialReading.finding(
            bounds, counts: looks.map { $0[comparison] }, margin: margin)
          return Finding(found.verdict, found.stops, isShown: nil)
        }
      }
    case (true?, _):
      let sequence = try looked.sequence()
      read = { counts in
        let looks = counts.map(Self.pairs)
        return (0..<design.comparisons).map { comparison in
          let intervals = looks.map {
            sequence.interval(arm: $0[comparison].arm, baseline: $0[comparison].baseline)
          }
          let first = intervals.firstIndex { $0.map { !$0.contains(0) } ?? false }
          return finding(intervals[first ?? intervals.count - 1], look: first)
        }
      }
    }
  }

  /// Draws a test of some shares, the baseline's first, and reads each comparison.
  func findings(_ shares: [Double], _ words: inout FixedDraws) throws -> [Finding] {
    try read(
      design.clusters.map { try releases($0, shares, &words) } ?? growing(shares, &words))
  }

  /// Draws a test of some shares, the baseline's first, to its end: the share of the installs that it has by then, which
  /// is at the look that decides its last comparison, else all; and the share that it finds of each option.
  func ending(_ shares: [Double], _ words: inout FixedDraws) throws -> (used: Double, shares: [Double]) {
    if let clusters = design.clusters {
      let counts = try releases(clusters, shares, &words)
      return (1, zip(counts, installs[0]).map { Double($0.reduce(0) { $0 + $1.x }) / Double($1) })
    }
    guard fractions.count > 1 else {
      return (
        1,
        try zip(installs[0], shares).map { people, share in
          Double(try words.smoothBinomial(of: people, share)) / Double(people)
        }
      )
    }
    let counts = try growing(shares, &words)
    let last = fractions.count - 1
    let end = try read(counts).map { $0.look ?? last }.max() ?? last
    return (fractions[end], counts[end].map { Double($0.x) / Double($0.n) })
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

  /// The counts of every release of each option, whose share is from the beta distribution that leaves ρ of the variance
  /// between releases.
  private func releases(
    _ clusters: PlannedClusters, _ shares: [Double], _ words: inout FixedDraws
  ) throws -> [[ObservedCount]] {
    try zip(installs[0], shares).map { people, share in
      try (0..<people / clusters.installs).map { _ in
        var own = share
        if clusters.icc > 0, share > 0, share < 1 {
          let weight = 1 / clusters.icc - 1
          own = words.beta(share * weight, (1 - share) * weight)
        }
        return try ObservedCount(words.binomial(of: clusters.installs, own), of: clusters.installs)
      }
    }
  }

  /// Every option but the first against that.
  private static func pairs(_ counts: [ObservedCount]) -> [TwoArms] {
    counts.dropFirst().map { TwoArms($0, against: counts[0]) }
  }
}

extension TestReader.Finding {
  /// - Parameter isShown: `nil` for a test of a difference, which is for either of its signs.
  fileprivate init(_ verdict: Verdict?, _ look: Int?, isShown: Bool?) {
    self.verdict = verdict ?? .unknown
    self.look = look
    self.isShown = isShown ?? (verdict == .better || verdict == .worse)
  }
}
