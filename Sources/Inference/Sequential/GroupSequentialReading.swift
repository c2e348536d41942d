public import GSLNumerics

/// A running comparison read at its looks so far, against the boundaries its plan allows.
///
/// The score of a look is that of Miettinen and Nurminen's interval, on matured installs, and the interval inverts it at
/// the look's bound. The first look at which the plan's information is complete is the last one that can stop the test;
/// what comes after has nothing left to spend.
public struct GroupSequentialReading: Encodable, Hashable, Sendable {
  /// One look.
  public struct Look: Encodable, Hashable, Sendable {
    /// The share of the planned information, at most 1.
    public let fraction: Double
    /// What had been counted.
    public let counts: TwoArms
    /// The score of no difference, arm minus baseline; `nil` where an arm has nobody.
    public let score: Double?
    /// The score that stops the test; `nil` where nothing can.
    public let bound: Double?
    /// The differences whose score the bound does not exclude.
    ///
    /// The intervals of all looks hold together at the plan's level (repeated confidence intervals, Jennison
    /// & Turnbull 1989). `nil` where nothing can stop the test, or an arm has nobody.
    public let interval: Interval?

    /// Whether this look stops the test: what is reported is what stops it.
    var crosses: Bool { interval.map { !$0.contains(0) } ?? false }
  }

  /// The looks, in order.
  public let looks: [Look]

  /// The first look that stops the test, from 0; `nil` while none has.
  public var firstCrossing: Int? { looks.firstIndex(where: \.crosses) }

  /// - Parameters:
  ///   - test: what was fixed beforehand.
  ///   - arm: the position of the option.
  ///   - baseline: that of what it is compared with.
  ///   - counts: the cumulative counts at each look, in order. A look that adds next to nothing
  ///     (``GroupSequentialBoundaries/smallestStep``) to the one before has no bound of its own.
  /// - Throws: `NumericsError.outOfDomain` for looks that hold less than the one before, and what the recursion throws.
  public init(_ test: LookedAtTest, arm: Int, baseline: Int, counts: [TwoArms]) throws(NumericsError) {
    let found = try Bounds(
      test, arm: arm, baseline: baseline, installs: counts.map { ($0.arm.n, $0.baseline.n) },
      isComplete: false)
    looks = try counts.indices.map { index throws(NumericsError) in
      let bound = found.bounds[index]
      return Look(
        fraction: found.fractions[index], counts: counts[index], score: counts[index].test()?.statistic,
        bound: bound, interval: bound == nil ? nil : try counts[index].interval(reaching: bound ?? 0))
    }
  }

  /// What stops a comparison at each of some looks, by the installs that they have; for many tests of one schedule.
  public struct Bounds: Sendable {
    fileprivate let fractions: [Double]
    /// `nil` where nothing can stop the test.
    fileprivate let bounds: [Double?]

    /// - Parameters:
    ///   - test: what was fixed beforehand.
    ///   - arm: the position of the option.
    ///   - baseline: that of what it is compared with.
    ///   - installs: of both at each look, in order, none of them fewer than before.
    ///   - isComplete: whether no look follows the last one, which then spends all of the level that is left.
    public init(
      _ test: LookedAtTest, arm: Int, baseline: Int, installs: [(arm: Int, baseline: Int)], isComplete: Bool
    ) throws(NumericsError) {
      let fractions = installs.map { test.fraction($0, of: arm, and: baseline) }
      // Up to the first look that completes the plan, without those that add next to nothing to the one before.
      var paying: [Int] = []
      var spent = 0.0
      for (index, fraction) in fractions.enumerated() {
        guard index == 0 || fraction >= fractions[index - 1] else {
          throw .outOfDomain(
            argument: "fraction", value: fraction, expected: "at least that of the look before")
        }
        guard spent < 1, fraction > 0, fraction - spent >= GroupSequentialBoundaries.smallestStep * fraction
        else { continue }
        paying.append(index)
        spent = fraction
      }
      let boundaries = try GroupSequentialBoundaries(
        level: test.comparisonLevel.alpha, fractions: paying.map { fractions[$0] }, isComplete: isComplete)
      self.fractions = fractions
      bounds = fractions.indices.map { index in
        paying.firstIndex(of: index).flatMap { boundaries.looks[$0].bound }
      }
    }
  }

  /// What a test shows at its looks: at the first that stops it, or else the last one that could.
  ///
  /// - Parameters:
  ///   - bounds: of the looks.
  ///   - counts: at each of them.
  ///   - margin: differences below this in size are equal.
  /// - Returns: the verdict, and the look that stops the test; `nil` for none.
  public static func finding(
    _ bounds: Bounds, counts: [TwoArms], margin: Double
  ) -> (verdict: Verdict, stops: Int?) {
    var last = Verdict.unknown
    for (index, pair) in counts.enumerated() {
      guard let bound = bounds.bounds[index],
        let told = pair.verdict(beyond: bound, equalBeyond: bound, margin: 0)
      else { continue }
      last = pair.verdict(beyond: bound, equalBeyond: bound, margin: margin) ?? .unknown
      if told != .unknown { return (last, index) }
    }
    return (last, nil)
  }
}
