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
  /// Reads each comparison of what was counted of each option at each look, or in each of its releases.
  let read: (_ counts: [[ObservedCount]]) throws -> [Finding]

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
        Self.pairs(counts).map { looks in
          Finding(
            together.verdict(of: looks[0], margin: margin), nil,
            isShown: design.nonInferior.map { together.showsNotWorse(looks[0], margin: $0) })
        }
      }
    case (nil, _?):
      let level = design.level.simultaneous(over: design.comparisons)
      read = { counts in
        try counts.dropFirst().map { own in
          finding(try ClusterComparison(arm: own, baseline: counts[0])?.contrast?.interval(at: level))
        }
      }
    case (false?, _):
      let bounds = try (1...design.comparisons).map { arm in
        try GroupSequentialReading.Bounds(
          looked, arm: arm, baseline: 0, installs: atLooks.map { ($0[arm], $0[0]) }, isComplete: true)
      }
      read = { counts in
        zip(bounds, Self.pairs(counts)).map { bounds, looks in
          let found = GroupSequentialReading.finding(bounds, counts: looks, margin: margin)
          return Finding(found.verdict, found.stops, isShown: nil)
        }
      }
    case (true?, _):
      let sequence = try looked.sequence()
      read = { counts in
        Self.pairs(counts).map { looks in
          let intervals = looks.map { sequence.interval(arm: $0.arm, baseline: $0.baseline) }
          let first = intervals.firstIndex { $0.map { !$0.contains(0) } ?? false }
          return finding(intervals[first ?? intervals.count - 1], look: first)
        }
      }
    }
  }

  /// Every option but the first against that, at each look.
  private static func pairs(_ counts: [[ObservedCount]]) -> [[TwoArms]] {
    counts.dropFirst().map { looks in zip(looks, counts[0]).map { TwoArms($0, against: $1) } }
  }

  /// Draws a test of some shares, the baseline's first: by option its counts at each look, or in each of its releases.
  ///
  /// - Parameter smoothly: whether the counts of a test with a single look change smoothly with its size.
  func draw(
    _ shares: [Double], _ words: inout FixedDraws, smoothly: Bool = false
  ) throws -> [[ObservedCount]] {
    var counts = shares.map { _ in [ObservedCount]() }
    for look in installs {
      for (option, share) in shares.enumerated() {
        if let clusters = design.clusters {
          counts[option] = try (0..<look[option] / clusters.installs).map { _ in
            let own = words.share(around: share, icc: clusters.icc)
            return try ObservedCount(words.binomial(of: clusters.installs, own), of: clusters.installs)
          }
          continue
        }
        let before = counts[option].last
        let new = look[option] - (before?.n ?? 0)
        let allowed =
          smoothly && fractions.count == 1
          ? try words.smoothBinomial(of: new, share) : words.binomial(of: new, share)
        counts[option].append(try ObservedCount((before?.x ?? 0) + allowed, of: look[option]))
      }
    }
    return counts
  }

  /// Draws a test of some shares to its end: the share of the installs that it has by then, which is at the look that
  /// decides its last comparison, else all; and the share that it finds of each option.
  func ending(_ shares: [Double], _ words: inout FixedDraws) throws -> (used: Double, shares: [Double]) {
    let counts = try draw(shares, &words, smoothly: true)
    let last = fractions.count - 1
    let end = last > 0 ? try read(counts).map { $0.look ?? last }.max() ?? last : last
    return (
      fractions[end],
      counts.map { own in
        let ended = design.clusters == nil ? own[end...end] : own[...]
        return Double(ended.reduce(0) { $0 + $1.x }) / Double(ended.reduce(0) { $0 + $1.n })
      }
    )
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
