import GSLNumerics
import Inference
import TestAnalysis

/// How tests of one size are drawn, and read as `analyze` reads the real one.
struct TestReader {
  /// What one test says of a comparison.
  struct Finding {
    let verdict: Verdict
    /// The look that decides it, from 0; `nil` where none does before the test's end.
    let look: Int?
    /// Whether it shows what the test is for.
    let isShown: Bool

    /// - Parameter isShown: `nil` for a test of a difference, which is for either of its signs.
    init(_ verdict: Verdict?, look: Int? = nil, isShown: Bool? = nil) {
      self.verdict = verdict ?? .unknown
      self.look = look
      self.isShown = isShown ?? (verdict == .better || verdict == .worse)
    }
  }

  /// The looks' shares of the installs.
  let fractions: [Double]
  /// The installs of each option that are read at each look, in order; the last one alone without looks.
  private let installs: [[Int]]
  private let design: TestDesign
  /// Reads the comparison of an option, numbered from 1, by its counts and the baseline's, at each look or of each release.
  private let judge: (_ option: Int, _ own: [ObservedCount], _ baseline: [ObservedCount]) throws -> Finding

  /// - Parameter margin: differences below this in size are shown to be equal.
  init(_ design: TestDesign, installs: Int, margin: Double) throws {
    let fractions = design.boundaries?.looks.map(\.fraction) ?? [1]
    let whole = design.split(installs)
    let atLooks = fractions.map { fraction in
      whole.map { max(1, Int((Double($0) * fraction * (1 + 1e-12)).rounded(.down))) }
    }
    (self.design, self.fractions, self.installs) = (design, fractions, atLooks)
    let looked = LookedAtTest(planned: installs, shares: design.allocation, level: design.level)
    func finding(_ interval: Interval?, look: Int? = nil) -> Finding {
      Finding(
        interval.map { Verdict(interval: $0, narrower: $0, margin: margin) }, look: look,
        isShown: design.nonInferior.map { least in interval.map { $0.lower > -least } ?? false })
    }
    switch (design.looks?.anyTime, design.clusters) {
    case (nil, nil):
      let together = try SimultaneousComparisons(design.level, people: whole, baseline: 0)
      judge = { _, own, baseline in
        let pair = TwoArms(own[0], against: baseline[0])
        return Finding(
          together.verdict(of: pair, margin: margin),
          isShown: design.nonInferior.map { together.showsNotWorse(pair, margin: $0) })
      }
    case (nil, _?):
      let level = design.level.simultaneous(over: design.comparisons)
      judge = { _, own, baseline in
        finding(try ClusterComparison(arm: own, baseline: baseline)?.contrast?.interval(at: level))
      }
    case (false?, _):
      let bounds = try (1...design.comparisons).map { arm in
        try GroupSequentialReading.Bounds(
          looked, arm: arm, baseline: 0, installs: atLooks.map { ($0[arm], $0[0]) }, isComplete: true)
      }
      judge = { option, own, baseline in
        let looks = zip(own, baseline).map { TwoArms($0, against: $1) }
        let found = GroupSequentialReading.finding(bounds[option - 1], counts: looks, margin: margin)
        return Finding(found.verdict, look: found.stops)
      }
    case (true?, _):
      let sequence = try looked.sequence()
      judge = { _, own, baseline in
        let intervals = zip(own, baseline).map { sequence.interval(arm: $0, baseline: $1) }
        let first = intervals.firstIndex { $0.map { !$0.contains(0) } ?? false }
        return finding(intervals[first ?? intervals.count - 1], look: first)
      }
    }
  }

  /// Reads each comparison of what was counted of each option at each look, or in each of its releases.
  func read(_ counts: [[ObservedCount]]) throws -> [Finding] {
    try counts.indices.dropFirst().map { try judge($0, counts[$0], counts[0]) }
  }

  /// Draws a test of some shares, the baseline's first: by option its counts at each look, or in each of its releases.
  ///
  /// - Parameter smoothly: whether the counts of a test with a single look change smoothly with its size.
  func draw(
    _ shares: [Double], _ words: inout FixedDraws, smoothly: Bool = false
  ) throws -> [[ObservedCount]] {
    if let clusters = design.clusters {
      return try zip(shares, installs[0]).map { share, people in
        try (0..<people / clusters.installs).map { _ in
          let own = words.share(around: share, icc: clusters.icc)
          return try ObservedCount(words.binomial(of: clusters.installs, own), of: clusters.installs)
        }
      }
    }
    var counts = shares.map { _ in [ObservedCount]() }
    for look in installs {
      for (option, share) in shares.enumerated() {
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
}
